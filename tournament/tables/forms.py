"""What a phone at the table sends: a code, a deal, an answer to the other side's deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import NamedContract, Rulebook, Side, Stake, Sweep, Trump
from tournament import labels
from tournament.deals.choices import NEITHER, belote_choices, sweep_choices, trump_drawn
from tournament.deals.notation import NotationError, read_declarations
from tournament.deals.questions import SWEEP, Question, is_extreme
from tournament.deals.typed import typed
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


class PhoneForm(forms.Form):
    """One deal of a match as a side types it with its thumbs, or a correction of its own.

    What the rulebook has not is not offered; what cannot be is refused by the engine.
    """

    beside = {"declarations": "declarations_a"}

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
        initial = _as_shown(correcting, rulebook) if correcting else {}
        super().__init__(data, initial=initial | {"client_key": uuid4()})
        self.rulebook, self.correcting = rulebook, correcting
        self.asked: list[Question] = []
        self._offer_what_the_rulebook_has()
        self.fields["takers"].choices = [
            (side.value, f"{side.value} · {team.name}")
            for side, team in zip(Side, teams, strict=True)
        ]

    def _offer_what_the_rulebook_has(self) -> None:
        rulebook, fields = self.rulebook, self.fields
        trumps = rulebook.played_trumps
        fields["contract"].choices = contract_choices(rulebook)
        fields["trump"].choices = [(trump.value, trump_drawn(trump)) for trump in trumps]
        fields["stake"].choices = [
            choice for choice in labels.stake_choices() if choice[0] in rulebook.stakes
        ]
        alone = {NamedContract.GENERALE, NamedContract.GENERALE_BELOTE}
        fields["sweep"].choices = [
            choice
            for choice in sweep_choices(NEITHER)
            if choice[0] != Sweep.TAKERS_ALONE or alone & set(rulebook.named_contracts)
        ]
        most = max(rulebook.most_belotes(trump) for trump in trumps)
        fields["belote"].choices = belote_choices(most)
        if rulebook.is_take:
            del fields["contract"], fields["stake"]
        if not rulebook.plays_declarations:
            del fields["declarations_a"], fields["declarations_b"]

    @property
    def contracts(self) -> Shelf:
        """The contracts of every evening and those with a name at once, the highest when asked."""
        return Shelf.of(self["contract"], lambda code: code.isdecimal() and int(code) > USUAL)

    @property
    def belotes(self) -> Shelf:
        """No belote or one at once, several when asked."""
        return Shelf.of(self["belote"], lambda held: len(held) > 1)

    @property
    def is_seldom(self) -> bool:
        """Whether something is said that a plain deal does not need."""
        seldom = {"sweep", "declarations_a", "declarations_b"} & set(self.fields)
        said = any(self[name].value() or self.has_error(name) for name in seldom)
        asked = any(question.field == SWEEP for question in self.asked)
        return said or asked or self["outcome"].value() not in {None, "", Outcome.PLAYED}

    def clean_outcome(self) -> str:
        """A deal is played unless something else is said."""
        return self.cleaned_data["outcome"] or Outcome.PLAYED

    def clean_declarations_a(self) -> list[dict[str, str]]:
        """Read A's declarations."""
        return self._declarations("declarations_a")

    def clean_declarations_b(self) -> list[dict[str, str]]:
        """Read B's declarations."""
        return self._declarations("declarations_b")

    def _declarations(self, field: str) -> list[dict[str, str]]:
        try:
            return read_declarations(self.cleaned_data[field])
        except NotationError as error:
            raise forms.ValidationError(
                _("“%(word)s” is no declaration: type for example tierce Rc, or carré V."),
                params={"word": error.word},
            ) from None

    def clean(self) -> dict[str, Any]:
        """Ask for what a played deal cannot do without."""
        cleaned = super().clean() or {}
        if cleaned.get("outcome") != Outcome.PLAYED:
            return cleaned
        asked = {
            "takers": _("Which side took?"),
            "contract": _("What was the contract?"),
            "trump": _("What was the trump?"),
        }
        for name, question in asked.items():
            if name in self.fields and name not in self.errors and not cleaned.get(name):
                self.add_error(name, question)
        swept = cleaned.get("sweep")
        if cleaned.get("points") is None and swept in set(Sweep) and cleaned.get("trump"):
            total = self.rulebook.pack_total(Trump(cleaned["trump"]))
            cleaned["points"] = 0 if swept == Sweep.DEFENDERS else total
        return cleaned

    def facts(self) -> dict[str, Any]:
        """Return the columns of an Entry; call it on a valid form."""
        cleaned = self.cleaned_data
        if cleaned["outcome"] != Outcome.PLAYED:
            return {"outcome": cleaned["outcome"]}
        declared = {side.value: cleaned.get(f"declarations_{side.lower()}") for side in Side}
        return {
            "outcome": cleaned["outcome"],
            "takers": cleaned["takers"],
            "contract": cleaned.get("contract") or NamedContract.TAKE.value,
            "trump": cleaned["trump"],
            "stake": cleaned.get("stake") or Stake.PLAIN.value,
            "points": cleaned["points"],
            "sweep": "" if cleaned["sweep"] == NEITHER else cleaned["sweep"],
            "belote_a": cleaned["belote"].count("A"),
            "belote_b": cleaned["belote"].count("B"),
            "declarations": {side: listed for side, listed in declared.items() if listed},
        }

    def ask(self, asked: Sequence[Question]) -> bool:
        """Have the page ask what it has not asked yet; False when there is nothing left.

        Sending the form again answers a question, but for the eight tricks: who took
        them is said in so many words.
        """
        before = self.cleaned_data["answered"].split(";")
        said = {SWEEP} if self.cleaned_data["sweep"] else set()
        self.asked = [
            question
            for question in asked
            if question.field not in said
            and (question.field == SWEEP or question.key not in before)
        ]
        self.data = self.data.copy()
        self.data["answered"] = ";".join(question.key for question in asked)
        return bool(self.asked)

    def rebased(self, other: Entry | None) -> None:
        """Keep what was typed, now in place of what somebody else recorded or took back."""
        self.data = self.data.copy()
        self.data["base"] = str(other.pk) if other else ""
        self.data["client_key"] = str(uuid4())
        self.correcting = other


def contract_choices(rulebook: Rulebook) -> list[tuple[str, Any]]:
    """Give every contract of a rulebook: its figures, then those that have a name."""
    named = [name.value for name in rulebook.named_contracts]
    if rulebook.is_take:
        return [(name, labels.contract_label(name)) for name in named]
    figures = range(rulebook.minimum, rulebook.maximum + 1, rulebook.step)
    return [(code, labels.contract_label(code)) for code in [*map(str, figures), *named]]


def _as_shown(entry: Entry, rulebook: Rulebook) -> dict[str, Any]:
    """Return an entry as the form shows it."""
    swept = entry.sweep or (NEITHER if is_extreme(entry, rulebook) else "")
    return typed(entry) | {"contract": entry.contract, "sweep": swept}
