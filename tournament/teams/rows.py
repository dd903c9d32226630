"""Between the lines that people give and the rows that the database keeps."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import SequenceMatcher
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Payment, Player, Ruling, Team, Tournament, User, number_after
from tournament.teams.clashes import Taken, numbered
from tournament.teams.columns import PLAYERS
from tournament.teams.lines import TeamLine
from tournament.text import search_key, tidy

Entrant = TypeVar("Entrant", Team, Player)

UNCHECKED = {"validate_unique": False, "validate_constraints": False}
"""The clashes are already known when rows are made: one question each would make thousands."""


A_SPELLING = 0.75
"""How alike two names are at least, from 0 to 1, that may be one person's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """What a list has made: teams, and players who wait for a partner."""

    teams: list[Team]
    alone: list[Player]


def size_of(tournament: Tournament) -> int:
    """How many players a team of this contest has."""
    return 1 if tournament.is_individual else PLAYERS


def check_unruled(entrant: Entrant) -> None:
    """Refuse to forget whom a ruling of the register is about: no ruling ever goes."""
    about = (
        Q(player=entrant)
        if isinstance(entrant, Player)
        else Q(team=entrant) | Q(player__team=entrant) | Q(player__played_for=entrant)
    )
    if Ruling.objects.filter(about).exists():
        raise ValidationError(
            _("The referee ruled on %(entrant)s: the ruling stays, and so does its name."),
            params={"entrant": entrant},
        )


def still_there(entrant: Entrant) -> Entrant:
    """Read a team or a player anew, once the contest is held.

    Raises ``ValidationError`` when somebody has struck it off the list meanwhile.
    """
    found = type(entrant).objects.filter(pk=entrant.pk).first()
    if found is None:
        raise ValidationError(
            _("%(name)s is no longer on the list: nothing is noted."),
            code="gone",
            params={"name": entrant.name},
        )
    return found


def taken_in(tournament: Tournament, *, leaving_out: Iterable[Team] = ()) -> Taken:
    """Return what the tournament's teams already hold: numbers, names, players."""
    without = {team.pk for team in leaving_out}
    teams = [team for team in tournament.teams.all() if team.pk not in without]
    labels = {team.pk: str(team) for team in teams}
    players = tournament.players.filter(team__isnull=False).values_list("key", "team")
    return Taken(
        numbers={team.number: team.name for team in teams},
        names={team.key: str(team.number) for team in teams},
        players={key: labels[team] for key, team in players if team in labels},
        alone=dict(tournament.players.alone().values_list("key", "pk")),
    )


def line_of(team: Team) -> TeamLine:
    """Return a team as a list would give it; what it has paid is in its payments."""
    return TeamLine(
        line=0,
        number=team.number,
        name=team.name,
        players=tuple(player.name for player in team.players.all()),
        fee_paid=None,
        club=team.club,
        categories=tuple(team.categories),
        seed_rank=team.seed_rank,
        fixed_table=team.fixed_table,
        fee_owed=team.fee_owed,
        size=size_of(team.tournament),
    )


def state_of(line: TeamLine) -> str:
    """Return a digest of all that a team's form shows, to see whether it has changed."""
    owed = "" if line.fee_owed is None else f"{line.fee_owed:.2f}"
    shown = [str(line.number), tidy(line.team_name), *map(tidy, line.players), tidy(line.club)]
    shown += [*sorted(line.categories), str(line.seed_rank), str(line.fixed_table), owed]
    return hashlib.sha256("\n".join(shown).encode()).hexdigest()


def next_round(tournament: Tournament) -> int:
    """Return the number of the next round to be drawn: the first a new team can play."""
    return number_after(tournament.rounds.defer("inputs").last())


def fill(team: Team, line: TeamLine) -> None:
    """Give a team what a line says of it; its players and payments are rows of their own."""
    if line.number is not None:
        team.number = line.number
    team.name = line.team_name
    team.club = tidy(line.club)
    team.categories = list(line.categories)
    team.seed_rank = line.seed_rank
    team.fixed_table = line.fixed_table
    team.fee_owed = line.fee_owed


