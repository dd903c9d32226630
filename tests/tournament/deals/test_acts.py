"""Acts on a whole sheet, and taking an act back within the minute."""

from datetime import timedelta
from itertools import product
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from scoring import Side
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
from tournament.deals import acts
from tournament.deals.acts import (
    drop_totals,
    last_act,
    move_sheet,
    swap_sides,
    take_totals,
    undo,
)
from tournament.deals.checks import Changed, seen_of
from tournament.deals.guards import sides_typed
from tournament.deals.services import record_deal
from tournament.deals.states import TableState
from tournament.deals.tally import match_sheet, match_tallies
from tournament.journal.services import first_broken
from tournament.models import Checking, Deal, Decision, Entry, Match, RoleKind, Round

pytestmark = pytest.mark.django_db
WHY = "feuille à l'envers"


def sheet_of(match: Match):
    return match_sheet(
        Match.objects.with_teams().select_related("round__tournament").get(pk=match.pk)
    )


def totals(match: Match) -> tuple[int, int]:
    return sheet_of(match).tally.totals


def tables(round_: Round) -> list[Match]:
    return list(round_.matches.with_teams().select_related("round__tournament"))


def take_back(match: Match) -> None:
    tournament = match.round.tournament
    undo(tournament, last_act(tournament, a_user()).number, by=a_user())


class TestSwap:
    def test_everything_typed_changes_sides_in_one_act(self):
        match = a_match("ffb-coinchee-2015", deals=3)
        a_deal(match, 1, belote_a=1)
        tierce = [{"kind": "tierce", "top": "KH"}]
        a_deal(match, 2, takers="B", declarations={"A": tierce})
        before = totals(match)
        swap_sides(match, seen=seen_of(match), by=a_user(), reason=WHY)
        assert totals(match) == before[::-1]
        assert [row.entry.takers for row in sheet_of(match).rows] == ["B", "A"]
        assert sheet_of(match).rows[1].entry.declarations == {
            "B": [{"kind": "tierce", "top": "KH"}]
        }
        assert first_broken(match.round.tournament.journal.all()) is None

    def test_two_clicks_swap_once(self):
        match = a_match(deals=2)
        a_deal(match)
        seen = seen_of(match)
        swap_sides(match, seen=seen, by=a_user(), reason=WHY)
        with pytest.raises(Changed):
            swap_sides(match, seen=seen, by=a_user(), reason=WHY)
        assert totals(match) == (40, 250)

    def test_it_needs_a_reason_and_something_typed(self):
        match = a_match(deals=2)
        with pytest.raises(ValidationError):
            swap_sides(match, seen=seen_of(match), by=a_user(), reason=WHY)
        a_deal(match)
        with pytest.raises(ValidationError) as refused:
            swap_sides(match, seen=seen_of(match), by=a_user(), reason=" ")
        assert "reason" in refused.value.message_dict

    def test_one_of_two_sheets_is_swapped_by_itself(self):
        match = a_match(deals=1, checking=Checking.TWO_SHEETS)
        for sheet, by, takers in (("A", "zoe", "A"), ("B", "yves", "B")):
            facts = FACTS | {"takers": takers}
            record_deal(match, 1, facts, by=a_user(by), client_key=uuid4(), sheet=sheet)
        assert sheet_of(match).state == TableState.DIFFERS
        swap_sides(match, seen=seen_of(match), by=a_user("yves"), reason=WHY, sheet="B")
        assert sheet_of(match).state == TableState.FINISHED
        assert totals(match) == (250, 40)


