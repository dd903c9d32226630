"""What the desk asks of the hall, and says of a whole sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.deals.choices import DIGITS
from tournament.deals.hall import Asked, Show
from tournament.deals.sheet_checks import ToSettle
from tournament.deals.tally import SheetRow
from tournament.models import Entry, Match, Tournament
from tournament.text import NAME_LENGTH, isolated

CHANGED = _("The sheet changed meanwhile: look at it, then answer again.")
NOT_FREE = _("Choose a table of which nothing is typed.")


class HallForm(forms.Form):
    """Which tables of which round; what is no such thing is left out."""

    q = forms.CharField(
        label=_("Table or team"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off", "type": "search"}),
    )
    show = forms.ChoiceField(choices=Show.choices, required=False)
    round = forms.IntegerField(required=False, min_value=1, max_value=999)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        """Name what sits at a table: teams, or players whose partners change."""
        super().__init__(*args, **kwargs)
        if tournament.is_individual:
            self.fields["q"].label = _("Table or player")

    def asked(self) -> Asked:
        """Return what is asked for."""
        self.is_valid()
        return Asked(
            show=Show(self.cleaned_data.get("show") or Show.ALL),
            query=self.cleaned_data.get("q") or "",
            round=self.cleaned_data.get("round"),
        )


class PresenceForm(forms.Form):
    """What a page showed of its sheet when it was opened, and of who else was there since."""

    since = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1)
    seen = forms.CharField(required=False)
    shown = forms.CharField(required=False)

    def said(self, name: str) -> str | int:
        """Return a field, or nothing of its kind where the page said nonsense."""
        self.is_valid()
        return self.cleaned_data.get(name) or (0 if name == "since" else "")


class SeenForm(forms.Form):
    """An act on the sheet that a page showed, and on no other."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=20_000)


class ConfirmForm(SeenForm):
    """The word of a second person that a sheet says what the paper does."""


class ContestForm(forms.Form):
    """The deal that a second person finds wrong, and what is wrong with it."""

    entry = forms.TypedChoiceField(label=_("Deal"), coerce=int)
    note = forms.CharField(label=_("What is wrong"), max_length=200, required=False)

    def __init__(self, rows: Sequence[SheetRow], *args: Any, **kwargs: Any) -> None:
        """Offer the deals of the sheet as it is now."""
        super().__init__(*args, **kwargs)
        self.fields["entry"].choices = [(row.entry.pk, str(row.deal.number)) for row in rows]
        self.fields["entry"].error_messages["invalid_choice"] = CHANGED
        self.rows = rows

    @property
    def contested(self) -> Entry:
        """The entry chosen, as it was fetched."""
        return next(row.entry for row in self.rows if row.entry.pk == self.cleaned_data["entry"])


class SettleForm(forms.Form):
    """The reading that counts, and why."""

    choice = forms.TypedChoiceField(coerce=int, widget=forms.HiddenInput)
    base = forms.IntegerField(widget=forms.HiddenInput)
    client_key = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, asked: ToSettle, *args: Any, **kwargs: Any) -> None:
        """Take one of the readings that the page shows."""
        initial = {"client_key": uuid4(), "base": asked.row.entry.pk}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["choice"].choices = [(each.entry.pk, each.side) for each in asked.readings]
        self.fields["choice"].error_messages["invalid_choice"] = CHANGED
        self.readings = asked.readings

    @property
    def chosen(self) -> Entry:
        """The reading chosen."""
        wanted = self.cleaned_data["choice"]
        return next(each.entry for each in self.readings if each.entry.pk == wanted)


class AgreeForm(forms.Form):
    """The entry with which somebody agrees after all."""

    entry = forms.IntegerField(widget=forms.HiddenInput)


