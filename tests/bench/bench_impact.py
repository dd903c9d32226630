"""What a ruling would move, in a contest of 150 teams and five rounds: seen before it is made."""

import random
import time
from collections.abc import Callable
from uuid import uuid4

from django.contrib.auth import get_user_model

from tests.bench.database import a_database
from tests.bench.sizes import sized
from tests.tournament.builders import a_role, a_tournament, a_user
from tournament.deals.services import record_deal, record_deals
from tournament.demo import DEALS, a_deal
from tournament.models import (
    ByeKind,
    Decision,
    DrawKind,
    ExclusionKind,
    Match,
    Ranking,
    RoleKind,
    Ruling,
    Tournament,
)
from tournament.referee.rulings import decide
from tournament.rounds.impact import impact_of
from tournament.rounds.services import close_round, open_round
from tournament.rulebooks.change import Choice, change_rulebook
from tournament.teams.importing import TeamLine
from tournament.teams.services import register_teams

TEAMS, ROUNDS, TIMES = 151, 5, 5
SECONDS = 1


def run(part: float = 1) -> None:
    """Print what each kind of act takes to be looked at, the median of five."""
    with a_database():
        _measure(_play(sized(TEAMS, part, least=2 * ROUNDS)))


def _measure(tournament: Tournament) -> None:
    referee = get_user_model().objects.get(username="organiser")
    match = Match.objects.filter(round__tournament=tournament, round__number=1).first()
    deal = match.deals.get(number=3)
    team = tournament.teams.get(number=5)
    facts = {"takers": "B", "contract": "160", "trump": "hearts", "points": 160}

    def correct() -> None:
        keys = {"client_key": uuid4(), "base": deal.accepted_id}
        record_deal(match, 3, facts, by=referee, reason="relu", **keys)

    def exclude() -> None:
        said = {"category": "cheating", "facts": "Triche", "client_key": uuid4()}
        ruling = Ruling(tournament=tournament, team=team, decision=Decision.EXCLUSION, **said)
        decide(ruling, by=referee)

    def change() -> None:
        seen = tournament.rulebook.fingerprint()
        choice = Choice(name="competition")
        change_rulebook(tournament, choice, seen=seen, by=referee, reason="erreur")

    acts = {"a deal of round 1 corrected": correct, "a team excluded": exclude}
    acts |= {"another rulebook": change}
    for name, act in acts.items():
        times = sorted(_seconds(lambda act=act: impact_of(tournament, act)) for _ in range(TIMES))
        print(f"impact of {name}: {times[TIMES // 2]:.2f} s of a processor (wanted {SECONDS} s)")


def _seconds(act: Callable[[], object]) -> float:
    started = time.process_time()
    act()
    return time.process_time() - started


def _play(teams: int) -> Tournament:
    """Play five rounds, with a bye where the teams are odd, deals as tables bring them."""
    organiser = a_user("organiser")
    tournament = a_tournament(
        organiser=organiser,
        deals=DEALS,
        ranking=Ranking.WINS,
        bye_kind=ByeKind.AVERAGE,
        excluded_kind=ExclusionKind.BYE,
    )
    a_role(organiser, tournament, RoleKind.REFEREE)
    lines = [
        TeamLine(line=n, number=n, name=f"Équipe {n}", players=(f"A {n}", f"B {n}"), fee_paid=None)
        for n in range(1, teams + 1)
    ]
    register_teams(tournament, lines, by=organiser)
    lot = random.Random(1)
    for number in range(1, ROUNDS + 1):
        kind = DrawKind.LOT if number == 1 else DrawKind.STANDINGS
        round_ = open_round(tournament, number, kind=kind, by=organiser, accept=True)
        deals = range(1, DEALS + 1)
        rows = [(match, deal, a_deal(lot)) for match in round_.matches.all() for deal in deals]
        record_deals(round_, rows, by=organiser)
        close_round(round_, by=organiser)
    tournament.refresh_from_db()
    return tournament
