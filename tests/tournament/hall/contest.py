"""A contest with one closed round and one in play, of which nothing is hidden by chance."""

from __future__ import annotations

from uuid import uuid4

from tests.tournament.builders import FACTS, a_ruling, a_team, a_tournament, a_user
from tournament.deals.services import record_deal
from tournament.deals.tally import match_sheets
from tournament.models import DrawKind, Match, Round, Tournament
from tournament.rounds.services import close_round, open_round

TEAMS = 8


def a_contest(**columns: object) -> Tournament:
    """Return a contest of eight teams: a round closed, one in play of which a table is finished."""
    tournament = a_tournament(deals=1, **columns)
    for number in range(1, TEAMS + 1):
        a_team(tournament, number, f"Zélés {number}")
    first = open_round(tournament, 1, kind=DrawKind.LOT, by=a_user("organiser"))
    for place, match in enumerate(matches(first)):
        typed(match, points=82 + 7 * place)
    close_round(first, by=a_user("organiser"))
    second = open_round(tournament, 2, kind=DrawKind.STANDINGS, by=a_user("organiser"))
    typed(matches(second)[0], contract="90", points=143)
    tournament.refresh_from_db()
    return tournament


def matches(round_: Round) -> list[Match]:
    """Return the matches of a round, as what is typed of them asks."""
    return list(round_.matches.with_teams().select_related("round__tournament"))


def typed(match: Match, **facts: object) -> None:
    """Type the next deal of a match."""
    number = match.deals.count() + 1
    record_deal(match, number, FACTS | facts, by=a_user("zoe"), client_key=uuid4())


def totals(tournament: Tournament, number: int) -> set[str]:
    """Return the totals of a round's matches as a page writes them."""
    sheets = match_sheets(tournament.rounds.get(number=number))
    return {f">{total}<" for sheet in sheets for total in sheet.tally.totals if total}


def pairs(tournament: Tournament, number: int) -> set[frozenset[str]]:
    """Return who meets whom in a round, by name."""
    found = matches(tournament.rounds.get(number=number))
    return {frozenset({match.team_a.name, match.team_b.name}) for match in found}


def a_published_ruling(tournament: Tournament, number: int) -> None:
    """Have the referee rule on a table of a round, and publish it."""
    match = matches(tournament.rounds.get(number=number))[0]
    a_ruling(match, explanation=f"Expliqué {number}.", is_published=True)
