"""What an organiser types about a season."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.clubs.naming import clubs_organised_by
from tournament.fields import ContestField, OnceForm
from tournament.models import Club, Season, SeasonScale, Tournament, User
from tournament.models.season import scale_choices
from tournament.seasons.services import addable
from tournament.text import NAME_LENGTH

MOST_PLACES = 200
MOST_POINTS = 9999


class PlacePointsField(forms.CharField):
    """The points of the first place, the second…, typed with spaces between them."""

    default_error_messages = {
        "numbers": _("Type whole numbers with spaces between them: 25 20 16 13 11."),
        "many": _("That is too many places, or too many points."),
    }

    def to_python(self, value: object) -> list[int]:  # type: ignore[override]
        """Return the numbers, in the order typed."""
        words = re.split(r"[\s,;]+", super().to_python(value).strip(" ,;"))
        if words == [""]:
            return []
        if not all(re.fullmatch(r"[0-9]+", word) for word in words):
            raise forms.ValidationError(self.error_messages["numbers"], code="numbers")
        if len(words) > MOST_PLACES or any(int(word[:9]) > MOST_POINTS for word in words):
            raise forms.ValidationError(self.error_messages["many"], code="many")
        return [int(word) for word in words]

    def prepare_value(self, value: object) -> object:
        """Show a stored list as it is typed."""
        return " ".join(map(str, value)) if isinstance(value, list) else value


class SeasonForm(forms.Form):
    """What a season is called and how its evenings add up."""

    name = forms.CharField(
        label=pgettext_lazy("of a season", "Name"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Give the season a name.")},
    )
    scale = forms.ChoiceField(
        label=_("An evening gives"),
        choices=scale_choices,
        initial=SeasonScale.PLACES,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
    )
    place_points = PlacePointsField(
        label=_("Points of each place"),
        help_text=_("First place, second place…: 25 20 16 13 11. Further places give nothing."),
        required=False,
    )
    best = forms.IntegerField(
        label=_("Best evenings that count"),
        help_text=_("Left empty, every evening counts."),
        required=False,
        min_value=1,
        max_value=99,
        error_messages={
            "invalid": _("Type a whole number, for example 5."),
            "min_value": _("At least one evening counts: type 1 or more."),
            "max_value": _("Type %(limit_value)s at most, or leave it empty."),
        },
    )

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Season; call it on a valid form."""
        return {name: self.cleaned_data[name] for name in ("name", "scale", "place_points", "best")}


class NewSeasonForm(OnceForm, SeasonForm):
    """A season to create; the club is asked for only where there are several."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = clubs_organised_by(user)
        self.fields["club"].queryset = clubs
        self.fields["club"].initial = clubs.first()
        if clubs.count() == 1:
            self.fields["club"].widget = forms.HiddenInput()

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Season; call it on a valid form."""
        own = {"club": self.cleaned_data["club"], "client_key": self.once_key()}
        return {**super().columns(), **own}


class EveningForm(forms.Form):
    """A contest to put into a season."""

    tournament = ContestField(
        label=_("Contest"),
        queryset=Tournament.objects.none(),
        empty_label=None,
        error_messages={
            "required": _("Choose a contest."),
            "invalid_choice": _("Only a contest of this club that you organise can be added."),
        },
    )

    def __init__(self, *args: Any, season: Season, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tournament"].queryset = addable(season, user)
