"""What a scorekeeper types for one deal, as typed facts. No rule is known here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring import NamedContract, Rulebook, Stake, Sweep, Trump
from tournament import labels
from tournament.deals.choices import (
    NEITHER,
    KeyedRadio,
    belote_choices,
    letters_of,
    trump_drawn,
)
from tournament.deals.deal_fields import DealFields
from tournament.deals.line import in_full, write_line
from tournament.deals.notation import (
    NotationError,
    read_contract,
    read_declarations,
)
from tournament.deals.questions import SWEEP, Question, is_extreme
from tournament.deals.slips import sum_fault
from tournament.deals.typed import typed
from tournament.models import Entry, Outcome


class DealForm(DealFields):
    """One deal of a match, or a correction of it when ``base`` names an entry.

    Every choice the game knows is accepted here, those of the rulebook are
    shown: what the rulebook has not is refused by the engine, in words.
    """

    beside = {"declarations": "declarations_a"}

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        rulebook: Rulebook,
        correcting: Entry | None = None,
        has_paper: bool = False,
        needs_reason: bool = False,
    ) -> None:
        initial = _as_shown(correcting, rulebook) if correcting else {}
        # A deal recorded meanwhile, perhaps by this very form, is not what the page showed.
        is_shown = correcting and (not data or data.get("base") == str(correcting.pk))
        super().__init__(
            data,
            rulebook=rulebook,
            shown=initial if is_shown else {},
            initial={**initial, "client_key": uuid4()},
        )
        self.correcting = correcting
        self.asked: list[Question] = []
        self.clash: Entry | None = None
        if correcting:
            # Beside a deal already typed, an example would pass for it.
            self.fields["line"].widget.attrs["placeholder"] = ""
        self._show_what_the_rulebook_has()
        paper = {"paper_a", "paper_b"}
        self.hidden_names |= set() if has_paper or any(map(initial.get, paper)) else paper
        if correcting or needs_reason:
            self.hidden_names.discard("reason")

    def open_where(self, *, by_line: bool) -> None:
        """Have the page open with the focus where one types, or answers."""
        name = SWEEP if self.asks_who_swept else "line" if by_line else "takers"
        widget = self.fields[name].widget
        if isinstance(widget, KeyedRadio):
            widget.is_first = True
        else:
            widget.attrs["autofocus"] = True

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
            "reason",
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
            return in_full(read_contract(text))
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
        self._add_up(cleaned)
        return cleaned

    def _add_up(self, cleaned: dict[str, Any]) -> None:
        """Fill in the takers' points from what was typed instead; refuse two that disagree."""
        if cleaned.get("trump") not in self.rulebook.played_trumps:
            return
        trump, others = Trump(cleaned["trump"]), cleaned.get("others")
        total = self.rulebook.pack_total(trump)
        if cleaned.get("points") is None and cleaned.get("sweep") in set(Sweep):
            cleaned["points"] = 0 if cleaned["sweep"] == Sweep.DEFENDERS else total
        if others is None:
            return
        if others > total:
            too_many = labels.REFUSALS["points_out_of_range"]
            self.add_error("others", str(too_many) % {"maximum": total})
        elif cleaned.get("points") is None:
            cleaned["points"] = total - others
        elif fault := sum_fault(cleaned["points"], others, trump=trump, rulebook=self.rulebook):
            self.add_error("others", fault)

    def facts(self) -> dict[str, Any]:
        """Return the columns of an Entry; call it on a valid form."""
        cleaned = self.cleaned_data
        if cleaned["outcome"] != Outcome.PLAYED:
            return {"outcome": cleaned["outcome"]}
        paper = {name: cleaned[name] for name in ("paper_a", "paper_b")}
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
            "sweep": "" if cleaned["sweep"] == NEITHER else cleaned["sweep"],
            "belote_a": cleaned["belote"].count("A"),
            "belote_b": cleaned["belote"].count("B"),
            "declarations": {side: listed for side, listed in sides.items() if listed},
            **paper,
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

    @property
    def trump_letters(self) -> list[tuple[str, str]]:
        """The letters of the line for the rulebook's trumps, in the reader's language."""
        return letters_of(self.rulebook.played_trumps)

    @property
    def apart(self) -> set[str]:
        """The fields that the page does not show among the others."""
        return {"line", "reason", SWEEP} if self.asks_who_swept else {"line", "reason"}

    @property
    def asks_who_swept(self) -> bool:
        """Whether the page asks who took the eight tricks."""
        return any(question.field == SWEEP for question in self.asked)

    def rebased(self, other: Entry | None) -> None:
        """Keep what was typed, now as a correction of what someone else made of the deal."""
        self.data = self.data.copy()
        self.data["base"] = str(other.pk) if other else ""
        self.data["client_key"] = str(uuid4())
        self.correcting = self.clash = other
        if other:
            self.hidden_names.discard("reason")


def _as_shown(entry: Entry, rulebook: Rulebook) -> dict[str, Any]:
    """Return an entry as the form shows it, on the line and field by field."""
    swept = entry.sweep or (NEITHER if is_extreme(entry, rulebook) else "")
    return typed(entry) | {"line": write_line(entry), "sweep": swept}