class TestMove:
    @pytest.fixture
    def two(self) -> list[Match]:
        round_ = a_round(a_tournament(deals=2), 2)
        found = tables(round_)
        a_deal(found[0], 1)
        a_deal(found[0], 2, takers="B")
        return found

    def test_the_deals_go_to_the_other_table_and_leave_this_one(self, two):
        one, other = two
        before = totals(one)
        move_sheet(one, other, seen=seen_of(one), by=a_user(), reason="mauvaise table")
        assert (totals(one), sheet_of(one).rows) == ((0, 0), ())
        assert totals(other) == before
        assert Entry.objects.count() == 4

    def test_a_table_with_something_typed_is_refused(self, two):
        one, other = two
        a_deal(other)
        with pytest.raises(ValidationError) as refused:
            move_sheet(one, other, seen=seen_of(one), by=a_user(), reason="mauvaise table")
        assert "to" in refused.value.message_dict
        with pytest.raises(ValidationError):
            move_sheet(one, one, seen=seen_of(one), by=a_user(), reason="mauvaise table")

    def test_it_is_taken_back(self, two):
        one, other = two
        before = totals(one)
        move_sheet(one, other, seen=seen_of(one), by=a_user(), reason="mauvaise table")
        take_back(one)
        assert (totals(one), totals(other)) == (before, (0, 0))
        move_sheet(one, other, seen=seen_of(one), by=a_user(), reason="mauvaise table")
        assert totals(other) == before

    def test_both_teams_sheets_are_moved_and_who_moved_them_typed_neither(self):
        one, other = tables(a_round(a_tournament(deals=2, checking=Checking.TWO_SHEETS), 2))
        for number, (sheet, by) in product((1, 2), (("A", "zoe"), ("B", "yves"))):
            record_deal(one, number, FACTS, by=a_user(by), client_key=uuid4(), sheet=sheet)
        move_sheet(one, other, seen=seen_of(one), by=a_user("paul"), reason="mauvaise table")
        assert (totals(other), sheet_of(other).state) == ((500, 80), TableState.FINISHED)
        typed = [sides_typed(other, by=a_user(name)) for name in ("paul", "zoe", "yves")]
        assert typed == [set(), {"A"}, {"B"}]

    def test_a_deal_that_the_referee_ruled_on_is_moved_by_a_referee_only(self, two):
        one, other = two
        a_ruling(one, Decision.ANNULLED, deal=one.deals.get(number=1))
        with pytest.raises(ValidationError):
            move_sheet(one, other, seen=seen_of(one), by=a_user(), reason="mauvaise table")
        assert len(sheet_of(one).rows) == 2
        move_sheet(one, other, seen=seen_of(one), by=a_user("rémi"), reason="mauvaise table")
        assert len(sheet_of(other).rows) == 2


class TestTotals:
    def take(self, match: Match, marks=(1020, 840), key=None, base=None):
        return take_totals(
            match, marks, base=base, by=a_user(), reason="illisible", client_key=key or uuid4()
        )

    def test_they_are_the_match(self):
        match = a_match(deals=12)
        a_deal(match)
        key = uuid4()
        assert self.take(match, key=key) == self.take(match, key=key)
        sheet = sheet_of(match)
        assert (sheet.tally.totals, sheet.tally.winner) == ((1020, 840), Side.A)
        assert (sheet.state, sheet.missing, sheet.rows[0].counts) == (
            TableState.FINISHED,
            (),
            False,
        )
        tournament = match.round.tournament
        assert match_tallies(tournament, [match.round])[match.pk].totals == (1020, 840)

    def test_equal_totals_are_a_tie(self):
        match = a_match(deals=12, equal_kind="one_more_deal")
        self.take(match, (900, 900))
        assert sheet_of(match).tally.is_tied

    def test_no_deal_is_typed_beside_them_until_they_are_dropped(self):
        match = a_match(deals=12)
        taken = self.take(match)
        with pytest.raises(ValidationError):
            a_deal(match)
        drop_totals(match, base=taken.pk, by=a_user(), reason="retrouvée")
        drop_totals(match, base=taken.pk, by=a_user(), reason="retrouvée")
        a_deal(match)
        assert totals(match) == (250, 40)

    def test_another_person_s_totals_are_not_overwritten_unseen(self):
        match = a_match(deals=12)
        self.take(match)
        with pytest.raises(ValidationError):
            self.take(match, (1, 2))

    def test_a_page_gone_back_to_once_they_were_dropped_takes_them_anew(self):
        match = a_match(deals=2)
        sent = {"base": None, "by": a_user(), "reason": WHY, "client_key": uuid4()}
        first = take_totals(match, (1000, 620), **sent)
        assert take_totals(match, (1000, 620), **sent) == first
        drop_totals(match, base=first.pk, by=a_user(), reason=WHY)
        assert take_totals(match, (1000, 620), **sent) != first
        assert totals(match) == (1000, 620)
        take_back(match)
        take_totals(match, (990, 620), **sent)
        assert totals(match) == (990, 620)

    @pytest.mark.parametrize("is_awarded", [False, True])
    def test_what_the_referee_decided_is_replaced_by_totals_by_a_referee_only(self, is_awarded):
        match = a_match(deals=2)
        deal = a_deal(match).deal
        if is_awarded:
            a_ruling(match, Decision.MATCH_AWARDED, marks_a=500, marks_b=0)
        else:
            a_ruling(match, Decision.ANNULLED, deal=deal)
        match.refresh_from_db()
        sent = {"base": match.totals_id, "reason": WHY}
        with pytest.raises(ValidationError):
            take_totals(match, (1000, 620), **sent, by=a_user(), client_key=uuid4())
        if match.totals_id:
            with pytest.raises(ValidationError):
                drop_totals(match, **sent, by=a_user())
        take_totals(match, (1000, 620), **sent, by=a_user("rémi"), client_key=uuid4())
        assert totals(match) == (1000, 620)

    def test_absurd_totals_are_refused(self):
        with pytest.raises(ValidationError):
            self.take(a_match(deals=12), (10**9, 0))


