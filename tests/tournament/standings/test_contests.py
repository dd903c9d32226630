"""Criteria, missed rounds, partners, pools and places, as a contest sets and plays them."""

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.builders import (
    a_deal,
    a_round,
    a_team,
    a_tournament,
    a_user,
)
from tournament.models import (
    ByeKind,
    Criterion,
    DrawKind,
    Match,
    Player,
    Ranking,
    Round,
    Seat,
    Shape,
    Team,
    Tournament,
    freeze,
)
from tournament.rounds.services import close_round
from tournament.standings.lots import draw_lot
from tournament.standings.services import running_ranks, standings
from tournament.teams.services import bring_back, withdraw

pytestmark = pytest.mark.django_db


def matches(round_: Round):
    return list(round_.matches.with_teams().select_related("round__tournament"))


def closed(round_: Round) -> Round:
    return close_round(round_, by=a_user("organiser"), despite_missing=True)


def by_team(tournament: Tournament):
    return {line.team.number: line.row for line in standings(tournament).lines}


@pytest.fixture
def organiser(client):
    user = a_user("organiser")
    client.force_login(user)
    return user


def test_criteria_of_one_s_own_rank_in_their_order():
    tournament = a_tournament(
        deals=1, ranking=Ranking.CUSTOM, criteria=[Criterion.AGAINST, Criterion.MARKS]
    )
    round_ = a_round(tournament, bye=True)
    a_deal(matches(round_)[0])
    closed(round_)
    found = standings(tournament)
    assert [line.team.number for line in found.lines] == [3, 1, 2]
    assert found.criteria == (Criterion.AGAINST, Criterion.MARKS)


def test_match_points_are_those_the_contest_sets():
    tournament = a_tournament(deals=1, points_win=3, points_tie=2, points_loss=1)
    round_ = a_round(tournament, bye=True)
    a_deal(matches(round_)[0])
    closed(round_)
    rows = by_team(tournament)
    assert [rows[team].points for team in (1, 2, 3)] == [3, 1, 1]


@pytest.mark.parametrize(
    ("settings", "marks"),
    [
        ({"missed_marks": 300}, 300),
        ({"missed_kind": ByeKind.AVERAGE}, 145),
        ({"missed_kind": ByeKind.HALF_TABLE}, 81),
    ],
)
def test_a_late_team_gets_what_is_set_for_the_rounds_it_missed(settings, marks):
    tournament = a_tournament(deals=1, **settings)
    round_ = a_round(tournament)
    a_deal(matches(round_)[0])
    closed(round_)
    a_team(tournament, 3)
    (line,) = [line for line in standings(tournament).lines if line.team.number == 3]
    assert (line.row.marks, line.row.missed, line.missed) == (marks, 1, (1,))


def test_leaving_and_coming_back_brings_no_more_than_what_is_set():
    tournament = a_tournament(deals=1, missed_marks=100)
    round_ = a_round(tournament)
    a_deal(matches(round_)[0])
    closed(round_)
    organiser = a_user("organiser")
    leaver = tournament.teams.get(number=2)
    withdraw(leaver, by=organiser)
    for _later in range(2):
        tournament.refresh_from_db()
        closed(a_round(tournament))
    row = by_team(tournament)[2]
    assert (row.marks, row.missed) == (40, 0)
    bring_back(leaver, by=organiser)
    row = by_team(tournament)[2]
    assert (row.marks, row.missed) == (240, 2)


def test_who_was_never_checked_in_is_not_ranked_and_who_played_stays():
    tournament = a_tournament(deals=1, missed_marks=500)
    closed(a_round(tournament))
    a_team(tournament, 3)
    Tournament.objects.filter(pk=tournament.pk).update(check_in=True)
    tournament.refresh_from_db()
    assert sorted(by_team(tournament)) == [1, 2]


