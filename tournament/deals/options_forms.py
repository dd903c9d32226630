"""What a table plays of what its rulebook leaves to it, as a form asks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.deals.options import Choice

OWN, OTHER = "own", "other"
"""The two answers of each question: as the rulebook has it, or the other reading."""


class OptionsForm(forms.Form):
    """One question for each choice; as it stands, each is answered as the table plays it."""

    # Where the ids of a page are no longer those of the rulebook, the service says so.
    beside = {"options": "seen"}

    seen = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)

    def __init__(
        self, choices: Sequence[Choice], data: QueryDict | None = None, **given: Any
    ) -> None:
        super().__init__(data, **given)
        self.choices = choices
        for choice in choices:
            self.fields[name_of(choice)] = forms.ChoiceField(
                label=choice.title,
                choices=[(OWN, choice.own), (OTHER, choice.other)],
                widget=forms.RadioSelect({"class": "chips"}),
                initial=OTHER if choice.is_turned else OWN,
                error_messages={"required": gettext_lazy("Choose one of the two.")},
            )

    @property
    def ids(self) -> list[str]:
        """The switches turned; call it on a valid form."""
        return [each.id for each in self.choices if self.cleaned_data[name_of(each)] == OTHER]

    @property
    def questions(self) -> list[forms.BoundField]:
        """The fields of the choices, in the rulebook's order."""
        return [self[name_of(choice)] for choice in self.choices]


class CorrectedOptionsForm(OptionsForm):
    """The same once deals are typed, with why."""

    reason = forms.CharField(
        label=pgettext_lazy("of a correction", "Reason"), max_length=200, required=False
    )


def name_of(choice: Choice) -> str:
    """Return the name of the field of a choice."""
    return f"option-{choice.id}"
