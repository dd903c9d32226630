"""What a scorekeeper types for one deal, as typed facts. No rule is known here."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring import NamedContract, Rulebook, Trump
from tournament import labels
from tournament.deals.choices import KeyedRadio, letters_of, offered, several_apart
from tournament.deals.deal_fields import DealFields
from tournament.deals.line import in_full, write_line
from tournament.deals.notation import (
    NotationError,
    read_contract,
)
from tournament.deals.questions import SWEEP, Question
from tournament.deals.slips import sum_fault
from tournament.deals.typed_deal import TypedDeal, as_shown
from tournament.models import Entry, Outcome


class DealForm(TypedDeal, DealFields):
    """One deal of a match, or a correction of it when ``base`` names an entry.

    Every choice the game knows is accepted here, those of the rulebook are
    shown: what the rulebook has not is refused by the engine, in words.
    """

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        rulebook: Rulebook,
        correcting: Entry | None = None,
        has_paper: bool = False,
        needs_reason: bool = False,
    ) -> None:
        initial = as_shown(correcting, rulebook, line=write_line(correcting)) if correcting else {}
        # A deal recorded meanwhile, perhaps by this very form, is not what the page showed.
        is_shown = correcting and (not data or data.get("base") == str(correcting.pk))
        super().__init__(
            data,
            rulebook=rulebook,
            shown=initial if is_shown else {},
            initial={**initial, "client_key": uuid4()},
        )
        self.looks_by = rulebook
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
        choices = offered(rulebook)
        fields["trump"].widget.choices = choices.trumps
        fields["stake"].widget.choices = choices.stakes
        fields["sweep"].widget.choices = choices.sweeps
        if choices.most_belotes > 1:
            fields["belote"].widget = forms.Select()
        fields["belote"].widget.choices = several_apart(choices.belotes)
        if rulebook.is_take:
            fields["contract"].initial = NamedContract.TAKE.value
        self.hidden_names = {
            *(["contract", "stake"] if rulebook.is_take else []),
            *([] if rulebook.plays_declarations else ["declarations_a", "declarations_b"]),
            "reason",
        }

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

    def complete(self, cleaned: dict[str, Any], trump: Trump) -> None:
        """Fill in the takers' points from what was typed instead; refuse two that disagree."""
        super().complete(cleaned, trump)
        others, total = cleaned.get("others"), self.rulebook.pack_total(trump)
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
        """Return the columns of an Entry, the paper's marks among them; call it on a valid form."""
        facts = super().facts()
        if facts["outcome"] != Outcome.PLAYED:
            return facts
        return facts | {name: self.cleaned_data[name] for name in ("paper_a", "paper_b")}

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
        """Show beside what was typed what someone else made of the deal."""
        super().rebased(other)
        self.clash = other
        if other:
            self.hidden_names.discard("reason")
