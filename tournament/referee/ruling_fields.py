"""The fields of a ruling: those of every case, then those of each decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament import labels
from tournament.models import Decision
from tournament.models.ruling import NOTE_LENGTH, decision_choices
from tournament.referee.articles import LONGEST
from tournament.text import NAME_LENGTH

OTHER = "other"
"""The choice of marks that are none of the usual ones."""
MOST_MARKS = 99_999
USUAL, PUBLIC, PRIVATE = "", "yes", "no"
SHOWN = [
    (USUAL, pgettext_lazy("a ruling", "as usual")),
    (PUBLIC, pgettext_lazy("a ruling", "shown")),
    (PRIVATE, pgettext_lazy("a ruling", "not shown")),
]

OWN: Mapping[str, tuple[str, ...]] = {
    Decision.AWARDED: ("side", "tariff", "tariff_contract", "marks_a", "marks_b"),
    Decision.MATCH_AWARDED: ("marks_a", "marks_b"),
    Decision.MARKS: ("side", "team", "tariff", "tariff_contract", "marks"),
    Decision.BID_BAN: ("team", "player", "deals"),
    Decision.WARNING: ("team", "player"),
    Decision.EXCLUSION: ("team", "player"),
}
"""The fields that each decision asks for itself; a corrected deal has its own form."""


def figure(**limits: Any) -> forms.IntegerField:
    """Return a field for a whole number, typed and not stepped through."""
    widget = forms.TextInput(attrs={"inputmode": "numeric", "size": 6})
    return forms.IntegerField(required=False, widget=widget, **limits)


class RulingFields(forms.Form):
    """All that may be written of a ruling; required is only what every one has."""

    category = forms.ChoiceField(label=_("About"), choices=labels.fault_choices)
    round = figure(label=pgettext_lazy("a field", "Round"), min_value=1, max_value=999)
    table = figure(label=pgettext_lazy("a field", "Table"), min_value=1, max_value=999)
    deal = figure(label=pgettext_lazy("a field", "Deal"), min_value=1, max_value=999)
    facts = forms.CharField(
        label=_("What happened"),
        max_length=NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    clause = forms.ChoiceField(label=_("Article of the rulebook"), required=False)
    article = forms.CharField(
        label=_("Or an article in your own words"), max_length=LONGEST, required=False
    )
    decision = forms.ChoiceField(
        label=_("Decision"),
        choices=decision_choices,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
    )
    side = forms.ChoiceField(
        label=_("Which side"), required=False, widget=forms.RadioSelect(attrs={"class": "chips"})
    )
    team = forms.ChoiceField(label=pgettext_lazy("a field", "Team"), required=False)
    player = forms.ChoiceField(label=pgettext_lazy("a field", "Player"), required=False)
    tariff = forms.ChoiceField(
        label=_("Usual marks"), required=False, widget=forms.RadioSelect(attrs={"class": "chips"})
    )
    tariff_contract = forms.CharField(
        label=_("Contract of that deal"),
        help_text=_("For the tariffs that add it: 110, capot…"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"size": 8}),
    )
    marks = figure(
        label=_("Marks"),
        help_text=_("Less than 0 takes them away: -100."),
        min_value=-MOST_MARKS,
        max_value=MOST_MARKS,
    )
    marks_a = figure(label=_("Marks of A"), min_value=0, max_value=MOST_MARKS)
    marks_b = figure(label=_("Marks of B"), min_value=0, max_value=MOST_MARKS)
    deals = figure(label=_("For how many deals"), min_value=1, max_value=99)
    second_person = forms.CharField(
        label=_("Second person"),
        help_text=_("Who rules with a referee who plays at this table."),
        max_length=NAME_LENGTH,
        required=False,
    )
    shown = forms.ChoiceField(
        label=_("For the public"),
        choices=SHOWN,
        help_text=_("As usual: everything but warnings, bans and exclusions."),
        required=False,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
    )
    explanation = forms.CharField(
        label=_("Reason, as it will be read and printed"),
        max_length=NOTE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    call = forms.IntegerField(required=False, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    ruling_key = forms.UUIDField(widget=forms.HiddenInput)
