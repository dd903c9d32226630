"""What an organiser types to log in and to set a contest up. No rule is known here."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring import reminder, shipped_rulebooks
from tournament.clubs.services import IDENTITY
from tournament.models import ByeKind, EndKind, Ranking, Tournament
from tournament.models.tournament import bye_choices, ranking_choices, shipped_rulebook
from tournament.text import NAME_LENGTH

USUAL_TARGETS = (700, 1000, 2000)
OF_THE_RULEBOOK = "rulebook"
MOST_DEALS = 99
LARGEST_TARGET = 100_000


class LogInForm(AuthenticationForm):
    """Name and password, with one plain sentence when they do not go together."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("This account and this password do not go together. Mind the capitals."),
    }


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
    return [(name, rulebook_line(name)) for name in shipped_rulebooks()]


def rulebook_line(name: str) -> SafeString:
    """Say a rulebook in a title, what it comes to and its usual target."""
    rulebook = shipped_rulebook(name)
    language = (get_language() or "fr")[:2]
    return format_html(
        '<span><b>{}</b><span class="choice-note">{} {}</span></span>',
        rulebook.title[language],
        reminder(rulebook, language),
        _("Usual target: %(target)s.") % {"target": spaced(rulebook.target)},
    )


def spaced(number: int) -> str:
    """Write a number with thin no-break spaces between the thousands."""
    return f"{number:,}".replace(",", "\u202f")


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
    ]


class TournamentForm(IdentityForm):
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
        widget=forms.RadioSelect(attrs={"class": "chips"}),
        error_messages={"required": _("Choose what ends a match.")},
    )
    end_number = forms.IntegerField(
        label=_("Number of deals, or other target"),
        help_text=_("For example 12 deals, or 1500."),
        required=False,
        error_messages={"invalid": _("Type a whole number, for example 12.")},
    )
    ranking = forms.ChoiceField(
        label=_("The teams are ranked by"),
        choices=ranking_choices,
        initial=Ranking.MARKS,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
    )
    bye_kind = forms.ChoiceField(
        label=_("A team that sits out a round marks"),
        choices=bye_choices,
        initial=ByeKind.FIXED,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
    )
    bye_marks = forms.IntegerField(
        label=_("Fixed number of marks"),
        initial=0,
        required=False,
        min_value=0,
        max_value=LARGEST_TARGET,
        error_messages={
            "invalid": _("Type a whole number, for example 500."),
            "min_value": _("Marks are never negative: type 0 or more."),
            "max_value": _("That is more than any team marks: type %(limit_value)s at most."),
        },
    )
    bye_wins = forms.BooleanField(label=_("Sitting out counts as a win"), required=False)

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
        cleaned = self.cleaned_data
        by_deals = cleaned["end"] == EndKind.DEALS
        return {
            **super().columns(),
            "rulebook_name": cleaned["rulebook_name"],
            "end_kind": EndKind.DEALS if by_deals else EndKind.TARGET,
            "deals": cleaned["end_number"] if by_deals else None,
            "target": None if by_deals else self._target(),
            "ranking": cleaned["ranking"],
            "bye_kind": cleaned["bye_kind"],
            "bye_marks": cleaned["bye_marks"] or 0,
            "bye_wins": cleaned["bye_wins"],
        }

    def _target(self) -> int:
        end = self.cleaned_data["end"]
        if end == OF_THE_RULEBOOK:
            return shipped_rulebook(self.cleaned_data["rulebook_name"]).target
        return self.cleaned_data["end_number"] if end == EndKind.TARGET else int(end)


class NewTournamentForm(TournamentForm):
    """A contest to create; the key makes two clicks one contest."""

    client_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Tournament; call it on a valid form."""
        return {**super().columns(), "client_key": self.cleaned_data["client_key"]}


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """Return a contest's settings as the form's fields hold them."""
    by_deals = tournament.end_kind == EndKind.DEALS
    is_usual = tournament.target in USUAL_TARGETS
    return {
        "name": tournament.name,
        "date": tournament.date,
        "place": tournament.place,
        "rulebook_name": tournament.rulebook_name,
        "end": str(tournament.target) if is_usual and not by_deals else tournament.end_kind,
        "end_number": tournament.deals if by_deals else (None if is_usual else tournament.target),
        "ranking": tournament.ranking,
        "bye_kind": tournament.bye_kind,
        "bye_marks": tournament.bye_marks,
        "bye_wins": tournament.bye_wins,
    }
