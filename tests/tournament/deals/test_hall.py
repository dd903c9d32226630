"""The hall at a glance: which tables are shown, what each waits for, and what an answer costs."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournament.builders import FACTS, a_deal, a_role, a_round, a_tournament, a_user
from tournament.deals.checks import answer
from tournament.deals.hall import Asked, Show, hall_of, hall_round
from tournament.deals.hall_tables import gaps, repeats
from tournament.deals.presence import at_tables
from tournament.deals.services import record_deal
from tournament.deals.states import TableState
from tournament.deals.tally import match_sheets
from tournament.models import Checking, Match, Outcome, Presence, RoleKind, Round, Team
from tournament.rounds.services import close_round

pytestmark = pytest.mark.django_db


def a_hall(tables: int, **columns) -> tuple[Round, list[Match]]:
    round_ = a_round(a_tournament(organiser=a_user(), **({"deals": 2} | columns)), tables)
    return round_, matches(round_)


def matches(round_: Round) -> list[Match]:
    return list(round_.matches.with_teams().select_related("round__tournament"))


def seen(round_: Round, **asked):
    found = Round.objects.get(pk=round_.pk)
    return hall_of(found, Asked(**asked), at_tables(found, but=a_user()))


def numbers(round_: Round, **asked) -> list[int]:
    return [table.number for table in seen(round_, **asked).tables]


def read(match: Match, sheet: str, by: str, **facts):
    key = uuid4()
    record_deal(match, 1, FACTS | facts, by=a_user(by), client_key=key, sheet=sheet)


@pytest.fixture
def hall():
    """A table in each state, in their order: untyped, playing, waiting, dispute, finished."""
    round_, tables = a_hall(5, checking=Checking.CONFIRMED)
    a_deal(tables[1], 1)
    for match in tables[2:]:
        entries = [a_deal(match, number, points=100 + number) for number in (1, 2)]
        if match.table == 4:
            answer(entries[0], agrees=False, by=a_user("yves"), note="belote oubliée")
        if match.table == 5:
            for entry in entries:
                answer(entry, agrees=True, by=a_user("yves"))
    return round_


def test_each_table_says_what_it_waits_for(hall):
    assert [table.state for table in seen(hall).tables] == [
        TableState.UNTYPED,
        TableState.PLAYING,
        TableState.WAITING,
        TableState.DISPUTE,
        TableState.FINISHED,
    ]


@pytest.mark.parametrize(
    ("show", "shown"),
    [
        (Show.ALL, [1, 2, 3, 4, 5]),
        (Show.TO_TYPE, [1, 2]),
        (Show.PLAYING, [2]),
        (Show.WAITING, [3]),
        (Show.DIFFERING, []),
        (Show.DISPUTE, [4]),
        (Show.FINISHED, [5]),
    ],
)
def test_a_filter_shows_its_tables_and_their_count(hall, show, shown):
    assert numbers(hall, show=show) == shown
    assert seen(hall).counts[show] == len(shown)


def test_two_sheets_that_differ_have_their_filter():
    round_, (match,) = a_hall(1, checking=Checking.TWO_SHEETS, deals=1)
    read(match, "A", "paul")
    assert numbers(round_, show=Show.WAITING) == [1]
    read(match, "B", "marie", points=116)
    assert numbers(round_, show=Show.DIFFERING) == [1]


def test_a_number_left_out_between_two_deals_is_named():
    round_, (match,) = a_hall(1, deals=6)
    for number in (1, 2, 5):
        a_deal(match, number, points=100 + number)
    assert gaps(match_sheets(round_)[0]) == [3, 4]


def test_what_is_not_played_yet_is_no_gap():
    round_, (match,) = a_hall(1, deals=6)
    a_deal(match, 1)
    assert gaps(match_sheets(round_)[0]) == []


def test_a_deal_that_repeats_the_one_before_is_named():
    round_, (match,) = a_hall(1, deals=6)
    for number, points in enumerate((100, 110, 110, 120), 1):
        a_deal(match, number, points=points)
    assert repeats(match_sheets(round_)[0]) == [(3, 2)]


def test_two_passes_in_a_row_repeat_nothing():
    round_, (match,) = a_hall(1, deals=6)
    for number in (1, 2):
        record_deal(match, number, {"outcome": Outcome.PASSED}, by=a_user(), client_key=uuid4())
    assert repeats(match_sheets(round_)[0]) == []


def test_a_search_finds_a_table_by_its_first_figures_or_a_team():
    round_, tables = a_hall(12)
    Team.objects.filter(seats__match=tables[6], seats__side="A").update(name="Les Œufs brouillés")
    assert numbers(round_, query="1") == [1, 10, 11, 12], "team 1 sits at table 1"
    assert numbers(round_, query="oeufs") == [7]
    assert numbers(round_, query="joueur 5.2") == [3]
    assert numbers(round_, query="24") == [12], "by the number of a team"
    assert numbers(round_, query="personne") == []


def test_a_number_means_its_table_whatever_is_filtered():
    round_, _tables = a_hall(12)
    assert seen(round_, query="1").wanted.number == 1
    assert seen(round_, query="2", show=Show.FINISHED).wanted.number == 2
    assert seen(round_, query="99").wanted is None
    assert seen(round_).wanted is None


def test_a_search_that_finds_one_team_means_its_table():
    round_, _tables = a_hall(12)
    assert seen(round_, query="joueur 5.2").wanted.number == 3
    assert seen(round_, query="joueur").wanted is None


def test_an_earlier_round_can_be_chosen_and_the_latest_is_shown_else():
    first, _tables = a_hall(1)
    close_round(first, by=a_user(), despite_missing=True)
    second = a_round(first.tournament, 1)
    assert hall_round(first.tournament, Asked()) == second
    assert hall_round(first.tournament, Asked(round=1)) == first
    assert hall_round(first.tournament, Asked(round=7)) == second


def test_the_hall_says_who_is_at_a_table_but_not_oneself():
    round_, (match, _other) = a_hall(2)
    for name in ("zoe", "paul"):
        Presence.objects.create(match=match, user=a_user(name), seen_at=timezone.now())
    assert [people for _table, people, _call in seen(round_).cards] == [[a_user("paul")], []]


class TestThePage:
    @pytest.fixture
    def desk(self, client):
        client.force_login(a_user())
        return client

    def ask(self, desk, round_, *, fragment=True, **query):
        url = reverse("deals:hall", args=[round_.tournament_id])
        return desk.get(url, query, headers={"HX-Request": "true"} if fragment else {})

    def key(self, answer):
        return answer.context["key"]

    def test_a_poll_with_nothing_new_is_answered_by_nothing(
        self, desk, django_assert_max_num_queries
    ):
        round_, (match, *_others) = a_hall(20)
        a_deal(match)
        key = self.key(self.ask(desk, round_))
        with django_assert_max_num_queries(8):
            answer = self.ask(desk, round_, seen=key)
        assert (answer.status_code, answer.content) == (204, b"")

    def test_a_deal_a_person_or_another_filter_is_news(self, desk):
        round_, (match,) = a_hall(1)
        keys = [self.key(self.ask(desk, round_))]
        a_deal(match)
        keys.append(self.key(self.ask(desk, round_, seen=keys[-1])))
        Presence.objects.create(match=match, user=a_user("paul"), seen_at=timezone.now())
        keys.append(self.key(self.ask(desk, round_, seen=keys[-1])))
        Presence.objects.update(seen_at=timezone.now() - timedelta(seconds=31))
        keys.append(self.key(self.ask(desk, round_, seen=keys[-1])))
        keys.append(self.key(self.ask(desk, round_, seen=keys[-1], show="finished")))
        assert keys[3] == keys[1], "who has left is no news twice"
        assert len(set(keys)) == 4

    def test_the_cards_say_state_deals_and_totals_in_words_and_figures(self, desk):
        round_, (match, _other) = a_hall(2, deals=3)
        a_deal(match, 1)
        a_deal(match, 3, points=130)
        page = self.ask(desk, round_).content.decode()
        card = page[page.index('id="table-1"') : page.index('id="table-2"')]
        assert "2 / 3" in card
        assert 'class="tag is-playing"' in card
        assert "500" in card

    def test_the_number_of_queries_does_not_grow_with_the_tables(self, desk):
        counts = []
        for tables in (2, 9):
            round_, each = a_hall(tables)
            for match in each:
                a_deal(match)
            with CaptureQueriesContext(connection) as queries:
                self.ask(desk, round_)
            counts.append(len(queries))
        assert counts[0] == counts[1]

    def test_enter_opens_the_table_that_was_typed(self, desk):
        round_, _tables = a_hall(12)
        answer = self.ask(desk, round_, fragment=False, q="12", open="1")
        assert answer.url == reverse("deals:sheet", args=[round_.tournament_id, 1, 12])
        page = self.ask(desk, round_, fragment=False, q="99", open="1")
        assert page.status_code == 200
        assert "99" in page.content.decode()

    @pytest.mark.parametrize(
        "query",
        [
            {"show": "nothing"},
            {"round": "x"},
            {"round": "9" * 30},
            {"q": "x" * 999},
            {"q": "\x00", "open": "1"},
            {"q": "²", "open": "1"},
            {"round": "-1", "show": "", "seen": "é"},
        ],
    )
    def test_nonsense_shows_the_hall(self, desk, query):
        round_, _tables = a_hall(1)
        assert self.ask(desk, round_, **query).status_code == 200

    def test_a_reader_has_no_hall(self, client):
        round_, _tables = a_hall(1)
        a_role(a_user("reader"), round_.tournament, RoleKind.READER)
        client.force_login(a_user("reader"))
        assert self.ask(client, round_).status_code == 403
