"""The line of the entry form, and how it fills the fields below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring import Rulebook, Stake
from tournament import labels
from tournament.deals.line import UnreadableLine, read_line
from tournament.models import Outcome

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

USUAL = {"outcome": Outcome.PLAYED.value, "stake": Stake.PLAIN.value}
"""What a field holds without anybody having typed it there; the others are empty."""

SPREAD = (
    "outcome",
    "takers",
    "contract",
    "trump",
    "stake",
    "points",
    "others",
    "sweep",
    "belote",
    "paper_a",
    "paper_b",
)
"""The fields that a line fills."""

UNREAD: dict[str, _StrPromise] = {
    "trump": _("“%(rest)s” does not say the trump: type for example %(example)s."),
    "paper": _("“%(rest)s”: type the marks of the paper as =240/0, A's first."),
}
UNREAD_AT_ALL = _("“%(rest)s” cannot be read here: type for example %(example)s.")
LONGEST_LINE = 80


def line_example(rulebook: Rulebook) -> str:
    """Return a line that the rulebook takes, to show how one is typed."""
    hearts = "h" if labels.is_english() else "c"
    return f"a{hearts}96" if rulebook.is_take else f"a11{hearts}126"


class LineForm(forms.Form):
    """A form whose fields may be typed as one line, such as « a11c126 ».

    ``shown`` are the values with which the page showed the fields. What is wrong
    with a line is said beside the line, and the fields stay as they were typed.
    ``number`` is the deal that the line names, if it names one.
    """

    line = forms.CharField(
        label=_("One line"),
        max_length=LONGEST_LINE,
        required=False,
        widget=forms.TextInput(
            attrs={
                "class": "line",
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
        self.unread: UnreadableLine | None = None
        self.number: int | None = None
        self.is_denied = False
        self.as_typed: QueryDict | None = None
        typed = data.get("line", "").strip() if data else ""
        if data and typed not in {"", shown.get("line", "")} and len(typed) <= LONGEST_LINE:
            data = self._with_line(data, shown=shown)
        super().__init__(data, initial=initial)
        self.fields["line"].widget.attrs["placeholder"] = line_example(rulebook)

    def _with_line(self, data: QueryDict, *, shown: Mapping[str, Any]) -> QueryDict:
        """Spread a typed line over the fields; note what cannot be read, or what they deny.

        A field left as the page showed it denies nothing, and what the line leaves
        out may be said by a field.
        """
        try:
            said = read_line(data["line"], is_english=labels.is_english())
        except UnreadableLine as unreadable:
            self.unread = unreadable
            return data
        self.number = int(said["number"]) if "number" in said else None
        spread = data.copy()
        for name in SPREAD:
            held, word = data.get(name, ""), said.get(name, "")
            if held in {"", _as_text(shown.get(name)), USUAL.get(name, "")}:
                spread[name] = word
            elif word not in {"", held}:
                self.is_denied = True
        self.as_typed = data
        return spread

    @property
    def is_by_line(self) -> bool:
        """Whether the deal was typed on the line."""
        return self.as_typed is not None

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
                UNREAD.get(self.unread.missing, UNREAD_AT_ALL),
                params={
                    "rest": self.unread.rest or self.cleaned_data["line"],
                    "example": line_example(self.rulebook),
                },
            )
        if self.is_denied:
            raise forms.ValidationError(
                _("The line and the fields below do not say the same: empty one of them.")
            )
        return self.cleaned_data["line"]


def _as_text(shown: object) -> str:
    """Write a value as a browser sends back the field that shows it."""
    return "" if shown is None else str(shown)