class TestUndo:
    def test_a_deal_is_taken_back_and_can_be_typed_again(self):
        match = a_match(deals=2)
        a_deal(match)
        take_back(match)
        assert sheet_of(match).rows == ()
        a_deal(match)
        assert (totals(match), Deal.objects.count()) == ((250, 40), 1)

    def test_its_form_gone_back_to_records_it_anew(self):
        match = a_match(deals=2)
        sent = {"by": a_user(), "client_key": uuid4()}
        first = record_deal(match, 1, FACTS, **sent)
        assert record_deal(match, 1, FACTS, **sent) == first
        take_back(match)
        assert record_deal(match, 1, FACTS, **sent) != first
        assert totals(match) == (250, 40)

    def test_a_correction_is_taken_back_to_what_it_replaced(self):
        match = a_match(deals=2)
        entry = a_deal(match)
        record_deal(
            match,
            1,
            FACTS | {"takers": "B"},
            by=a_user(),
            base=entry.pk,
            reason="relu",
            client_key=uuid4(),
        )
        take_back(match)
        assert sheet_of(match).rows[0].entry == entry

    def test_undoing_twice_undoes_once_and_then_the_act_before(self):
        match = a_match(deals=3)
        a_deal(match, 1)
        a_deal(match, 2)
        tournament = match.round.tournament
        number = last_act(tournament, a_user()).number
        undo(tournament, number, by=a_user())
        undo(tournament, number, by=a_user())
        assert len(sheet_of(match).rows) == 1
        take_back(match)
        assert sheet_of(match).rows == ()
        assert last_act(tournament, a_user()) is None

    def test_only_one_s_own_act_within_the_minute(self, monkeypatch):
        match = a_match(deals=2)
        a_deal(match)
        tournament = match.round.tournament
        number = last_act(tournament, a_user()).number
        assert last_act(tournament, a_user("yves")) is None
        with pytest.raises(ValidationError):
            undo(tournament, number, by=a_user("yves"))
        later = timezone.now() + timedelta(seconds=61)
        monkeypatch.setattr(acts.timezone, "now", lambda: later)
        with pytest.raises(ValidationError):
            undo(tournament, number, by=a_user())

    def test_a_clock_set_back_gives_nobody_longer(self, monkeypatch):
        match = a_match()
        a_deal(match)
        back = timezone.now() - timedelta(hours=1)
        monkeypatch.setattr(acts.timezone, "now", lambda: back)
        assert last_act(match.round.tournament, a_user()) is None

    def test_not_when_somebody_corrected_it_since(self):
        match = a_match(deals=2)
        entry = a_deal(match)
        tournament = match.round.tournament
        number = last_act(tournament, a_user()).number
        record_deal(
            match,
            1,
            FACTS | {"takers": "B"},
            by=a_user("yves"),
            base=entry.pk,
            reason="relu",
            client_key=uuid4(),
        )
        with pytest.raises(ValidationError):
            undo(tournament, number, by=a_user())
        assert totals(match) == (40, 250)


class TestLocked:
    @pytest.fixture
    def match(self) -> Match:
        match = a_match(deals=2, reclaim_minutes=15)
        a_deal(match)
        Round.objects.update(closed_at=timezone.now() - timedelta(minutes=16))
        return tables(Round.objects.get())[0]

    def correct(self, match: Match, by: str, reason: str = "réclamation"):
        entry = Deal.objects.get().accepted
        facts = FACTS | {"takers": "B"}
        key = uuid4()
        return record_deal(
            match, 1, facts, by=a_user(by), base=entry.pk, reason=reason, client_key=key
        )

    def test_only_the_referee_changes_it_with_a_reason(self, match):
        with pytest.raises(ValidationError) as refused:
            self.correct(match, "zoe")
        assert refused.value.code == "locked"
        a_role(a_user("rémi"), match.round.tournament, RoleKind.REFEREE)
        with pytest.raises(ValidationError) as refused:
            self.correct(match, "rémi", "")
        assert "reason" in refused.value.message_dict
        self.correct(match, "rémi")
        assert totals(match) == (40, 250)

    def test_while_the_time_runs_anybody_at_the_desk_does(self, match):
        Round.objects.update(closed_at=timezone.now() - timedelta(minutes=14))
        self.correct(tables(Round.objects.get())[0], "zoe")
        assert totals(match) == (40, 250)

    def test_every_other_act_is_refused_too(self, match):
        with pytest.raises(ValidationError):
            swap_sides(match, seen=seen_of(match), by=a_user(), reason=WHY)
        with pytest.raises(ValidationError):
            take_totals(match, (1, 2), base=None, by=a_user(), reason=WHY, client_key=uuid4())
