"""What the form of a deal makes of what was typed, on the desk's page and on a phone's."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import NamedContract, Rulebook, Side, Stake, Sweep, Trump
from tournament.deals.choices import NEITHER
from tournament.deals.kept_fields import KeptField
from tournament.deals.notation import NotationError, read_declarations
from tournament.deals.questions import SWEEP, Question, is_extreme
from tournament.deals.typed import typed
from tournament.models import Entry, Outcome


class TypedDeal(forms.Form):
    """A deal as it was typed: asked for, read, and handed on as the columns of an Entry.

    The fields are those of each page; it may leave out what its rulebook has not.
    """

    beside = {"declarations": "declarations_a"}
    bound_field_class = KeptField
    # All that the labels and the choices of its fields depend on, but for the language.
    looks_by: Hashable
    rulebook: Rulebook
    correcting: Entry | None
    asked: list[Question]

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
        """Ask for what a played deal cannot do without, unless its line is still to be mended."""
        cleaned = super().clean() or {}
        if cleaned.get("outcome") != Outcome.PLAYED or "line" in self.errors:
            return cleaned
        asked = {
            "takers": _("Which side took?"),
            "contract": _("What was the contract?"),
            "trump": _("What was the trump?"),
        }
        for name, question in asked.items():
            if name in self.fields and name not in self.errors and not cleaned.get(name):
                self.add_error(name, question)
        if cleaned.get("trump") in self.rulebook.played_trumps:
            self.complete(cleaned, Trump(cleaned["trump"]))
        return cleaned

    def complete(self, cleaned: dict[str, Any], trump: Trump) -> None:
        """Fill in the takers' points where the eight tricks say them."""
        if cleaned.get("points") is None and cleaned.get("sweep") in set(Sweep):
            swept = cleaned["sweep"] == Sweep.DEFENDERS
            cleaned["points"] = 0 if swept else self.rulebook.pack_total(trump)

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


def as_shown(entry: Entry, rulebook: Rulebook, **otherwise: object) -> Mapping[str, Any]:
    """Return an entry as a form shows it; ``otherwise`` is what a page shows in its own way."""
    swept = entry.sweep or (NEITHER if is_extreme(entry, rulebook) else "")
    return typed(entry) | {"sweep": swept} | otherwise
