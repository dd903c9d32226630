"""Results, what is missing, team lists, records, crosstables, seasons, prizes: what is on each."""

import datetime
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournament.builders import (
    a_deal,
    a_player_alone,
    a_round,
    a_season,
    a_team,
    a_tournament,
    a_user,
)
from tournament.models import ByeKind, JournalEntry, Shape
from tournament.prints import (
    cross_papers,
    hall_papers,
    prize_papers,
    results_papers,
    season_papers,
    team_papers,
)
from tournament.prints.hall_sheets import tables_of
from tournament.prints.prizes import Offer
from tournament.prints.prizes_services import digest_of, set_prizes
from tournament.rounds.services import open_round
from tournament.teams.services import check_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def cells(block):
    return [[cell.text for cell in row] for row in block.rows]


def words(block):
    return [column.words for column in block.columns]


def close(round_):
    round_.closed_at = timezone.now()
    round_.save(update_fields=["closed_at"])
    return round_


def played(**columns):
    """Return a closed round of one table and a bye: team 1 beat team 2, 250 to 40."""
    tournament = a_tournament(deals=1, bye_kind=ByeKind.FIXED, bye_marks=120, **columns)
    round_ = a_round(tournament, bye=True)
    a_deal(round_.matches.with_teams().get())
    close(round_)
    round_.tournament = tournament
    return round_


# --- A round


def test_results_name_the_winner_and_what_sitting_out_marks():
    paper = results_papers.results_paper(played())
    tables, byes = paper.blocks
    assert paper.state == "final"
    assert cells(tables) == [["1", "1 · Équipe 1", "250", "40", "2 · Équipe 2", "won by A"]]
    assert [cell.is_strong for cell in tables.rows[0]] == [True, True, False, False, False, False]
    assert cells(byes) == [["3 · Équipe 3", "120"]]


def test_results_while_a_round_is_played_are_provisional_and_say_what_each_table_waits_for():
    round_ = a_round(a_tournament(), tables=2)
    a_deal(round_.matches.with_teams().first())
    paper = results_papers.results_paper(round_)
    assert paper.state == "provisional"
    assert [row[-1] for row in cells(paper.blocks[0])] == ["playing", "nothing typed"]
    assert [row[2] for row in cells(paper.blocks[0])] == ["250", "–"]


def test_what_is_missing_is_listed_with_a_box_for_each_table():
    round_ = a_round(a_tournament(deals=3), tables=2)
    a_deal(round_.matches.with_teams().first())
    (block,) = results_papers.missing_paper(round_).blocks
    assert [(row[0], row[2]) for row in cells(block)] == [
        ("1", "Deals 2–3"),
        ("2", "Nothing was brought"),
    ]
    assert words(block)[-1] == "Done"


def test_a_round_that_misses_nothing_says_so():
    (block,) = results_papers.missing_paper(played()).blocks
    assert not block.rows
    assert block.said


# --- The teams


def test_the_list_for_the_door_has_a_box_for_who_is_not_there_and_the_hour_of_who_is():
    tournament = a_tournament(check_in=True)
    for number, name in ((1, "Zoé"), (2, "Émile")):
        a_team(tournament, number, name)
    check_in(tournament.teams.get(number=1), by=a_user())
    by_number, by_name = (
        team_papers.team_list(tournament, by_name=by_name, has_fees=False).blocks[0]
        for by_name in (False, True)
    )
    assert [row[1:3] for row in cells(by_number)] == [["1", "Zoé"], ["2", "Émile"]]
    assert [row[2] for row in cells(by_name)] == ["Émile", "Zoé"]
    assert cells(by_number)[0][0]
    assert not cells(by_number)[1][0]
    assert len(words(by_number)) == 4


def test_the_treasurers_list_has_what_each_owes_and_the_sums():
    tournament = a_tournament(fee=Decimal(10))
    a_team(tournament, 1)
    a_player_alone(tournament)
    teams, alone = team_papers.team_list(tournament, by_name=False, has_fees=True).blocks
    assert [row[-3:] for row in cells(teams)] == [["€20", "€0", "€20"], ["€30", "€0", "€30"]]
    assert cells(alone)[0][2:] == ["Jean Seul", "", "€10", "€0", "€10"]


def test_fees_are_only_on_the_list_of_who_may_know_them(client):
    tournament = a_tournament(fee=Decimal(10))
    a_team(tournament, 1)
    plain = team_papers.team_list(tournament, by_name=False, has_fees=False)
    assert not any("€" in cell for row in cells(plain.blocks[0]) for cell in row)


