"""What is looked for in the journal, and what was noted of it on a paper."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.journal.listing import Search, people
from tournament.journal.telling import Group
from tournament.journal.verification import Noted, parse_noted
from tournament.models import Team, Tournament

LARGEST_TABLE = 9999
LONGEST_TEXT = 100
LOCAL = "%Y-%m-%dT%H:%M"
"""How a browser writes a date and a time."""


class MomentField(forms.DateTimeField):
    """A date and a time, as a browser's own field gives them."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL)

    def to_python(self, value: object) -> datetime.datetime | None:
        """Read it; near the ends of the calendar other zones have no such moment."""
        found = super().to_python(value)
        if found and not datetime.MINYEAR < found.year < datetime.MAXYEAR:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found


class SearchForm(forms.Form):
    """The journal's filter: every field may stay empty."""

    text = forms.CharField(
        label=_("Words"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    group = forms.ChoiceField(label=_("Kind"), required=False)
    person = forms.ChoiceField(label=pgettext_lazy("an act", "By"), required=False)
    table = forms.IntegerField(
        label=_("Table"), required=False, min_value=1, max_value=LARGEST_TABLE
    )
    team = forms.ModelChoiceField(
        label=_("Team"),
        required=False,
        queryset=Team.objects.none(),
        empty_label=pgettext_lazy("teams", "all of them"),
    )
    since = MomentField(label=pgettext_lazy("a time", "From"), required=False)
    until = MomentField(label=pgettext_lazy("a time", "To"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        every = pgettext_lazy("kinds of acts", "all of them")
        self.fields["group"].choices = [("", every), *Group.choices]
        self.fields["person"].choices = [("", _("everybody")), *people(tournament)]
        self.fields["team"].queryset = tournament.teams.order_by("number")

    @property
    def is_narrow(self) -> bool:
        """Whether one of the fields that are folded away is filled in."""
        return any(self.data.get(name) for name in ("person", "team", "since", "until"))

    def search(self) -> Search:
        """Return what a valid form looks for."""
        return Search(**{name: self.cleaned_data[name] for name in self.fields})


class NotedForm(forms.Form):
    """An act's number and digest, as they were noted on a paper."""

    noted = forms.CharField(
        label=_("Noted on a paper"),
        required=False,
        max_length=LONGEST_TEXT,
        help_text=_("The number and the digest of an act, as they stood then: 412 a3f9-c21b."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_noted(self) -> Noted | None:
        """Read what was noted, if anything."""
        text = self.cleaned_data["noted"]
        return parse_noted(text) if text else None