def create(
    tournament: Tournament, lines: Sequence[TeamLine], taken: Taken, *, by: User | None
) -> Created:
    """Make the rows of lines that have been checked, in the lines' order."""
    entered = next_round(tournament)
    numbers = numbered(lines, taken.numbers)
    paid = {team_line: _paid_beyond(team_line, taken) for team_line in set(lines)}
    teams: list[Team] = []
    for line, number in zip(lines, numbers, strict=True):
        if line.alone:
            continue
        team = Team(tournament=tournament, entered_round=entered)
        fill(team, line)
        team.number = number
        team.full_clean(exclude=["tournament"], **UNCHECKED)
        teams.append(team)
    Team.objects.bulk_create(teams)
    in_teams = [line for line in lines if not line.alone]
    for team, line in zip(teams, in_teams, strict=True):
        _take_in(team, line, taken)
    Player.objects.bulk_create(
        player
        for team, line in zip(teams, in_teams, strict=True)
        for player in _new_players(team, line, taken)
    )
    alone = [_player(tournament, line.players[0]) for line in lines if line.alone]
    Player.objects.bulk_create(alone)
    waiting = [line for line in lines if line.alone]
    Payment.objects.bulk_create(
        [
            *(
                Payment(team=team, amount=paid[line], taken_by=by)
                for team, line in zip(teams, in_teams, strict=True)
                if paid[line]
            ),
            *(
                Payment(player=player, amount=line.fee_paid, taken_by=by)
                for player, line in zip(alone, waiting, strict=True)
                if line.fee_paid
            ),
        ]
    )
    return Created(teams=teams, alone=alone)


def rename_players(team: Team, names: Sequence[str], waiting: Mapping[str, int]) -> None:
    """Give a team's players these names, each at his place: the rows stay who they are.

    Somebody who is ``waiting`` for a partner under that name comes in himself; where the
    referee ruled on a player, another name at his place is another player.
    """
    players = {player.place: player for player in team.players.all()}
    for place, name in enumerate(names, 1):
        player = players.pop(place, None)
        key = search_key(name)
        if key in waiting and (player is None or player.key != key):
            if player:
                part_with(player, team)
            bring_in(waiting[key], team, place)
        elif player is None or _is_somebody_else(player, name):
            if player:
                part_with(player, team)
            _player(team.tournament, name, team, place).save()
        elif player.name != name:
            player.name = name
            player.full_clean(exclude=["team", "tournament"], **UNCHECKED)
            player.save()
    for player in players.values():
        part_with(player, team)


def _is_somebody_else(player: Player, name: str) -> bool:
    """Whether a name is too far from that of whom the referee ruled on to be his, mended."""
    alike = SequenceMatcher(None, player.key, search_key(name)).ratio()
    return alike < A_SPELLING and player.rulings.exists()


def part_with(player: Player, team: Team) -> None:
    """Take a player out of a team: forgotten, unless he sat at a table for it or was ruled on."""
    Payment.objects.filter(player=player, team=team).update(player=None)
    if team.seats.exists() or player.rulings.exists():
        left = {"replaced_at": timezone.now(), "played_for": team}
        Player.objects.filter(pk=player.pk).update(team=None, place=None, **left)
    else:
        player.delete()


def bring_in(waiting: int, team: Team, place: int) -> None:
    """Give a player who came alone his place in a team; what he has paid follows him."""
    Player.objects.filter(pk=waiting).update(team=team, place=place)
    Payment.objects.filter(player=waiting).update(team=team)


def _paid_beyond(line: TeamLine, taken: Taken) -> Decimal:
    """Return what a line says was paid, less what its players had paid when they were alone."""
    coming = [taken.alone[key] for key in map(search_key, line.players) if key in taken.alone]
    if not line.fee_paid or not coming:
        return line.fee_paid or Decimal(0)
    brought = Payment.objects.filter(player__in=coming).aggregate(sum=Sum("amount"))["sum"]
    return max(line.fee_paid - (brought or Decimal(0)), Decimal(0))


def _take_in(team: Team, line: TeamLine, taken: Taken) -> None:
    for place, name in enumerate(line.players, 1):
        if waiting := taken.alone.get(search_key(name)):
            bring_in(waiting, team, place)


def _new_players(team: Team, line: TeamLine, taken: Taken) -> list[Player]:
    return [
        _player(team.tournament, name, team, place)
        for place, name in enumerate(line.players, 1)
        if search_key(name) not in taken.alone
    ]


def _player(
    tournament: Tournament, name: str, team: Team | None = None, place: int | None = None
) -> Player:
    player = Player(tournament=tournament, team=team, place=place, name=name)
    player.full_clean(exclude=["team", "tournament"], **UNCHECKED)
    return player