class SwapForm(SeenForm):
    """Why the sides of a sheet are swapped, and of which team's sheet where both are typed."""

    sheet = forms.ChoiceField(
        choices=[("", ""), ("A", "A"), ("B", "B")], required=False, widget=forms.HiddenInput
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class WhereForm(forms.Form):
    """The table to which somebody thinks of moving a sheet."""

    to = forms.TypedChoiceField(label=_("The sheet is that of"), coerce=int, required=False)

    def __init__(self, free: Sequence[Match], *args: Any, **kwargs: Any) -> None:
        """Offer the tables of which nothing is typed, round by round."""
        super().__init__(*args, **kwargs)
        by_round: dict[str, list[tuple[int, str]]] = {}
        for each in free:
            title = gettext("Round %(number)s") % {"number": each.round.number}
            a, b = (isolated(team.name) for team in (each.team_a, each.team_b))
            figures = {"table": each.table, "a": a, "b": b}
            words = gettext("Table %(table)s: %(a)s – %(b)s") % figures
            by_round.setdefault(title, []).append((each.pk, words))
        self.fields["to"].choices = [("", "—"), *by_round.items()]
        self.fields["to"].error_messages["invalid_choice"] = NOT_FREE
        self.free = free

    @property
    def chosen(self) -> Match | None:
        """The table chosen, if it is one of them."""
        # Kept where something else of the form is refused.
        wanted = self.cleaned_data.get("to") if self.is_bound and self.errors is not None else None
        return next((match for match in self.free if match.pk == wanted), None)


class MoveForm(WhereForm):
    """The table to which a sheet is moved, and why; ``seen`` is the sheet as it was shown."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=20_000)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, free: Sequence[Match], *args: Any, **kwargs: Any) -> None:
        """Ask for a table: without one nothing is moved."""
        super().__init__(free, *args, **kwargs)
        self.fields["to"].required = True


class TotalsForm(forms.Form):
    """The two totals of a match, A's first, and why they are taken so."""

    marks_a = forms.IntegerField(min_value=0)
    marks_b = forms.IntegerField(min_value=0)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
    base = forms.IntegerField(required=False, widget=forms.HiddenInput)
    client_key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        """Name both teams, and show what is taken already."""
        initial = {"client_key": uuid4(), "base": match.totals_id}
        if match.totals:
            initial |= {"marks_a": match.totals.marks_a, "marks_b": match.totals.marks_b}
        super().__init__(*args, initial=initial, **kwargs)
        for name, team in (("marks_a", match.team_a), ("marks_b", match.team_b)):
            self.fields[name].label = _("Marks of %(team)s") % {"team": team}

    @property
    def marks(self) -> tuple[int, int]:
        """Both totals, A's first."""
        return self.cleaned_data["marks_a"], self.cleaned_data["marks_b"]


class PaperTotalsForm(forms.Form):
    """Both totals of the paper; they are compared, and kept nowhere."""

    total_a = forms.IntegerField(
        label=_("A's total on the paper"),
        min_value=0,
        max_value=99_999,
        widget=DIGITS,
    )
    total_b = forms.IntegerField(
        label=_("B's total on the paper"),
        min_value=0,
        max_value=99_999,
        widget=DIGITS,
    )

    @classmethod
    def of(cls, data: QueryDict) -> PaperTotalsForm:
        """Read what an address asks; a form not sent yet asks nothing."""
        return cls(data if {"total_a", "total_b"} & set(data) else None)

    @property
    def totals(self) -> tuple[int, int] | None:
        """Both totals, A's first; None when nothing was asked, or what is none."""
        if not self.is_valid():
            return None
        return self.cleaned_data["total_a"], self.cleaned_data["total_b"]


class DropTotalsForm(forms.Form):
    """Why a match taken as totals counts deal by deal again."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
    base = forms.IntegerField(required=False, widget=forms.HiddenInput)


class UndoForm(forms.Form):
    """The act to take back, and the table it was about."""

    act = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    round = forms.IntegerField(min_value=1, max_value=999)
    table = forms.IntegerField(min_value=1, max_value=32_767)
