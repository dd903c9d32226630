"""What is kept of each table: a deal renews its table, anything else renews all of them."""

from uuid import uuid4

import pytest

from tests.tournament.builders import FACTS, a_deal, a_role, a_round, a_tournament, a_user
from tournament.deals.acts import drop_totals, last_act, move_sheet, swap_sides, take_totals, undo
from tournament.deals.by_table import by_table, kept_sheet
from tournament.deals.checks import answer, confirm_sheet, seen_of, settle
from tournament.deals.presence import known_by
from tournament.deals.services import record_deal
from tournament.journal.following import OF_ONE_TABLE
from tournament.journal.kept import forget
from tournament.models import Checking, JournalEntry, Match, RoleKind, Round, Tournament
from tournament.rounds.services import close_round
from tournament.teams.services import withdraw

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "feuille à l'envers"


@pytest.fixture(autouse=True)
def nothing_kept():
    forget()


@pytest.fixture
def made():
    """The tables whose sheets were read again."""
    return []


@pytest.fixture
def round_():
    tournament = a_tournament(organiser=a_user(), deals=3, checking=Checking.CONFIRMED)
    a_role(a_user(), tournament, RoleKind.REFEREE)
    found = a_round(tournament, 4)
    a_deal(match_of(found, 1))
    return found


def match_of(round_, table):
    matches = Match.objects.with_teams().select_related("round__tournament")
    return matches.get(round=round_, table=table)


def asked_now(round_, made):
    """What the next request is given, the tables that it reads noted."""
    found = Round.objects.select_related("tournament").get(pk=round_.pk)

    def make(sheet):
        made.append(sheet.match.table)
        return seen(sheet)

    return by_table(found, ("tests",), make)


def sheets_now(round_):
    contest = Tournament.objects.get(pk=round_.tournament_id)
    sheets = [kept_sheet(contest, 1, table) for table in (1, 2, 3, 4)]
    assert [sheet.known_by for sheet in sheets] == [known_by(sheet.match) for sheet in sheets]
    return [seen(sheet) for sheet in sheets]


def seen(sheet):
    """All that a page may show of a sheet."""
    return (
        sheet.match.table,
        sheet.state,
        sheet.tally,
        sheet.expected,
        sheet.missing,
        [str(team) for team in (sheet.match.team_a, sheet.match.team_b)],
        [(row.deal.number, row.entry.pk, row.state, row.marks, row.running) for row in sheet.rows],
    )


def test_a_deal_has_its_own_table_read_again(round_, made):
    before = asked_now(round_, made)
    assert made == [1, 2, 3, 4]
    made.clear()
    assert asked_now(round_, made) == before
    assert made == []
    a_deal(match_of(round_, 2))
    after = asked_now(round_, made)
    assert made == [2]
    assert after[1] != before[1]
    assert after[:1] + after[2:] == before[:1] + before[2:]


def test_what_happens_in_another_round_has_nothing_read_again(round_, made):
    close_round(round_, by=None, despite_missing=True)
    other = a_round(Tournament.objects.get(pk=round_.tournament_id), 2)
    asked_now(round_, made)
    made.clear()
    a_deal(match_of(other, 1))
    asked_now(round_, made)
    assert made == []


def test_another_name_is_another_value(round_):
    found = Round.objects.select_related("tournament").get(pk=round_.pk)
    assert by_table(found, ("a",), lambda _sheet: "a") == ["a"] * 4
    assert by_table(found, ("b",), lambda _sheet: "b") == ["b"] * 4


def test_a_sheet_is_shared_until_its_table_is_touched(round_, django_assert_num_queries):
    contest = Tournament.objects.get(pk=round_.tournament_id)
    first, other = kept_sheet(contest, 1, 1), kept_sheet(contest, 1, 2)
    a_deal(match_of(round_, 2))
    contest.refresh_from_db()
    with django_assert_num_queries(1):
        assert kept_sheet(contest, 1, 1) is first
    assert len(kept_sheet(contest, 1, 2).rows) == len(other.rows) + 1


def test_a_table_that_is_not_there_has_no_sheet(round_):
    contest = Tournament.objects.get(pk=round_.tournament_id)
    for number, table in ((1, 9), (2, 1)):
        with pytest.raises(Match.DoesNotExist):
            kept_sheet(contest, number, table)


def corrected(round_):
    match = match_of(round_, 1)
    base = match.deals.get().accepted_id
    record_deal(
        match,
        1,
        FACTS | {"points": 140},
        by=a_user(),
        client_key=uuid4(),
        base=base,
        reason=WHY,
    )


def settled(round_):
    entry = a_deal(match_of(round_, 2))
    answer(entry, agrees=False, by=a_user("yves"), note=WHY)
    settle(entry.deal, entry, base=entry.pk, by=a_user(), client_key=uuid4(), reason=WHY)


def accepted(round_):
    answer(a_deal(match_of(round_, 3)), agrees=True, by=a_user("yves"))


def confirmed(round_):
    match = match_of(round_, 1)
    confirm_sheet(match, seen=seen_of(match), by=a_user("yves"))


def moved_away(round_):
    match = match_of(round_, 1)
    move_sheet(match, match_of(round_, 4), seen=seen_of(match), by=a_user(), reason=WHY)


def swapped(round_):
    match = match_of(round_, 1)
    swap_sides(match, seen=seen_of(match), by=a_user(), reason=WHY)


def as_totals(round_):
    match = match_of(round_, 2)
    take_totals(match, (900, 800), base=None, by=a_user(), reason=WHY, client_key=uuid4())


def deal_by_deal_again(round_):
    match = match_of(round_, 2)
    drop_totals(match, base=match.totals_id, by=a_user(), reason=WHY)


def undone(round_):
    tournament = round_.tournament
    undo(tournament, last_act(tournament, a_user()).number, by=a_user())


def left(round_):
    withdraw(match_of(round_, 2).team_a, by=a_user())


def closed(round_):
    close_round(Round.objects.get(pk=round_.pk), by=a_user(), despite_missing=True)


EVENING = (
    corrected,
    confirmed,
    settled,
    accepted,
    moved_away,
    undone,
    swapped,
    undone,
    as_totals,
    deal_by_deal_again,
    as_totals,
    undone,
    left,
    closed,
    corrected,
)


def test_after_every_act_it_is_what_a_process_that_starts_would_read(round_, made):
    asked_now(round_, made)
    for act in EVENING:
        act(round_)
        kept = asked_now(round_, made), sheets_now(round_)
        forget()
        assert kept == (asked_now(round_, made), sheets_now(round_)), act.__name__
    kinds = JournalEntry.objects.values_list("kind", flat=True)
    of_a_sheet = {kind for kind in OF_ONE_TABLE if kind.startswith(("deal.", "sheet.", "totals."))}
    assert set(kinds) >= of_a_sheet
