"""A season: who is the same over the evenings, whose best count, what they come to."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.seasons.ranking import Result, Scale, season_standings, who_is

PLACES = Scale(places=(25, 20, 16))


def a_result(name, rank, marks=0):
    return Result(who=(name,), name=name.title(), rank=rank, marks=marks)


def totals(*evenings, scale=PLACES):
    table = season_standings([(str(n), results) for n, results in enumerate(evenings)], scale)
    return {line.name: (line.rank, line.total) for line in table.lines}


def test_each_place_gives_its_points_and_those_after_nothing():
    evening = [a_result(name, rank) for rank, name in enumerate("abcd", start=1)]
    assert totals(evening) == {"A": (1, 25), "B": (2, 20), "C": (3, 16), "D": (4, 0)}


def test_those_who_share_a_place_all_get_its_points():
    evening = [a_result("a", 1), a_result("b", 2), a_result("c", 2), a_result("d", 4)]
    assert totals(evening) == {"A": (1, 25), "B": (2, 20), "C": (2, 20), "D": (4, 0)}


def test_marks_may_count_instead_of_places():
    assert totals([a_result("a", 1, 9600)], [a_result("a", 8, 4000)], scale=Scale()) == {
        "A": (1, 13600)
    }


def test_only_the_best_evenings_count_and_each_says_whether_it_does():
    evenings = [[a_result("a", rank)] for rank in (2, 1, 3, 1)]
    table = season_standings([("", each) for each in evenings], Scale(places=(25, 20, 16), best=2))
    (line,) = table.lines
    assert line.total == 50
    assert [(score.value, score.counts) for score in line.scores] == [
        (20, False),
        (25, True),
        (16, False),
        (25, True),
    ]


def test_of_two_equal_evenings_the_earlier_counts():
    table = season_standings([("", [a_result("a", 1)])] * 2, Scale(places=(25,), best=1))
    assert [score.counts for score in table.lines[0].scores] == [True, False]


def test_an_evening_one_missed_is_nothing_and_not_a_zero():
    table = season_standings([("", [a_result("a", 1)]), ("", [a_result("b", 1)])], PLACES)
    assert [line.scores[0] is None for line in table.lines] == [False, True]


def test_a_pair_is_the_same_in_either_order_and_a_team_without_players_is_its_name():
    assert who_is(["zoe", "ana"], "les as") == who_is(["ana", "zoe"], "autre nom")
    assert who_is([], "les as") == ("les as",)


def test_the_name_is_written_as_the_last_evening_wrote_it():
    first = Result(who=("a",), name="HELENE", rank=1, marks=0)
    last = Result(who=("a",), name="Hélène", rank=1, marks=0)
    table = season_standings([("", [first]), ("", [last])], PLACES)
    assert [line.name for line in table.lines] == ["Hélène"]


def test_one_name_twice_in_an_evening_counts_once_at_the_better_place():
    assert totals([a_result("a", 2), a_result("a", 1)]) == {"A": (1, 25)}


evenings = st.lists(
    st.lists(
        st.builds(a_result, st.sampled_from("abcdef"), st.integers(1, 6), st.integers(0, 5)),
        unique_by=lambda result: result.who,
        max_size=6,
    ),
    max_size=5,
)
scales = st.builds(
    Scale,
    places=st.none() | st.lists(st.integers(0, 30), max_size=5).map(tuple),
    best=st.none() | st.integers(1, 6),
)


@given(evenings, scales)
def test_totals_are_the_best_and_ranks_are_shared(given_evenings, scale):
    table = season_standings([("", each) for each in given_evenings], scale)
    for line in table.lines:
        values = sorted((score.value for score in line.scores if score), reverse=True)
        assert line.total == sum(values[: scale.best])
        counted = [score for score in line.scores if score and score.counts]
        assert len(counted) == min(len(values), scale.best or len(values))
        assert line.rank == 1 + sum(other.total > line.total for other in table.lines)


@given(evenings, scales)
def test_everybody_who_came_is_there_once(given_evenings, scale):
    table = season_standings([("", each) for each in given_evenings], scale)
    assert sorted(line.name for line in table.lines) == sorted(
        {result.name for each in given_evenings for result in each}
    )
