"""What an organiser types to log in and to set a contest up. No rule is known here."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.http import QueryDict
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import Rulebook, reminder, shipped_rulebooks
from tournament import labels, logins
from tournament.clubs.advanced import (
    LARGEST_TARGET,
    EveningForm,
    RulesForm,
    advanced_settings_of,
    chips,
)
from tournament.clubs.checks import MOST_DEALS
from tournament.clubs.own_rulebooks import OwnVersion, offered, present
from tournament.clubs.services import IDENTITY
from tournament.fields import ContestField, OnceForm
from tournament.models import Club, EndKind, Tournament, User
from tournament.models.tournament import shipped_rulebook
from tournament.text import NAME_LENGTH, spaced, tidy

USUAL_TARGETS = (700, 1000, 2000)
OF_THE_RULEBOOK = "rulebook"


class LogInForm(AuthenticationForm):
    """Name and password, with one plain sentence when they do not go together."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("This account and this password do not go together. Mind the capitals."),
    }

    def clean(self) -> dict[str, Any]:
        """Look at the password, unless too many were wrong."""
        typed = self.cleaned_data
        if not (typed.get("username") and typed.get("password")):
            return typed
        # As the name of an account is kept: one space between two words.
        typed["username"] = tidy(typed["username"])
        attempt = logins.begin(self.request, typed["username"])
        typed["username"] = next(iter(logins.names_like(typed["username"])), typed["username"])
        typed = super().clean()
        logins.succeeded(attempt)
        return typed


