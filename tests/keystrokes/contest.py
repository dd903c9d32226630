"""The evening's contest, ready to be typed, and read back to be compared with its files."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.tournament.builders import a_role, a_user
from tournament.clubs.services import create_tournament
from tournament.models import Deal, EndKind, Ranking, RoleKind, Round, Tournament, User
from tournament.rounds.evening_files import DealLine, Evening, read_evening
from tournament.rounds.services import close_round, given_round
from tournament.teams.services import register_teams

FOLDER = Path(__file__).parent.parent / "tournament" / "data" / "evening"

Place = tuple[int, int, int]
"""A round, a table, a deal."""


def evening() -> Evening:
    """Read the evening's files."""
    return read_evening(FOLDER, is_take=False)


def a_contest(played: Evening, *, rulebook: str = "grenobloise") -> tuple[Tournament, User]:
    """Return the evening's contest, its teams registered, and somebody who types its deals."""
    organiser, keeper = a_user("organisateur"), a_user("camille")
    tournament = create_tournament(
        by=organiser,
        club=organiser.club,
        name="Concours d'automne",
        date=datetime.date(2026, 11, 30),
        rulebook_name=rulebook,
        end_kind=EndKind.DEALS,
        deals=played.deals_a_match,
        ranking=Ranking.MARKS,
    )
    a_role(keeper, tournament, RoleKind.SCOREKEEPER)
    register_teams(tournament, played.teams, by=organiser)
    return tournament, keeper


def seat(tournament: Tournament, played: Evening, number: int) -> Round:
    """Open a round of the evening: who sat where is in its files."""
    teams = {team.number: team for team in tournament.teams.all()}
    tables = {
        line.table: (teams[line.teams[0]], teams[line.teams[1]])
        for line in played.tables
        if line.round == number and line.table is not None
    }
    byes = [
        teams[line.teams[0]]
        for line in played.tables
        if line.round == number and line.table is None
    ]
    return given_round(tournament, number, tables, byes, by=None)


def end(round_: Round) -> None:
    """Close a round of which every deal is typed."""
    close_round(round_, by=None)


def by_table(played: Evening, number: int) -> dict[int, list[DealLine]]:
    """Return the deals of a round, table by table, in order."""
    found: dict[int, list[DealLine]] = defaultdict(list)
    for deal in sorted(played.deals, key=lambda deal: (deal.table, deal.number)):
        if deal.round == number:
            found[deal.table].append(deal)
    return dict(found)


def differing(tournament: Tournament, deals: list[DealLine]) -> list[Place]:
    """Return the deals that the contest does not hold as the files say, or holds for nothing."""
    rows = Deal.objects.filter(match__round__tournament=tournament).select_related(
        "accepted", "match__round"
    )
    held = {(row.match.round.number, row.match.table, row.number): row.accepted for row in rows}
    expected = {(deal.round, deal.table, deal.number): deal.facts for deal in deals}
    wrong = [place for place in held if place not in expected]
    for place, facts in expected.items():
        if place not in held or not _says(held[place], facts):
            wrong.append(place)
    return sorted(wrong)


def _says(entry: Any, facts: Mapping[str, Any]) -> bool:
    return all(getattr(entry, name) == value for name, value in facts.items())
