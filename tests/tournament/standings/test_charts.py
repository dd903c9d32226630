"""The charts as figures: where each line and bar stands, and how shares add up."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scoring import load_rulebook
from tests.tournament.hall.contest import a_contest, matches, typed
from tournament.rounds.services import close_round
from tournament.standings.charts import LAST_RANK, portions, race, spreads, ticks_of
from tournament.standings.shares import counts_under, shares_of


def test_a_race_draws_the_first_teams_best_above():
    drawn = race({1: {7: 2, 8: 1, 9: 3}, 2: {7: 1, 8: 2, 9: 3}})
    assert [line.team for line in drawn.lines] == [7, 8, 9]
    assert [line.ranks for line in drawn.lines] == [(2, 1), (1, 2), (3, 3)]
    ends = [line.end[1] for line in drawn.lines]
    assert ends == sorted(ends)
    assert drawn.beyond is None


def test_no_two_lines_of_a_race_look_alike_without_colours():
    drawn = race({1: {team: team for team in range(1, 30)}})
    looks = {(line.style % 4, line.is_filled) for line in drawn.lines}
    assert len(drawn.lines) == len(looks) == 8


def test_who_was_far_down_stands_below_the_last_rank_that_is_drawn():
    drawn = race({1: {1: 80, 2: 1}, 2: {1: 1, 2: 2}})
    assert drawn.beyond is not None
    assert len(drawn.ranks) == LAST_RANK
    assert drawn.height > drawn.beyond > drawn.ranks[-1].at
    assert drawn.lines[0].ranks == (80, 1)


def test_a_race_of_nobody_is_none_and_a_late_team_starts_late():
    assert race({}) is None
    assert race({1: {}}) is None
    drawn = race({1: {1: 1}, 2: {1: 1, 2: 2}})
    assert drawn.lines[1].ranks == (None, 2)
    assert drawn.lines[1].path.count("L") == 0


@pytest.mark.parametrize("ranks", [[1] * 8, [1, 1, 3, 3, 3, 6, 6, 6]])
def test_tied_teams_have_their_numbers_one_below_the_other_all_of_them_in_the_drawing(ranks):
    drawn = race({1: dict(enumerate(ranks, 1))})
    ends = [line.end[1] for line in drawn.lines]
    letters = 14
    assert min(after - before for before, after in pairwise(ends)) >= letters
    assert drawn.height > ends[-1]


def test_the_marks_of_a_round_are_its_least_its_middle_and_its_most():
    drawn = spreads({2: [500, 900, 100], 1: [300, 300], 3: []})
    assert [(each.round, each.least, each.middle, each.most) for each in drawn.rounds] == [
        (1, 300, 300, 300),
        (2, 100, 500, 900),
    ]
    least, middle, most = drawn.rounds[1].xs
    assert least < middle < most
    assert drawn.ticks[0].value <= 100
    assert drawn.ticks[-1].value >= 900
    assert spreads({}) is None


@pytest.mark.parametrize(
    ("least", "most"), [(0, 1), (0, 0), (-120, 2890), (1990, 2010), (0, 10**6)]
)
def test_ticks_are_round_few_and_hold_what_is_drawn(least, most):
    found = ticks_of(least, most)
    assert found[0] <= least
    assert found[-1] >= most
    assert 2 <= len(found) <= 6


@pytest.mark.parametrize("counts", [(1, 1, 1), (1, 2, 4), (0, 0, 7), (199, 1, 0)])
def test_percentages_add_up_to_a_hundred(counts):
    parts = portions(dict(zip("abc", counts, strict=True)))
    assert sum(part.percent for part in parts) == 100
    assert round(sum(part.width for part in parts)) == 400
    assert portions({"a": 0}) == ()


@pytest.mark.django_db
def test_the_deals_of_closed_rounds_are_judged_under_every_rulebook_that_knows_them():
    contest = a_contest()
    second = contest.rounds.get(number=2)
    own, *others = shares_of(contest)
    assert (own.is_own, own.deals) == (True, 4)
    assert others
    assert all(shares.deals == 4 for shares in others)
    for match in matches(second)[1:]:
        typed(match, points=20)
    close_round(second, by=None)
    contest.refresh_from_db()
    assert shares_of(contest)[0].deals == 8
    failed = {part.kind: part.count for part in shares_of(contest)[0].portions}["failed"]
    assert failed >= 3


def test_of_no_deal_there_is_no_share():
    assert sum(counts_under([], load_rulebook("grenobloise")).values()) == 0
