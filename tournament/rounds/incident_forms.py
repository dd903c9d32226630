"""What the organiser types before something grave, and what the desk does with the clock."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.models import Round, Tournament
from tournament.rounds.clock import ClockAct
from tournament.rounds.names import name_label


class RemoveForm(forms.Form):
    """The name of the round that is to be deleted with its results."""

    round_name = forms.CharField(max_length=40, required=False)

    def __init__(self, round_: Round, *args: Any, **kwargs: Any) -> None:
        """Say what is to be typed."""
        super().__init__(*args, **kwargs)
        self.fields["round_name"].label = name_label(round_)


class PlanForm(forms.Form):
    """How many rounds the evening has."""

    rounds_planned = forms.IntegerField(
        label=gettext_lazy("Number of rounds"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy("Left empty: as many as you draw."),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        """Show what is planned now."""
        super().__init__(*args, initial={"rounds_planned": tournament.rounds_planned}, **kwargs)


class ClockForm(forms.Form):
    """What the desk does with the clock, and the page it goes back to."""

    act = forms.ChoiceField(choices=[(act.value, act.value) for act in ClockAct])
    back = forms.ChoiceField(choices=[("detail", ""), ("clock", "")], required=False)
