"""A sheet checked by a second person: confirmed, contested, or read from both teams' papers."""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.builders import (
    FACTS,
    a_deal,
    a_match,
    a_role,
    a_round,
    a_ruling,
    a_tournament,
    a_user,
)
from tournament.deals.acts import last_act, move_sheet, swap_sides, take_totals, undo
from tournament.deals.checks import Changed, OwnWork, answer, confirm_sheet, seen_of, settle
from tournament.deals.services import StaleEntry, record_deal
from tournament.deals.sheet_checks import checks_of
from tournament.deals.states import DealState, TableState
from tournament.deals.tally import match_sheet
from tournament.models import Checking, Confirmation, Deal, Decision, Entry, Match, RoleKind, Source

pytestmark = pytest.mark.django_db


def fresh(match: Match) -> Match:
    return Match.objects.with_teams().select_related("round__tournament").get(pk=match.pk)


def states(match: Match) -> list[str]:
    return [row.state for row in match_sheet(fresh(match)).rows]


def table(match: Match) -> str:
    return match_sheet(fresh(match)).state


def read(match: Match, sheet: str, by: str, number: int = 1, **said) -> Entry:
    """Type a deal from one team's sheet, as somebody who saw its last reading."""
    facts = {key: value for key, value in said.items() if key not in {"base", "reason", "source"}}
    rest = {key: said[key] for key in ("base", "reason", "source") if key in said}
    author = a_user(by) if by else None
    return record_deal(
        match, number, FACTS | facts, by=author, client_key=uuid4(), sheet=sheet, **rest
    )


def test_a_sheet_typed_once_waits_for_nobody():
    match = a_match(deals=1)
    assert table(match) == TableState.UNTYPED
    a_deal(match)
    assert (states(match), table(match)) == ([DealState.COUNTED], TableState.FINISHED)


def test_a_sheet_is_playing_until_its_last_deal():
    match = a_match(deals=2)
    a_deal(match)
    assert table(match) == TableState.PLAYING


