"""Who sits out: nobody again while another has not, the lowest ranked first, in every shape.

Where a shape leaves no choice (a round robin has to keep those apart who have met),
what is drawn is compared with everything that could have been.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations
from random import Random

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.rounds.test_draw import SEED
from tests.tournament.rounds.test_shapes import Contest
from tournament.rounds.draw import Draw, DrawInputs, Group, draw
from tournament.rounds.shapes.brackets import advance, are_over, places

Couple = frozenset[int]
FREE = ["lot", "standings", "mitchell"]
"""Shapes that can always seat whoever sat out most."""
SCHEDULED = ["round_robin", "pools"]

mixers = st.randoms(use_true_random=False)


def happens(contest: Contest, away: list[int]) -> None:
    """Let teams leave, come back, come late; let the desk make somebody sit out by hand."""
    mixer = contest.mixer
    for _change in range(mixer.randrange(3)):
        match mixer.choice(["leaves", "comes", "returns", "by hand"]):
            case "leaves" if len(contest.playing) > 4:
                away.append(contest.playing.pop(mixer.randrange(len(contest.playing))))
            case "returns" if away:
                contest.playing.append(away.pop(mixer.randrange(len(away))))
            case "comes":
                contest.comes(max([*contest.playing, *away]) + 1)
            case "by hand":
                contest.byes[mixer.choice(contest.playing)] += 1


def lowest(contest: Contest, byes: Counter[int]) -> set[int]:
    """The lowest ranked of those who sat out least."""
    least = min(byes[team] for team in contest.playing)
    may = [team for team in contest.playing if byes[team] == least]
    last = max(contest.ranks.get(team, 0) for team in may)
    return {team for team in may if contest.ranks.get(team, 0) == last}


def can_all_meet(teams: Collection[int], met: Counter[Couple]) -> bool:
    """Whether teams can be paired completely, nobody with whom they met: a second opinion."""
    ordered = sorted(teams)
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph()
    graph.add_nodes_from(ordered)
    graph.add_edges_from_no_data(
        [
            (ordered.index(one), ordered.index(other))
            for one, other in combinations(ordered, 2)
            if not met[frozenset((one, other))]
        ]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True)
    return 2 * len(found) == len(ordered)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(FREE),
    st.one_of(st.integers(2, 12), st.integers(2, 200)),
    st.integers(1, 12),
    mixers,
)
def test_nobody_sits_out_again_while_another_did_so_less_often(kind, count, rounds, mixer):
    contest, away = Contest(kind, count, mixer=mixer), []
    for _round in range(rounds):
        before = Counter(contest.byes)
        drawn = contest.next()
        assert len(drawn.byes) == len(contest.playing) % 2
        for team in drawn.byes:
            assert before[team] == min(before[other] for other in contest.playing)
        happens(contest, away)


@settings(deadline=None, max_examples=25)
@given(st.integers(4, 60), st.integers(1, 8), mixers)
def test_of_players_those_who_sat_out_least_sit_out(count, rounds, mixer):
    contest, away = Contest("individual", count, mixer=mixer), []
    for _round in range(rounds):
        before = Counter(contest.byes)
        drawn = contest.next()
        least = sorted(before[player] for player in contest.playing)[: len(drawn.byes)]
        assert sorted(before[player] for player in drawn.byes) == least
        happens(contest, away)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(["lot", "standings"]),
    st.one_of(st.integers(3, 11), st.integers(3, 150)),
    st.integers(2, 9),
    mixers,
)
def test_the_lowest_ranked_sits_out_unless_a_rematch_is_spared(kind, count, rounds, mixer):
    contest, away = Contest(kind, count, mixer=mixer), []
    for number in range(rounds):
        byes, met = Counter(contest.byes), Counter(contest.met)
        drawn = contest.next()
        if number and drawn.byes and not lowest(contest, byes) & {*drawn.byes}:
            for team in lowest(contest, byes):
                assert not can_all_meet({*contest.playing} - {team}, met)
        happens(contest, away)


def test_by_lot_the_first_bye_is_anybodys_and_later_it_is_by_lot_among_equals():
    def sits_out(seed: int, **columns: object) -> int:
        (team,) = draw("lot", DrawInputs(teams=[1, 2, 3, 4, 5], **columns), f"{SEED}{seed}").byes
        return team

    assert {sits_out(seed) for seed in range(60)} == {1, 2, 3, 4, 5}
    ranked = {"number": 2, "ranks": [1, 4, 4, 2, 3]}
    assert {sits_out(seed, **ranked) for seed in range(60)} == {2, 3}
    assert {sits_out(seed, had_bye=[2, 3], **ranked) for seed in range(60)} == {5}


def test_in_a_movement_the_fewest_byes_matter_more_than_who_must_not_meet():
    """Only 1 and 2 are left to play: it is 3's turn to sit out, whatever the organiser wishes."""
    inputs = DrawInputs(teams=[1, 2, 3], number=2, ranks=[1, 2, 3], had_bye=[1, 2], apart=[(1, 2)])
    drawn = draw("mitchell", inputs, SEED)
    assert drawn.byes == (3,)
    assert [each.code.value for each in drawn.broken] == ["apart"]