def test_a_record_says_each_round_against_whom_and_the_rank_after_it():
    round_ = played()
    team = round_.tournament.teams.get(number=1)
    paper = team_papers.record_paper(round_.tournament, team)
    assert cells(paper.blocks[0]) == [["1", "2 · Équipe 2", "won", "250", "40", "250", "1"]]
    out = team_papers.record_paper(round_.tournament, round_.tournament.teams.get(number=3))
    assert cells(out.blocks[0])[0][1:5] == ["–", "sat out", "120", "–"]


# --- Crosstables and seasons


def test_a_crosstable_says_whom_each_met_and_what_it_gave():
    paper = cross_papers.crosstable_paper(played().tournament)
    (block,) = paper.blocks
    assert words(block)[3:] == ["R1", "Marks"]
    assert [row[3:] for row in cells(block)] == [["2 +", "250"], ["sat out", "120"], ["1 −", "40"]]
    assert block.rows[0][3].below == ("250",)


def test_many_rounds_are_laid_on_the_side_and_cut_in_blocks():
    tournament = played().tournament
    for _number in range(13):
        close(
            open_round(tournament, tournament.rounds.count() + 1, kind="lot", by=None, accept=True)
        )
    paper = cross_papers.crosstable_paper(tournament)
    assert paper.is_wide
    assert [len(words(block)) for block in paper.blocks] == [4 + 12, 4 + 2]


def test_where_all_meet_all_a_square_says_what_each_marked_against_each():
    square = cross_papers.crosstable_paper(played(shape=Shape.ROUND_ROBIN).tournament).blocks[0]
    assert cells(square)[0] == ["1", "1 · Équipe 1", "■", "", "250 +", "250"]


def test_each_pool_has_its_own_standings():
    tournament = a_tournament(shape=Shape.POOLS, deals=1)
    for number in range(1, 9):
        a_team(tournament, number)
    open_round(tournament, 1, kind="pools", by=None)
    paper = cross_papers.pools_paper(tournament)
    assert [block.heading for block in paper.blocks] == ["Pool A", "Pool B"]
    assert [len(block.rows) for block in paper.blocks] == [4, 4]


def test_a_season_on_paper_is_that_of_the_page():
    season = a_season(played().tournament)
    paper = season_papers.season_paper(season)
    assert paper.rules is None
    assert [row[0] for row in cells(paper.blocks[0])] == ["1", "2", "3"]
    assert cells(paper.blocks[0])[0][1:] == ["Joueur 1.1 – Joueur 1.2", "250", "250"]
    assert any("Belote grenobloise" in line or "Grenoble" in line for line in paper.lines)


@pytest.mark.parametrize(("language", "day"), [("fr", "30 nov."), ("en", "30 Nov.")])
def test_a_season_on_paper_writes_the_day_of_an_evening_as_its_language_does(language, day):
    season = a_season(a_tournament(date=datetime.date(2026, 11, 30)))
    with translation.override(language):
        paper = season_papers.season_paper(season)
    assert paper.blocks[0].columns[-1].words == day
    assert any(line.startswith(f"{day}: ") for line in paper.lines)


# --- The hall


def test_markers_are_those_in_use_and_the_first_free_ones():
    rooms = [
        {"name": "Salle 1", "first": 1, "last": 3},
        {"name": "Salle 2", "first": 21, "last": 22},
    ]
    assert tables_of(4, rooms=rooms, out=[2], used=[]) == [1, 3, 21, 22]
    assert tables_of(6, rooms=rooms, out=[2], used=[]) == [1, 3, 21, 22, 23, 24]
    assert tables_of(1, rooms=[], out=[], used=[5, 6]) == [5, 6]
    assert tables_of(0, rooms=[], out=[], used=[]) == []


def test_there_is_a_marker_for_each_table_and_a_card_for_each_team():
    tournament = a_round(a_tournament(), tables=3).tournament
    markers = hall_papers.markers_paper(tournament).markers
    assert [marker.table for marker in markers] == [1, 2, 3]
    assert len(hall_papers.cards_paper(tournament).cards) == 6


def test_the_rulebook_on_paper_has_every_clause_in_force():
    tournament = a_tournament()
    paper = hall_papers.rulebook_paper(tournament)
    assert len([clause for topic in paper.topics for clause in topic.clauses]) == len(
        tournament.rulebook.clauses
    )


# --- Prizes


