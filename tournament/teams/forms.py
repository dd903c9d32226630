"""Typed text and files to values; the rules of a team are in the services."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.html import escape
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Team
from tournament.teams.columns import LARGEST_NUMBER, Column, Layout, read_amount
from tournament.teams.importing import TeamLine
from tournament.teams.reading import MOST_BYTES, BadList, Row, fault, read_list
from tournament.teams.services import line_of, state_of
from tournament.teams.words import COLUMNS, refusal_of, sentence
from tournament.text import NAME_LENGTH, tidy

EXAMPLES = 3
"""How many cells show what a column holds."""


class NameField(forms.CharField):
    """A name, tidied before its length is judged."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off"}))
        super().__init__(max_length=NAME_LENGTH, **kwargs)

    def to_python(self, value: object) -> str:
        """Compose the letters and fold the spaces."""
        return tidy(super().to_python(value))

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Leave ``maxlength`` out: it cuts a pasted name without a word."""
        return {
            name: value
            for name, value in super().widget_attrs(widget).items()
            if name != "maxlength"
        }


class FeeField(forms.CharField):
    """An amount in euros as people write it: 20, 12,50, 20 €."""

    def clean(self, value: object) -> Decimal | None:
        """Return the amount, or None when nothing is typed."""
        text = tidy(super().clean(value))
        if not text:
            return None
        amount = read_amount(text)
        if amount is None:
            unreadable = fault(0, "fee_unreadable", Column.FEE, text=text)
            raise forms.ValidationError(sentence(unreadable), code=unreadable.code)
        return amount


class TeamForm(forms.Form):
    """One team: number, name, two players, fee."""

    number = forms.IntegerField(
        label=_("Number"), min_value=1, max_value=LARGEST_NUMBER, required=False
    )
    name = NameField(
        label=_("Team name"),
        required=False,
        help_text=_("Left empty, the team is named after its players."),
    )
    player_1 = NameField(label=_("Player 1"))
    player_2 = NameField(label=_("Player 2"))
    fee_paid = FeeField(
        label=_("Fee paid (€)"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, *args: Any, team: Team | None = None, number: int | None = None, **kwargs: Any
    ) -> None:
        initial = initial_of(team) if team else {"number": number}
        super().__init__(*args, initial=initial, **kwargs)
        if team is None:
            del self.fields["seen"]
            # The number is proposed: the name is what comes next, team after team.
            self.fields["name"].widget.attrs["autofocus"] = True
        else:
            self.fields["number"].required = True
            # A list may have given the team's name alone.
            alone = not team.players.all()
            self.fields["player_1"].required = self.fields["player_2"].required = not alone

    def line(self) -> TeamLine:
        """Return what was typed as one line of a list."""
        typed = self.cleaned_data
        players = (typed["player_1"], typed["player_2"])
        return TeamLine(
            line=0,
            number=typed["number"],
            name=typed["name"],
            players=tuple(player for player in players if player),
            fee_paid=typed["fee_paid"],
        )

    def saw(self, team: Team) -> None:
        """Note that the person now sees the team as it is beside what they typed."""
        self.data = self.data.copy()
        self.data["seen"] = state_of(line_of(team))


def initial_of(team: Team) -> dict[str, object]:
    """Return what a team's form shows first."""
    line = line_of(team)
    players = dict(zip((Column.PLAYER_1, Column.PLAYER_2), line.players, strict=False))
    fee = line.fee_paid
    return {
        "number": line.number,
        "name": line.name,
        **{column.value: player for column, player in players.items()},
        "fee_paid": "" if fee is None else f"{fee:f}".removesuffix(".00").replace(".", ","),
        "seen": state_of(line),
    }


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

    def __init__(self, *args: Any, rows: Sequence[Row], layout: Layout, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guessed = layout
        self.fields["has_titles"].initial = layout.has_titles
        for place, column in enumerate(layout.columns):
            self.fields[f"column_{place}"] = column_field(rows, place, column)

    def layout(self) -> Layout:
        """Return the chosen columns; what was not chosen is as it was found."""
        if not self.is_bound or not self.is_valid():
            return self.guessed
        chosen = [Column(self.cleaned_data[f"column_{at}"]) for at in range(len(self.fields) - 1)]
        return Layout(has_titles=self.cleaned_data["has_titles"], columns=tuple(chosen))


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
