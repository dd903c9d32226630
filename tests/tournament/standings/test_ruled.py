"""What rulings about a team do to the standings: marks of no match, and exclusions."""

from __future__ import annotations

import html
from uuid import uuid4

import pytest

from tests.tournament.builders import a_deal, a_role, a_round, a_team, a_tournament, a_user
from tournament.models import (
    ByeKind,
    Criterion,
    Decision,
    DrawKind,
    ExclusionKind,
    Match,
    Ranking,
    RoleKind,
    Round,
    Ruling,
    Seat,
    Shape,
    Team,
    Tournament,
)
from tournament.referee.rulings import decide
from tournament.rounds.services import close_round
from tournament.standings.exports import plain_csv, spreadsheet_csv
from tournament.standings.records import team_record
from tournament.standings.services import running_ranks, standings

pytestmark = pytest.mark.django_db


def referee():
    return a_user("rémi")


def rule(tournament: Tournament, decision: str, team: Team | None = None, **columns) -> Ruling:
    said = {"category": "conduct", "facts": "Insultes", "client_key": uuid4()} | columns
    ruling = Ruling(tournament=tournament, team=team, decision=decision, **said)
    return decide(ruling, by=referee())


def lift(ruling: Ruling) -> Ruling:
    return rule(ruling.tournament, Decision.NOTHING, replaces=ruling)


def contest(tables: int = 2, *, rounds: int = 1, bye: bool = False, **columns) -> Tournament:
    """A contest in which side A of each table wins 250 to 40, each round with the same seats."""
    tournament = a_tournament(deals=1, **columns)
    a_role(referee(), tournament, RoleKind.REFEREE)
    first = a_round(tournament, tables, bye=bye)
    played(first)
    for _number in range(2, rounds + 1):
        played_again(tournament)
    tournament.refresh_from_db()
    return tournament


def played_again(tournament: Tournament) -> None:
    """Play one more round with the seats of the first."""
    first = tournament.rounds.get(number=1)
    number = tournament.rounds.count() + 1
    round_ = Round.objects.create(tournament=tournament, number=number, draw_kind="lot", seed="1")
    for match in first.matches.with_teams():
        again = Match.objects.create(round=round_, table=match.table)
        for side in "AB":
            Seat.objects.create(round=round_, match=again, side=side, team=match.entrants(side)[0])
    for seat in first.seats.filter(match=None):
        Seat.objects.create(round=round_, team=seat.team)
    played(round_)


def played(round_: Round) -> None:
    for match in round_.matches.with_teams().select_related("round__tournament"):
        a_deal(match)
    close_round(round_, by=a_user("organiser"))


def team(tournament: Tournament, number: int) -> Team:
    return tournament.teams.get(number=number)


def rows(tournament: Tournament):
    return {line.team.number: line.row for line in standings(tournament).lines}


def marks(tournament: Tournament) -> dict[int, int]:
    return {number: row.marks for number, row in rows(tournament).items()}


def test_marks_of_no_match_go_to_the_team_and_lifting_takes_them_back():
    tournament = contest()
    made = rule(tournament, Decision.MARKS, team(tournament, 1), marks=-100)
    assert marks(tournament) == {1: 150, 2: 40, 3: 250, 4: 40}
    assert [line.team.number for line in standings(tournament).lines] == [3, 1, 2, 4]
    assert (rows(tournament)[1].difference, rows(tournament)[1].best) == (210, 250)
    lift(made)
    assert marks(tournament)[1] == 250


def test_several_rulings_about_one_team_add_up():
    tournament = contest()
    for given in (-100, 30):
        rule(tournament, Decision.MARKS, team(tournament, 1), marks=given)
    (line,) = [line for line in standings(tournament).lines if line.team.number == 1]
    assert (line.row.marks, [each.ruling for each in line.penalties]) == (180, [1, 2])


def test_marks_of_no_match_are_in_every_file():
    tournament = contest()
    rule(tournament, Decision.MARKS, team(tournament, 1), marks=-100)
    assert "2,1,150,1,210\r\n" in plain_csv(standings(tournament))
    written = spreadsheet_csv(standings(tournament), for_desk=True)
    assert "Décision 1\u202f: \u2212\u202f100" in written


def test_a_file_has_no_column_for_notes_where_there_are_none():
    tournament = contest()
    assert "Notes" not in spreadsheet_csv(standings(tournament))