class TestConfirmed:
    def test_it_waits_until_somebody_else_agrees(self):
        match = a_match(deals=1, checking=Checking.CONFIRMED)
        entry = a_deal(match)
        assert (states(match), table(match)) == ([DealState.WAITING], TableState.WAITING)
        answer(entry, agrees=True, by=a_user("yves"))
        assert (states(match), table(match)) == ([DealState.COUNTED], TableState.FINISHED)

    def test_who_typed_cannot_confirm(self):
        entry = a_deal(a_match(deals=1, checking=Checking.CONFIRMED))
        with pytest.raises(OwnWork):
            answer(entry, agrees=True, by=a_user())

    def test_a_sheet_swapped_twice_is_read_and_confirmed_in_as_few_questions_as_a_short_one(self):
        asked, yves = [], a_user("yves")
        for deals in (2, 6):
            match = a_match(name=f"{deals}", deals=deals, checking=Checking.CONFIRMED)
            for number in range(1, deals + 1):
                a_deal(match, number)
            for _time in range(2):
                swap_sides(match, seen=seen_of(match), by=a_user("paul"), reason="relu")
            now, seen = match_sheet(fresh(match)), seen_of(match)
            with CaptureQueriesContext(connection) as queries:
                assert not checks_of(now, by=yves).own
                assert confirm_sheet(match, seen=seen, by=yves) == deals
            asked.append(len(queries))
        assert asked[0] == asked[1]

    def test_who_confirms_cannot_alter(self):
        match = a_match(deals=1, checking=Checking.CONFIRMED)
        entry = a_deal(match)
        answer(entry, agrees=True, by=a_user("yves"))
        correction = {"base": entry.pk, "reason": "relu", "client_key": uuid4()}
        with pytest.raises(ValidationError) as refused:
            record_deal(match, 1, FACTS | {"points": 130}, by=a_user("yves"), **correction)
        assert refused.value.code == "confirmer"
        record_deal(match, 1, FACTS | {"points": 130}, by=a_user(), **correction)
        assert states(match) == [DealState.WAITING]

    def test_who_confirms_changes_no_whole_sheet_and_decides_no_dispute(self):
        round_ = a_round(a_tournament(deals=1, checking=Checking.CONFIRMED), 2)
        match, other = round_.matches.with_teams()
        entry, yves = a_deal(match), {"by": a_user("yves")}
        answer(entry, agrees=True, **yves)
        seen = {"seen": seen_of(match), "reason": "relu"}
        taken = {"base": None, "reason": "relu", "client_key": uuid4()}
        for alter in (
            lambda: take_totals(match, (10, 20), **taken, **yves),
            lambda: swap_sides(match, **seen, **yves),
            lambda: move_sheet(match, other, **seen, **yves),
        ):
            with pytest.raises(ValidationError) as refused:
                alter()
            assert refused.value.code == "confirmer"
        answer(entry, agrees=False, by=a_user("luc"), note="belote")
        said = {"base": entry.pk, "client_key": uuid4(), "reason": "relu"}
        with pytest.raises(ValidationError) as refused:
            settle(entry.deal, entry, **said, **yves)
        assert refused.value.code == "confirmer"
        settle(entry.deal, entry, by=a_user("luc"), **said)
        take_totals(match, (10, 20), by=a_user("luc"), **taken)
        assert match_sheet(fresh(match)).tally.totals == (10, 20)

    def test_a_contest_says_what_is_wrong_and_is_in_dispute_until_answered(self):
        match = a_match(deals=1, checking=Checking.CONFIRMED)
        entry = a_deal(match)
        with pytest.raises(ValidationError) as refused:
            answer(entry, agrees=False, by=a_user("yves"))
        assert "note" in refused.value.message_dict
        answer(entry, agrees=False, by=a_user("yves"), note="130, not 126")
        assert (states(match), table(match)) == ([DealState.CONTESTED], TableState.DISPUTE)
        answer(entry, agrees=True, by=a_user("yves"))
        assert states(match) == [DealState.COUNTED]

    def test_two_clicks_make_one_answer(self):
        entry = a_deal(a_match(deals=1, checking=Checking.CONFIRMED))
        one, other = (answer(entry, agrees=True, by=a_user("yves")) for _click in range(2))
        assert one == other
        assert Confirmation.objects.count() == 1

    def test_an_entry_replaced_meanwhile_is_not_confirmed(self):
        match = a_match(deals=1, checking=Checking.CONFIRMED)
        entry = a_deal(match)
        correction = {"base": entry.pk, "reason": "relu", "client_key": uuid4()}
        record_deal(match, 1, FACTS | {"points": 130}, by=a_user(), **correction)
        with pytest.raises(Changed):
            answer(entry, agrees=True, by=a_user("yves"))

    def test_a_whole_sheet_is_confirmed_as_it_was_seen(self):
        match = a_match(deals=2, checking=Checking.CONFIRMED)
        a_deal(match, 1)
        seen = seen_of(match)
        a_deal(match, 2)
        with pytest.raises(Changed):
            confirm_sheet(match, seen=seen, by=a_user("yves"))
        with pytest.raises(OwnWork):
            confirm_sheet(match, seen=seen_of(match), by=a_user())
        assert confirm_sheet(match, seen=seen_of(match), by=a_user("yves")) == 2
        assert confirm_sheet(match, seen=seen_of(match), by=a_user("yves")) == 0
        assert table(match) == TableState.FINISHED

    def test_one_s_own_deals_go_on_waiting(self):
        match = a_match(deals=2, checking=Checking.CONFIRMED)
        a_deal(match, 1)
        record_deal(match, 2, FACTS, by=a_user("yves"), client_key=uuid4())
        assert confirm_sheet(match, seen=seen_of(match), by=a_user("yves")) == 1
        assert states(match) == [DealState.COUNTED, DealState.WAITING]


class TestPhones:
    def test_a_deal_of_a_phone_waits_for_the_other_side(self):
        match = a_match(deals=1, phones=True)
        entry = read(match, "A", "", source=Source.PHONE)
        assert states(match) == [DealState.WAITING]
        with pytest.raises(ValidationError):
            answer(entry, agrees=True, side="A")
        answer(entry, agrees=True, side="B")
        assert states(match) == [DealState.COUNTED]

    def test_a_side_may_contest_and_the_desk_decides(self):
        match = a_match(deals=1, phones=True)
        entry = read(match, "A", "", source=Source.PHONE)
        answer(entry, agrees=False, side="B", note="belote B")
        assert table(match) == TableState.DISPUTE
        with pytest.raises(ValidationError) as refused:
            settle(entry.deal, entry, base=entry.pk, by=a_user(), client_key=uuid4())
        assert "reason" in refused.value.message_dict
        decided = settle(
            entry.deal, entry, base=entry.pk, by=a_user(), reason="vu", client_key=uuid4()
        )
        assert (decided.copied_from, decided.source) == (entry, Source.SETTLED)
        assert states(match) == [DealState.COUNTED]


