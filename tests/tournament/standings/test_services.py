"""The standings of a contest: what counts, what a bye gives, how many questions it takes."""

from uuid import uuid4

import pytest

from tests.tournament.builders import (
    FACTS,
    a_deal,
    a_role,
    a_round,
    a_team,
    a_tournament,
    a_user,
)
from tournament.deals.services import record_deal
from tournament.models import (
    ByeKind,
    Ranking,
    RoleKind,
    Round,
    Seat,
    Tournament,
)
from tournament.rounds.services import close_round, reopen_round
from tournament.spreadsheets import BYTE_ORDER_MARK
from tournament.standings.exports import plain_csv, spreadsheet_csv
from tournament.standings.services import standings
from tournament.standings.tables import StandingsTable

pytestmark = pytest.mark.django_db


def matches(round_: Round):
    return list(round_.matches.with_teams().select_related("round__tournament"))


def closed(round_: Round) -> Round:
    return close_round(round_, by=a_user("organiser"), despite_missing=True)


def by_team(tournament: Tournament):
    return {line.team.number: line.row for line in standings(tournament).lines}


def test_a_closed_round_counts_for_both_sides():
    tournament = a_tournament(deals=1)
    round_ = a_round(tournament)
    a_deal(matches(round_)[0])
    closed(round_)
    found = standings(tournament)
    assert (found.after, found.open_round, found.is_provisional) == (1, None, False)
    assert (
        plain_csv(found) == "rank,team,marks,wins,difference\r\n1,1,250,1,210\r\n2,2,40,0,-210\r\n"
    )
    assert by_team(tournament)[2].against == 250
    assert by_team(tournament)[2].played == 1


def test_what_is_typed_in_an_open_round_does_not_count():
    tournament = a_tournament(deals=1)
    round_ = a_round(tournament)
    a_deal(matches(round_)[0])
    found = standings(tournament)
    assert (found.after, found.open_round, found.is_provisional) == (None, 1, True)
    assert [(line.row.rank, line.row.marks, line.row.played) for line in found.lines] == [
        (1, 0, 0),
        (1, 0, 0),
    ]


def test_opening_a_round_again_takes_its_marks_out():
    tournament = a_tournament(deals=1)
    round_ = a_round(tournament)
    a_deal(matches(round_)[0])
    round_ = closed(round_)
    assert standings(tournament).lines[0].row.marks == 250
    reopen_round(round_, by=a_user("organiser"))
    assert standings(tournament).lines[0].row.marks == 0


def test_a_correction_in_a_closed_round_moves_the_standings():
    tournament = a_tournament(deals=1)
    round_ = a_round(tournament)
    entry = a_deal(matches(round_)[0])
    closed(round_)
    record_deal(
        matches(round_)[0],
        1,
        FACTS | {"points": 100},
        by=a_user(),
        client_key=uuid4(),
        base=entry.pk,
        reason="recompté",
    )
    assert plain_csv(standings(tournament)).splitlines()[1:] == ["1,2,280,1,280", "2,1,0,0,-280"]


def test_the_side_ahead_wins_a_match_that_was_closed_unfinished():
    tournament = a_tournament(deals=12)
    round_ = a_round(tournament)
    a_deal(matches(round_)[0])
    closed(round_)
    assert by_team(tournament)[1].wins == 1


def test_a_match_closed_without_a_deal_is_played_and_won_by_nobody():
    tournament = a_tournament()
    closed(a_round(tournament))
    rows = by_team(tournament)
    assert [(rows[team].played, rows[team].wins, rows[team].marks) for team in (1, 2)] == [
        (1, 0, 0),
        (1, 0, 0),
    ]


def test_a_tied_match_is_a_win_for_neither():
    tournament = a_tournament(deals=2)
    round_ = a_round(tournament)
    a_deal(matches(round_)[0])
    a_deal(matches(round_)[0], 2, takers="B")
    closed(round_)
    rows = by_team(tournament)
    assert rows[1].marks == rows[2].marks == 290
    assert rows[1].wins == rows[2].wins == 0


@pytest.mark.parametrize(
    ("settings", "marks"),
    [
        ({"bye_kind": ByeKind.FIXED, "bye_marks": 700}, 700),
        # The two tables mark 250, 40, 250 and 50 in one deal: 147.5, and a half goes up.
        ({"bye_kind": ByeKind.AVERAGE}, 148),
        ({"bye_kind": ByeKind.HALF_TABLE}, 81),
    ],
)
def test_sitting_out_marks_as_set_and_is_no_win(settings, marks):
    tournament = a_tournament(deals=1, **settings)
    round_ = a_round(tournament, 2, bye=True)
    first, second = matches(round_)
    a_deal(first)
    a_deal(second, points=115, contract="110", belote_a=1)
    closed(round_)
    row = by_team(tournament)[5]
    assert (row.marks, row.wins, row.played, row.byes) == (marks, 0, 0, 1)
    assert row.difference == 0


