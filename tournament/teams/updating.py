"""A list given again: which teams it adds, which it changes, and nothing else.

A line is a registered team's by its number, else by its name, else by one of
its players. What a list leaves empty, or has no column for, stays as it is.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.models import Payment, Team, Tournament, User
from tournament.teams.clashes import NO_NUMBER, find_clashes, numbered
from tournament.teams.columns import LARGEST_NUMBER, PLAYER_COLUMNS, Column, Layout
from tournament.teams.importing import team_lines
from tournament.teams.lines import TeamLine, name_after
from tournament.teams.reading import ListProblem, Row, fault
from tournament.teams.rows import (
    UNCHECKED,
    create,
    fill,
    line_of,
    rename_players,
    taken_in,
)
from tournament.teams.services import registered, remember_columns
from tournament.teams.words import amount, as_refusal, category_words
from tournament.text import search_key

NOTHING = Decimal("0.00")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing a list changes: what it is, as it was and as it becomes."""

    column: Column
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one line does: ``line`` is the whole team as it will be.

    It is about a ``team`` or a ``player`` who is known (0 one who has a team by
    now), else it is added; without ``differences`` it stays as it is. ``payment``
    is what was paid beyond what is known.
    """

    line: TeamLine
    number: int
    team: Team | None = None
    differences: tuple[Difference, ...] = ()
    payment: Decimal | None = None
    player: int | None = None

    @property
    def is_added(self) -> bool:
        """Whether the line is a team, or a player alone, that is not registered yet."""
        return self.team is None and self.player is None

    def changes(self, *columns: Column) -> bool:
        """Whether it changes one of these."""
        return any(each.column in columns for each in self.differences)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a whole list changes, and what forbids it."""

    changes: tuple[Change, ...]
    problems: tuple[ListProblem, ...]

    @property
    def digest(self) -> str:
        """What was shown, in one word: only that is done."""
        seen = [
            (change.line.line, change.number, change.team and change.team.pk, change.differences)
            for change in self.changes
        ]
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:20]


def plan_update(tournament: Tournament, rows: Sequence[Row], layout: Layout) -> Plan:
    """Compare a list with the teams registered; nothing is kept."""
    return _planned(tournament, *team_lines(rows, layout, individual=tournament.is_individual))


def _planned(
    tournament: Tournament, lines: Sequence[TeamLine], problems: list[ListProblem]
) -> Plan:
    known = _Known.of(tournament)
    changes = []
    for line in lines:
        change, faults = known.compared(line)
        changes.append(change)
        problems = problems + faults
    touched = [change.team for change in changes if change.team]
    taken = taken_in(tournament, leaving_out=touched)
    checked = [change.line for change in changes if change.player is None]
    problems = problems + find_clashes(checked, taken)
    in_use = [team.number for team in known.teams]
    numbers = numbered([change.line for change in changes], in_use)
    return Plan(
        changes=tuple(
            dataclasses.replace(change, number=number)
            for change, number in zip(changes, numbers, strict=True)
        ),
        problems=tuple(problems),
    )


def update_rows(
    tournament: Tournament, rows: Sequence[Row], layout: Layout, *, digest: str, by: User | None
) -> Plan:
    """Do what the preview of an update has shown, all of it or nothing.

    ``digest`` is the shown plan's. Raises ``ValidationError`` when the teams
    have changed since, or with a sentence for each line that is refused.
    """
    read = team_lines(rows, layout, individual=tournament.is_individual)
    with transaction.atomic():
        remember_columns(tournament, rows, layout)
        held = Tournament.objects.held(tournament.pk)
        plan = _planned(held, *read)
        if plan.problems:
            raise as_refusal(plan.problems)
        if plan.digest != digest or held.is_individual != tournament.is_individual:
            raise ValidationError(
                _("The teams have changed since this was shown: look at it again."), code="stale"
            )
        _do(held, plan, by=by)
    return plan