def an_individual_round(tournament):
    players = []
    for number in range(1, 5):
        team = Team(tournament=tournament, number=number, name=f"Joueur {number}")
        team.full_clean()
        team.save()
        players.append(team)
    tournament.rulebook_frozen = freeze(tournament.rulebook)
    tournament.save(update_fields=["rulebook_frozen"])
    round_ = Round.objects.create(tournament=tournament, number=1, draw_kind="individual")
    match = Match.objects.create(round=round_, table=1)
    for index, player in enumerate(players):
        seat = {"side": "AB"[index // 2], "place": index % 2 + 1}
        Seat.objects.create(round=round_, match=match, team=player, **seat)
    return round_


def test_in_an_individual_contest_both_partners_get_the_marks_of_their_side():
    tournament = a_tournament(deals=1, shape=Shape.INDIVIDUAL)
    round_ = an_individual_round(tournament)
    a_deal(matches(round_)[0])
    closed(round_)
    rows = by_team(tournament)
    assert [rows[player].marks for player in (1, 2, 3, 4)] == [250, 250, 40, 40]
    assert [rows[player].rank for player in (1, 2, 3, 4)] == [1, 1, 3, 3]
    (first, *_others) = standings(tournament).lines
    assert (first.parts[0].partners, first.parts[0].opponents) == ((2,), (3, 4))


def test_an_individual_page_speaks_of_players_and_names_each_once(client, organiser):
    tournament = a_tournament(deals=1, shape=Shape.INDIVIDUAL)
    round_ = an_individual_round(tournament)
    for team in tournament.teams.all():
        Player.objects.create(tournament=tournament, team=team, place=1, name=team.name)
    a_deal(matches(round_)[0])
    closed(round_)
    page = client.get(f"/tournaments/{tournament.pk}/standings/").content.decode()
    assert page.count("Joueur 3") == 1
    assert ">Joueur</th>" in page


def pools_of(tournament):
    """Two closed rounds: pools of two, then a final and a match for the third place."""
    round_ = a_round(tournament, 2)
    teams = [team.number for team in tournament.teams.order_by("number")]
    round_.draw_kind = DrawKind.POOLS
    round_.inputs = {"drawn": {"pools": [["A", teams[:2]], ["B", teams[2:]]]}}
    round_.save()
    for match in matches(round_):
        a_deal(match)
    closed(round_)
    last = Round.objects.create(
        tournament=tournament,
        number=2,
        draw_kind=DrawKind.BRACKETS,
        inputs={"drawn": {"brackets": [["main", 1, [1, 3]], ["consolation", 3, [2, 4]]]}},
    )
    for table, pair in enumerate([(3, 1), (4, 2)], start=1):
        match = Match.objects.create(round=last, table=table)
        for side, number in zip("AB", pair, strict=True):
            team = tournament.teams.get(number=number)
            Seat.objects.create(round=last, match=match, side=side, team=team)
    return last


def test_pools_have_standings_of_their_own_and_places_are_played_for():
    tournament = a_tournament(deals=1, shape=Shape.POOLS)
    last = pools_of(tournament)
    found = standings(tournament)
    assert [(pool.name, [line.row.team for line in pool.lines]) for pool in found.pools] == [
        ("A", [1, 2]),
        ("B", [3, 4]),
    ]
    assert not found.by_places
    for match in matches(last):
        a_deal(match)
    closed(last)
    found = standings(tournament)
    assert found.by_places
    assert [(line.row.rank, line.row.team) for line in found.lines] == [
        (1, 3),
        (2, 1),
        (3, 4),
        (4, 2),
    ]
    assert running_ranks(tournament) == {
        1: {1: 1, 2: 3, 3: 1, 4: 3},
        2: {3: 1, 1: 2, 4: 3, 2: 4},
    }
    # A pool's standings stay what the pool played.
    assert [line.row.marks for line in found.pools[0].lines] == [250, 40]


def test_the_page_shows_each_pool(client, organiser):
    tournament = a_tournament(deals=1, shape=Shape.POOLS)
    pools_of(tournament)
    page = client.get(f"/tournaments/{tournament.pk}/standings/").content.decode()
    assert page.count("<table") == 3
    file = client.get(f"/tournaments/{tournament.pk}/standings/csv/").content.decode()
    assert file.splitlines()[1].endswith(";A")


def test_between_the_semi_finals_and_the_final_there_is_nothing_to_draw_a_lot_for():
    tournament = a_tournament(deals=1, shape=Shape.POOLS)
    last = pools_of(tournament)
    # Semi-finals instead: the winners share the first place until they have met.
    last.inputs = {"drawn": {"brackets": [["main", 1, [3, 1, 4, 2]]]}}
    last.save()
    assert not standings(tournament).can_draw_lots
    for match in matches(last):
        a_deal(match)
    closed(last)
    found = standings(tournament)
    assert sorted(line.row.rank for line in found.lines) == [1, 1, 3, 3]
    assert found.tied
    assert not found.can_draw_lots
    with pytest.raises(ValidationError):
        draw_lot(tournament, by=None)
    # Whoever played for no place can still be parted.
    for number in (7, 8):
        a_team(tournament, number)
    assert standings(Tournament.objects.get()).can_draw_lots