def test_where_a_movement_leaves_several_alone_the_lowest_ranked_of_them_sits_out():
    """Teams 2, 4 and 6 have gone: 1, 3 and 5 find nobody, and two of them meet."""
    teams = [1, 3, 5, 7, 8]
    for last in (1, 3, 5):
        inputs = DrawInputs(
            teams=teams,
            roster=[list(range(1, 9))],
            ranks=[9 if team == last else 1 for team in teams],
        )
        assert draw("mitchell", inputs, SEED).byes == (last,)


# --- Round robin and pools: who has met is not drawn before all have met --------------------------


def still_to_meet(playing: Collection[int], met: Counter[Couple]) -> set[Couple]:
    """The pairs that have met least often."""
    pairs = [frozenset(pair) for pair in combinations(playing, 2)]
    least = min((met[pair] for pair in pairs), default=0)
    return {pair for pair in pairs if met[pair] == least}


def all_left_out(playing: tuple[int, ...], pairs: set[Couple]) -> Iterator[tuple[int, ...]]:
    """Everybody who could be left out, whatever the draw: every matching there is."""
    if not playing:
        yield ()
        return
    first, rest = playing[0], playing[1:]
    for left in all_left_out(rest, pairs):
        yield (first, *left)
    for index, other in enumerate(rest):
        if frozenset((first, other)) in pairs:
            yield from all_left_out(rest[:index] + rest[index + 1 :], pairs)


def circles(contest: Contest, drawn: Draw) -> Iterator[list[int]]:
    """Those who meet each other: all, or pool by pool; a pool that is done plays no more."""
    pools = drawn.pools or [contest.playing]
    for pool in pools:
        yield [team for team in pool if team in contest.playing]


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(SCHEDULED), st.integers(4, 9), st.integers(3, 9), mixers)
def test_no_other_draw_without_a_rematch_spares_a_bye(kind, count, rounds, mixer):
    """Against every draw there is: for each number of byes, as few as can be sit out beyond it."""
    contest, away = Contest(kind, count, mixer=mixer), []
    for _round in range(rounds):
        byes, met = Counter(contest.byes), Counter(contest.met)
        drawn = contest.next()
        for circle in circles(contest, drawn):
            if len(circle) > 9 or (kind == "pools" and all_met(circle, met)):
                continue
            mine = sorted((byes[team] for team in drawn.byes if team in circle), reverse=True)
            pairs = still_to_meet(circle, met)
            for left in all_left_out(tuple(circle), pairs):
                others = sorted((byes[team] for team in left), reverse=True)
                assert len(others) >= len(mine)
                assert all(one <= other for one, other in zip(mine, others, strict=False))
        happens(contest, away)


def all_met(circle: Collection[int], met: Counter[Couple]) -> bool:
    return all(met[frozenset(pair)] for pair in combinations(circle, 2))


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(SCHEDULED), st.integers(10, 200), st.integers(2, 8), mixers)
def test_in_a_large_one_whoever_sits_out_again_has_to(kind, count, rounds, mixer):
    """Nobody who sits out can change with somebody seated who did so less often."""
    contest, away = Contest(kind, count, mixer=mixer), []
    for _round in range(rounds):
        byes, met = Counter(contest.byes), Counter(contest.met)
        drawn = contest.next()
        for circle in circles(contest, drawn):
            if kind == "pools" and all_met(circle, met):
                continue
            out = set(drawn.byes) & set(circle)
            unlike = Counter(dict.fromkeys(map(frozenset, combinations(circle, 2)), 1))
            unlike.subtract(dict.fromkeys(still_to_meet(circle, met), 1))
            for team, other in [
                (team, other)
                for team in out
                for other in circle
                if other not in out and byes[other] < byes[team]
            ]:
                assert not can_all_meet(set(circle) - out - {other} | {team}, unlike)
        happens(contest, away)