class TestTwoSheets:
    @pytest.fixture
    def match(self) -> Match:
        return a_match(deals=1, checking=Checking.TWO_SHEETS)

    def test_the_second_sheet_is_awaited_and_then_agrees(self, match):
        read(match, "A", "zoe")
        assert (states(match), table(match)) == ([DealState.WAITING], TableState.WAITING)
        read(match, "B", "yves")
        assert (states(match), table(match)) == ([DealState.COUNTED], TableState.FINISHED)

    def test_one_person_does_not_type_both(self, match):
        read(match, "A", "zoe")
        with pytest.raises(ValidationError) as refused:
            read(match, "B", "zoe")
        assert refused.value.code == "typist"

    def test_sheets_that_differ_show_until_somebody_chooses(self, match):
        first = read(match, "A", "zoe")
        second = read(match, "B", "yves", points=130)
        assert (states(match), table(match)) == ([DealState.DIFFERS], TableState.DIFFERS)
        assert match_sheet(fresh(match)).rows[0].entry == first
        with pytest.raises(ValidationError):
            settle(first.deal, second, base=first.pk, by=a_user("yves"), client_key=uuid4())
        key = uuid4()
        one, other = (
            settle(first.deal, second, base=first.pk, by=a_user("zoe"), client_key=key)
            for _click in range(2)
        )
        assert one == other
        assert match_sheet(fresh(match)).rows[0].entry == one
        assert (one.points, one.author, one.copied_from) == (130, a_user("zoe"), second)
        assert states(match) == [DealState.COUNTED]

    def test_a_page_that_shows_what_was_decided_since_decides_nothing(self, match):
        first = read(match, "A", "zoe")
        second = read(match, "B", "yves", points=130)
        settle(first.deal, second, base=first.pk, by=a_user("zoe"), client_key=uuid4())
        with pytest.raises(Changed):
            settle(first.deal, first, base=first.pk, by=a_user("luc"), client_key=uuid4())

    def test_a_page_gone_back_to_decides_anew_once_its_decision_was_taken_back(self, match):
        first = read(match, "A", "zoe")
        second = read(match, "B", "yves", points=130)
        sent = {"base": first.pk, "by": a_user("luc"), "client_key": uuid4()}
        decided = settle(first.deal, second, **sent)
        with pytest.raises(Changed):
            settle(first.deal, first, **sent)
        tournament = match.round.tournament
        undo(tournament, last_act(tournament, a_user("luc")).number, by=a_user("luc"))
        assert settle(first.deal, second, **sent) != decided
        assert states(match) == [DealState.COUNTED]

    def test_a_deal_that_the_referee_ruled_on_is_decided_by_a_referee_only(self, match):
        first = read(match, "A", "zoe")
        second = read(match, "B", "yves", points=130)
        ruled = a_ruling(match, Decision.ANNULLED, deal=first.deal)
        base = Deal.objects.get().accepted_id
        with pytest.raises(ValidationError):
            settle(first.deal, second, base=base, by=a_user("luc"), client_key=uuid4())
        assert Deal.objects.get().accepted_id == base
        with pytest.raises(ValidationError):
            answer(Deal.objects.get().accepted, agrees=False, by=a_user("luc"), note="si")
        settle(first.deal, second, base=base, by=ruled.by, client_key=uuid4())
        assert Deal.objects.get().accepted.copied_from == second

    def test_nothing_is_confirmed_where_the_other_sheet_is_typed(self, match):
        read(match, "A", "zoe")
        with pytest.raises(ValidationError):
            confirm_sheet(match, seen=seen_of(match), by=a_user("yves"))

    def test_the_referee_may_choose_the_sheet_they_typed(self, match):
        first = read(match, "A", "zoe")
        read(match, "B", "yves", points=130)
        a_role(a_user("zoe"), match.round.tournament, RoleKind.REFEREE)
        settle(first.deal, first, base=first.pk, by=a_user("zoe"), client_key=uuid4())
        assert states(match) == [DealState.COUNTED]

    def test_who_typed_one_sheet_may_give_way_to_the_other_and_no_more(self, match):
        first, second = read(match, "A", "zoe"), read(match, "B", "yves", points=130)
        said = {"base": first.pk, "by": a_user("zoe")}
        with pytest.raises(OwnWork):
            settle(first.deal, first, client_key=uuid4(), **said)
        settle(first.deal, second, client_key=uuid4(), **said)
        assert Deal.objects.get().accepted.copied_from == second

    def test_a_reading_is_corrected_on_its_own_sheet(self, match):
        first = read(match, "A", "zoe")
        second = read(match, "B", "yves", points=130)
        with pytest.raises(StaleEntry):
            read(match, "B", "yves", base=first.pk, reason="mal lu")
        read(match, "B", "yves", base=second.pk, reason="mal lu")
        assert states(match) == [DealState.COUNTED]
        deal = Deal.objects.get()
        assert deal.accepted == first == deal.reading_a

    def test_a_reading_after_the_decision_does_not_undo_it(self, match):
        first = read(match, "A", "zoe")
        second = read(match, "B", "yves", points=130)
        decided = settle(first.deal, second, base=first.pk, by=a_user("zoe"), client_key=uuid4())
        read(match, "A", "zoe", base=first.pk, reason="mal lu", points=131)
        assert Deal.objects.get().accepted == decided

    def test_one_match_may_ask_for_both_sheets_in_a_contest_that_does_not(self):
        match = a_match(deals=1)
        Match.objects.update(checking=Checking.TWO_SHEETS)
        read(fresh(match), "A", "zoe")
        assert states(match) == [DealState.WAITING]