def test_sitting_out_is_a_win_when_set():
    tournament = a_tournament(deals=1, bye_wins=True)
    closed(a_round(tournament, bye=True))
    assert by_team(tournament)[3].wins == 1


def test_a_correction_moves_the_average_that_sitting_out_gives():
    tournament = a_tournament(deals=1, bye_kind=ByeKind.AVERAGE)
    round_ = a_round(tournament, bye=True)
    closed(round_)
    assert by_team(tournament)[3].marks == 0
    a_deal(matches(round_)[0])
    assert by_team(tournament)[3].marks == 145


def test_wins_come_first_when_the_contest_says_so():
    tournament = a_tournament(deals=1, ranking=Ranking.WINS, bye_marks=9000)
    round_ = a_round(tournament, bye=True)
    a_deal(matches(round_)[0])
    closed(round_)
    assert [line.team.number for line in standings(tournament).lines] == [1, 3, 2]
    tournament.ranking = Ranking.MARKS
    assert [line.team.number for line in standings(tournament).lines] == [3, 1, 2]


def test_a_team_that_left_keeps_its_results_and_one_that_never_played_is_not_ranked():
    tournament = a_tournament(deals=1)
    closed(a_round(tournament))
    a_team(tournament, 3)
    tournament.teams.filter(number__in=[2, 3]).update(withdrawn=True)
    assert sorted(by_team(tournament)) == [1, 2]


def test_a_team_that_missed_a_round_gets_nothing_for_it():
    tournament = a_tournament(deals=1, bye_marks=500)
    closed(a_round(tournament))
    a_team(tournament, 3)
    assert (by_team(tournament)[3].marks, by_team(tournament)[3].played) == (0, 0)


def test_the_number_of_queries_does_not_grow_with_the_deals(django_assert_num_queries):
    tournament = a_tournament(deals=4)
    for _round in range(3):
        tournament.refresh_from_db()
        round_ = a_round(tournament, 3, bye=True)
        for match in matches(round_):
            for number in range(1, 5):
                a_deal(match, number)
        closed(round_)
    assert Seat.objects.count() == 21
    with django_assert_num_queries(14):
        assert len(standings(tournament).lines) == 21


def test_the_file_for_spreadsheets_has_accents_and_runs_nothing():
    tournament = a_tournament(deals=1)
    for number, name in enumerate(['=HYPERLINK("x")', "+33", "-2", "@cmd", "Cœur; vaillant"], 1):
        a_team(tournament, number, name)
    written = spreadsheet_csv(standings(tournament))
    assert written.startswith(BYTE_ORDER_MARK)
    for start in ("'=HYPERLINK", "'+33", "'-2", "'@cmd", '"Cœur; vaillant"'):
        assert start in written
    assert written.count("\r\n") == 6


def test_the_page_and_the_file_say_the_same(client):
    reader = a_user("reader")
    tournament = a_tournament(deals=1)
    a_role(reader, tournament, RoleKind.READER)
    round_ = a_round(tournament)
    a_deal(matches(round_)[0])
    closed(round_)
    client.force_login(reader)
    address = f"/tournaments/{tournament.pk}/standings/"
    page = client.get(address)
    table = StandingsTable(page.context["standings"].lines, page.context["standings"].criteria)
    assert [row.get_cell("marks") for row in table.rows] == ["250", "40"]
    assert ">250</td>" in page.content.decode()
    file = client.get(f"{address}csv/")
    assert file["Content-Type"] == "text/csv; charset=utf-8"
    assert ";250;1;210;1\r\n" in file.content.decode()
    again = client.get(f"{address}csv/", headers={"if-none-match": file["ETag"]})
    assert again.status_code == 304
    reopen_round(round_, by=a_user("organiser"))
    assert client.get(f"{address}csv/", headers={"if-none-match": file["ETag"]}).status_code == 200


def test_an_empty_contest_says_what_comes_next(client):
    organiser = a_user("organiser")
    tournament = a_tournament(organiser=organiser)
    client.force_login(organiser)
    page = client.get(f"/tournaments/{tournament.pk}/standings/")
    assert f"/tournaments/{tournament.pk}/rounds/" in page.content.decode()
    assert standings(tournament).lines == ()