def _do(tournament: Tournament, plan: Plan, *, by: User | None) -> None:
    """Change and add what a plan says, in the caller's transaction."""
    changed = [change for change in plan.changes if change.differences]
    added = [
        dataclasses.replace(change.line, number=change.number or None)
        for change in plan.changes
        if change.is_added
    ]
    if not changed and not added:
        return
    _make_room(changed)
    waiting = taken_in(tournament).alone
    for change in changed:
        _apply(change, waiting, by=by)
    details = registered(create(tournament, added, taken_in(tournament), by=by))
    details["changed"] = [change.team.pk for change in changed if change.team]
    journal.write(tournament, "teams.updated", by=by, details=details)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """The teams registered, as a list may name them."""

    teams: Sequence[Team]
    numbers: Mapping[int, Team]
    names: Mapping[str, Team]
    players: Mapping[str, Team]
    alone: Mapping[str, int]
    paid: Mapping[int, Decimal]
    alone_paid: Mapping[int, Decimal]
    drawn: frozenset[int]
    met: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, tournament: Tournament) -> _Known:
        teams = list(tournament.teams.prefetch_related("players"))
        payments = Payment.objects.order_by()
        paid = payments.filter(team__tournament=tournament).values_list("team")
        alone_paid = payments.filter(team=None, player__tournament=tournament)
        return cls(
            teams=teams,
            numbers={team.number: team for team in teams},
            names={team.key: team for team in teams},
            players={player.key: team for team in teams for player in team.players.all()},
            alone=dict(tournament.players.alone().values_list("key", "pk")),
            paid=dict(paid.annotate(Sum("amount"))),
            alone_paid=dict(alone_paid.values_list("player").annotate(Sum("amount"))),
            drawn=frozenset(
                tournament.teams.filter(seats__isnull=False).values_list("pk", flat=True)
            ),
        )

    def compared(self, line: TeamLine) -> tuple[Change, list[ListProblem]]:
        """Find whose line this is, and what it changes."""
        if line.alone:
            return self._alone(line)
        team = self._team(line)
        if team is None:
            return Change(line=line, number=NO_NUMBER), []
        if earlier := self.met.get(team.pk):
            # Its numbers and names clash with the earlier line's too: this says it once.
            problem = fault(line.line, "team_twice", Column.TEAM, text=str(team), other=earlier)
            return Change(line=_bare(line), number=NO_NUMBER, player=NO_NUMBER), [problem]
        self.met[team.pk] = line.line
        return self._changed(line, team)

    def _alone(self, line: TeamLine) -> tuple[Change, list[ListProblem]]:
        keys = [search_key(player) for player in line.players]
        waiting = next((self.alone[key] for key in keys if key in self.alone), None)
        if waiting is None:
            # Somebody who had no partner when the list was made may have one by now.
            has_team = any(key in self.players for key in keys)
            return Change(line=line, number=NO_NUMBER, player=NO_NUMBER if has_team else None), []
        paid, problems = self._payment(line, self.alone_paid.get(waiting, NOTHING))
        return Change(line=line, number=NO_NUMBER, player=waiting, **paid), problems

    def _team(self, line: TeamLine) -> Team | None:
        if line.number in self.numbers:
            return self.numbers[line.number]
        if line.size > 1 and (named := self.names.get(search_key(line.team_name))):
            return named
        found = [self.players.get(search_key(player)) for player in line.players]
        return next(filter(None, found), None)

    def _changed(self, line: TeamLine, team: Team) -> tuple[Change, list[ListProblem]]:
        before = line_of(team)
        after = _merged(before, line)
        # Who comes in from the players alone brings what he has paid.
        coming = [self.alone.get(search_key(name), NO_NUMBER) for name in after.players]
        brought = sum((self.alone_paid.get(player, NOTHING) for player in coming), NOTHING)
        paid, problems = self._payment(line, self.paid.get(team.pk, NOTHING) + brought)
        is_drawn = team.pk in self.drawn
        if is_drawn and after.number != before.number:
            problems.append(fault(line.line, "number_drawn", Column.NUMBER, number=before.number))
        # A team drawn under its name alone may still be told who plays in it.
        if is_drawn and before.players and _keys(after) != _keys(before):
            problems.append(fault(line.line, "players_drawn", PLAYER_COLUMNS[0], team=str(team)))
        paid["differences"] = (*_differences(before, after), *paid["differences"])
        number = after.number or NO_NUMBER
        return Change(line=after, number=number, team=team, **paid), problems

    def _payment(self, line: TeamLine, paid: Decimal) -> tuple[dict[str, Any], list[ListProblem]]:
        """Compare what a list says was paid with what is known to be."""
        more = None if line.fee_paid is None else line.fee_paid - paid
        if not more:
            return {"payment": None, "differences": ()}, []
        old, new = amount(paid), amount(paid + more)
        change = Difference(column=Column.FEE, old=old, new=new)
        problems = []
        if more < 0:
            problems.append(fault(line.line, "paid_less", Column.FEE, text=new, paid=old))
        return {"payment": more, "differences": (change,)}, problems


