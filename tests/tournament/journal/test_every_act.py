"""A contest in which everything was done once is as its journal says; so are those imported."""

import io
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command

from tests.tournament.builders import a_user
from tests.tournament.journal.played import a_played_contest, decided, typed
from tournament.deals.acts import drop_totals, last_act, move_sheet, swap_sides, take_totals, undo
from tournament.deals.checks import answer, confirm_sheet, seen_of
from tournament.demo import load_demonstration
from tournament.journal.verification import verify
from tournament.models import Checking, Match, Tournament
from tournament.rounds.removal import plan_rounds, remove_round, restore_round
from tournament.rounds.services import cancel_round, close_round, reopen_round

pytestmark = pytest.mark.django_db

EVENING = Path(__file__).parent.parent / "data" / "evening"


@pytest.fixture
def contest() -> Tournament:
    return a_played_contest()


def tables(tournament: Tournament) -> list[Match]:
    """Return the matches of the round in play."""
    matches = Match.objects.with_teams().select_related("round__tournament")
    return list(matches.filter(round__tournament=tournament, round__number=2))


def test_acts_on_sheets_and_their_undoing(contest):
    one, other = tables(contest)
    by, why = a_user("zoe"), "feuille à l'envers"
    typed(one, 1)
    swap_sides(one, seen=seen_of(one), by=by, reason=why)
    move_sheet(one, other, seen=seen_of(one), by=by, reason=why)
    undo(contest, last_act(contest, by).number, by=by)
    totals = take_totals(other, (900, 700), base=None, by=by, reason=why, client_key=uuid4())
    drop_totals(other, base=totals.pk, by=by, reason=why)
    assert verify(contest).faults == ()
    undo(contest, last_act(contest, by).number, by=by)
    assert verify(contest).faults == ()


def test_sheets_checked_by_a_second_person(contest):
    match, _other = tables(contest)
    Match.objects.filter(pk=match.pk).update(checking=Checking.CONFIRMED)
    first, second = typed(match, 1), typed(match, 2, points=140)
    answer(first, agrees=False, by=a_user("lea"), note="130 sur le papier")
    confirm_sheet(match, seen=seen_of(match), by=a_user("lea"))
    decided(second, by="max", reason="vu avec la table")
    assert verify(contest).faults == ()


def test_the_sheets_of_both_teams(contest):
    match, _other = tables(contest)
    Match.objects.filter(pk=match.pk).update(checking=Checking.TWO_SHEETS)
    one = typed(match, 1, sheet="A", who="zoe")
    typed(match, 1, sheet="B", who="lea", points=140)
    decided(one, by="max", reason="celle de A")
    assert verify(contest).faults == ()


def test_rounds_closed_opened_deleted_and_brought_back(contest):
    by = a_user("organiser")
    plan_rounds(contest, 5, by=by)
    second = contest.rounds.get(number=2)
    close_round(second, by=by, despite_missing=True)
    reopen_round(second, by=by)
    remove_round(second, typed_name="Manche 2", by=by)
    assert verify(contest).faults == ()
    restore_round(contest.removed_rounds.get(), by=by)
    assert verify(contest).faults == ()
    cancel_round(contest.rounds.get(number=2), by=by)
    assert verify(contest).faults == ()


def test_the_demonstration_is_as_its_journal_says():
    assert verify(load_demonstration(a_user())).faults == ()


def test_an_evening_loaded_from_its_files_is_as_its_journal_says():
    call_command("import_evening", str(EVENING), rulebook="grenobloise", stdout=io.StringIO())
    assert verify(Tournament.objects.get()).faults == ()
