"""What an organiser of a club says of names: which are erased, for how long the others are kept."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.fields import RowsChoiceField
from tournament.models import Player
from tournament.people.erasure import not_yet

LONGEST_KEPT = 1200
"""Months: a century."""


class ErasureForm(forms.Form):
    """Which of the times that somebody of this name played; ``step`` says what is asked."""

    players = RowsChoiceField(
        Player.objects.none(),
        label=_("The contests in which the name is erased"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick a contest at least.")},
    )
    step = forms.ChoiceField(choices=[("look", ""), ("erase", "")], widget=forms.HiddenInput)

    def __init__(self, *args: Any, players: list[Player], **kwargs: Any) -> None:
        """Offer these players, each by his contest."""
        super().__init__(*args, **kwargs)
        keys = [player.pk for player in players]
        self.fields["players"].queryset = Player.objects.filter(pk__in=keys)

    def clean_players(self) -> QuerySet[Player]:
        """Refuse at once what could not be erased yet."""
        chosen: QuerySet[Player] = self.cleaned_data["players"]
        said = [not_yet(each.tournament) for each in chosen.select_related("tournament")]
        if refused := [sentence for sentence in said if sentence]:
            raise ValidationError(refused)
        return chosen

    @property
    def is_sure(self) -> bool:
        """Whether what was shown is to be done."""
        return self.cleaned_data["step"] == "erase"


class RetentionForm(forms.Form):
    """For how many months a club keeps the names of players; ``seen`` is what was shown."""

    months = forms.IntegerField(
        label=_("Months after a contest"),
        help_text=_("Left empty: names are kept until somebody erases them."),
        required=False,
        min_value=1,
        max_value=LONGEST_KEPT,
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def must_see(self, shown: str) -> None:
        """Have what would be erased looked at first."""
        self.data = self.data.copy()
        self.data["seen"] = shown
        self.add_error(
            None,
            ValidationError(_("Look at what would be erased, then save again."), code="look"),
        )
