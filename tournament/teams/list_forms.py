"""A list given as a file or pasted, and what its columns are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import escape
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.teams.columns import Column, Layout
from tournament.teams.reading import MOST_BYTES, BadList, Row, read_list
from tournament.teams.words import COLUMNS, refusal_of
from tournament.text import NAME_LENGTH

EXAMPLES = 3
"""How many cells show what a column holds."""


class ListForm(forms.Form):
    """A list of teams: a file, or cells pasted from a spreadsheet."""

    list_file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        help_text=_("CSV or Excel (.xlsx), as your spreadsheet saves it."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )
    pasted = forms.CharField(
        label=_("Or paste the cells here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Read the rows, whatever they come from, into ``rows``."""
        given = super().clean() or self.cleaned_data
        upload, pasted = given.get("list_file"), given.get("pasted", "")
        if self.errors:
            return given
        if upload is None and not pasted.strip():
            raise forms.ValidationError(_("Choose a file, or paste the cells of your list."))
        try:
            # One byte more than the most is enough to be refused.
            raw = pasted.encode() if upload is None else upload.read(MOST_BYTES + 1)
            given["rows"] = read_list(raw)
        except BadList as bad:
            self.add_error("pasted" if upload is None else "list_file", refusal_of(bad))
        return given


class ColumnsForm(forms.Form):
    """What each column of a list is; one choice a column, remade from the rows."""

    has_titles = forms.BooleanField(
        label=_("The first line holds the titles of the columns"), required=False
    )

    what = forms.ChoiceField(
        label=_("What this list is for"),
        choices=[
            ("add", _("Adding what is on it")),
            ("update", _("Updating: add what is new, change what has changed")),
        ],
        required=False,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
    )

    def __init__(
        self, *args: Any, rows: Sequence[Row], layout: Layout, known: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.guessed = layout
        self.fields["what"].initial = "add"
        if not known:
            # There is nothing to update yet.
            del self.fields["what"]
        self.fields["has_titles"].initial = layout.has_titles
        for place, column in enumerate(layout.columns):
            self.fields[f"column_{place}"] = column_field(rows, place, column)

    def layout(self) -> Layout:
        """Return the chosen columns; what was not chosen is as it was found."""
        if not self.is_bound or not self.is_valid():
            return self.guessed
        places = range(len(self.guessed.columns))
        chosen = [Column(self.cleaned_data[f"column_{at}"]) for at in places]
        return Layout(has_titles=self.cleaned_data["has_titles"], columns=tuple(chosen))

    def columns(self) -> list[forms.BoundField]:
        """Return the choice of each column."""
        return [self[f"column_{at}"] for at in range(len(self.guessed.columns))]

    @property
    def is_update(self) -> bool:
        """Whether the list changes the teams that are registered already."""
        return self.is_bound and self.is_valid() and self.cleaned_data.get("what") == "update"


def column_field(rows: Sequence[Row], place: int, column: Column) -> forms.ChoiceField:
    """Ask what one column is, showing what its first cells hold."""
    cells = [row.cells[place] for row in rows[: EXAMPLES + 1]]
    shown = " · ".join(
        cell if len(cell) <= NAME_LENGTH else f"{cell[:NAME_LENGTH]}…" for cell in cells if cell
    )
    return forms.ChoiceField(
        label=gettext("Column %(number)s") % {"number": place + 1},
        choices=[(each.value, capfirst(COLUMNS[each])) for each in Column],
        initial=column.value,
        # The template shows a help text as it is, and these are a stranger's cells.
        help_text=escape(shown),
    )
