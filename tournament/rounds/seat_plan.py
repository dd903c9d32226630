"""What a change of seats would do, before it is made: what it breaks, who loses what.

A deal stays with the table and the side it was played at: where deals are typed, a
change of seats hands marks from one team to another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.deals.tally import match_sheets
from tournament.models import Round, Team, Tournament
from tournament.rounds.cautions import cautions
from tournament.rounds.chairs import (
    Act,
    Chair,
    Change,
    Seating,
    changed,
    digest,
    digest_of,
    free_table,
    tables,
    touched,
)


class Grade(IntEnum):
    """How much the organiser must say before a change of seats is made."""

    SAFE = 1
    CONFIRM = 2
    TWO_STEP = 3
    SEALED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """Deals typed on a side of a table, and whose marks they become."""

    table: int
    side: str
    deals: int
    marks: int
    giver: str
    taker: str


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A change of seats before it is made: what it moves, what it breaks, who loses what."""

    round: Round
    change: Change
    before: Seating
    after: Seating
    cautions: tuple[str, ...]
    handed: tuple[Handed, ...]
    later: tuple[int, ...]

    @property
    def grade(self) -> Grade:
        """The gravest thing about the change."""
        if self.round.is_closed or self.later:
            return Grade.SEALED
        if self.handed:
            return Grade.TWO_STEP
        return Grade.CONFIRM if self.cautions else Grade.SAFE

    @property
    def wants_tick(self) -> bool:
        """Whether a box says that the cautions were read."""
        return self.grade == Grade.CONFIRM

    @property
    def wants_reason(self) -> bool:
        """Whether a reason must be typed."""
        return self.grade >= Grade.TWO_STEP

    @property
    def wants_name(self) -> bool:
        """Whether the round's name must be typed."""
        return self.grade == Grade.SEALED

    @cached_property
    def seen(self) -> str:
        """A digest of the seats before."""
        return digest_of(self.before)

    @cached_property
    def shown(self) -> str:
        """A digest of all that was said about the change."""
        return digest(self.seen, self.change, self.cautions, self.handed, self.later, self.grade)


def seating_of(round_: Round) -> dict[int, Chair | None]:
    """Return who sits where in a round, by the team's id."""
    rows = round_.seats.values_list("team_id", "match__table", "side", "place")
    return {
        team: None if table is None else Chair(table, side, place)
        for team, table, side, place in rows
    }


def plan(round_: Round, change: Change) -> Plan:
    """Say what a change of seats would do, without doing it.

    Raises ``ValidationError`` for what cannot be done at all.
    """
    before = seating_of(round_)
    tournament = round_.tournament
    teams = tournament.teams.in_bulk({*before, *change.teams})
    change = _with_table(tournament, change, before, teams)
    _check_possible(tournament, change, before, teams)
    after = changed(before, change)
    if after == dict(before):
        raise ValidationError(_("This changes nothing: choose other teams."), code="nothing")
    later = tournament.rounds.filter(number__gt=round_.number).values_list("number", flat=True)
    return Plan(
        round=round_,
        change=change,
        before=before,
        after=after,
        cautions=tuple(cautions(round_, before, after, teams)),
        handed=tuple(_handed(round_, before, after, teams)),
        later=tuple(later),
    )


def _with_table(
    tournament: Tournament, change: Change, before: Seating, teams: Mapping[int, Team]
) -> Change:
    """Choose the number of a new table."""
    if change.act != Act.NEW_TABLE:
        return change
    wanted = [teams[team].fixed_table for team in change.teams if team in teams]
    table = free_table(list(tables(before)), tournament.tables_out, [w for w in wanted if w])
    return Change(act=change.act, teams=change.teams, table=table)


def _check_possible(
    tournament: Tournament, change: Change, before: Seating, teams: Mapping[int, Team]
) -> None:
    """Refuse what no consent allows, each with what to do instead."""
    if len(set(change.teams)) != len(change.teams) or not set(change.teams) <= set(teams):
        raise ValidationError(_("Choose teams that are not the same."))
    if change.act == Act.NEW_TABLE:
        _check_full(tournament, change)
        _refuse_seated(change.teams, before, teams)
    if change.act in {Act.TAKE, Act.LEAVE}:
        gone = teams[change.teams[-1]]
        if not gone.withdrawn:
            raise ValidationError(
                _("%(team)s has not left: withdraw it on the teams' page first."),
                params={"team": gone},
            )
        _refuse_seated(change.teams[:-1], before, teams)


def _check_full(tournament: Tournament, change: Change) -> None:
    """Refuse a table with too few or too many."""
    if tournament.is_individual and len(change.teams) != 4:  # noqa: PLR2004
        raise ValidationError(_("A table takes four players."))
    if not tournament.is_individual and len(change.teams) != 2:  # noqa: PLR2004
        raise ValidationError(_("A table takes two teams."))


def _refuse_seated(chosen: Sequence[int], before: Seating, teams: Mapping[int, Team]) -> None:
    for team in chosen:
        if before.get(team):
            raise ValidationError(
                _("%(team)s sits at table %(table)s already."),
                params={"team": teams[team], "table": before[team].table},
            )
        if teams[team].withdrawn:
            raise ValidationError(
                _("%(team)s has left: bring it back on the teams' page first."),
                params={"team": teams[team]},
            )


def _handed(
    round_: Round, before: Seating, after: Seating, teams: Mapping[int, Team]
) -> list[Handed]:
    """List the marks that change hands; refuse to dissolve a table that has played."""
    moved = touched(before, after)
    one, other = tables(before), tables(after)
    # Of some no deal counts now: it was taken back, or the match is taken as its totals.
    begun = set(round_.matches.begun().filter(table__in=moved).values_list("table", flat=True))
    found = []
    for sheet in match_sheets(round_, moved):
        table = sheet.match.table
        if table in begun and table not in other:
            raise ValidationError(
                _(
                    "Table %(table)s has played: its deals stand, and its match is taken as if "
                    "time had been called. There is nothing to move."
                ),
                params={"table": table},
            )
        if not (sheet.rows or sheet.totals_only):
            continue
        for index, side in enumerate(("A", "B")):
            if one[table][side] != other[table][side]:
                found.append(
                    Handed(
                        table=table,
                        side=side,
                        deals=len(sheet.rows),
                        marks=sheet.tally.totals[index],
                        giver=" + ".join(str(teams[team]) for team in one[table][side]),
                        taker=" + ".join(str(teams[team]) for team in other[table][side]),
                    )
                )
    return found
