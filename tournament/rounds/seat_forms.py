"""A change of seats as the organiser asks for it, and agrees to what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.fields import RowsChoiceField
from tournament.models import Round, Team
from tournament.rounds.chairs import Act, Chair, Change, Seating, tables
from tournament.rounds.names import name_label
from tournament.rounds.seat_plan import seating_of
from tournament.rounds.seating import Consent

StrOrPromise = str | Promise


class TeamChoice(forms.ModelChoiceField):
    """A team of the round, said with where it sits."""

    seating: Seating = {}

    def label_from_instance(self, obj: Team) -> str:
        """Say the team and its place."""
        return placed(obj, self.seating)


class TeamsChoice(RowsChoiceField):
    """Several teams that wait, said with where they are."""

    seating: Seating = {}

    def label_from_instance(self, obj: Team) -> str:
        """Say the team and its place."""
        return placed(obj, self.seating)


def placed(team: Team, seating: Seating) -> str:
    """Say a team and where it is in the round."""
    if team.pk not in seating:
        return _("%(team)s – not in this round") % {"team": team}
    chair: Chair | None = seating[team.pk]
    if chair is None:
        return _("%(team)s – sits out") % {"team": team}
    return _("%(team)s – table %(table)s, side %(side)s") % {
        "team": team,
        "table": chair.table,
        "side": chair.side,
    }


class SeatForm(forms.Form):
    """One act on the seats of a round, and the organiser's consent once it is asked for.

    The fields of the consent are drawn by the page, beside what the act would do.
    """

    act: ClassVar[Act]
    title: ClassVar[StrOrPromise]
    explains: ClassVar[StrOrPromise]
    button: ClassVar[StrOrPromise]
    of_players: ClassVar[Mapping[str, StrOrPromise]] = {}
    """What is said otherwise, of the act or of a field, where each player plays alone."""
    CONSENT = ("seen", "shown", "ticked", "reason", "round_name")

    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)
    shown = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)
    ticked = forms.BooleanField(label=gettext_lazy("Change the seats all the same"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, required=False, strip=True
    )
    round_name = forms.CharField(max_length=40, required=False)

    def __init__(self, round_: Round, seating: Seating, *args: Any, **kwargs: Any) -> None:
        """Offer the teams as they sit now."""
        super().__init__(*args, auto_id=f"id_{self.act}_%s", **kwargs)
        self.round = round_
        self.seating = seating
        self.fields["round_name"].label = name_label(round_)
        for field in self.fields.values():
            if isinstance(field, TeamChoice | TeamsChoice):
                field.seating = self.seating
        if round_.tournament.is_individual:
            self._say(self.of_players)
        self.offer(round_.tournament.teams.all())

    def _say(self, words: Mapping[str, StrOrPromise]) -> None:
        for name, said in words.items():
            if name in self.fields:
                self.fields[name].label = said
            else:
                setattr(self, name, said)

    def offer(self, teams: QuerySet[Team]) -> None:
        """Narrow each field to what it may hold."""
        raise NotImplementedError

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields of the act itself."""
        return [self[name] for name in self.fields if name not in self.CONSENT]

    @property
    def change(self) -> Change | None:
        """The act that was asked for; None where that could not be read."""
        if not self.is_bound or any(name in self.errors for name in self.act_fields()):
            return None
        return Change(act=self.act, **self.chosen(self.cleaned_data))

    def act_fields(self) -> list[str]:
        """The names of the fields of the act itself."""
        return [name for name in self.fields if name not in self.CONSENT]

    def chosen(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Turn what was typed into the teams and the table of the act."""
        return {"teams": tuple(typed[name].pk for name in self.act_fields())}

    def consent(self) -> Consent:
        """What the organiser agreed to."""
        return Consent(**{name: self.cleaned_data[name] for name in self.CONSENT})


class ExchangeForm(SeatForm):
    """Two teams that change places."""

    act = Act.EXCHANGE
    title = gettext_lazy("Two teams change places")
    explains = gettext_lazy("Between tables, between sides, or with a team that sits out.")
    button = gettext_lazy("Exchange these teams")
    of_players = {
        "title": gettext_lazy("Two players change places"),
        "explains": gettext_lazy("Between tables, between sides, or with one who sits out."),
        "button": gettext_lazy("Exchange these players"),
        "one": gettext_lazy("This player"),
    }
    one = TeamChoice(label=gettext_lazy("This team"), queryset=Team.objects.none())
    other = TeamChoice(label=gettext_lazy("changes places with"), queryset=Team.objects.none())

    def offer(self, teams: QuerySet[Team]) -> None:
        """Offer every team of the round."""
        self.fields["one"].queryset = teams.filter(pk__in=self.seating)
        self.fields["other"].queryset = teams.filter(pk__in=self.seating)

    @property
    def is_useful(self) -> bool:
        """Whether there is anybody to move."""
        return len(self.seating) > 1


class SidesForm(SeatForm):
    """The two sides of a table."""

    act = Act.SIDES
    title = gettext_lazy("The two sides of a table change places")
    explains = gettext_lazy("Side A becomes side B.")
    button = gettext_lazy("Exchange the sides")
    table = forms.TypedChoiceField(label=gettext_lazy("At this table"), coerce=int)

    def offer(self, teams: QuerySet[Team]) -> None:
        """Offer the tables of the round with who sits there."""
        names = {team.pk: str(team) for team in teams}
        self.fields["table"].choices = [
            (table, self._label(table, sides, names))
            for table, sides in sorted(tables(self.seating).items())
        ]

    def chosen(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """The table alone says who moves."""
        return {"table": typed["table"]}

    @property
    def is_useful(self) -> bool:
        """Whether there is a table."""
        return bool(tables(self.seating))

    def _label(self, table: int, sides: Mapping[str, list[int]], names: Mapping[int, str]) -> str:
        return _("table %(table)s: %(one)s / %(other)s") % {
            "table": table,
            "one": " + ".join(names[team] for team in sides["A"]),
            "other": " + ".join(names[team] for team in sides["B"]),
        }


class NewTableForm(SeatForm):
    """Teams that sit out or came late, and now play each other."""

    act = Act.NEW_TABLE
    title = gettext_lazy("A team came late, or sits out and could play")
    explains = gettext_lazy(
        "Those who sit out or have just come play each other at a table that is free."
    )
    button = gettext_lazy("Seat them at a new table")
    of_players = {"title": gettext_lazy("Players came late, or sit out and could play")}
    teams = TeamsChoice(
        label=gettext_lazy("These play each other"),
        queryset=Team.objects.none(),
        widget=forms.CheckboxSelectMultiple(attrs={"class": "chips"}),
    )

    def offer(self, teams: QuerySet[Team]) -> None:
        """Offer those who have no chair; the ones who sit out first, side A."""
        self.fields["teams"].queryset = waiting(teams, self.seating)

    def chosen(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Those who sit out come before the late ones, each by number."""
        in_order = sorted(
            typed["teams"], key=lambda team: (team.pk not in self.seating, team.number)
        )
        return {"teams": tuple(team.pk for team in in_order)}

    @property
    def is_useful(self) -> bool:
        """Whether enough wait to fill a table."""
        needed = 4 if self.round.tournament.is_individual else 2
        return len(self.fields["teams"].queryset) >= needed


class TakeForm(SeatForm):
    """A team that takes the chair of one that has left."""

    act = Act.TAKE
    title = gettext_lazy("A team takes the place of one that has left")
    explains = gettext_lazy("Deals typed at this table stay with it.")
    button = gettext_lazy("Take this place")
    of_players = {
        "title": gettext_lazy("A player takes the place of one who has left"),
        "one": gettext_lazy("This player"),
    }
    one = TeamChoice(label=gettext_lazy("This team"), queryset=Team.objects.none())
    other = TeamChoice(label=gettext_lazy("takes the place of"), queryset=Team.objects.none())

    def offer(self, teams: QuerySet[Team]) -> None:
        """Offer those who wait, and the chairs of those who left."""
        seated = [team for team, chair in self.seating.items() if chair]
        self.fields["one"].queryset = waiting(teams, self.seating)
        self.fields["other"].queryset = teams.filter(pk__in=seated, withdrawn=True)

    @property
    def is_useful(self) -> bool:
        """Whether somebody left and somebody waits."""
        return bool(self.fields["one"].queryset) and bool(self.fields["other"].queryset)


class LeaveForm(SeatForm):
    """A team that has left before its table played."""

    act = Act.LEAVE
    title = gettext_lazy("A team left before its table played")
    explains = gettext_lazy(
        "Its opponent sits out, and marks what sitting out gives; the table is free again."
    )
    button = gettext_lazy("Take the team out of this round")
    of_players = {
        "title": gettext_lazy("A player left before the table played"),
        "explains": gettext_lazy(
            "The three others sit out, and mark what sitting out gives; the table is free again."
        ),
        "button": gettext_lazy("Take the player out of this round"),
        "one": gettext_lazy("This player has left"),
    }
    one = TeamChoice(label=gettext_lazy("This team has left"), queryset=Team.objects.none())

    def offer(self, teams: QuerySet[Team]) -> None:
        """Offer the teams of the round that were withdrawn."""
        self.fields["one"].queryset = teams.filter(pk__in=self.seating, withdrawn=True)

    @property
    def is_useful(self) -> bool:
        """Whether somebody left."""
        return bool(self.fields["one"].queryset)


def waiting(teams: QuerySet[Team], seating: Seating) -> QuerySet[Team]:
    """Keep the teams without a chair in the round that have not left."""
    seated = [team for team, chair in seating.items() if chair]
    return teams.filter(withdrawn=False).exclude(pk__in=seated)


SEAT_FORMS = (NewTableForm, TakeForm, LeaveForm, ExchangeForm, SidesForm)


def seat_forms(round_: Round, sent: QueryDict) -> tuple[list[SeatForm], SeatForm | None]:
    """Return every form that the round has a use for, and the one that was sent, bound."""
    bound = None
    useful = []
    seating = seating_of(round_)
    for kind in SEAT_FORMS:
        if sent.get("act") == kind.act:
            form = bound = kind(round_, seating, sent)
        else:
            form = kind(round_, seating)
        if form.is_useful or form is bound:
            useful.append(form)
    return useful, bound
