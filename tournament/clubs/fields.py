"""Fields of the settings that are typed in a way of their own."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.clubs.checks import hall_refusal
from tournament.clubs.halls import (
    BadHall,
    Room,
    read_rooms,
    read_tables,
    rooms_text,
    tables_text,
)

HALL_LENGTH = 1000


class TablesField(forms.CharField):
    """Table numbers, typed « 3, 4 »."""

    def to_python(self, value: object) -> list[int]:  # type: ignore[override]
        """Return the numbers in order."""
        try:
            return read_tables(super().to_python(value))
        except BadHall as bad:
            raise forms.ValidationError(hall_refusal(bad), code=bad.code) from bad

    def prepare_value(self, value: object) -> object:
        """Show stored numbers as they are typed."""
        return tables_text(value) if isinstance(value, list) else value


class RoomsField(forms.CharField):
    """Rooms and their tables, typed « Salle 2 : 21-40 », one a line."""

    widget = forms.Textarea(attrs={"rows": 3})

    def to_python(self, value: object) -> list[Room]:  # type: ignore[override]
        """Return the rooms by their first table."""
        try:
            return read_rooms(super().to_python(value))
        except BadHall as bad:
            raise forms.ValidationError(hall_refusal(bad), code=bad.code) from bad

    def prepare_value(self, value: object) -> object:
        """Show stored rooms as they are typed."""
        return rooms_text(value) if isinstance(value, list) else value


def whole_number(
    label: str, *, least: int = 0, most: int, note: str = "", initial: int | None = None
) -> forms.IntegerField:
    """Return a field for a whole number that may be left empty."""
    return forms.IntegerField(
        label=label,
        help_text=note,
        initial=initial,
        required=False,
        min_value=least,
        max_value=most,
        error_messages={
            "invalid": _("Type a whole number, for example 12."),
            "min_value": _("Type %(limit_value)s or more."),
            "max_value": _("Type %(limit_value)s at most."),
        },
    )
