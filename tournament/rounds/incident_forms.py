"""What the organiser types before something grave, and what the desk does with the clock."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.deals.guards import is_locked
from tournament.models import Checking, Round, Tournament
from tournament.models.kinds import checking_choices
from tournament.rounds.checking import not_begun
from tournament.rounds.clock import ClockAct
from tournament.rounds.names import name_label


def reason_field() -> forms.CharField:
    """Return the field of why a round that is locked changes."""
    return forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)


class RemoveForm(forms.Form):
    """The name of the round that is to be deleted with its results, and why once it is locked."""

    round_name = forms.CharField(max_length=40, required=False)
    reason = reason_field()

    def __init__(self, round_: Round, *args: Any, **kwargs: Any) -> None:
        """Say what is to be typed."""
        super().__init__(*args, **kwargs)
        self.fields["round_name"].label = name_label(round_)
        if not is_locked(round_, round_.tournament):
            del self.fields["reason"]

    def answers(self) -> dict[str, str]:
        """What was typed, as ``remove_round`` takes it."""
        typed = self.cleaned_data
        return {"typed_name": typed["round_name"], "reason": typed.get("reason", "")}


class ReopenForm(forms.Form):
    """Why a round that is locked is opened again."""

    reason = reason_field()


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


class CheckingForm(forms.Form):
    """How the sheet of one table is checked, of those that have not begun."""

    table = forms.TypedChoiceField(label=gettext_lazy("At this table"), coerce=int)
    checking = forms.ChoiceField(
        label=gettext_lazy("Its score sheet is"),
        required=False,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
    )

    def __init__(self, round_: Round, *args: Any, **kwargs: Any) -> None:
        """Offer the tables that have not begun, and the contest's own way first."""
        super().__init__(*args, **kwargs)
        self.matches = {match.table: match for match in not_begun(round_)}
        names = gettext_lazy("table %(table)s: %(one)s / %(other)s")
        self.fields["table"].choices = [
            (table, names % {"table": table, "one": match.team_a, "other": match.team_b})
            for table, match in self.matches.items()
        ]
        usual = Checking(round_.tournament.checking).label
        own = gettext_lazy("as in the rest of the contest: %(checking)s") % {"checking": usual}
        self.fields["checking"].choices = [("", own), *checking_choices()]
