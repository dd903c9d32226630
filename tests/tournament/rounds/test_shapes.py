"""Each shape's own laws: everyone meets everyone, even numbers move, partners change."""

import json
from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.rounds.test_draw import pairings
from tournament.rounds.draw import Draw, DrawInputs, as_text, draw

SEED = "K7Q4-M2XR"
SHAPES = ["round_robin", "mitchell", "individual", "pools"]


class Contest:
    """A contest played by the pure functions alone, every input through JSON as it is kept.

    With a ``mixer`` there are standings, other ones before each round, with ties.
    """

    def __init__(
        self, kind: str, count: int, *, mixer: Random | None = None, **columns: object
    ) -> None:
        """Begin with teams 1 to ``count``."""
        self.kind, self.mixer, self.columns = kind, mixer, columns
        self.ranks: dict[int, int] = {}
        self.playing = list(range(1, count + 1))
        self.roster = [list(self.playing)]
        self.met: Counter[frozenset[int]] = Counter()
        self.partnered: Counter[frozenset[int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.drawn: list[Draw] = []

    def comes(self, team: int) -> None:
        self.playing.append(team)
        self.roster.append([team])

    def next(self) -> Draw:
        number = len(self.drawn) + 1
        teams = sorted(self.playing)
        if self.mixer and number > 1:
            self.ranks = {team: self.mixer.randint(1, len(teams)) for team in teams}
            if self.kind in {"individual", "standings"}:
                teams.sort(key=self.ranks.__getitem__)
        inputs = DrawInputs(
            teams=teams,
            number=number,
            ranks=[self.ranks[team] for team in teams] if self.ranks else (),
            met=self.met.elements(),
            partnered=self.partnered.elements(),
            had_bye=self.byes.elements(),
            roster=self.roster,
            first_seed=f"{SEED}1" if number > 1 else "",
            pools=self.drawn[-1].pools if self.drawn else (),
            **self.columns,
        )
        kept = json.loads(json.dumps(inputs.to_json()))
        drawn = draw(self.kind, DrawInputs.from_json(kept), f"{SEED}{number}")
        again = draw(self.kind, DrawInputs.from_json(kept), f"{SEED}{number}")
        assert as_text(drawn.to_json()) == as_text(again.to_json())
        at_tables = [team for table in drawn.tables for team in table.teams]
        assert sorted([*at_tables, *drawn.byes]) == sorted(self.playing)
        numbers = [table.number for table in drawn.tables]
        assert numbers == sorted(set(numbers))
        for table in drawn.tables:
            self.met.update(map(frozenset, product(table.a, table.b)))
            self.partnered.update(frozenset(side) for side in (table.a, table.b) if len(side) > 1)
        self.byes.update(drawn.byes)
        self.drawn.append(drawn)
        return drawn


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(SHAPES),
    st.integers(4, 200),
    st.integers(1, 12),
    st.randoms(use_true_random=False),
)
def test_everybody_is_somewhere_whoever_comes_and_goes(kind, count, rounds, mixer):
    contest = Contest(kind, count)
    away = []
    for _round in range(rounds):
        contest.next()
        for _change in range(mixer.randrange(3)):
            happens = mixer.choice(["leaves", "comes", "returns"])
            if happens == "leaves" and len(contest.playing) > 5:
                away.append(contest.playing.pop(mixer.randrange(len(contest.playing))))
            elif happens == "returns" and away:
                contest.playing.append(away.pop())
            elif happens == "comes":
                contest.comes(count + len(contest.roster))


@pytest.mark.parametrize("count", range(2, 22))
def test_in_a_round_robin_everyone_meets_everyone_once_and_sides_are_fair(count):
    contest = Contest("round_robin", count)
    rounds = count - 1 + count % 2
    for _round in range(rounds):
        drawn = contest.next()
        assert len(drawn.byes) == count % 2
        assert drawn.is_clean
    assert contest.met == Counter(map(frozenset, combinations(contest.playing, 2)))
    assert set(contest.byes.values()) <= {1}
    sides = Counter(pair[0] for drawn in contest.drawn for pair in drawn.pairs)
    for team in contest.playing:
        assert abs(2 * sides[team] - (count - 1)) <= 1


@settings(deadline=None, max_examples=40)
@given(st.integers(4, 14), st.randoms(use_true_random=False))
def test_in_a_round_robin_nobody_meets_twice_before_all_have_met(count, mixer):
    contest = Contest("round_robin", count)
    for number in range(count - 1):
        drawn = contest.next()
        if any(
            frozenset(pair) not in contest.met - Counter(map(frozenset, drawn.pairs))
            for pair in combinations(contest.playing, 2)
        ):
            assert not drawn.rematches
        if number == 1 and len(contest.playing) > 4:
            contest.playing.remove(mixer.choice(contest.playing))
        if number == 2:
            contest.comes(count + 1)


def test_after_a_whole_round_robin_the_second_one_says_so():
    contest = Contest("round_robin", 4)
    for _round in range(3):
        contest.next()
    assert len(contest.next().rematches) == 2


@pytest.mark.parametrize("count", [4, 6, 8, 9, 16, 17, 40])
def test_odd_numbers_stay_and_even_numbers_move_one_table_a_round(count):
    contest = Contest("mitchell", count)
    tables = (count + 1) // 2
    before: dict[int, int] = {}
    for number in range(1, tables + 1):
        drawn = contest.next()
        assert drawn.is_clean
        for table in drawn.tables:
            (stays,), (moves,) = table.a, table.b
            assert table.number == (stays + 1) // 2
            assert moves % 2 == 0
            assert table.number == (moves // 2 + number - 2) % tables + 1
            assert before.get(moves) != table.number
            before[moves] = table.number
    assert max(contest.met.values()) == 1


@pytest.mark.parametrize("count", [4, 5, 6, 8, 9])
def test_when_every_move_is_a_rematch_the_fewest_that_must_be_are_drawn_and_named(count):
    contest = Contest("mitchell", count)
    for _round in range(count + 1):
        met, byes = Counter(contest.met), Counter(contest.byes)
        drawn = contest.next()
        assert drawn.rematches == tuple(p for p in drawn.pairs if met[frozenset(p)])
        least = min(byes[team] for team in contest.playing)
        outs = [team for team in contest.playing if byes[team] == least]
        if not drawn.rematches:
            continue
        assert all(
            any(met[pair] for pair in pairing)
            for out in (outs if count % 2 else [None])
            for pairing in pairings(tuple(team for team in contest.playing if team != out))
        )


def test_when_a_team_left_the_others_stay_at_their_tables():
    contest = Contest("mitchell", 12)
    contest.next()
    contest.playing.remove(5)
    drawn = contest.next()
    homes = {table.a[0]: table.number for table in drawn.tables}
    assert homes == {1: 1, 3: 2, 7: 4, 9: 5, 11: 6}
    assert drawn.byes == (4,)


@pytest.mark.parametrize("count", [*range(4, 14), 16, 30, 47])
def test_nobody_partners_the_same_player_twice_while_that_can_be_avoided(count):
    contest = Contest("individual", count)
    rounds = min(count - 1, 12)
    for _round in range(rounds):
        partnered, byes = Counter(contest.partnered), Counter(contest.byes)
        drawn = contest.next()
        assert len(drawn.byes) == count % 4
        assert (
            max(contest.byes.values(), default=0)
            - min(contest.byes[player] for player in contest.playing)
            <= 1
        )
        if not drawn.partners_again:
            continue
        # Against every way to seat them: whoever sat out least sits out.
        assert count <= 13
        least = sorted(byes[player] for player in contest.playing)[: count % 4]
        assert not any(
            all(not partnered[pair] for pair in pairing)
            for outs in combinations(contest.playing, count % 4)
            if sorted(byes[player] for player in outs) == least
            for pairing in pairings(tuple(p for p in contest.playing if p not in outs))
        )


def test_opponents_vary_as_well():
    """Of 16 players in 5 rounds each meets ten others at most; chance alone repeats far more."""
    contest = Contest("individual", 16)
    for _round in range(5):
        contest.next()
    assert max(contest.partnered.values()) == 1
    assert max(contest.met.values()) <= 2
    assert sum(times > 1 for times in contest.met.values()) <= 4


def test_partners_who_must_meet_again_are_named():
    contest = Contest("individual", 4)
    for _round in range(3):
        assert contest.next().is_clean
    assert len(contest.next().partners_again) == 2


@pytest.mark.parametrize(
    ("kind", "count"), [("lot", 1), ("round_robin", 1), ("mitchell", 1), ("individual", 3)]
)
def test_too_few_make_no_draw(kind, count):
    with pytest.raises(ValueError, match="needs"):
        draw(kind, DrawInputs(teams=list(range(1, count + 1))), SEED)


KNOWN = {
    "round_robin": ([[1, [4], [2]], [2, [5], [1]], [3, [6], [7]]], [3]),
    "mitchell": ([[2, [3], [2]], [3, [5], [4]], [4, [7], [6]]], [1]),
    "individual": ([[1, [2, 7], [4, 5]], [2, [1, 6], [3, 8]]], [9]),
    "pools": ([[1, [4], [7]], [2, [1], [5]], [3, [2], [3]]], [6]),
}


@pytest.mark.parametrize("kind", KNOWN)
def test_a_draw_of_each_shape_is_known_in_full(kind):
    """A printed draw must come out of its seed again, also with the next release."""
    inputs = DrawInputs(
        teams=list(range(1, 10 if kind == "individual" else 8)),
        number=2,
        met=[(1, 2), (3, 4)],
        partnered=[(5, 6)],
        had_bye=[7],
    )
    drawn = draw(kind, inputs, SEED)
    tables = [[table.number, list(table.a), list(table.b)] for table in drawn.tables]
    assert (tables, list(drawn.byes)) == KNOWN[kind]
