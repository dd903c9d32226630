"""Register teams, change them, let them go and come back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.journal.services import write
from tournament.models import Player, Team, Tournament, User
from tournament.teams.clashes import Taken, find_clashes, numbered
from tournament.teams.columns import Layout
from tournament.teams.importing import TeamLine, name_problems, team_lines
from tournament.teams.reading import Row
from tournament.teams.words import as_field_refusal, as_refusal
from tournament.text import tidy


@transaction.atomic
def register_teams(
    tournament: Tournament, lines: Sequence[TeamLine], *, by: User | None
) -> list[Team]:
    """Register a whole list, or none of it; lines without a number get the next ones.

    Raises ``ValidationError`` with a sentence for each line that is refused.
    """
    _hold(tournament)
    taken = taken_in(tournament)
    problems = [problem for line in lines for problem in name_problems(line)]
    if problems := problems + find_clashes(lines, taken):
        raise as_refusal(problems)
    teams = _create(tournament, lines, taken)
    write(
        tournament,
        "teams.registered",
        by=by,
        details={"teams": [team.pk for team in teams], "numbers": [team.number for team in teams]},
    )
    return teams


@transaction.atomic
def register_rows(
    tournament: Tournament, rows: Sequence[Row], layout: Layout, *, by: User | None
) -> list[Team]:
    """Register the teams of a previewed list, or none of them."""
    lines, problems = team_lines(rows, layout)
    if problems:
        raise as_refusal(problems)
    return register_teams(tournament, lines, by=by)


@transaction.atomic
def register_team(tournament: Tournament, line: TeamLine, *, by: User | None) -> Team:
    """Register one team, at any time of the contest.

    The same team sent again, as a double click does, is found and not refused.
    Raises ``ValidationError`` with each sentence beside its field.
    """
    _hold(tournament)
    if again := _same_team(tournament, line):
        return again
    taken = taken_in(tournament)
    if problems := name_problems(line) + find_clashes([line], taken):
        raise as_field_refusal(problems)
    (team,) = _create(tournament, [line], taken)
    details = {"team": team.pk, "number": team.number}
    write(tournament, "team.registered", by=by, details=details)
    return team


@transaction.atomic
def change_team(team: Team, line: TeamLine, *, seen: str, by: User | None) -> Team:
    """Give a team another number, name, players or fee.

    ``seen`` is the ``state_of`` the team when its form was shown: what someone
    else changed meanwhile is not overwritten.
    """
    tournament = team.tournament
    _hold(tournament)
    team = tournament.teams.get(pk=team.pk)
    if state_of(line_of(team)) == state_of(line):
        return team
    if state_of(line_of(team)) != seen:
        raise ValidationError(
            _("Someone else has changed this team meanwhile: look at it again before you save."),
            code="stale",
        )
    taken = taken_in(tournament, leaving_out=team)
    if problems := name_problems(line) + find_clashes([line], taken):
        raise as_field_refusal(problems)
    if line.number is not None:
        team.number = line.number
    team.name, team.fee_paid = line.team_name, line.fee_paid
    team.full_clean(exclude=["tournament"])
    team.save()
    team.players.all().delete()
    Player.objects.bulk_create(_players([team], [line]))
    details = {"team": team.pk, "number": team.number}
    write(tournament, "team.changed", by=by, details=details)
    return team


@transaction.atomic
def delete_team(team: Team, *, by: User | None) -> None:
    """Strike a team off, as long as no draw has ever seated it."""
    _hold(team.tournament)
    if team.seats.exists():
        raise ValidationError(
            _("This team has been drawn in a round: withdraw it, its results stay.")
        )
    details = {"team": team.pk, "number": team.number}
    team.delete()
    write(team.tournament, "team.deleted", by=by, details=details)


def withdraw(team: Team, *, by: User | None) -> None:
    """Leave a team out of the next draws; what it has played stays."""
    _set_withdrawn(team, "team.withdrawn", by=by, withdrawn=True)


def bring_back(team: Team, *, by: User | None) -> None:
    """Seat a withdrawn team again from the next draw on."""
    _set_withdrawn(team, "team.returned", by=by, withdrawn=False)


def taken_in(tournament: Tournament, *, leaving_out: Team | None = None) -> Taken:
    """Return what the tournament's teams already hold: numbers, names, players."""
    teams = tournament.teams.exclude(pk=leaving_out.pk if leaving_out else None)
    players = Player.objects.filter(team__in=teams).select_related("team")
    return Taken(
        numbers={team.number: team.name for team in teams},
        names={team.key: str(team.number) for team in teams},
        players={player.key: str(player.team) for player in players},
    )


def next_number(tournament: Tournament) -> int:
    """Return the number to propose for one more team."""
    (number,) = numbered([EMPTY_LINE], tournament.teams.values_list("number", flat=True))
    return number


EMPTY_LINE = TeamLine(line=0, number=None, name="", players=(), fee_paid=None)


def line_of(team: Team) -> TeamLine:
    """Return a team as a list would give it."""
    return TeamLine(
        line=0,
        number=team.number,
        name=team.name,
        players=tuple(player.name for player in team.players.all()),
        fee_paid=team.fee_paid,
    )


def state_of(line: TeamLine) -> str:
    """Return a digest of all that a team's form shows, to see whether it has changed."""
    fee = "" if line.fee_paid is None else f"{line.fee_paid:.2f}"
    shown = [str(line.number), tidy(line.team_name), fee, *map(tidy, line.players)]
    return hashlib.sha256("\n".join(shown).encode()).hexdigest()


def _hold(tournament: Tournament) -> None:
    """Make other registrations in this tournament wait for this one's end.

    A player met twice is the one thing no constraint can see: it spans teams.
    """
    Tournament.objects.select_for_update().only("pk").get(pk=tournament.pk)


def _same_team(tournament: Tournament, line: TeamLine) -> Team | None:
    if line.number is None:
        return None
    team = tournament.teams.filter(number=line.number).first()
    return team if team and state_of(line_of(team)) == state_of(line) else None


def _create(tournament: Tournament, lines: Sequence[TeamLine], taken: Taken) -> list[Team]:
    teams = [
        Team(tournament=tournament, number=number, name=line.team_name, fee_paid=line.fee_paid)
        for line, number in zip(lines, numbered(lines, taken.numbers), strict=True)
    ]
    for team in teams:
        # The clashes are already known: one question each would make thousands.
        team.full_clean(exclude=["tournament"], validate_unique=False, validate_constraints=False)
    Team.objects.bulk_create(teams)
    Player.objects.bulk_create(_players(teams, lines))
    return teams


def _players(teams: Iterable[Team], lines: Iterable[TeamLine]) -> list[Player]:
    players = [
        Player(tournament_id=team.tournament_id, team=team, place=place, name=name)
        for team, line in zip(teams, lines, strict=True)
        for place, name in enumerate(line.players, 1)
    ]
    for player in players:
        player.full_clean(
            exclude=["team", "tournament"], validate_unique=False, validate_constraints=False
        )
    return players


@transaction.atomic
def _set_withdrawn(team: Team, kind: str, *, withdrawn: bool, by: User | None) -> None:
    _hold(team.tournament)
    changed = team.tournament.teams.filter(pk=team.pk, withdrawn=not withdrawn).update(
        withdrawn=withdrawn
    )
    # A second click finds it done, and adds nothing to the journal.
    if changed:
        details = {"team": team.pk, "number": team.number}
        write(team.tournament, kind, by=by, details=details)
