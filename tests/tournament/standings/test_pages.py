"""The lot, the file and each team's own page."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.builders import (
    a_deal,
    a_role,
    a_round,
    a_team,
    a_tournament,
    a_user,
)
from tournament.models import (
    Ranking,
    RoleKind,
    Round,
)
from tournament.prints.standings_papers import standings_paper
from tournament.rounds.services import close_round
from tournament.standings.exports import plain_csv, spreadsheet_csv
from tournament.standings.lots import draw_lot
from tournament.standings.records import team_record
from tournament.standings.services import standings
from tournament.standings.tables import StandingsTable

pytestmark = pytest.mark.django_db


def matches(round_: Round):
    return list(round_.matches.with_teams().select_related("round__tournament"))


def closed(round_: Round) -> Round:
    return close_round(round_, by=a_user("organiser"), despite_missing=True)


@pytest.fixture
def organiser(client):
    user = a_user("organiser")
    client.force_login(user)
    return user


def a_tie():
    tournament = a_tournament(deals=1)
    round_ = a_round(tournament, 2)
    for match in matches(round_):
        a_deal(match)
    closed(round_)
    tournament.refresh_from_db()
    return tournament


def test_a_lot_parts_the_tied_once_and_its_seed_is_kept():
    tournament = a_tie()
    before = standings(tournament)
    assert [line.row.rank for line in before.lines] == [1, 1, 3, 3]
    drawn = draw_lot(tournament, by=a_user("organiser"))
    again = draw_lot(tournament, by=a_user("organiser"))
    assert again.lot_seed == drawn.lot_seed
    found = standings(again)
    assert [line.row.rank for line in found.lines] == [1, 2, 3, 4]
    assert {line.row.team for line in found.lines[:2]} == {1, 3}
    assert found.lot_seed == drawn.lot_seed
    (entry,) = tournament.journal.filter(kind="standings.lot_drawn")
    assert entry.details["seed"] == drawn.lot_seed
    assert entry.details["tied"] == [[1, 3], [2, 4]]


def test_the_page_the_file_and_the_paper_give_the_same_ranks():
    tournament = a_tie()
    for contest in (tournament, draw_lot(tournament, by=None)):
        found = standings(contest)
        ranks = [(line.row.rank, line.row.team) for line in found.lines]
        table = StandingsTable(found.lines, found.criteria)
        assert [row.record.row.rank for row in table.rows] == [rank for rank, _team in ranks]
        file = [line.split(";")[:2] for line in spreadsheet_csv(found).splitlines()[1:]]
        assert [(int(rank), int(team)) for rank, team in file] == ranks
        plain = [line.split(",")[:2] for line in plain_csv(found).splitlines()[1:]]
        assert [(int(rank), int(team)) for rank, team in plain] == ranks
        paper = standings_paper(contest)
        assert [(row.rank, row.team.number) for row in paper.rows] == ranks


def test_a_lot_waits_for_the_end_of_a_round_and_for_somebody_tied():
    tournament = a_tie()
    a_round(tournament)
    with pytest.raises(ValidationError):
        draw_lot(tournament, by=None)
    alone = a_tournament(deals=1)
    round_ = a_round(alone)
    a_deal(matches(round_)[0])
    closed(round_)
    with pytest.raises(ValidationError):
        draw_lot(alone, by=None)


def test_the_organiser_settles_ties_by_lot_and_the_page_prints_the_seed(client, organiser):
    tournament = a_tie()
    address = f"/tournaments/{tournament.pk}/standings/"
    assert f"{address}lot/" in client.get(address).content.decode()
    page = client.post(f"{address}lot/", follow=True).content.decode()
    tournament.refresh_from_db()
    assert page.count(tournament.lot_seed) >= 2
    assert f"{address}lot/" not in page
    client.post(f"{address}lot/")
    assert tournament.journal.filter(kind="standings.lot_drawn").count() == 1


def test_a_reader_is_not_offered_the_lot(client):
    tournament = a_tie()
    reader = a_user("reader")
    a_role(reader, tournament, RoleKind.READER)
    client.force_login(reader)
    address = f"/tournaments/{tournament.pk}/standings/"
    assert "lot/" not in client.get(address).content.decode()
    assert client.post(f"{address}lot/").status_code == 403


def test_the_file_has_a_column_for_each_criterion(client, organiser):
    tournament = a_tie()
    tournament.ranking, tournament.criteria = Ranking.CUSTOM, ["points", "strength", "marks"]
    tournament.save()
    found = standings(tournament)
    head, first, *_rest = spreadsheet_csv(found).splitlines()
    # Rank, number, team, two players, the four usual figures, then points and strength.
    assert len(head.split(";")) == len(first.split(";")) == 11
    assert first.endswith(";250;1;210;1;2;0")


def test_a_team_s_page_shows_its_rounds_and_its_rank_after_each(client, organiser):
    tournament = a_tournament(deals=1, missed_marks=60)
    first = a_round(tournament, 2, bye=True)
    for match in matches(first):
        a_deal(match)
    closed(first)
    tournament.refresh_from_db()
    second = a_round(tournament)
    a_deal(matches(second)[0])
    closed(second)
    team = tournament.teams.get(number=2)
    record = team_record(tournament, team)
    assert [(line.part.marks, line.total, line.rank, line.state) for line in record.rounds] == [
        (40, 40, 5, "lost"),
        (60, 100, 4, "missed"),
    ]
    assert [opponent.number for opponent in record.rounds[0].opponents] == [1]
    page = client.get(f"/tournaments/{tournament.pk}/standings/teams/{team.pk}/").content.decode()
    assert "Équipe 2" in page
    assert "Équipe 1" in page


def test_a_team_s_page_says_where_it_sits_now(client, organiser):
    tournament = a_tournament(deals=1)
    round_ = a_round(tournament, bye=True)
    for team, said in ((1, "Table 1"), (3, "Sits this round out.")):
        pk = tournament.teams.get(number=team).pk
        page = client.get(
            f"/tournaments/{tournament.pk}/standings/teams/{pk}/",
            headers={"accept-language": "en"},
        ).content.decode()
        assert said in page
    assert not round_.is_closed


def test_another_contest_s_team_has_no_page_here(client, organiser):
    tournament, other = a_tournament(), a_tournament()
    team = a_team(other, 1)
    address = f"/tournaments/{tournament.pk}/standings/teams/{team.pk}/"
    assert client.get(address).status_code == 404


def test_the_pages_ask_as_much_of_a_long_contest_as_of_a_short_one(client, organiser):
    tournament = a_tournament(deals=1)
    asked = []
    for _round in range(3):
        tournament.refresh_from_db()
        round_ = a_round(tournament, 3, bye=True)
        for match in matches(round_):
            a_deal(match)
        closed(round_)
        team = tournament.teams.get(number=1)
        for path in ("", f"teams/{team.pk}/", "csv/"):
            with CaptureQueriesContext(connection) as captured:
                client.get(f"/tournaments/{tournament.pk}/standings/{path}")
            asked.append(len(captured))
    assert asked[:3] == asked[3:6] == asked[6:]


def test_every_team_is_on_the_one_page_whatever_its_address_asks(client, organiser):
    tournament = a_tournament(deals=1)
    closed(a_round(tournament, 14))
    where = f"/tournaments/{tournament.pk}/standings/"
    for asked in ("?per_page=1", "?per_page=-1", "?page=2", "?sort=team", ""):
        page = client.get(f"{where}{asked}").content.decode()
        assert page.count("<tr") == 28 + 1
