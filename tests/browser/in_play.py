"""A contest in play, with everything that can show on its pages at once."""

import datetime
from decimal import Decimal
from uuid import uuid4

from django.utils import timezone

from tests.tournament.builders import (
    FACTS,
    a_player_alone,
    a_role,
    a_season,
    a_team,
    a_tournament,
    a_user,
)
from tournament.deals.acts import take_totals
from tournament.deals.checks import answer
from tournament.deals.services import record_deal
from tournament.models import (
    Checking,
    DrawKind,
    EndKind,
    Match,
    Presence,
    RoleKind,
    Round,
    Tournament,
)
from tournament.rounds.services import close_round, open_round
from tournament.teams.apart import keep_apart
from tournament.teams.services import check_in, withdraw

LONG = "Les Inséparables de Saint-Jean-de-Maurienne et de Chambéry-le" + "s"
"""A team's name as long as may be."""
UNBROKEN = "Anticonstitutionnellement" * 2 + "Coincheurs"
"""As long, and of one word."""
MARKUP = "Les Retardataires <b>"
NAMES = (LONG[:60], UNBROKEN, MARKUP, "Les Œufs de la générale", "Neuf & Valet")


def a_contest_in_play() -> Match:
    """Return a match of the open round: two sheets, of which one deal differs.

    Nine teams, a round closed, one open; a clock, fees, phones, a time to reclaim. In the open
    round a table is in dispute, one is taken as two totals, one waits for its other sheet.
    """
    organiser, keeper = a_user("organisateur"), a_user("camille")
    tournament = a_tournament(
        organiser=organiser,
        name="Concours d'automne du Foyer rural de Saint-Martin-d'Hères",
        place="Salle des fêtes",
        end_kind=EndKind.FIRST,
        deals=3,
        minutes=45,
        checking=Checking.TWO_SHEETS,
        paper_marks=True,
        phones=True,
        reclaim_minutes=15,
        fee=Decimal(10),
        rounds_planned=4,
        shows_draw=True,
        shows_standings=True,
    )
    a_role(organiser, tournament, RoleKind.REFEREE)
    a_role(keeper, tournament, RoleKind.SCOREKEEPER)
    _register(tournament)
    first = open_round(tournament, 1, kind=DrawKind.LOT, by=organiser)
    for match in first.matches.with_teams():
        for number in range(1, 4):
            _type_twice(match, number, points=100 + 10 * number)
    close_round(first, by=organiser)
    withdraw(tournament.teams.get(number=10), by=organiser)
    second = open_round(tournament, 2, kind=DrawKind.STANDINGS, by=organiser)
    return _play(second)


def _register(tournament: Tournament) -> None:
    organiser = a_user("organisateur")
    teams = [a_team(tournament, number) for number in range(1, 11)]
    for team, name in zip(teams, NAMES, strict=False):
        team.name = name
        team.save()
    for team in teams[:6]:
        check_in(team, by=organiser)
    keep_apart(teams[0], teams[2], by=organiser)
    a_player_alone(tournament, "Élodie Noël-Desrosiers de la Tour-du-Pin-Chambly-les-Échelle")
    earlier = a_tournament(
        organiser=organiser, name="Concours d'été", date=datetime.date(2026, 8, 15)
    )
    a_season(earlier, tournament)


def _play(round_: Round) -> Match:
    one, two, three, four = round_.matches.with_teams()
    Match.objects.filter(pk=three.pk).update(checking=Checking.CONFIRMED)
    three.checking = Checking.CONFIRMED
    for number in range(1, 4):
        _type_twice(one, number, points=116)
    _type_twice(two, 1, points=126, belote_a=1)
    _type(two, 2, "A", points=116)
    _type(two, 2, "B", points=126, stake="coinche")
    _type(two, 3, "A", points=90)
    contested = _type(three, 1, "", points=110)
    answer(contested, agrees=False, by=a_user("camille"), note="la belote est oubliée")
    take_totals(
        four,
        (1100, 940),
        base=None,
        by=a_user("organisateur"),
        reason="feuille trempée",
        client_key=uuid4(),
    )
    for match in (one, two):
        Presence.objects.create(match=match, user=a_user("camille"), seen_at=timezone.now())
    return two


def _type_twice(match: Match, number: int, **facts: object) -> None:
    for sheet in "AB":
        _type(match, number, sheet, **facts)


def _type(match: Match, number: int, sheet: str, **facts: object):
    by = a_user("camille" if sheet == "B" else "organisateur")
    return record_deal(match, number, FACTS | facts, by=by, client_key=uuid4(), sheet=sheet)
