"""Whatever was played, the archive gives it back."""

import random
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.archive.whole import elsewhere, the_file, told
from tests.tournament.builders import a_user
from tournament.clubs.services import create_tournament
from tournament.deals.services import record_deals
from tournament.demo import a_deal
from tournament.journal.verification import verify
from tournament.models import Round, Shape, Tournament
from tournament.rounds.gathering import draw_kinds
from tournament.rounds.redraw import redraw
from tournament.rounds.services import cancel_round, close_round, open_round
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings
from tournament.teams.importing import TeamLine
from tournament.teams.money import take_payment
from tournament.teams.services import delete_team, register_teams, withdraw

pytestmark = pytest.mark.django_db


def a_random_contest(chance: random.Random) -> Tournament:
    """Return a contest of a shape by chance, with rounds, byes, gone teams and money."""
    by = a_user("organiser")
    shape = chance.choice([Shape.SWISS, Shape.LOT, Shape.MITCHELL, Shape.INDIVIDUAL])
    contest = create_tournament(
        by=by,
        name="Au hasard",
        date="2026-11-30",
        rulebook_name=chance.choice(["grenobloise", "ffb-coinchee-2015"]),
        end_kind="deals",
        deals=2,
        shape=shape,
        ranking=chance.choice(["marks", "wins"]),
    )
    people = 1 if shape == Shape.INDIVIDUAL else 2
    lines = [
        TeamLine(
            line=number,
            number=number,
            name=f"=Équipe {number}",
            players=tuple(f"Joueur {number}.{place}" for place in range(1, people + 1)),
            fee_paid=None,
        )
        for number in range(1, chance.randint(9, 12))
    ]
    teams = register_teams(contest, lines, by=by)
    delete_team(teams.pop(), by=by)
    for team in chance.sample(teams, 2):
        take_payment(team, chance.choice([5, 10]), client_key=uuid4(), by=by)
    for number in range(1, chance.randint(2, 4)):
        contest.refresh_from_db()
        round_ = drawn(contest, number, chance)
        for match in round_.matches.with_teams():
            typed = range(1, chance.randint(2, 3))
            record_deals(round_, [(match, each, a_deal(chance)) for each in typed], by=by)
        close_round(round_, by=by, despite_missing=True)
        if chance.random() < 0.5:
            withdraw(chance.choice(teams), by=by)
    contest.refresh_from_db()
    return contest


def drawn(contest: Tournament, number: int, chance: random.Random) -> Round:
    """Draw a round, and now and then take it back and draw it again."""
    by = a_user("organiser")
    kind = chance.choice(list(draw_kinds(contest, number)))
    for _each in range(chance.randint(0, 1)):
        try:
            cancel_round(open_round(contest, number, kind=kind, by=by, accept=True), by=by)
        except ValidationError:
            break
        contest.refresh_from_db()
    return open_round(contest, number, kind=kind, by=by, accept=True)


@pytest.mark.parametrize("seed", range(3))
def test_a_contest_played_at_random_comes_back_as_it_was(seed):
    contest = a_random_contest(random.Random(seed))
    csv, acts = spreadsheet_csv(standings(contest)), told(contest)
    draws = [redraw(round_) for round_ in contest.rounds.all()]
    assert verify(contest).faults == ()
    restored = elsewhere(the_file(contest))
    assert spreadsheet_csv(standings(restored)) == csv
    assert told(restored) == acts
    assert [redraw(round_) for round_ in restored.rounds.all()] == draws
    assert all(each.is_same for each in draws)
    assert verify(restored).faults == ()
