"""The line of the entry form, and how it fills the fields below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring import Rulebook, Trump
from tournament.deals.line import UnreadableLine, read_line

SAID_OUTRIGHT = ("takers", "contract", "trump", "points", "sweep", "belote")
"""What a field holds only when somebody typed it there; the others have a usual value."""

SPREAD = frozenset({*SAID_OUTRIGHT, "stake", "outcome"})
"""The fields that a line fills."""


def line_example(rulebook: Rulebook) -> str:
    """Return a line that the rulebook takes, to show how one is typed."""
    return "ac96" if rulebook.is_take else "a11c126"


class LineForm(forms.Form):
    """A form whose fields may be typed as one line, such as « a11c126 ».

    ``shown`` are the values with which the page showed the fields. What is wrong
    with a line is said beside the line, and the fields stay as they were typed.
    """

    line = forms.CharField(
        label=_("One line"),
        max_length=40,
        required=False,
        widget=forms.TextInput(
            attrs={
                "class": "line",
                "autofocus": True,
                "autocapitalize": "off",
                "spellcheck": "false",
                "enterkeyhint": "done",
            }
        ),
    )

    def __init__(
        self,
        data: QueryDict | None,
        *,
        rulebook: Rulebook,
        shown: Mapping[str, Any],
        initial: Mapping[str, Any],
    ) -> None:
        self.rulebook = rulebook
        self.unread, self.is_denied = "", False
        self.as_typed: QueryDict | None = None
        if data and data.get("line", "").strip():
            data = self._with_line(data, shown=shown)
        super().__init__(data, initial=initial)
        self.fields["line"].widget.attrs["placeholder"] = line_example(rulebook)

    def _with_line(self, data: QueryDict, *, shown: Mapping[str, Any]) -> QueryDict:
        """Spread a typed line over the fields; note what cannot be read, or what they deny.

        A field left as the page showed it denies nothing.
        """
        try:
            said = read_line(data["line"])
        except UnreadableLine as unreadable:
            self.unread = unreadable.rest or data["line"]
            return data
        others = said.pop("others", "")
        if others and said["trump"]:
            said["points"] = str(self.rulebook.pack_total(Trump(said["trump"])) - int(others))
        self.is_denied = any(
            data.get(name) not in {None, "", said.get(name, ""), str(shown.get(name, ""))}
            for name in SAID_OUTRIGHT
        )
        spread = data.copy()
        for name, value in said.items():
            spread[name] = value
        self.as_typed = data
        return spread

    def full_clean(self) -> None:
        """Check what the line says, then show the fields as typed, not as it fills them."""
        super().full_clean()
        if self.as_typed is not None:
            self.data = self.as_typed

    def add_error(self, field: str | None, error: ValidationError | str) -> None:
        """Put what is wrong with a typed line beside the line, where it is mended."""
        super().add_error("line" if self.as_typed and field in SPREAD else field, error)

    def clean_line(self) -> str:
        """Refuse a line of which a part cannot be read, or that the fields contradict."""
        if self.unread:
            raise forms.ValidationError(
                _("“%(rest)s” cannot be read here: type for example %(example)s."),
                params={"rest": self.unread, "example": line_example(self.rulebook)},
            )
        if self.is_denied:
            raise forms.ValidationError(
                _("The line and the fields below do not say the same: empty one of them.")
            )
        return self.cleaned_data["line"]
