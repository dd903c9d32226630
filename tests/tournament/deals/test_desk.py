"""Where the keys lead from a sheet, and what the desk asks about a deal at its place."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring import Side
from tests.tournament.builders import FACTS, a_deal, a_match, a_user
from tournament.deals.compare import compared
from tournament.deals.following import walk
from tournament.deals.place import facts_at
from tournament.deals.questions import questions, questions_of_the_sheet
from tournament.deals.rows import lines_of
from tournament.deals.services import record_deal
from tournament.deals.sides import opened, side_sheets
from tournament.deals.tally import match_sheet
from tournament.deals.totals_check import compare_totals
from tournament.models import Checking, Deal, Entry, Match, Outcome

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return a_match()


def the_sheet(match):
    fresh = Match.objects.with_teams().select_related("round__tournament").get(pk=match.pk)
    return match_sheet(fresh)


def typed(match, *numbers):
    for number in numbers:
        a_deal(match, number, points=120 + number)
    return the_sheet(match)


# --- The arrows -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "up", "down", "onward"),
    [
        (1, None, 2, False),
        (2, 1, 4, False),
        (3, 2, 4, False),
        (4, 2, None, True),
        (5, 4, None, False),
        (None, 4, None, False),
    ],
)
def test_up_and_down_go_through_the_deals_that_are_typed(match, line, up, down, onward):
    found = walk(typed(match, 1, 2, 4), line)
    assert (found.up, found.down, found.onward) == (up, down, onward)


def test_from_the_empty_line_up_is_the_deal_typed_last_whatever_its_number(match):
    assert walk(typed(match, 1, 3, 2), 4).up == 2


def test_an_empty_sheet_leads_nowhere(match):
    found = walk(the_sheet(match), 1)
    assert (found.up, found.down, found.onward) == (None, None, False)


# --- A deal at its place --------------------------------------------------------------------------


def test_the_last_deal_of_a_match_is_marked_as_the_last():
    match = a_match(deals=2)
    now = typed(match, 1)
    entry = Entry(**FACTS)
    assert not facts_at(now, 1, entry).last
    assert facts_at(now, 2, entry).last


def test_what_a_tied_deal_leaves_goes_to_the_next_one():
    match = a_match("ffb-fiche", deals=3)
    tied = record_deal(
        match, 1, FACTS | {"contract": "80", "points": 81}, by=a_user(), client_key=uuid4()
    )
    now = the_sheet(match)
    carried = now.rows[0].score.carried
    assert facts_at(now, 2, tied).carried == carried


def test_a_deal_is_marked_before_it_is_recorded_as_it_will_be_after(match):
    for number, facts in enumerate([{}, {"points": 90}, {"outcome": "passed"}, {}], 1):
        entry = Entry(**({"outcome": "passed"} if facts.get("outcome") else FACTS | facts))
        before = the_sheet(match)
        if entry.is_played:
            expected = facts_at(before, number, entry)
        record_deal(
            match,
            number,
            {"outcome": "passed"} if not entry.is_played else FACTS | facts,
            by=a_user(),
            client_key=uuid4(),
        )
        if entry.is_played:
            assert the_sheet(match).rows[-1].facts == expected


# --- Questions ------------------------------------------------------------------------------------


def asked_of(match, **facts):
    return [
        question.field
        for question in questions(Entry(**FACTS | facts), match.round.tournament.rulebook)
    ]


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({}, []),
        ({"points": 162}, ["sweep"]),
        ({"points": 0}, ["sweep"]),
        ({"points": 162, "sweep": "takers"}, []),
        ({"points": 0, "sweep": "defenders"}, []),
        ({"contract": "80", "points": 162, "sweep": "takers"}, ["contract"]),
        ({"contract": "90", "points": None, "sweep": "takers"}, ["contract"]),
        ({"contract": "100", "points": None, "sweep": "takers"}, []),
        ({"contract": "capot", "points": None, "sweep": "takers"}, []),
        ({"contract": "200"}, ["contract"]),
        ({"points": 161}, ["points"]),
        ({"points": 19}, ["points"]),
        ({"points": 20}, []),
    ],
)
def test_what_is_seldom_true_is_asked_about(match, facts, fields):
    assert asked_of(match, **facts) == fields


def test_a_deal_without_cards_asks_nothing(match):
    rulebook = match.round.tournament.rulebook
    assert questions(Entry(outcome=Outcome.PASSED), rulebook) == []


def test_a_question_has_another_key_for_other_figures_and_the_same_in_any_language(match):
    rulebook = match.round.tournament.rulebook
    keys = {
        points: questions(Entry(**FACTS | {"points": points}), rulebook)[0].key
        for points in (12, 13)
    }
    assert keys[12] != keys[13]
    assert len(keys[12]) == 12


def of_the_sheet(match, number, **facts):
    asked = questions_of_the_sheet(Entry(**FACTS | facts), number, the_sheet(match))
    return [question.text for question in asked]


def test_a_number_further_on_is_asked_about_and_one_that_cannot_be_is_not():
    match = a_match(deals=4)
    typed(match, 1)
    assert len(of_the_sheet(match, 3)) == 1
    assert of_the_sheet(match, 2) == []
    assert of_the_sheet(match, 5) == [], "the service refuses it"


def test_a_deal_like_the_one_before_or_after_it_is_asked_about(match):
    a_deal(match, 2)
    assert len(of_the_sheet(match, 1)) == 1
    assert len(of_the_sheet(match, 3)) == 1
    assert of_the_sheet(match, 3, points=100) == []


def test_a_paper_that_gives_the_running_totals_is_recognised(match):
    a_deal(match, 1)
    found = questions_of_the_sheet(
        Entry(**FACTS | {"points": 100}, paper_a=250, paper_b=320), 2, the_sheet(match)
    )
    assert found[0].field == "paper_a"
    assert found[0].clues


# --- Two sheets -----------------------------------------------------------------------------------


def read(match, side, number, by, **facts):
    return record_deal(match, number, FACTS | facts, by=a_user(by), client_key=uuid4(), sheet=side)


@pytest.fixture
def double():
    return a_match(checking=Checking.TWO_SHEETS, deals=2)


def test_each_sheet_tells_the_match_as_if_nothing_else_were_known(double):
    read(double, "A", 1, "max", points=130)
    read(double, "B", 1, "zoe", points=120)
    read(double, "A", 2, "max")
    of_a, of_b = side_sheets(the_sheet(double), by=a_user("max"))
    assert [row.entry.points for row in of_a.sheet.rows] == [130, 126]
    assert [row.entry.points for row in of_b.sheet.rows] == [120]
    assert (of_a.sheet.is_complete, of_b.sheet.next_number) == (True, 2)
    assert Deal.objects.get(number=1).accepted.points == 130, "nothing is saved by looking"


def test_nobody_may_type_both_sheets(double):
    read(double, "A", 1, "max")
    by_max = side_sheets(the_sheet(double), by=a_user("max"))
    by_zoe = side_sheets(the_sheet(double), by=a_user("zoe"))
    assert [each.may_type for each in by_max] == [True, False]
    assert [each.may_type for each in by_zoe] == [True, True]


def test_the_sheet_that_opens_is_the_one_asked_for_or_the_first_to_type(double):
    for number in (1, 2):
        read(double, "A", number, "max", points=120 + number)
    sheets = side_sheets(the_sheet(double), by=a_user("zoe"))
    assert opened(sheets, "A").side is Side.A
    assert opened(sheets, "").side is Side.B
    assert opened(side_sheets(the_sheet(double), by=a_user("max")), "").side is Side.A
    assert opened([], "A") is None


def test_a_match_of_one_sheet_has_no_sides(match):
    assert side_sheets(the_sheet(match), by=a_user()) == []


def test_two_readings_are_compared_fact_by_fact_then_by_their_marks(match):
    rulebook = match.round.tournament.rulebook
    one, other = Entry(**FACTS), Entry(**FACTS | {"points": 120, "belote_b": 1})
    lines = compared(one, other, rulebook)
    assert [line.label for line in lines if line.differs] == [
        label
        for label in (line.label for line in lines)
        if label in {"Points A – B", "Belote"} or label == lines[-1].label
    ]
    assert not any(line.differs for line in compared(one, one, rulebook))
    passed = compared(one, Entry(outcome=Outcome.PASSED), rulebook)
    assert all(line.other == "–" for line in passed[1:])


# --- Lines of the page ----------------------------------------------------------------------------


def test_a_number_left_out_has_a_line_of_its_own(match):
    sheet = typed(match, 1, 3)
    lines = lines_of(sheet, sheet)
    assert [(line.number, line.row is None) for line in lines] == [
        (1, False),
        (2, True),
        (3, False),
    ]


def test_a_paper_is_right_or_wrong_or_not_typed(match):
    a_deal(match, 1, paper_a=250, paper_b=40)
    a_deal(match, 2, paper_a=250, paper_b=50)
    a_deal(match, 3)
    sheet = the_sheet(match)
    lines = lines_of(sheet, sheet)
    assert [line.has_paper for line in lines] == [True, True, False]
    assert [line.is_paper_wrong for line in lines] == [False, True, False]


# --- Totals ---------------------------------------------------------------------------------------


def test_what_a_ruling_added_is_not_on_the_paper(match):
    sheet = typed(match, 1)
    ruled = replace(
        sheet,
        tally=replace(sheet.tally, totals=(sheet.tally.totals[0] - 100, sheet.tally.totals[1])),
        adjusted_by=(-100, 0),
    )
    assert compare_totals(sheet.tally.totals, ruled).is_equal


def test_columns_exchanged_explain_the_totals(match):
    sheet = typed(match, 1, 2)
    a, b = sheet.tally.totals
    assert compare_totals((b, a), sheet).clues


def test_the_deal_that_explains_the_difference_is_named_before_the_others(match):
    a_deal(match, 1)
    a_deal(match, 2, points=100, contract="100", paper_a=220, paper_b=60)
    sheet = the_sheet(match)
    a, b = sheet.tally.totals
    found = compare_totals((a + 20, b), sheet)
    assert found.suspects[0].number == 2
    assert not found.is_equal