def prized(tournament, *offers):
    set_prizes(tournament, offers, seen=digest_of([]), by=a_user())
    return tournament


FIRST = Offer(kind="rank", place=1, amount=Decimal(100), award="une coupe")
SECOND = Offer(kind="rank", place=2, amount=Decimal(40))


def test_the_prize_list_names_who_has_each_as_the_standings_are():
    paper = prize_papers.prizes_paper(prized(played().tournament, FIRST, SECOND))
    assert cells(paper.blocks[0]) == [
        ["first place", "€100 + une coupe", "1 · Équipe 1", "€100"],
        ["place 2", "€40", "3 · Équipe 3", "€40"],
    ]


def test_tied_teams_share_and_each_is_named():
    tournament = prized(a_round(a_tournament(deals=1), tables=1).tournament, FIRST, SECOND)
    close(tournament.rounds.get())
    rows = cells(prize_papers.prizes_paper(tournament).blocks[0])
    assert [row[2:] for row in rows] == [["1 · Équipe 1", "€70"], ["2 · Équipe 2", "€70"]]


def test_before_a_round_is_closed_nobody_has_a_prize():
    tournament = prized(a_round(a_tournament()).tournament, FIRST)
    assert cells(prize_papers.prizes_paper(tournament).blocks[0])[0][2] == "nobody yet"
    assert prize_papers.certificates_paper(tournament, for_all=True).certificates == ()


def test_certificates_are_for_those_with_a_prize_or_the_first_three_or_all():
    tournament = played().tournament

    def named(*, for_all):
        found = prize_papers.certificates_paper(tournament, for_all=for_all).certificates
        return [certificate.team.number for certificate in found]

    assert named(for_all=False) == [1, 3, 2]
    prized(tournament, FIRST)
    assert named(for_all=False) == [1]
    assert named(for_all=True) == [1, 3, 2]
    (first,) = prize_papers.certificates_paper(tournament, for_all=False).certificates
    assert first.place == "first place of 3"
    assert first.said[-1] == "€100 + une coupe"


def test_the_same_prizes_sent_twice_are_written_once():
    tournament = prized(played().tournament, FIRST, SECOND)
    set_prizes(tournament, [SECOND, FIRST], seen="", by=a_user())
    assert tournament.prizes.count() == 2
    assert JournalEntry.objects.filter(kind="prizes.set").count() == 1
    act = JournalEntry.objects.get(kind="prizes.set")
    assert act.details == {"prizes": 2, "amount": "140.00"}


@pytest.fixture
def page(client):
    tournament = played(organiser=a_user("organiser")).tournament
    client.force_login(a_user("organiser"))
    return tournament, reverse("prints:prizes", args=[tournament.pk])


def typed(client, url, **fields):
    seen = client.get(url).context["form"]["seen"].value()
    return client.post(url, {"seen": seen, **fields})


def test_prizes_are_typed_a_line_each_and_an_empty_line_is_none(client, page):
    tournament, url = page
    typed(client, url, amount_place_1="50,50", award_women="un panier", amount_last="0")
    assert [(prize.kind, prize.place, prize.amount) for prize in tournament.prizes.all()] == [
        ("rank", 1, Decimal("50.50")),
        ("category", None, None),
    ]
    assert client.get(url).context["form"]["amount_place_1"].value() == Decimal("50.50")
    typed(client, url, award_women="un panier")
    assert tournament.prizes.count() == 1


def test_a_wrong_amount_is_said_beside_its_line_and_nothing_typed_is_lost(client, page):
    tournament, url = page
    answer = typed(client, url, amount_place_1="cent", award_place_2="un jambon")
    assert answer.status_code == 200
    assert answer.context["form"].errors == {"amount_place_1": ["Saisissez un nombre."]}
    assert "un jambon" in answer.content.decode()
    assert not tournament.prizes.exists()


def test_prizes_changed_meanwhile_by_somebody_else_are_not_lost(client, page):
    tournament, url = page
    prized(tournament, FIRST)
    answer = client.post(url, {"seen": digest_of([]), "amount_place_2": "10"})
    assert answer.context["form"].non_field_errors()
    assert tournament.prizes.get().place == 1


@pytest.mark.parametrize("places", ["7", "100000", "x", "-1", "²"])
def test_the_page_has_as_many_places_as_asked_for_within_reason(client, page, places):
    _tournament, url = page
    slots = client.get(url, {"places": places}).context["form"].slots
    count = sum(slot.place is not None for slot in slots.values())
    assert count == {"7": 7, "100000": 5}.get(places, 5)
