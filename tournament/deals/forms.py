"""What a scorekeeper types for one deal, as typed facts. No rule is known here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import NamedContract, Rulebook, Side, Stake, Sweep, Trump
from tournament import labels
from tournament.deals.line_forms import LineForm
from tournament.deals.notation import (
    NotationError,
    read_contract,
    read_declarations,
    write_declarations,
)
from tournament.deals.questions import Question
from tournament.models import Entry, Outcome

MOST_BELOTES = 4
"""The most belotes any trump can give: one a suit, at all trumps."""


def belote_choices(most: int) -> list[tuple[str, Any]]:
    """Give every way up to ``most`` belotes can be held, as letters: ``""``, ``A``, ``AB``."""
    held = [
        "".join(sides)
        for count in range(1, most + 1)
        for sides in combinations_with_replacement("AB", count)
    ]
    return [("", _("no belote")), *((sides, " + ".join(sides)) for sides in held)]


def sweep_choices() -> list[tuple[str, Any]]:
    """Say in a word who took the eight tricks, under the question itself."""
    return [
        ("", pgettext_lazy("eight tricks", "neither side")),
        (Sweep.TAKERS.value, pgettext_lazy("eight tricks", "the takers")),
        (Sweep.TAKERS_ALONE.value, pgettext_lazy("eight tricks", "one taker alone")),
        (Sweep.DEFENDERS.value, pgettext_lazy("eight tricks", "the defence")),
    ]


class DealForm(LineForm):
    """One deal of a match, or a correction of it when ``base`` names an entry.

    Every choice the game knows is accepted here, those of the rulebook are
    shown: what the rulebook has not is refused by the engine, in words.
    """

    beside = {"declarations": "declarations_a"}

    takers = forms.ChoiceField(
        label=_("Takers"),
        choices=[(side.value, side.value) for side in Side],
        widget=forms.RadioSelect(attrs={"class": "chips"}),
        required=False,
    )
    contract = forms.CharField(
        label=_("Contract"),
        max_length=30,
        required=False,
        widget=forms.TextInput(attrs={"size": 8}),
    )
    trump = forms.ChoiceField(
        label=_("Trump"),
        choices=labels.trump_choices,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
        required=False,
    )
    stake = forms.ChoiceField(
        label=_("Coinche"),
        choices=labels.stake_choices,
        initial=Stake.PLAIN.value,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
        required=False,
    )
    points = forms.IntegerField(
        label=_("Takers' points"),
        help_text=_("Last trick included, without belote or declarations."),
        required=False,
        min_value=0,
        max_value=999,
    )
    belote = forms.ChoiceField(
        label=_("Belote"),
        choices=lambda: belote_choices(MOST_BELOTES),
        widget=forms.RadioSelect(attrs={"class": "chips"}),
        required=False,
    )
    sweep = forms.ChoiceField(
        label=_("Eight tricks"),
        choices=sweep_choices,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
        required=False,
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
            (Outcome.PLAYED, _("played")),
            (Outcome.PASSED, _("everybody passed")),
            (Outcome.VOID, _("annulled")),
        ],
        initial=Outcome.PLAYED,
        required=False,
    )
    reason = forms.CharField(
        label=pgettext_lazy("of a correction", "Reason"), max_length=200, required=False
    )
    # The keys of the questions that the page asked and that sending again answers.
    answered = forms.CharField(required=False, max_length=500, widget=forms.HiddenInput)
    base = forms.IntegerField(required=False, widget=forms.HiddenInput)
    client_key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self, data: QueryDict | None = None, *, rulebook: Rulebook, correcting: Entry | None = None
    ) -> None:
        initial = typed(correcting) if correcting else {}
        super().__init__(
            data, rulebook=rulebook, shown=initial, initial={**initial, "client_key": uuid4()}
        )
        self.correcting = correcting
        self.asked: list[Question] = []
        if correcting:
            # Beside a deal already typed, an example would pass for it.
            self.fields["line"].widget.attrs["placeholder"] = ""
        self._show_what_the_rulebook_has()

    def _show_what_the_rulebook_has(self) -> None:
        rulebook, fields = self.rulebook, self.fields
        trumps = rulebook.played_trumps
        fields["trump"].widget.choices = [(trump.value, trump_drawn(trump)) for trump in trumps]
        fields["stake"].widget.choices = [
            choice for choice in labels.stake_choices() if choice[0] in rulebook.stakes
        ]
        alone = {NamedContract.GENERALE, NamedContract.GENERALE_BELOTE}
        fields["sweep"].widget.choices = [
            choice
            for choice in fields["sweep"].choices
            if choice[0] != Sweep.TAKERS_ALONE or alone & set(rulebook.named_contracts)
        ]
        most = max(rulebook.most_belotes(trump) for trump in trumps)
        if most > 1:
            fields["belote"].widget = forms.Select()
        fields["belote"].widget.choices = belote_choices(most)
        if rulebook.is_take:
            fields["contract"].initial = NamedContract.TAKE.value
        self.hidden_names = {
            *(["contract", "stake"] if rulebook.is_take else []),
            *([] if rulebook.plays_declarations else ["declarations_a", "declarations_b"]),
            *([] if self.correcting else ["reason"]),
        }

    def clean_outcome(self) -> str:
        """A deal is played unless something else is said."""
        return self.cleaned_data["outcome"] or Outcome.PLAYED

    def clean_contract(self) -> str:
        """Read the contract as it is said; a word that is none is refused here."""
        text = self.cleaned_data["contract"]
        if not text:
            return NamedContract.TAKE.value if self.rulebook.is_take else ""
        try:
            return read_contract(text)
        except NotationError as error:
            raise forms.ValidationError(
                _("“%(word)s” is no contract: type 80, 90, 100… or capot."),
                params={"word": error.word},
            ) from None

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
            if name not in self.errors and not cleaned.get(name):
                self.add_error(name, question)
        return cleaned

    def facts(self) -> dict[str, Any]:
        """Return the columns of an Entry; call it on a valid form."""
        cleaned = self.cleaned_data
        if cleaned["outcome"] != Outcome.PLAYED:
            return {"outcome": cleaned["outcome"]}
        sides = {
            "A": cleaned["declarations_a"],
            "B": cleaned["declarations_b"],
        }
        return {
            "outcome": cleaned["outcome"],
            "takers": cleaned["takers"],
            "contract": cleaned["contract"],
            "trump": cleaned["trump"],
            "stake": cleaned["stake"] or Stake.PLAIN.value,
            "points": cleaned["points"],
            "sweep": cleaned["sweep"],
            "belote_a": cleaned["belote"].count("A"),
            "belote_b": cleaned["belote"].count("B"),
            "declarations": {side: listed for side, listed in sides.items() if listed},
        }

    def ask(self, asked: Sequence[Question]) -> bool:
        """Have the page ask what it has not asked yet; False when there is nothing left."""
        before = self.cleaned_data["answered"].split(";")
        self.asked = [question for question in asked if question.key not in before]
        self.data = self.data.copy()
        self.data["answered"] = ";".join(question.key for question in asked)
        return bool(self.asked)

    def rebased(self, other: Entry) -> None:
        """Keep what was typed, now as a correction of the entry someone else recorded."""
        self.data = self.data.copy()
        self.data["base"] = str(other.pk)
        self.data["client_key"] = str(uuid4())
        self.correcting = other
        self.hidden_names.discard("reason")


def trump_drawn(trump: Trump) -> str:
    """Say a trump with its suit drawn before it: « ♥ cœur », the heart in red."""
    if trump not in labels.SIGNS:
        return str(labels.TRUMPS[trump])
    return format_html(
        '<span class="{}" aria-hidden="true">{}</span> {}',
        "suit red" if trump in labels.RED_SUITS else "suit",
        labels.SIGNS[trump],
        labels.TRUMPS[trump],
    )


def typed(entry: Entry) -> dict[str, Any]:
    """Return an entry as the form's fields hold it, to correct it."""
    return {
        "outcome": entry.outcome,
        "takers": entry.takers,
        "contract": labels.contract_label(entry.contract),
        "trump": entry.trump,
        "stake": entry.stake,
        "points": entry.points,
        "sweep": entry.sweep,
        "belote": "A" * entry.belote_a + "B" * entry.belote_b,
        "declarations_a": write_declarations(entry.declarations.get("A", [])),
        "declarations_b": write_declarations(entry.declarations.get("B", [])),
        "base": entry.pk,
    }
