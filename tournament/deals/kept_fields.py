"""The fields of an empty form, written once: they are the same for every deal of a rulebook.

A field with something typed in it, or refused, is written each time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MOST, MOST_LETTERS = 512, 4_000_000
"""So many are kept, and so much in all; then they are written again from the first on."""

_written: dict[Hashable, SafeString] = {}


class KeptField(forms.BoundField):
    """A field of a form that says in ``looks_by`` what its labels and choices depend on."""

    def as_field_group(self) -> SafeString:
        """Write the field with its label, or give what was written of it before."""
        return self.kept("group", super().as_field_group)

    def as_widget(
        self,
        widget: forms.Widget | None = None,
        attrs: dict[str, Any] | None = None,
        only_initial: bool = False,  # noqa: FBT001, FBT002 - as Django calls it
    ) -> SafeString:
        """Write the field alone, or give what was written of it before."""

        def write() -> SafeString:
            return super(KeptField, self).as_widget(widget, attrs, only_initial)

        return write() if widget or attrs or only_initial else self.kept("widget", write)

    def kept(self, part: str, write: Callable[[], SafeString]) -> SafeString:
        """Return what ``write`` gives for an empty field, written once in each language."""
        if self.form.is_bound or self.value() not in {None, "", self.field.initial}:
            return write()
        widget = self.field.widget
        looks = (*widget.attrs.items(), ("is_first", getattr(widget, "is_first", False)))
        key = (part, type(self.form), self.form.looks_by, self.name, looks, get_language())
        found = _written.get(key)
        if found is None:
            if len(_written) >= MOST or sum(map(len, _written.values())) > MOST_LETTERS:
                _written.clear()
            found = _written[key] = write()
        return found
