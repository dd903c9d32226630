"""The hall, two people at one sheet, a second pair of eyes, and acts on a whole sheet."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.visits import DESK, PHONE, ask_again, signed_in, with_time
from tests.tournament.builders import FACTS, a_deal, a_role, a_round, a_tournament, a_user
from tournament.deals.services import record_deal
from tournament.deals.tally import match_sheet
from tournament.models import (
    Checking,
    Confirmation,
    Entry,
    JournalEntry,
    Match,
    MatchTotals,
    RoleKind,
    Round,
    Seat,
    Source,
    Team,
)

pytestmark = pytest.mark.django_db(transaction=True)


def a_hall(tables: int = 2, **columns) -> Round:
    """A round of a contest with three scorekeepers."""
    names = {"zoe": "Zoé", "paul": "Paul", "marie": "Marie"}
    users = [a_user(name, first_name=first) for name, first in names.items()]
    tournament = a_tournament(organiser=a_user("organisateur"), **({"deals": 3} | columns))
    for user in users:
        a_role(user, tournament, RoleKind.SCOREKEEPER)
    return a_round(tournament, tables)


@pytest.fixture
def somebody(new_context, live_server) -> Iterator[Callable[[str], Page]]:
    """Open a browser of their own for somebody of the desk; it must never complain or overflow."""
    with ExitStack() as opened:
        pages: list[Page] = []

        def enter(name: str) -> Page:
            browser = contextmanager(signed_in)(name, new_context, live_server)
            pages.append(opened.enter_context(browser))
            return pages[-1]

        yield enter
        for page in pages:
            for width, height in (DESK, PHONE):
                page.set_viewport_size({"width": width, "height": height})
                across = page.evaluate("document.documentElement.scrollWidth")
                assert across <= width, page.url


def add_tables(round_: Round, number: int) -> None:
    """Seat two more teams at each of many more tables, at once."""
    taken = round_.tournament.teams.count()
    teams = Team.objects.bulk_create(
        Team(tournament=round_.tournament, number=place, name=f"Équipe {place}", key=str(place))
        for place in range(taken + 1, taken + 1 + 2 * number)
    )
    matches = Match.objects.bulk_create(
        Match(round=round_, table=place) for place in range(2, number + 2)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, team=teams.pop(), match=match, side=side)
        for match in matches
        for side in "AB"
    )


def table(round_: Round, number: int = 1) -> Match:
    matches = round_.matches.with_teams().select_related("round__tournament")
    return matches.get(table=number)


def address(match: Match, page: str = "sheet", query: str = "") -> str:
    return reverse(f"deals:{page}", args=[match.round.tournament_id, 1, match.table]) + query


def hall(round_: Round, query: str = "") -> str:
    return reverse("deals:hall", args=[round_.tournament_id]) + query


def totals(match: Match) -> tuple[int, int]:
    return match_sheet(table(match.round, match.table)).tally.totals


def read(match: Match, sheet: str, name: str, number: int = 1, **facts) -> Entry:
    return record_deal(
        match, number, FACTS | facts, by=a_user(name), client_key=uuid4(), sheet=sheet
    )


def press(page: Page, name: str) -> None:
    """Press a button twice, as an impatient hand does."""
    page.get_by_role("button", name=name).dblclick()


class TestTheHall:
    def test_it_lives_without_being_asked_and_says_each_state_in_words(self, somebody):
        round_ = a_hall(3, deals=2)
        page = with_time(somebody("zoe"))
        page.goto(hall(round_))
        cards = page.locator("a.table-card")
        expect(cards.nth(0).locator(".tag.is-untyped")).not_to_be_empty()
        page.evaluate("document.body.dataset.same = 'yes'")
        a_deal(table(round_), 1)
        ask_again(page)
        expect(cards.nth(0).locator(".tag.is-playing")).not_to_be_empty()
        expect(cards.nth(0)).to_contain_text("1 / 2")
        expect(cards.nth(0)).to_contain_text("250")
        a_deal(table(round_), 2, points=130)
        ask_again(page)
        expect(cards.nth(0).locator(".tag.is-finished")).not_to_be_empty()
        assert page.evaluate("document.body.dataset.same") == "yes", "the page was not loaded anew"

    def test_a_number_and_enter_open_the_table_with_nothing_else_touched(self, somebody):
        round_ = a_hall(20)
        page = somebody("zoe")
        page.goto(hall(round_))
        expect(page.get_by_label("Table ou équipe")).to_be_focused()
        page.keyboard.type("12")
        page.keyboard.press("Enter")
        expect(page).to_have_url(address(table(round_, 12)))

    def test_a_team_is_found_while_its_name_is_typed_and_a_poll_takes_nothing_away(self, somebody):
        round_ = a_hall(20)
        Team.objects.filter(seats__match=table(round_, 7), seats__side="A").update(
            name="Les Œufs brouillés"
        )
        page = with_time(somebody("zoe"))
        page.goto(hall(round_))
        expect(page.get_by_label("Table ou équipe")).to_be_focused()
        page.keyboard.type("oeufs")
        cards = page.locator("a.table-card")
        expect(cards).to_have_count(1)
        a_deal(table(round_, 7))
        ask_again(page)
        expect(cards).to_contain_text("1 / 3")
        expect(cards).to_have_count(1)
        expect(page.get_by_label("Table ou équipe")).to_have_value("oeufs")
        page.keyboard.press("Enter")
        expect(page).to_have_url(address(table(round_, 7)))

    def test_the_filters_count_and_keep_their_tables(self, somebody):
        round_ = a_hall(4, deals=1)
        for number in (1, 2):
            a_deal(table(round_, number))
        page = with_time(somebody("zoe"))
        page.goto(hall(round_))
        page.get_by_role("link", name="finies 2").click()
        expect(page.locator("a.table-card")).to_have_count(2)
        a_deal(table(round_, 3))
        ask_again(page)
        expect(page.locator("a.table-card")).to_have_count(3)

    def test_a_deal_left_out_is_named_on_the_card(self, somebody):
        round_ = a_hall(1, deals=6)
        for number in (1, 2, 4):
            a_deal(table(round_), number, points=100 + number)
        page = somebody("zoe")
        page.goto(hall(round_))
        expect(page.locator("a.table-card")).to_contain_text("Il manque la donne 3")

    def test_a_hundred_and_fifty_tables_are_seen_at_a_glance(self, somebody):
        round_ = a_hall(1)
        add_tables(round_, 149)
        page = somebody("zoe")
        width, height = DESK
        page.set_viewport_size({"width": width, "height": height})
        page.goto(hall(round_))
        expect(page.locator("a.table-card")).to_have_count(150)
        last = page.locator(".plan a").last.bounding_box()
        assert last["y"] + last["height"] <= height + 40, "every table on one screen"


class TestTwoPeople:
    def test_they_see_each_other_and_what_the_other_recorded(self, somebody):
        round_ = a_hall()
        match = table(round_)
        paul, marie, zoe = with_time(somebody("paul")), somebody("marie"), somebody("zoe")
        paul.goto(address(match))
        marie.goto(address(match))
        expect(marie.get_by_text("Paul est aussi sur cette feuille")).to_be_visible()
        zoe.goto(hall(round_))
        expect(zoe.get_by_text("Paul, Marie sont sur cette feuille")).to_be_visible()
        for page in (paul, marie):
            expect(page.get_by_label("Une ligne")).to_be_focused()
        paul.keyboard.type("a12k126")
        marie.keyboard.type("a11c126")
        marie.keyboard.press("Enter")
        expect(marie.get_by_text("Donne 1 enregistrée\u202f:")).to_be_visible()
        ask_again(paul)
        news = paul.locator("#company")
        expect(news).to_contain_text("Marie est aussi sur cette feuille")
        expect(news).to_contain_text("donne 1, par Marie")
        expect(paul.get_by_label("Une ligne")).to_have_value("a12k126")


class TestConfirming:
    @pytest.fixture
    def match(self) -> Match:
        match = table(a_hall(checking=Checking.CONFIRMED))
        for number in (1, 2, 3):
            a_deal(match, number, points=100 + 10 * number)
        return match

    def test_somebody_else_reads_the_sheet_and_confirms_it_in_one_act(self, somebody, match):
        zoe, paul = somebody("zoe"), somebody("paul")
        zoe.goto(address(match))
        expect(zoe.get_by_text("3 donnes que vous avez saisies attendent")).to_be_visible()
        expect(zoe.get_by_role("link", name="Relire et confirmer")).to_have_count(0)
        zoe.goto(address(match, "confirm"))
        expect(zoe.get_by_role("button", name="La feuille est juste")).to_have_count(0)
        paul.goto(hall(match.round, "?show=waiting"))
        paul.locator("a.table-card").click()
        paul.get_by_role("link", name="Relire et confirmer").click()
        press(paul, "La feuille est juste")
        expect(paul.get_by_text("La table 1 est confirmée")).to_be_visible()
        assert Confirmation.objects.count() == 3
        assert JournalEntry.objects.filter(kind="sheet.confirmed").count() == 1

    def test_a_sheet_corrected_while_it_is_read_is_not_confirmed_unread(self, somebody, match):
        paul = somebody("paul")
        paul.goto(address(match, "confirm"))
        old = match.deals.get(number=2).accepted_id
        record_deal(
            match,
            2,
            FACTS | {"points": 90},
            by=a_user("marie"),
            client_key=uuid4(),
            base=old,
            reason="relu",
        )
        paul.get_by_role("button", name="La feuille est juste").click()
        expect(paul.get_by_text("La feuille a changé entre-temps")).to_be_visible()
        assert not Confirmation.objects.exists()
        paul.get_by_role("button", name="La feuille est juste").click()
        expect(paul.get_by_text("La table 1 est confirmée")).to_be_visible()

    def test_a_contested_deal_is_in_dispute_until_it_is_settled(self, somebody, match):
        paul, marie = somebody("paul"), somebody("marie")
        paul.goto(address(match, "confirm"))
        paul.get_by_label("Donne", exact=True).select_option("2")
        press(paul, "Contester cette donne")
        expect(paul.locator(".errorlist")).to_be_visible()
        paul.get_by_label("Ce qui est faux").fill("belote oubliée")
        press(paul, "Contester cette donne")
        expect(paul.get_by_text("La donne est en litige")).to_be_visible()
        assert Confirmation.objects.count() == 1
        marie.goto(hall(match.round, "?show=dispute"))
        expect(marie.locator("a.table-card .tag.is-dispute")).not_to_be_empty()
        marie.locator("a.table-card").click()
        marie.get_by_role("link", name="Voir ce qui est contesté").click()
        expect(marie.get_by_text("Paul conteste")).to_be_visible()
        marie.get_by_label("Motif").fill("vu avec la table")
        press(marie, "La donne reste telle que saisie")
        expect(marie.get_by_text("Il n'y a plus rien à trancher")).to_be_visible()
        assert Entry.objects.filter(source=Source.SETTLED).count() == 1


class TestTwoSheets:
    @pytest.fixture
    def match(self) -> Match:
        match = table(a_hall(checking=Checking.TWO_SHEETS))
        for number in (1, 2, 3):
            read(match, "A", "paul", number)
            read(match, "B", "marie", number, points=126 if number == 2 else 116)
        return match

    def test_each_difference_is_settled_in_turn_and_who_decided_is_shown(self, somebody, match):
        zoe = somebody("zoe")
        zoe.goto(address(match))
        zoe.get_by_role("link", name="Comparer les deux feuilles").click()
        for number in (1, 3):
            expect(zoe.get_by_role("heading", name=f"Donne {number}")).to_be_visible()
            differing = zoe.locator("tr.differs")
            expect(differing.first).to_contain_text("126")
            expect(differing.first).to_contain_text("116")
            press(zoe, "Retenir la feuille de B")
        expect(zoe.get_by_text("Il n'y a plus rien à trancher")).to_be_visible()
        assert Entry.objects.filter(source=Source.SETTLED).count() == 2
        zoe.get_by_role("link", name="Voir la donne 1").click()
        expect(zoe.get_by_text("Tranchée par Zoé")).to_be_visible()

    def test_who_typed_a_sheet_cannot_keep_it(self, somebody, match):
        paul = somebody("paul")
        paul.goto(address(match, "settle"))
        expect(paul.get_by_role("button", name="Retenir la feuille de B")).to_be_visible()
        expect(paul.get_by_role("button", name="Retenir la feuille de A")).to_have_count(0)

    def test_what_another_person_decided_meanwhile_stands(self, somebody, match):
        zoe, other = somebody("zoe"), somebody("organisateur")
        for page in (zoe, other):
            page.goto(address(match, "settle"))
        zoe.get_by_role("button", name="Retenir la feuille de B").click()
        expect(zoe.get_by_role("heading", name="Donne 3")).to_be_visible()
        other.get_by_role("button", name="Retenir la feuille de A").click()
        expect(other.get_by_text("La feuille a changé entre-temps")).to_be_visible()
        expect(other.get_by_text("Tranchée par Zoé")).to_be_visible()
        assert Entry.objects.filter(source=Source.SETTLED).count() == 1


class TestActs:
    @pytest.fixture
    def match(self) -> Match:
        match = table(a_hall(3))
        a_deal(match, 1)
        a_deal(match, 2, takers="B", points=150)
        return match

    def open_acts(self, page: Page, match: Match, name: str) -> None:
        page.goto(address(match))
        page.get_by_text("Toute la feuille").click()
        page.get_by_role("link", name=name).click()

    def test_sides_are_swapped_once_after_being_shown_then_swapped_back_by_undo(
        self, somebody, match
    ):
        page, before = somebody("zoe"), totals(match)
        self.open_acts(page, match, "Échanger les équipes")
        expect(page.locator("tfoot .marks")).to_have_count(4)
        shown = page.locator("tfoot .marks").all_inner_texts()
        assert shown[:2] == shown[:1:-1]
        press(page, "Échanger les équipes")
        expect(page.locator(".errorlist")).to_be_visible()
        page.get_by_label("Motif").fill("feuille à l'envers")
        press(page, "Échanger les équipes")
        expect(page.get_by_text("Les équipes A et B sont échangées")).to_be_visible()
        assert totals(match) == before[::-1]
        expect(page.get_by_text("Vous pouvez l'annuler jusqu'à")).to_be_visible()
        press(page, "Annuler Ctrl-Z")
        expect(page.get_by_text("Votre dernier acte est annulé")).to_be_visible()
        assert totals(match) == before

    def test_a_stale_swap_is_refused(self, somebody, match):
        page = somebody("zoe")
        self.open_acts(page, match, "Échanger les équipes")
        page.get_by_label("Motif").fill("feuille à l'envers")
        a_deal(match, 3)
        before = totals(match)
        page.get_by_role("button", name="Échanger les équipes").click()
        expect(page.get_by_text("La feuille a changé entre-temps")).to_be_visible()
        expect(page.get_by_label("Motif")).to_have_value("feuille à l'envers")
        assert totals(match) == before

    def test_a_sheet_goes_to_the_table_it_was_meant_for(self, somebody, match):
        page, before = somebody("zoe"), totals(match)
        there = table(match.round, 3)
        self.open_acts(page, match, "Déplacer à une autre table")
        page.get_by_label("La feuille est celle de").select_option(str(there.pk))
        page.get_by_role("button", name="Voir ce que cela donne").click()
        expect(page.get_by_role("heading", name=there.team_a.name).first).to_be_visible()
        page.get_by_label("Motif").fill("mauvaise table")
        press(page, "Déplacer la feuille à la table 3")
        expect(page.get_by_text("La feuille est déplacée à cette table")).to_be_visible()
        expect(page).to_have_url(address(there))
        assert (totals(match), totals(there)) == ((0, 0), before)

    def test_a_match_is_taken_as_two_totals_marked_as_such_and_given_back(self, somebody, match):
        page, before = somebody("zoe"), totals(match)
        self.open_acts(page, match, "Prendre seulement les totaux")
        page.get_by_label("Marque de 1 ·").fill("880")
        page.get_by_label("Marque de 2 ·").fill("1740")
        press(page, "Prendre ces totaux")
        expect(page.locator(".errorlist")).to_be_visible()
        expect(page.get_by_label("Marque de 2 ·")).to_have_value("1740")
        page.get_by_label("Motif").fill("feuille illisible")
        press(page, "Prendre ces totaux")
        expect(page.locator(".banner.totals")).to_contain_text("feuille illisible")
        assert (totals(match), MatchTotals.objects.count()) == ((880, 1740), 1)
        self.open_acts(page, match, "Compter à nouveau donne par donne")
        page.get_by_label("Motif").fill("feuille retrouvée")
        press(page, "Compter à nouveau donne par donne")
        expect(page.get_by_text("La partie compte à nouveau donne par donne.")).to_be_visible()
        expect(page.locator(".banner.totals")).to_have_count(0)
        assert totals(match) == before

    def test_an_act_is_taken_back_from_the_keyboard(self, somebody, match):
        page = somebody("zoe")
        page.goto(address(match))
        expect(page.get_by_label("Une ligne")).to_be_focused()
        page.keyboard.type("a11c126")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Donne 3 enregistrée\u202f:")).to_be_visible()
        page.keyboard.press("Control+z")
        expect(page.get_by_text("Votre dernier acte est annulé")).to_be_visible()
        assert not match.deals.filter(number=3, accepted__isnull=False).exists()
