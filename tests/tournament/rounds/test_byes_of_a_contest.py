"""Byes through the services: as the rows have them, given by a draw or by hand, so they count."""

from random import Random

import pytest

from tests.tournament.builders import a_deal, a_team
from tests.tournament.rounds.test_services_shapes import closed, contest, drawn, matches
from tournament.models import Round, Shape, Team, Tournament
from tournament.rounds.chairs import Act, Change
from tournament.rounds.seat_plan import seating_of
from tournament.rounds.seating import Consent, change_seats, plan
from tournament.rounds.services import past
from tournament.standings.services import standings
from tournament.teams.services import bring_back, withdraw

pytestmark = pytest.mark.django_db


def exchange(round_: Round, one: Team, other: Team) -> None:
    """Let two teams change places, whatever that breaks."""
    planned = plan(round_, Change(act=Act.EXCHANGE, teams=(one.pk, other.pk)))
    consent = Consent(seen=planned.seen, shown=planned.shown, ticked=True, reason="à la main")
    change_seats(round_, planned.change, consent=consent, by=None)


def played(round_: Round, mixer: Random) -> Round:
    """Type one deal a table, for either side, and close the round."""
    for match in matches(round_):
        a_deal(match, takers=mixer.choice("AB"), contract=mixer.choice(["90", "120"]))
    return closed(round_)


def happens(tournament: Tournament, round_: Round, mixer: Random) -> None:
    """One thing at most of those that happen between two rounds, or in one."""
    teams = list(tournament.teams.filter(withdrawn=False))
    away = list(tournament.teams.filter(withdrawn=True))
    bye = round_.seats.filter(match=None).first()
    match mixer.choice(["leaves", "returns", "comes", "by hand"]):
        case "leaves" if len(teams) > 5:
            withdraw(mixer.choice(teams), by=None)
        case "returns" if away:
            bring_back(mixer.choice(away), by=None)
        case "comes":
            a_team(tournament, tournament.teams.count() + 1)
        case "by hand" if bye:
            seated = round_.seats.exclude(match=None)
            exchange(round_, bye.team, mixer.choice(list(seated)).team)


@pytest.mark.parametrize("shape", [Shape.LOT, Shape.SWISS, Shape.MITCHELL])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_nobody_sits_out_again_while_another_did_so_less(shape, seed):
    mixer = Random(f"{shape}{seed}")
    tournament = contest(shape, mixer.randint(5, 9), deals=1)
    for number in range(1, 8):
        byes = past(tournament).byes
        round_ = drawn(tournament, number, accept=True)
        playing = list(round_.seats.values_list("team__number", flat=True))
        least = min(byes[team] for team in playing)
        for seat in round_.seats.filter(match=None).select_related("team"):
            assert byes[seat.team.number] == least
        happens(tournament, round_, mixer)
        played(round_, mixer)


@pytest.mark.parametrize("shape", [Shape.LOT, Shape.SWISS, Shape.ROUND_ROBIN])
def test_the_lowest_of_the_standings_sits_out(shape):
    tournament = contest(shape, 7, deals=1)
    first = drawn(tournament, 1)
    before = first.seats.get(match=None).team
    for match in matches(first):
        a_deal(match, contract=str(90 + 10 * match.table), points=140)
    closed(first)
    rank = {line.team: line.row.rank for line in standings(tournament).lines}
    del rank[before]
    out = drawn(tournament, 2).seats.get(match=None).team
    assert rank[out] == max(rank.values())


@pytest.mark.parametrize("shape", [Shape.LOT, Shape.MITCHELL, Shape.ROUND_ROBIN, Shape.POOLS])
def test_a_bye_given_by_hand_counts_in_every_shape(shape):
    tournament = contest(shape, 5, deals=1, pool_size=5)
    round_ = drawn(tournament, 1)
    drawn_out = round_.seats.get(match=None).team
    other = round_.seats.exclude(match=None).first().team
    exchange(round_, drawn_out, other)
    assert seating_of(round_)[other.pk] is None
    closed(round_)
    assert past(tournament).byes == {other.number: 1}
    assert drawn(tournament, 2).seats.get(match=None).team != other


def test_a_table_left_by_one_team_makes_the_other_sit_out_and_that_counts():
    tournament = contest(Shape.LOT, 6, deals=1)
    round_ = drawn(tournament, 1)
    match = matches(round_)[0]
    gone, alone = match.team_a, match.team_b
    withdraw(gone, by=None)
    planned = plan(round_, Change(act=Act.LEAVE, teams=(gone.pk,)))
    consent = Consent(seen=planned.seen, shown=planned.shown, ticked=True)
    change_seats(round_, planned.change, consent=consent, by=None)
    closed(round_)
    assert past(tournament).byes == {alone.number: 1}
    again = drawn(tournament, 2, accept=True)
    assert again.seats.get(match=None).team not in {gone, alone}


def test_the_ranks_are_kept_with_the_draw():
    tournament = contest(Shape.LOT, 5, deals=1)
    first = drawn(tournament, 1)
    assert "ranks" not in first.inputs
    played(first, Random(1))
    second = drawn(tournament, 2, accept=True)
    assert second.inputs["teams"] == [1, 2, 3, 4, 5]
    rank = {line.row.team: line.row.rank for line in standings(a_fresh(tournament)).lines}
    assert second.inputs["ranks"] == [rank[team] for team in second.inputs["teams"]]


def a_fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)
