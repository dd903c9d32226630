"""A club's own example, typed as at the desk: « a12c116b=260/50 », or field by field."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring import DealFacts, Refusal, Rulebook, facts_to_json, score_deal
from tournament import labels
from tournament.deals.forms import DealForm
from tournament.deals.options import choices_of
from tournament.models import Entry, Outcome

NOT_ASKED = ("outcome", "reason", "answered", "base")
"""The fields of the desk's form that an example has no use for."""


class ExampleForm(DealForm):
    """A deal, and the marks that the rulebook must give for it.

    The marks are typed where the desk types those of the paper: after ``=`` on the line.
    """

    def __init__(self, data: QueryDict | None = None, *, rulebook: Rulebook) -> None:
        super().__init__(data, rulebook=rulebook, has_paper=True)
        for name in NOT_ASKED:
            self.fields[name].widget = forms.HiddenInput()
        left = choices_of(rulebook)
        self.fields["options"] = forms.MultipleChoiceField(
            label=_("What the table chose"),
            choices=[(choice.id, choice.other) for choice in left],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
        if not left:
            self.hidden_names.add("options")
        self.fields["line"].widget.attrs["placeholder"] = example_line(rulebook)
        self.fields["line"].widget.attrs.pop("autofocus", None)
        self.fields["paper_a"].label = _("Marks that A must have")
        self.fields["paper_b"].label = _("Marks that B must have")

    def clean(self) -> dict[str, Any]:
        """Ask for both marks, and for a deal that the draft can mark."""
        cleaned = super().clean() or {}
        if cleaned.get("outcome") not in {Outcome.PLAYED, None}:
            self.add_error("line", _("Type a deal that was played."))
            return cleaned
        for name in ("paper_a", "paper_b"):
            if name not in self.errors and cleaned.get(name) is None:
                self.add_error(name, _("Type the marks that both sides must have."))
        if not self.errors:
            self._check_deal()
        return cleaned

    def _check_deal(self) -> None:
        try:
            score_deal(self.deal(), self.rulebook)
        except Refusal as refusal:
            shown = refusal.field if refusal.field in self.fields else None
            self.add_error(shown, labels.refusal(refusal))

    def deal(self) -> DealFacts:
        """Return the deal as the engine takes it. Raises ``Refusal`` for one that cannot be."""
        options = " ".join(self.cleaned_data.get("options", []))
        return Entry(**self.facts(), options=options).facts()

    def once_key(self) -> UUID:
        """Return the key of this very example: gone back to and typed otherwise, it is another."""
        said = json.dumps([facts_to_json(self.deal()), self.marks()], sort_keys=True)
        return uuid5(self.cleaned_data["client_key"], said)

    def marks(self) -> tuple[int, int]:
        """Return the marks expected; call it on a valid form."""
        return self.cleaned_data["paper_a"], self.cleaned_data["paper_b"]


def example_line(rulebook: Rulebook) -> str:
    """Return a line that says a deal and its marks, to show how one is typed."""
    hearts = "h" if labels.is_english() else "c"
    return f"a{hearts}96=96/66" if rulebook.is_take else f"a12{hearts}116b=260/50"
