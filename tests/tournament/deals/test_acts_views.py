"""Acts on a whole sheet as the desk makes them: shown first, once for two clicks, taken back."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.builders import FACTS, a_deal, a_role, a_round, a_tournament, a_user
from tournament.deals.acts import last_act
from tournament.deals.services import record_deal
from tournament.deals.tally import match_sheet
from tournament.models import Checking, Entry, JournalEntry, Match, MatchTotals, RoleKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables() -> list[Match]:
    """Three tables of one round; two deals are typed at the first."""
    round_ = a_round(a_tournament(organiser=a_user(), deals=3), 3)
    found = [fresh(match) for match in round_.matches.all()]
    a_deal(found[0], 1)
    a_deal(found[0], 2, takers="B", points=130)
    return [fresh(match) for match in found]


@pytest.fixture
def desk(client, tables):
    client.force_login(a_user())
    return client


def fresh(match: Match) -> Match:
    return Match.objects.with_teams().select_related("round__tournament").get(pk=match.pk)


def address(match: Match, page: str, query: str = "") -> str:
    return reverse(f"deals:{page}", args=[match.round.tournament_id, 1, match.table]) + query


def hidden(page: str, name: str) -> str:
    """The last one: the page's own form comes after the poll's."""
    return re.findall(rf'name="{name}" value="([^"]*)"', page)[-1]


def text(response) -> str:
    return response.content.decode()


def totals(match: Match) -> tuple[int, int]:
    return match_sheet(fresh(match)).tally.totals


def shown(desk, url: str, *names: str) -> dict[str, str]:
    page = text(desk.get(url))
    return {name: hidden(page, name) for name in names}


def undo(desk, match: Match, **typed):
    page = text(desk.get(address(match, "sheet")))
    form = page[page.index('id="undo"') :]
    sent = {name: hidden(form, name) for name in ("act", "round", "table")}
    return desk.post(reverse("deals:undo", args=[match.round.tournament_id]), sent | typed)


class TestSwap:
    def test_it_is_shown_before_and_after_then_made_once(self, desk, tables):
        match = tables[0]
        url = address(match, "swap")
        page = desk.get(url)
        before, after = page.context["before"], page.context["after"]
        assert after.tally.totals == before.tally.totals[::-1] == totals(match)[::-1]
        sent = shown(desk, url, "seen", "sheet") | {"reason": "feuille à l'envers"}
        assert desk.post(url, sent).url == address(match, "sheet")
        assert totals(match) == before.tally.totals[::-1]
        assert desk.post(url, sent).status_code == 200, "a second click swaps nothing back"
        assert totals(match) == before.tally.totals[::-1]

    def test_looking_changes_nothing(self, desk, tables):
        before, entries = totals(tables[0]), Entry.objects.count()
        desk.get(address(tables[0], "swap"))
        assert (totals(tables[0]), Entry.objects.count()) == (before, entries)

    def test_it_needs_a_reason_and_keeps_the_page(self, desk, tables):
        url = address(tables[0], "swap")
        refused = desk.post(url, shown(desk, url, "seen", "sheet"))
        assert refused.status_code == 200
        assert "errorlist" in text(refused)

    def test_one_team_s_sheet_is_swapped_alone_where_both_are_typed(self, desk, tables):
        match = tables[1]
        Match.objects.filter(pk=match.pk).update(checking=Checking.TWO_SHEETS)
        match = fresh(match)
        for sheet, name in (("A", "zoe"), ("B", "marie")):
            record_deal(match, 1, FACTS, by=a_user(name), client_key=uuid4(), sheet=sheet)
        url = address(match, "swap", "?sheet=A")
        desk.post(url, shown(desk, url, "seen", "sheet") | {"reason": "à l'envers"})
        deal = match.deals.select_related("reading_a", "reading_b").get()
        assert (deal.reading_a.takers, deal.reading_b.takers) == ("B", "A")

    def test_an_empty_sheet_says_so(self, desk, tables):
        assert 'name="reason"' not in text(desk.get(address(tables[1], "swap")))


class TestMove:
    def test_only_tables_of_which_nothing_is_typed_are_offered(self, desk, tables):
        a_deal(tables[2])
        page = text(desk.get(address(tables[0], "move")))
        assert f'<option value="{tables[1].pk}"' in page
        assert f'<option value="{tables[2].pk}"' not in page
        assert f'<option value="{tables[0].pk}"' not in page

    def test_it_is_shown_at_the_other_table_then_moved_once(self, desk, tables):
        here, there = tables[0], tables[1]
        before = totals(here)
        url = address(here, "move", f"?to={there.pk}")
        page = desk.get(url)
        assert page.context["after"].match.team_a == there.team_a
        assert page.context["after"].tally.totals == before
        sent = shown(desk, url, "seen", "to") | {"reason": "mauvaise table"}
        assert desk.post(url, sent).url == address(there, "sheet")
        assert (totals(here), totals(there)) == ((0, 0), before)
        assert desk.post(url, sent).status_code == 200
        assert (totals(here), totals(there)) == ((0, 0), before)

    def test_a_table_that_was_typed_meanwhile_is_refused(self, desk, tables):
        here, there = tables[0], tables[1]
        url = address(here, "move", f"?to={there.pk}")
        sent = shown(desk, url, "seen", "to") | {"reason": "mauvaise table"}
        a_deal(there)
        refused = desk.post(url, sent)
        assert refused.status_code == 200
        assert "errorlist" in text(refused)
        assert there.deals.count() == 1

    def test_it_needs_a_reason_and_keeps_the_table(self, desk, tables):
        url = address(tables[0], "move", f"?to={tables[1].pk}")
        refused = desk.post(url, shown(desk, url, "seen", "to"))
        assert refused.status_code == 200
        assert refused.context["to"] == tables[1]

    @pytest.mark.parametrize("to", ["x", "0", "9" * 30, ""])
    def test_nonsense_moves_nothing(self, desk, tables, to):
        url = address(tables[0], "move", f"?to={to}")
        assert desk.get(url).status_code == 200
        sent = {"to": to, "seen": "1", "reason": "mauvaise table"}
        assert desk.post(url, sent).status_code == 200
        assert totals(tables[0]) != (0, 0)


class TestTotals:
    def take(self, desk, match, marks=("880", "1740"), **typed):
        url = address(match, "totals")
        sent = shown(desk, url, "base", "client_key")
        sent |= {"marks_a": marks[0], "marks_b": marks[1], "reason": "illisible"}
        return desk.post(url, sent | typed)

    def test_two_numbers_and_a_reason_make_a_match_marked_as_such(self, desk, tables):
        match = tables[0]
        assert self.take(desk, match).url == address(match, "sheet")
        assert totals(match) == (880, 1740)
        page = text(desk.get(address(match, "sheet")))
        assert "banner totals" in page
        assert "illisible" in page
        hall = text(desk.get(reverse("deals:hall", args=[match.round.tournament_id])))
        assert "1\u202f740" in hall

    def test_two_clicks_take_them_once(self, desk, tables):
        key = str(uuid4())
        for _twice in range(2):
            assert self.take(desk, tables[0], client_key=key, base="").status_code == 302
        assert MatchTotals.objects.count() == 1

    @pytest.mark.parametrize(
        "typed",
        [
            {"reason": " "},
            {"marks_a": "-1"},
            {"marks_a": "beaucoup"},
            {"marks_b": "9" * 40},
            {"client_key": "no"},
            {"base": "x"},
        ],
    )
    def test_what_is_refused_is_kept_on_the_page(self, desk, tables, typed):
        refused = self.take(desk, tables[0], **typed)
        assert refused.status_code == 200
        assert 'value="1740"' in text(refused) or "marks_b" in typed
        assert not MatchTotals.objects.exists()

    def test_totals_somebody_took_meanwhile_are_shown_before_they_are_changed(self, desk, tables):
        url = address(tables[0], "totals")
        old = shown(desk, url, "base", "client_key")
        self.take(desk, tables[0])
        late = self.take(desk, tables[0], ("900", "1700"), **old)
        assert late.status_code == 200
        assert totals(tables[0]) == (880, 1740)
        page = text(late)
        again = {"base": hidden(page, "base"), "client_key": hidden(page, "client_key")}
        assert self.take(desk, tables[0], ("900", "1700"), **again).status_code == 302
        assert totals(tables[0]) == (900, 1700)

    def test_they_are_dropped_with_a_reason_and_the_deals_count_again(self, desk, tables):
        match = tables[0]
        before = totals(match)
        self.take(desk, match)
        url = address(match, "drop_totals")
        sent = shown(desk, url, "base")
        assert desk.post(url, sent).status_code == 200
        assert desk.post(url, sent | {"reason": "feuille retrouvée"}).status_code == 302
        assert totals(match) == before
        assert desk.post(url, sent | {"reason": "feuille retrouvée"}).status_code == 302
        assert desk.get(url).status_code == 200


class TestUndo:
    def test_the_last_act_is_taken_back_and_its_sheet_shown(self, desk, tables):
        match = tables[0]
        a_deal(match, 3)
        answer = undo(desk, match)
        assert answer.url == address(match, "sheet")
        assert len(match_sheet(fresh(match)).rows) == 2

    def test_it_is_offered_at_every_table_with_its_name_and_its_end(self, desk, tables):
        page = text(desk.get(address(tables[1], "sheet")))
        act = last_act(tables[0].round.tournament, a_user())
        until = timezone.localtime(act.at + timedelta(minutes=1))
        assert f"{until:%H:%M:%S}" in page
        assert undo(desk, tables[1]).url == address(tables[0], "sheet")

    def test_nothing_is_offered_after_a_minute_or_to_somebody_else(self, desk, client, tables):
        paul = a_user("paul")
        a_role(paul, tables[0].round.tournament, RoleKind.SCOREKEEPER)
        client.force_login(paul)
        assert 'id="undo"' not in text(client.get(address(tables[0], "sheet")))

    def test_two_clicks_take_one_act_back(self, desk, tables):
        match = tables[0]
        act = last_act(match.round.tournament, a_user()).number
        for _twice in range(2):
            undo(desk, match, act=act)
        assert len(match_sheet(fresh(match)).rows) == 1

    def test_a_stale_page_takes_back_no_other_act(self, desk, tables):
        match = tables[0]
        act = last_act(match.round.tournament, a_user()).number
        a_deal(match, 3)
        undo(desk, match, act=act)
        assert len(match_sheet(fresh(match)).rows) == 3

    @pytest.mark.parametrize(
        "typed",
        [
            {"act": "x"},
            {"act": "9" * 30},
            {"round": ""},
            {"table": "-1"},
            {"act": 0},
            {"round": "²"},
        ],
    )
    def test_nonsense_takes_nothing_back(self, desk, tables, typed):
        assert undo(desk, tables[0], **typed).status_code == 302
        assert not JournalEntry.objects.filter(kind="act.undone").exists()


def test_every_act_can_be_taken_back_from_the_sheet(desk, tables):
    match = tables[0]
    before = totals(match)
    for page, typed in (
        ("swap", {"reason": "à l'envers"}),
        ("totals", {"marks_a": 1, "marks_b": 2, "reason": "illisible"}),
    ):
        url = address(match, page)
        names = ("seen", "sheet") if page == "swap" else ("base", "client_key")
        desk.post(url, shown(desk, url, *names) | typed)
        assert totals(match) != before
        undo(desk, match)
        assert totals(match) == before


def test_a_match_of_another_contest_is_no_place_to_move_to(desk, tables):
    other = a_round(a_tournament(), 1).matches.get()
    url = address(tables[0], "move", f"?to={other.pk}")
    sent = {"to": other.pk, "seen": hidden(text(desk.get(url)), "seen"), "reason": "x"}
    assert desk.post(url, sent).status_code == 200
    assert not other.deals.exists()


def test_a_locked_round_is_changed_by_its_referee_only(desk, tables):
    match = tables[0]
    tournament = match.round.tournament
    tournament.reclaim_minutes = 5
    tournament.save()
    match.round.closed_at = timezone.now() - timedelta(minutes=6)
    match.round.save()
    url = address(match, "swap")
    sent = shown(desk, url, "seen", "sheet") | {"reason": "à l'envers"}
    refused = desk.post(url, sent)
    assert refused.status_code == 200
    assert "errorlist" in text(refused)
    a_role(a_user(), tournament, RoleKind.REFEREE)
    assert desk.post(url, sent).status_code == 302
