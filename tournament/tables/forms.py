"""What a phone at the table sends: a code, a deal, an answer to the other side's deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from scoring import Rulebook, Side, Stake
from tournament import labels
from tournament.deals.choices import offered
from tournament.deals.kept_fields import KeptField
from tournament.deals.questions import SWEEP, Question
from tournament.deals.typed_deal import TypedDeal, as_shown
from tournament.models import Entry, Outcome, Team

CHIPS = {"class": "chips"}
USUAL = 160
"""Contracts above this are seldom bid: a phone shows them when asked."""


class CodeForm(forms.Form):
    """The code of a side of a table, as printed on its score sheet."""

    code = forms.CharField(
        label=_("Code of your table"),
        help_text=_("It is on your team's side of the score sheet: eight letters and digits."),
        max_length=200,
        widget=forms.TextInput(
            attrs={
                "autofocus": True,
                "class": "code",
                "autocapitalize": "characters",
                "autocomplete": "off",
                "spellcheck": "false",
                "enterkeyhint": "go",
                "size": 9,
            }
        ),
    )


class AnswerForm(forms.Form):
    """What a side answers to an entry that somebody else typed."""

    entry = forms.IntegerField(widget=forms.HiddenInput)
    agrees = forms.BooleanField(required=False)
    note = forms.CharField(
        label=_("What is wrong?"),
        help_text=_("For example: we made 116, not 126."),
        max_length=200,
        required=False,
    )


class PhoneCallForm(forms.Form):
    """What a table calls the referee for."""

    category = forms.ChoiceField(choices=labels.fault_choices)
    client_key = forms.UUIDField()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Boxes to choose from: those at hand, and those that are shown when asked."""

    at_hand: tuple[BoundWidget, ...]
    above: tuple[BoundWidget, ...]

    @classmethod
    def of(cls, field: forms.BoundField, is_above: Callable[[str], bool]) -> Shelf:
        """Part the boxes of a field by their values."""
        boxes = [(box, is_above(box.data["value"])) for box in field]
        return cls(
            at_hand=tuple(box for box, is_up in boxes if not is_up),
            above=tuple(box for box, is_up in boxes if is_up),
        )

    @property
    def is_open(self) -> bool:
        """Whether one of those above is chosen."""
        return any(box.data["selected"] for box in self.above)


class PhoneForm(TypedDeal):
    """One deal of a match as a side types it with its thumbs, or a correction of its own.

    What the rulebook has not is not offered; what cannot be is refused by the engine.
    """

    takers = forms.ChoiceField(label=_("Takers"), widget=forms.RadioSelect(CHIPS), required=False)
    contract = forms.ChoiceField(
        label=_("Contract"), widget=forms.RadioSelect(CHIPS), required=False
    )
    trump = forms.ChoiceField(label=_("Trump"), widget=forms.RadioSelect(CHIPS), required=False)
    stake = forms.ChoiceField(
        label=_("Coinche"),
        widget=forms.RadioSelect(CHIPS),
        initial=Stake.PLAIN.value,
        required=False,
    )
    points = forms.IntegerField(
        label=_("Takers' points"),
        help_text=_("Last trick included, without belote or declarations."),
        required=False,
        min_value=0,
        max_value=999,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "pattern": "[0-9]*", "size": 4, "enterkeyhint": "done"}
        ),
    )
    belote = forms.ChoiceField(label=_("Belote"), widget=forms.RadioSelect(CHIPS), required=False)
    sweep = forms.ChoiceField(
        label=_("Eight tricks"), widget=forms.RadioSelect(CHIPS), required=False
    )
    declarations_a = forms.CharField(label=_("Declarations of A"), max_length=200, required=False)
    declarations_b = forms.CharField(
        label=_("Declarations of B"),
        help_text=_("For example: tierce Rc, carré V (king of hearts: Rc)."),
        max_length=200,
        required=False,
    )
    outcome = forms.ChoiceField(
        label=_("Deal"),
        choices=[
            (Outcome.PLAYED, pgettext_lazy("a deal", "played")),
            (Outcome.PASSED, _("everybody passed")),
        ],
        widget=forms.RadioSelect(CHIPS),
        initial=Outcome.PLAYED,
        required=False,
    )
    # The keys of the questions that the page asked and that sending again answers.
    answered = forms.CharField(required=False, max_length=500, widget=forms.HiddenInput)
    base = forms.IntegerField(required=False, widget=forms.HiddenInput)
    client_key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        rulebook: Rulebook,
        teams: Sequence[Team],
        correcting: Entry | None = None,
    ) -> None:
        initial = as_shown(correcting, rulebook, contract=correcting.contract) if correcting else {}
        super().__init__(data, initial={**initial, "client_key": uuid4()})
        self.rulebook, self.correcting = rulebook, correcting
        self.looks_by = (rulebook, *(team.name for team in teams))
        self.asked: list[Question] = []
        self._offer_what_the_rulebook_has()
        self.fields["takers"].choices = [
            (side.value, f"{side.value} · {team.name}")
            for side, team in zip(Side, teams, strict=True)
        ]

    def _offer_what_the_rulebook_has(self) -> None:
        rulebook, fields = self.rulebook, self.fields
        choices = offered(rulebook)
        fields["contract"].choices = contract_choices(rulebook, labels.language())
        fields["trump"].choices = choices.trumps
        fields["stake"].choices = choices.stakes
        fields["sweep"].choices = choices.sweeps
        fields["belote"].choices = choices.belotes
        if rulebook.is_take:
            del fields["contract"], fields["stake"]
        if not rulebook.plays_declarations:
            del fields["declarations_a"], fields["declarations_b"]

    @property
    def contracts(self) -> SafeString:
        """The contracts of every evening and those with a name at once, the highest when asked."""
        more = pgettext("contracts", "Higher")
        return _shelf(self["contract"], lambda code: code.isdecimal() and int(code) > USUAL, more)

    @property
    def belotes(self) -> SafeString:
        """No belote or one at once, several when asked."""
        more = pgettext("belotes", "Several")
        return _shelf(self["belote"], lambda held: len(held) > 1, more, broad=True)

    @property
    def is_seldom(self) -> bool:
        """Whether something is said that a plain deal does not need."""
        seldom = {"sweep", "declarations_a", "declarations_b"} & set(self.fields)
        said = any(self[name].value() or self.has_error(name) for name in seldom)
        asked = any(question.field == SWEEP for question in self.asked)
        return said or asked or self["outcome"].value() not in {None, "", Outcome.PLAYED}


def _shelf(
    field: KeptField, is_above: Callable[[str], bool], more: str, *, broad: bool = False
) -> SafeString:
    """Write a field as a shelf, ``more`` being the word that shows the boxes above."""

    def write() -> SafeString:
        shelf = Shelf.of(field, is_above)
        context = {"field": field, "shelf": shelf, "more": more, "broad": broad}
        return render_to_string("tables/_shelf.html", context)

    return field.kept("shelf", write)


@lru_cache(maxsize=64)
def contract_choices(rulebook: Rulebook, _language: str) -> list[tuple[str, Any]]:
    """Give every contract of a rulebook: its figures, then those that have a name."""
    named = [name.value for name in rulebook.named_contracts]
    if rulebook.is_take:
        return [(name, labels.contract_label(name)) for name in named]
    figures = range(rulebook.minimum, rulebook.maximum + 1, rulebook.step)
    return [(code, labels.contract_label(code)) for code in [*map(str, figures), *named]]
