"""The settings that a first contest leaves as they are: how an evening is run and ranked."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.clubs.checks import MOST_CRITERIA, MOST_DEALS
from tournament.clubs.fields import HALL_LENGTH, RoomsField, TablesField, whole_number
from tournament.models import (
    ByeKind,
    Checking,
    EqualKind,
    ExclusionKind,
    Ranking,
    Shape,
    Tournament,
)
from tournament.models.kinds import (
    bye_choices,
    checking_choices,
    criterion_choices,
    equal_choices,
    exclusion_choices,
    ranking_choices,
    shape_choices,
)

LARGEST_TARGET = 100_000
MOST_POINTS = 100
MOST_ROUNDS = 99
MOST_MINUTES = 600
CRITERIA = tuple(f"criterion_{place}" for place in range(1, MOST_CRITERIA + 1))
"""The fields of the criteria, first to last."""


def chips() -> forms.RadioSelect:
    """Return radios drawn as boxes side by side."""
    return forms.RadioSelect(attrs={"class": "chips"})


def ordered_choices() -> list[tuple[str, Any]]:
    """List the criteria, and none."""
    return [("", "–"), *criterion_choices()]


def gift_marks(label: str) -> forms.IntegerField:
    """Return the field of a fixed number of marks."""
    return forms.IntegerField(
        label=label,
        initial=0,
        required=False,
        min_value=0,
        max_value=LARGEST_TARGET,
        error_messages={
            "invalid": _("Type a whole number, for example 500."),
            "min_value": _("Marks are never negative: type 0 or more."),
            "max_value": _("That is more than any team marks: type %(limit_value)s at most."),
        },
    )


def match_points(label: str, initial: int) -> forms.IntegerField:
    """Return the field of what a result gives."""
    return whole_number(label, most=MOST_POINTS, initial=initial)


class EveningForm(forms.Form):
    """What may change as long as the contest runs; nothing here has to be filled in."""

    rounds_planned = whole_number(
        _("Number of rounds"),
        least=1,
        most=MOST_ROUNDS,
        note=_("Left empty, one goes on as long as one likes."),
    )
    minutes = whole_number(
        _("Minutes a round"),
        least=1,
        most=MOST_MINUTES,
        note=_("Where a clock ends the matches."),
    )
    ranking = forms.ChoiceField(
        label=_("The teams are ranked by"),
        choices=ranking_choices,
        initial=Ranking.MARKS,
        required=False,
        widget=chips(),
    )
    points_win = match_points(pgettext_lazy("match points", "Won"), 2)
    points_tie = match_points(pgettext_lazy("match points", "Tied"), 1)
    points_loss = match_points(pgettext_lazy("match points", "Lost"), 0)
    points_absent = match_points(pgettext_lazy("match points", "Absent"), 0)
    bye_kind = forms.ChoiceField(
        label=_("A team that sits out a round marks"),
        choices=bye_choices,
        initial=ByeKind.FIXED,
        required=False,
        widget=chips(),
    )
    bye_marks = gift_marks(_("Fixed number of marks"))
    bye_wins = forms.BooleanField(
        label=_("Sitting out counts as a win"),
        help_text=_("Otherwise it gives the match points of a match lost."),
        required=False,
    )
    missed_kind = forms.ChoiceField(
        label=_("A team that misses a round marks"),
        help_text=_("A late team, or one that went and came back."),
        choices=bye_choices,
        initial=ByeKind.FIXED,
        required=False,
        widget=chips(),
    )
    missed_marks = gift_marks(_("Fixed number of marks"))
    check_in = forms.BooleanField(
        label=_("Only teams checked in at the door are drawn"), required=False
    )
    fee = forms.DecimalField(
        label=_("Fee for a player"),
        required=False,
        min_value=0,
        max_digits=6,
        decimal_places=2,
        localize=True,
        error_messages={
            "invalid": _("Type an amount, for example 10 or 7.50."),
            "min_value": _("Type 0 or more."),
        },
    )
    clubs_apart = forms.BooleanField(
        label=_("Teams of one club do not meet in round 1"), required=False
    )
    tables_out = TablesField(
        label=_("Tables not to be used"),
        help_text=_("For example 3, 4 or 10-12."),
        required=False,
        max_length=HALL_LENGTH,
    )
    rooms = RoomsField(
        label=_("Rooms"),
        help_text=_("One a line, with its tables: “Salle 2 : 21-40”."),
        required=False,
        max_length=HALL_LENGTH,
    )

    checking = forms.ChoiceField(
        label=_("Score sheets are"),
        help_text=_(
            "Confirmed: somebody else says that what was typed is what the paper says."
            " Both sheets: where the two differ, the desk chooses."
            " A table whose first deal is typed stays as it began."
        ),
        choices=checking_choices,
        initial=Checking.ONCE,
        required=False,
        widget=chips(),
    )
    paper_marks = forms.BooleanField(
        label=_("The marks written on the paper are typed too"),
        help_text=_("They are compared with the computed ones to find a slip, and never count."),
        required=False,
    )
    phones = forms.BooleanField(
        label=_("The tables may type on their phones"),
        help_text=_(
            "The code printed on a score sheet opens that table, for that round:"
            " one team types, the other accepts."
        ),
        required=False,
    )
    reclaim_minutes = whole_number(
        _("Minutes to complain after a round is closed"),
        most=MOST_MINUTES,
        note=_(
            "Then the round is locked: only the referee changes it, with a reason."
            " Left empty, it never locks."
        ),
    )
    excluded_kind = forms.ChoiceField(
        label=_("When a team is excluded, its matches"),
        help_text=_(
            "Either way the draws leave it out. Where they stand, it stays in the standings with"
            " what it has marked. Otherwise it leaves them, and each team that met it marks for"
            " that round what sitting out gives."
        ),
        choices=exclusion_choices,
        initial=ExclusionKind.KEPT,
        required=False,
        widget=chips(),
    )
    names_sanctioned = forms.BooleanField(
        label=_("The public reads who is warned, banned from bidding, fined or excluded"),
        help_text=_(
            "Only of the rulings that the referee shows. Otherwise the public reads the decision"
            " without a name. The desk always reads the names."
        ),
        required=False,
    )

    beside = {"criteria": CRITERIA[0]}
    """Where the refusal of a column that has no field of its own is shown."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place, name in enumerate(CRITERIA, start=1):
            label = _("Criterion %(place)s")
            self.fields[name] = forms.ChoiceField(
                label=label % {"place": place}, choices=ordered_choices, required=False
            )
        if self.initial.get("shape") == Shape.INDIVIDUAL:
            for name, words in OF_PLAYERS.items():
                self.fields[name].label = words
            self.fields["missed_kind"].help_text = _(
                "A late player, or one who went and came back."
            )
            self.fields["excluded_kind"].help_text = _(
                "Either way the draws leave him out. Where they stand, he stays in the standings"
                " with what he has marked. Otherwise he leaves them, and who met him marks for"
                " that round what sitting out gives."
            )

    @property
    def criteria_fields(self) -> list[forms.BoundField]:
        """The selects of the criteria, first to last."""
        return [self[name] for name in CRITERIA]

    @property
    def has_advanced_errors(self) -> bool:
        """Whether a refusal stands among the folded settings, which are then shown."""
        folded = {*EveningForm.base_fields, *RulesForm.base_fields, *CRITERIA}
        return bool(folded & set(self.errors))

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Tournament; call it on a valid form."""
        cleaned = self.cleaned_data
        wanted = {name: cleaned[name] for name in EveningForm.base_fields if name in cleaned}
        chosen = {name: self._or_initial(name, value) for name, value in wanted.items()}
        return chosen | {"criteria": [cleaned[name] for name in CRITERIA if cleaned[name]]}

    def _or_initial(self, name: str, value: Any) -> Any:  # noqa: ANN401 -- any column's value
        """Take what stood in a field that has to hold something when nothing was typed."""
        if value not in (None, "") or name in MAY_BE_EMPTY:
            return value
        return self.get_initial_for_field(self.fields[name], name)


OF_PLAYERS = {
    "ranking": _("The players are ranked by"),
    "bye_kind": _("A player who sits out a round marks"),
    "missed_kind": _("A player who misses a round marks"),
    "check_in": _("Only players checked in at the door are drawn"),
    "clubs_apart": _("Players of one club do not meet in round 1"),
    "excluded_kind": _("When a player is excluded, his matches"),
}
"""What the fields are called where each player plays alone."""
MAY_BE_EMPTY = {"rounds_planned", "minutes", "fee", "tables_out", "rooms", "reclaim_minutes"}


class RulesForm(forms.Form):
    """What is fixed once the first round is open, and that a first contest leaves as it is."""

    shape = forms.ChoiceField(
        label=_("The rounds are drawn"),
        choices=shape_choices,
        initial=Shape.SWISS,
        required=False,
        widget=chips(),
    )
    pool_size = whole_number(
        _("Teams in a pool"),
        least=3,
        most=32,
        note=_("Where there are pools."),
        initial=4,
    )
    equal_kind = forms.ChoiceField(
        label=_("Equal totals at the end of a match are"),
        choices=equal_choices,
        initial=EqualKind.TIE,
        required=False,
        widget=chips(),
    )
    cut_to_target = forms.BooleanField(label=_("Marks beyond the target are cut"), required=False)
    finish_deal = forms.BooleanField(
        label=_("The deal in progress counts when time is called"), required=False, initial=True
    )
    first_target = whole_number(_("The first of several: a target"), least=1, most=LARGEST_TARGET)
    first_deals = whole_number(_("…or a number of deals"), least=1, most=MOST_DEALS)

    def rules(self) -> dict[str, Any]:
        """Return the columns of a Tournament that this part holds, but for the end of a match."""
        cleaned, names = self.cleaned_data, ("shape", "pool_size", "equal_kind")
        initial = {name: self.get_initial_for_field(self.fields[name], name) for name in names}
        return {
            **{name: cleaned[name] or initial[name] for name in names},
            "cut_to_target": cleaned["cut_to_target"],
            "finish_deal": cleaned["finish_deal"],
        }


def advanced_settings_of(tournament: Tournament) -> dict[str, Any]:
    """Return a contest's settings as the fields of these forms hold them."""
    own = [*EveningForm.base_fields, "shape", "pool_size", "equal_kind", "cut_to_target"]
    criteria = dict(zip(CRITERIA, tournament.criteria, strict=False))
    return {
        **{name: getattr(tournament, name) for name in own},
        "finish_deal": tournament.finish_deal,
        "first_target": tournament.target,
        "first_deals": tournament.deals,
        **criteria,
    }