def _keys(line: TeamLine) -> set[str]:
    return set(map(search_key, line.players))


def _bare(line: TeamLine) -> TeamLine:
    """Return a line that is refused already, holding nothing that could clash."""
    return dataclasses.replace(line, number=None, players=(), name="", alone=True)


def _merged(before: TeamLine, line: TeamLine) -> TeamLine:
    """Return the team as it becomes: the list's cells, else what was."""
    players = _seated(before.players, line.players)
    name = line.name
    if not name:
        follows = before.name == name_after(before.players)
        name = name_after(players) if follows and players else before.name
    return dataclasses.replace(
        before,
        line=line.line,
        number=line.number or before.number,
        name=name,
        players=players,
        fee_paid=line.fee_paid,
        club=line.club or before.club,
        categories=line.categories or before.categories,
        seed_rank=line.seed_rank or before.seed_rank,
    )


def _seated(before: tuple[str, ...], given: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players given, each who was there already at his own place."""
    if not given:
        return before
    coming = {search_key(name): name for name in given}
    places = [coming.pop(search_key(name), None) for name in before]
    new = iter(coming.values())
    seated = [name or next(new, None) for name in places]
    return tuple(filter(None, [*seated, *new]))


def _differences(before: TeamLine, after: TeamLine) -> Iterable[Difference]:
    shown = (
        (Column.NUMBER, str(before.number), str(after.number)),
        (Column.TEAM, before.team_name, after.team_name),
        *(
            (column, *(line.players[place] if place < len(line.players) else "" for line in pair))
            for place, column in enumerate(PLAYER_COLUMNS)
            for pair in [(before, after)]
        ),
        (Column.CLUB, before.club, after.club),
        (
            Column.CATEGORIES,
            category_words(before.categories),
            category_words(after.categories),
        ),
        (Column.SEED, str(before.seed_rank or ""), str(after.seed_rank or "")),
    )
    for column, old, new in shown:
        if old != new:
            yield Difference(column=column, old=old, new=new)


def _make_room(changed: Sequence[Change]) -> None:
    """Free the numbers and names that change hands, so that two teams may swap theirs."""
    for place, change in enumerate(changed, 1):
        if change.team and change.changes(Column.NUMBER, Column.TEAM):
            away = {"number": LARGEST_NUMBER + place, "key": f"~{change.team.pk}"}
            Team.objects.filter(pk=change.team.pk).update(**away)


def _apply(change: Change, waiting: Mapping[str, int], *, by: User | None) -> None:
    team = change.team
    if team is None:
        Payment.objects.create(player_id=change.player, amount=change.payment, taken_by=by)
        return
    fill(team, change.line)
    team.full_clean(exclude=["tournament"], **UNCHECKED)
    team.save()
    if change.changes(*PLAYER_COLUMNS):
        rename_players(team, change.line.players, waiting)
    if change.payment:
        Payment.objects.create(team=team, amount=change.payment, taken_by=by)
