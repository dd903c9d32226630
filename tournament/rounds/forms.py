"""What the organiser says when a round is drawn or closed."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import DrawKind


class DrawForm(forms.Form):
    """How the next round is drawn, and which round that is.

    The number makes two clicks one round: the second finds it drawn.
    """

    number = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)
    kind = forms.ChoiceField(label=_("How the teams are seated"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, number: int, **kwargs: Any) -> None:
        """Offer what the round allows: there are no standings before the first one."""
        kinds = [(DrawKind.LOT, _("By lot"))]
        if number > 1:
            neighbours = _("By the standings: neighbours meet, the best at table 1")
            kinds.insert(0, (DrawKind.STANDINGS, neighbours))
        super().__init__(*args, initial={"number": number, "kind": kinds[0][0]}, **kwargs)
        self.fields["kind"].choices = kinds


class CloseForm(forms.Form):
    """The organiser's word that a round is over although deals are missing."""

    despite_missing = forms.BooleanField(
        label=_("Close the round anyway: what is missing will not count"), required=False
    )