def test_marks_count_in_the_ranks_from_the_next_draw_on():
    tournament = contest(rounds=2)
    rule(tournament, Decision.MARKS, team(tournament, 1), marks=-300)
    ranks = running_ranks(tournament)
    assert (ranks[1][1], ranks[2][1]) == (1, 2)


def test_a_ruling_made_before_a_draw_counts_in_what_it_was_drawn_from():
    tournament = contest(rounds=1)
    rule(tournament, Decision.MARKS, team(tournament, 1), marks=-300)
    played_again(tournament)
    assert running_ranks(tournament)[1][1] == 4


def test_the_team_s_own_page_adds_its_marks_up():
    tournament = contest()
    rule(tournament, Decision.MARKS, team(tournament, 1), marks=-100)
    record = team_record(tournament, team(tournament, 1))
    assert (record.rounds[-1].total, record.line.row.marks) == (250, 150)
    assert [each.marks for each in record.line.penalties] == [-100]


def test_an_excluded_team_whose_matches_stand_stays_in_the_ranking_with_a_note():
    tournament = contest(excluded_kind=ExclusionKind.KEPT)
    rule(tournament, Decision.EXCLUSION, team(tournament, 1))
    found = standings(tournament)
    assert marks(tournament) == {1: 250, 2: 40, 3: 250, 4: 40}
    assert [line.excluded_by for line in found.lines if line.team.number == 1] == [1]
    assert found.excluded == ()


@pytest.mark.parametrize(
    ("settings", "given"),
    [
        ({"bye_marks": 200}, 200),
        # Of the round's other table: 250 and 40.
        ({"bye_kind": ByeKind.AVERAGE}, 145),
        ({"bye_kind": ByeKind.HALF_TABLE}, 81),
    ],
)
def test_who_met_an_excluded_team_marks_as_if_it_had_sat_out(settings, given):
    tournament = contest(excluded_kind=ExclusionKind.BYE, **settings)
    rule(tournament, Decision.EXCLUSION, team(tournament, 1))
    assert marks(tournament) == {2: given, 3: 250, 4: 40}
    row = rows(tournament)[2]
    assert (row.played, row.byes, row.losses, row.difference) == (0, 1, 0, 0)
    assert [line.team.number for line in standings(tournament).excluded] == [1]


def test_sitting_out_because_of_an_exclusion_is_a_win_where_byes_are():
    tournament = contest(excluded_kind=ExclusionKind.BYE, bye_wins=True)
    rule(tournament, Decision.EXCLUSION, team(tournament, 1))
    assert rows(tournament)[2].wins == 1


def test_an_average_is_taken_over_the_matches_that_are_left():
    tournament = contest(bye=True, bye_kind=ByeKind.AVERAGE, excluded_kind=ExclusionKind.BYE)
    match = tournament.rounds.get().matches.with_teams().get(table=1)
    match.round.tournament = tournament
    rule(tournament, Decision.MARKS, match=match, side="A", marks=1000)
    assert marks(tournament)[5] == 395
    rule(tournament, Decision.EXCLUSION, team(tournament, 1))
    assert (marks(tournament)[5], marks(tournament)[2]) == (145, 145)


def test_lifting_an_exclusion_restores_the_team_and_its_matches():
    tournament = contest(excluded_kind=ExclusionKind.BYE, bye_marks=200)
    before = standings(tournament).lines
    made = rule(tournament, Decision.EXCLUSION, team(tournament, 1))
    assert 1 not in marks(tournament)
    lift(made)
    after = standings(tournament)
    assert [line.row for line in after.lines] == [line.row for line in before]
    assert after.excluded == ()
    assert not team(tournament, 1).withdrawn


def test_two_excluded_teams_that_met_are_both_out():
    tournament = contest(excluded_kind=ExclusionKind.BYE, bye_marks=200)
    for number in (1, 2):
        rule(tournament, Decision.EXCLUSION, team(tournament, number))
    assert marks(tournament) == {3: 250, 4: 40}


