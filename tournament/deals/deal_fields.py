"""The fields of one deal: every choice the game knows, whatever the rulebook has."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import Side, Stake
from tournament import labels
from tournament.deals.choices import (
    BELOTE_KEYS,
    DIGITS,
    MOST_BELOTES,
    NEITHER,
    SIDE_KEYS,
    STAKE_KEYS,
    SWEEP_KEYS,
    KeyedRadio,
    belote_choices,
    sweep_choices,
    trump_keys,
)
from tournament.deals.line_forms import LineForm
from tournament.models import Outcome


class DealFields(LineForm):
    """What may be typed of a deal, by the line or field by field."""

    takers = forms.ChoiceField(
        label=_("Takers"),
        choices=[(side.value, side.value) for side in Side],
        widget=KeyedRadio(SIDE_KEYS),
        required=False,
    )
    contract = forms.CharField(
        label=_("Contract"),
        max_length=30,
        required=False,
        widget=forms.TextInput(attrs={"size": 8}),
    )
    trump = forms.ChoiceField(
        label=_("Trump"),
        choices=labels.trump_choices,
        widget=KeyedRadio(trump_keys),
        required=False,
    )
    stake = forms.ChoiceField(
        label=_("Coinche"),
        choices=labels.stake_choices,
        initial=Stake.PLAIN.value,
        widget=KeyedRadio(STAKE_KEYS),
        required=False,
    )
    points = forms.IntegerField(
        label=_("Takers' points"),
        help_text=_("Last trick included, without belote or declarations."),
        required=False,
        min_value=0,
        max_value=999,
        widget=DIGITS,
    )
    others = forms.IntegerField(
        label=_("Defence's points"),
        help_text=_("Either side's will do; both must add up."),
        required=False,
        min_value=0,
        max_value=999,
        widget=DIGITS,
    )
    belote = forms.ChoiceField(
        label=_("Belote"),
        choices=lambda: belote_choices(MOST_BELOTES),
        widget=KeyedRadio(BELOTE_KEYS),
        required=False,
    )
    sweep = forms.ChoiceField(
        label=_("Eight tricks"),
        choices=lambda: sweep_choices(NEITHER),
        widget=KeyedRadio(SWEEP_KEYS),
        required=False,
    )
    declarations_a = forms.CharField(label=_("Declarations of A"), max_length=200, required=False)
    declarations_b = forms.CharField(
        label=_("Declarations of B"),
        help_text=_("For example: tierce Rc, carré V (king of hearts: Rc)."),
        max_length=200,
        required=False,
    )
    paper_a = forms.IntegerField(
        label=_("A's marks on the paper"),
        required=False,
        min_value=0,
        max_value=99_999,
        widget=DIGITS,
    )
    paper_b = forms.IntegerField(
        label=_("B's marks on the paper"),
        required=False,
        min_value=0,
        max_value=99_999,
        widget=DIGITS,
    )
    outcome = forms.ChoiceField(
        label=_("Deal"),
        choices=[
            (Outcome.PLAYED, _("played")),
            (Outcome.PASSED, _("everybody passed")),
            (Outcome.VOID, _("annulled")),
        ],
        initial=Outcome.PLAYED,
        required=False,
    )
    reason = forms.CharField(
        label=pgettext_lazy("of a correction", "Reason"), max_length=200, required=False
    )
    # The keys of the questions that the page asked and that sending again answers.
    answered = forms.CharField(required=False, max_length=500, widget=forms.HiddenInput)
    base = forms.IntegerField(required=False, widget=forms.HiddenInput)
    client_key = forms.UUIDField(widget=forms.HiddenInput)