@pytest.mark.parametrize("count", [5, 7, 9, 15])
def test_a_round_robin_sends_out_the_lowest_ranked_each_time(count):
    """Any turn of the circle may be the next one: the one where the lowest ranked sits out."""
    contest = Contest("round_robin", count, mixer=Random(count))
    for number in range(count):
        byes = Counter(contest.byes)
        drawn = contest.next()
        assert drawn.is_clean
        assert len(drawn.byes) == 1
        if number:
            assert set(drawn.byes) <= lowest(contest, byes)
    assert set(contest.met.values()) == {1}
    assert set(contest.byes.values()) == {1}


def test_in_a_pool_of_three_the_lowest_ranked_of_the_contest_sits_out_first():
    pools = [[1, 2, 3, 4], [5, 6, 7]]
    for last in (5, 6, 7):
        inputs = DrawInputs(
            teams=list(range(1, 8)),
            number=2,
            ranks=[9 if team == last else 1 for team in range(1, 8)],
            pools=pools,
        )
        assert draw("pools", inputs, SEED).byes == (last,)


# --- Brackets: a bye is a step forward -----------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(st.integers(3, 40), st.integers(3, 5), mixers)
def test_in_the_brackets_whoever_sat_out_in_the_pools_plays(count, size, mixer):
    contest = Contest("pools", count, mixer=mixer, pool_size=size)
    while contest.next().tables:
        pass
    pools, byes = contest.drawn[-1].pools, Counter(contest.byes)
    order = mixer.sample(range(1, count + 1), count)
    groups: tuple[Group, ...] = ()
    while not (groups and are_over(groups)):
        placed = places(groups)
        playing = [team for team in order if team not in placed]
        inputs = DrawInputs(teams=playing, pools=pools, brackets=groups, had_bye=byes.elements())
        drawn = draw("brackets", inputs, SEED)
        for group in drawn.brackets:
            out = [team for team in group.teams if team in drawn.byes]
            least = sorted(byes[team] for team in group.teams)[: len(out)]
            assert sorted(byes[team] for team in out) == least
        byes.update(drawn.byes)
        winners = {frozenset(pair): mixer.choice(pair) for pair in drawn.pairs}
        groups = advance(drawn.brackets, winners, byes=byes)


def test_of_those_who_sat_out_as_often_the_best_seed_goes_on_without_playing():
    pools = [[1, 4, 7], [2, 5, 8], [3, 6, 9]]
    inputs = DrawInputs(teams=list(range(1, 10)), pools=pools, had_bye=range(1, 10))
    assert {1, 2} <= set(draw("brackets", inputs, SEED).byes)
    inputs = DrawInputs(teams=list(range(1, 10)), pools=pools, had_bye=[1, 2, 4])
    assert {3, 5} <= set(draw("brackets", inputs, SEED).byes)


# --- Draws printed by the first release ----------------------------------------------------------

PRINTED = [
    (
        "round_robin",
        {"teams": [1, 2, 3, 4, 5], "apart": [[1, 2]], "roster": [[1, 2, 3, 4, 5]]},
        (((4, 2), (3, 5)), (1,)),
        (((5, 2), (4, 3)), (1,)),
    ),
    (
        "brackets",
        {
            "teams": [1, 3, 2, 5, 4],
            "ranks": [1, 2, 3, 4, 5],
            "had_bye": [1, 2, 3, 4],
            "pools": [[4, 3, 2, 1]],
        },
        (((1, 3), (4, 5)), (2,)),
        (((1, 3), (2, 4)), (5,)),
    ),
]


@pytest.mark.parametrize(("kind", "kept", "printed", "now"), PRINTED)
def test_a_draw_that_was_printed_comes_out_by_the_rules_it_was_made_by(kind, kept, printed, now):
    seed = {"round_robin": "s1", "brackets": "b"}[kind]
    for rules, expected in (({}, printed), ({"rules": 2}, now)):
        drawn = draw(kind, DrawInputs.from_json(kept | rules), seed)
        assert (drawn.pairs, drawn.byes) == expected
    assert DrawInputs(teams=[1, 2]).to_json()["rules"] == 2