def test_the_partner_of_an_excluded_player_keeps_what_it_marked():
    tournament = a_tournament(
        deals=1, shape=Shape.INDIVIDUAL, excluded_kind=ExclusionKind.BYE, bye_marks=200
    )
    a_role(referee(), tournament, RoleKind.REFEREE)
    round_ = Round.objects.create(tournament=tournament, number=1, draw_kind=DrawKind.INDIVIDUAL)
    match = Match.objects.create(round=round_, table=1)
    for number in range(1, 5):
        seat = {"side": "AB"[(number - 1) // 2], "place": (number - 1) % 2 + 1}
        Seat.objects.create(round=round_, match=match, team=a_team(tournament, number), **seat)
    played(round_)
    rule(tournament, Decision.EXCLUSION, team(tournament, 1))
    assert marks(tournament) == {2: 250, 3: 200, 4: 200}


def test_the_page_of_who_met_an_excluded_team_names_it(client):
    organiser = a_user("organiser")
    client.force_login(organiser)
    tournament = contest(excluded_kind=ExclusionKind.BYE, bye_marks=200, organiser=organiser)
    rule(tournament, Decision.EXCLUSION, team(tournament, 1))
    record = team_record(tournament, team(tournament, 2))
    assert [each.number for each in record.rounds[0].opponents] == [1]
    page = client.get(f"/tournaments/{tournament.pk}/standings/teams/{record.team.pk}/")
    assert "Équipe 1" in page.content.decode()
    gone = client.get(f"/tournaments/{tournament.pk}/standings/teams/{team(tournament, 1).pk}/")
    assert gone.status_code == 200
    assert "Équipe 2" in gone.content.decode()


SEEN = {
    # who reads, names shown, ruling published: what the standings say of the exclusion
    (RoleKind.SCOREKEEPER, False, False): "1 · Équipe 1 est exclue (décision 1)",
    (RoleKind.SCOREKEEPER, True, True): "1 · Équipe 1 est exclue (décision 1)",
    (RoleKind.READER, True, True): "1 · Équipe 1 est exclue (décision 1)",
    (RoleKind.READER, False, True): "Une équipe n'est plus classée (décision 1)",
    (RoleKind.READER, True, False): "",
    (RoleKind.READER, False, False): "",
}


@pytest.mark.parametrize(("role", "named", "published"), SEEN)
def test_the_standings_tell_the_desk_what_was_ruled_and_the_public_what_is_published(
    client, role, named, published
):
    tournament = contest(excluded_kind=ExclusionKind.BYE, names_sanctioned=named)
    visitor = a_user("visitor")
    a_role(visitor, tournament, role)
    client.force_login(visitor)
    rule(tournament, Decision.EXCLUSION, team(tournament, 1), is_published=published)
    rule(tournament, Decision.MARKS, team(tournament, 3), marks=-100, is_published=published)
    page = read(client, f"/tournaments/{tournament.pk}/standings/")
    file = read(client, f"/tournaments/{tournament.pk}/standings/csv/")
    own = read(client, f"/tournaments/{tournament.pk}/standings/teams/{team(tournament, 3).pk}/")
    is_told = role == RoleKind.SCOREKEEPER or (named and published)
    for shown in (page, file):
        assert SEEN[role, named, published] in shown
        assert ("Équipe 1" in shown) == is_told
        assert ("décision 1" in shown) == (is_told or published)
    for shown in (page, file, own):
        assert ("Décision 2 : − 100" in shown) == is_told


def read(client, address: str) -> str:
    """The words of a page or a file, its spaces made plain."""
    return " ".join(html.unescape(client.get(address).content.decode()).split())


def test_an_excluded_team_does_not_win_a_duel_between_tied_teams():
    tournament = contest(
        ranking=Ranking.CUSTOM,
        criteria=[Criterion.HEAD_TO_HEAD, Criterion.MARKS],
        excluded_kind=ExclusionKind.BYE,
        bye_marks=250,
    )
    rule(tournament, Decision.EXCLUSION, team(tournament, 1))
    assert rows(tournament)[2].meetings == ()


def test_a_ruling_about_a_team_of_a_pool_counts_in_its_pool():
    tournament = contest(shape=Shape.POOLS)
    round_ = tournament.rounds.get()
    round_.draw_kind = DrawKind.POOLS
    round_.inputs = {"drawn": {"pools": [["A", [1, 2]], ["B", [3, 4]]]}}
    round_.save()
    rule(tournament, Decision.MARKS, team(tournament, 1), marks=-230)
    (pool, _other) = standings(tournament).pools
    assert [(line.team.number, line.row.marks) for line in pool.lines] == [(2, 40), (1, 20)]
