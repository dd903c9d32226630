"""Which rulebooks are put side by side."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import Rulebook
from tournament.rulebooks.shelf import find, key_of, shelf, title_of


class RulebookField(forms.ChoiceField):
    """One of the rulebooks that ship; one with another reading taken is given by its address."""

    default_error_messages = {"invalid_choice": _("Choose one of the rulebooks.")}

    def valid_value(self, value: object) -> bool:
        """Whether there is such a rulebook, in the list or not."""
        return find(str(value)) is not None

    def offer(self, given: str) -> None:
        """List the rulebooks by their titles, and the one that is asked for if it is not there."""
        asked = find(given) if given else None
        books = shelf()
        listed = [*books, asked] if asked and asked not in books else books
        self.choices = [("", "–"), *((key_of(book), title_of(book)) for book in listed)]


class CompareForm(forms.Form):
    """A contest's rulebook beside another one."""

    other = RulebookField(label=_("Compare with"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.offer(str(self.data.get(name, "")))

    def rulebook(self, name: str) -> Rulebook | None:
        """Return the rulebook chosen in a field; None while none is."""
        return find(self.cleaned_data[name]) if self.is_bound and self.is_valid() else None


class CompareTwoForm(CompareForm):
    """Two rulebooks that ship."""

    one = RulebookField(label=_("Rulebook"))
    field_order = ("one", "other")
