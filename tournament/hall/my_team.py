"""One team on its own phone, without an account: its next table, its results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.hall.wall import Draw, Place, latest_draw
from tournament.models import Round, Team, Tournament
from tournament.standings.records import TeamRecord, team_record
from tournament.standings.services import standings
from tournament.text import search_key


@dataclass(frozen=True, slots=True, kw_only=True)
class MyTeam:
    """What a team may know of itself.

    ``round`` and ``place`` where the draw is shown, ``record`` where the results are.
    """

    team: Team
    round: Round | None
    place: Place | None
    record: TeamRecord | None


def everybody(tournament: Tournament) -> list[Team]:
    """List by name the teams that are on what the contest shows, and no other."""
    shown = {team.pk: team for team in _shown(tournament)}
    return sorted(shown.values(), key=lambda team: (search_key(team.name), team.number))


def my_team(tournament: Tournament, number: int) -> MyTeam | None:
    """Tell a team what is shown about it; None where nothing shown names it."""
    team = next((team for team in everybody(tournament) if team.number == number), None)
    if team is None:
        return None
    draw = _draw(tournament)
    return MyTeam(
        team=team,
        round=draw.round if draw else None,
        place=draw.place_of(team) if draw else None,
        record=team_record(tournament, team) if tournament.shows_standings else None,
    )


def _shown(tournament: Tournament) -> Iterator[Team]:
    if tournament.shows_standings:
        yield from (line.team for line in standings(tournament).lines)
    if draw := _draw(tournament):
        yield from (place.team for place in draw.places)


def _draw(tournament: Tournament) -> Draw | None:
    return latest_draw(tournament) if tournament.shows_draw else None