class IdentityForm(forms.Form):
    """What a contest is called, when and where: it may be mended at any time."""

    name = forms.CharField(
        label=pgettext_lazy("of a contest", "Name"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Give the contest a name.")},
    )
    date = forms.DateField(
        label=_("Date"),
        initial=timezone.localdate,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": _("Give the date of the contest.")},
    )
    place = forms.CharField(label=_("Place"), max_length=NAME_LENGTH, required=False)

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Tournament; call it on a valid form."""
        return {name: self.cleaned_data[name] for name in IDENTITY}


def rulebook_choices() -> list[tuple[str, str]]:
    """List the rulebooks that ship, each with its title and what it comes to."""
    rulebooks = ((name, shipped_rulebook(name)) for name in shipped_rulebooks())
    return [
        (name, rulebook_line(rulebook, rulebook.title[labels.language()]))
        for name, rulebook in rulebooks
    ]


def rulebook_line(rulebook: Rulebook, title: str) -> SafeString:
    """Say a rulebook in a title, what it comes to and its usual target."""
    return format_html(
        '<span><b>{}</b><span class="choice-note">{} {}</span></span>',
        title,
        reminder(rulebook, labels.language()),
        _("Usual target: %(target)s.") % {"target": spaced(rulebook.target)},
    )


def end_choices() -> list[tuple[str, Any]]:
    """List what may end a match: usual targets first, then what needs a number."""
    return [
        (OF_THE_RULEBOOK, _("at the rulebook's usual target")),
        *(
            (str(target), _("at %(target)s") % {"target": spaced(target)})
            for target in USUAL_TARGETS
        ),
        (EndKind.TARGET.value, _("at another target")),
        (EndKind.DEALS.value, _("after a number of deals")),
        (EndKind.CLOCK.value, EndKind.CLOCK.label),
        (EndKind.FIRST.value, EndKind.FIRST.label),
    ]


class TournamentForm(IdentityForm, RulesForm, EveningForm):
    """Everything that is set on a contest before its first round opens."""

    rulebook_name = forms.ChoiceField(
        label=_("Rulebook"),
        choices=rulebook_choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the rulebooks.")},
    )
    end = forms.ChoiceField(
        label=_("A match ends"),
        choices=end_choices,
        initial=OF_THE_RULEBOOK,
        widget=chips(),
        error_messages={"required": _("Choose what ends a match.")},
    )
    end_number = forms.IntegerField(
        label=_("Number of deals, or other target"),
        help_text=_("For example 12 deals, or 1500."),
        required=False,
        error_messages={"invalid": _("Type a whole number, for example 12.")},
    )

    def __init__(
        self,
        *args: Any,
        club: Club | None = None,
        contest: Tournament | None = None,
        **kwargs: Any,
    ) -> None:
        """Offer the published versions of the club's own rulebooks before those that ship."""
        super().__init__(*args, **kwargs)
        versions = offered(contest.club if contest else club)
        chosen = present(contest, versions) if contest else None
        own = versions if chosen is None or chosen in versions else [chosen, *versions]
        self.own_versions: dict[str, OwnVersion] = {version.key: version for version in own}
        field = self.fields["rulebook_name"]
        field.choices = [
            *(
                (key, rulebook_line(each.rulebook, each.title))
                for key, each in self.own_versions.items()
            ),
            *rulebook_choices(),
        ]
        if chosen:
            self.initial["rulebook_name"] = chosen.key

    @property
    def beside(self) -> dict[str, str]:  # type: ignore[override]
        """Where the refusal of a column that has no field of its own is shown."""
        is_first = self.cleaned_data.get("end") == EndKind.FIRST
        limits = ("first_target", "first_deals") if is_first else ("end_number", "end_number")
        return EveningForm.beside | dict(zip(("target", "deals"), limits, strict=True))

    def clean(self) -> dict[str, Any]:
        """Ask for the number that the chosen end needs."""
        cleaned = super().clean() or {}
        end, number = cleaned.get("end"), cleaned.get("end_number")
        if "end_number" in self.errors:
            return cleaned
        if end == EndKind.DEALS and not 1 <= (number or 0) <= MOST_DEALS:
            self.add_error("end_number", _("Type how many deals: from 1 to 99, for example 12."))
        if end == EndKind.TARGET and not 1 <= (number or 0) <= LARGEST_TARGET:
            self.add_error("end_number", _("Type the target to reach, for example 1500."))
        return cleaned

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Tournament; call it on a valid form."""
        return {
            **IdentityForm.columns(self),
            **EveningForm.columns(self),
            **self.rules(),
            **self._end(),
            **self._rulebook(),
        }

    def _rulebook(self) -> dict[str, str]:
        chosen = self.cleaned_data["rulebook_name"]
        own = self.own_versions.get(chosen)
        return own.columns if own else {"rulebook_name": chosen, "rulebook_own": ""}

    def _end(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned["end"] == EndKind.FIRST:
            limits = {"target": cleaned["first_target"], "deals": cleaned["first_deals"]}
            return {"end_kind": EndKind.FIRST, **limits}
        if cleaned["end"] == EndKind.CLOCK:
            return {"end_kind": EndKind.CLOCK, "target": None, "deals": None}
        if cleaned["end"] == EndKind.DEALS:
            limits = {"target": None, "deals": cleaned["end_number"]}
            return {"end_kind": EndKind.DEALS, **limits}
        return {"end_kind": EndKind.TARGET, "target": self._target(), "deals": None}

    def _target(self) -> int:
        end = self.cleaned_data["end"]
        if end == OF_THE_RULEBOOK:
            chosen = self.cleaned_data["rulebook_name"]
            own = self.own_versions.get(chosen)
            return (own.rulebook if own else shipped_rulebook(chosen)).target
        return self.cleaned_data["end_number"] if end == EndKind.TARGET else int(end)


class NewTournamentForm(OnceForm, TournamentForm):
    """A contest to create; two clicks make one."""

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Tournament; call it on a valid form."""
        return {**super().columns(), "client_key": self.once_key()}


class StartedForm(IdentityForm, EveningForm):
    """What may still change once the first round is open."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.initial.get("minutes") is None:
            del self.fields["minutes"]

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Tournament; call it on a valid form."""
        return {**IdentityForm.columns(self), **EveningForm.columns(self)}


class AgainForm(OnceForm, IdentityForm):
    """A contest to start from an earlier one's settings, and its teams when asked."""

    source = ContestField(
        label=_("Like which contest?"),
        queryset=Tournament.objects.none(),
        empty_label=None,
        error_messages={
            "required": _("Choose a contest that you organised."),
            "invalid_choice": _("Choose a contest that you organised."),
        },
    )
    with_teams = forms.BooleanField(
        label=_("With its teams and players"),
        help_text=_("Those that have not withdrawn; no result, fee or check-in comes along."),
        required=False,
        initial=True,
    )
    field_order = ("source", "with_teams")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["source"].queryset = Tournament.objects.organised_by(user)

    def choices(self) -> dict[str, Any]:
        """Return what the service takes; call it on a valid form."""
        own = {name: self.cleaned_data[name] for name in ("source", "with_teams")}
        return own | self.columns() | {"client_key": self.once_key()}


class ClubForm(forms.Form):
    """What the club is called."""

    name = forms.CharField(
        label=pgettext_lazy("of a club", "Name"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Give the club a name.")},
    )
    seen = forms.CharField(max_length=NAME_LENGTH, required=False, widget=forms.HiddenInput)

    def show(self, club: Club) -> None:
        """Note that the person now sees the name that the club has."""
        self.data = self.data.copy()
        self.data["seen"] = club.name


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """Return a contest's settings as the form's fields hold them."""
    is_usual = tournament.end_kind == EndKind.TARGET and tournament.target in USUAL_TARGETS
    numbers = {EndKind.DEALS: tournament.deals, EndKind.TARGET: tournament.target}
    return {
        **advanced_settings_of(tournament),
        "name": tournament.name,
        "date": tournament.date,
        "place": tournament.place,
        "rulebook_name": tournament.rulebook_name,
        "end": str(tournament.target) if is_usual else tournament.end_kind,
        "end_number": None if is_usual else numbers.get(tournament.end_kind),
    }


def settings_form(tournament: Tournament, data: QueryDict | None) -> forms.Form:
    """Return the form of what may still change of a contest, filled in with what is set."""
    shown = settings_of(tournament)
    if tournament.is_frozen:
        return StartedForm(data, initial=shown)
    return TournamentForm(data, initial=shown, contest=tournament)


class DeleteForm(forms.Form):
    """The contest's own name, typed by who means to delete it."""

    name = forms.CharField(max_length=NAME_LENGTH, required=False)
    seen = forms.IntegerField(min_value=0, max_value=2**63 - 1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, contest: str, **kwargs: Any) -> None:
        """Ask for the name as it is written."""
        super().__init__(*args, **kwargs)
        words = _("Type « %(name)s » to delete it") % {"name": contest}
        self.fields["name"].label = words
