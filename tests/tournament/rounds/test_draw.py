"""Laws of the draw: everybody once, nobody twice against the same team, the same again."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rounds.draw import Draw, DrawInputs, as_text, draw_by_lot, draw_by_standings
from tournament.rounds.shapes.matching import WHOLE_GRAPH, WINDOW

SEED = "K7Q4-M2XR"


def pairings(order: tuple[int, ...]) -> Iterator[tuple[frozenset[int], ...]]:
    """Every way to pair an even number of teams, one by one: the slow second opinion."""
    if not order:
        yield ()
        return
    first, rest = order[0], order[1:]
    for index, partner in enumerate(rest):
        for others in pairings(rest[:index] + rest[index + 1 :]):
            yield (frozenset((first, partner)), *others)


def by_standings(
    ranked: Iterable[int],
    met: Iterable[Iterable[int]],
    had_bye: Iterable[int],
    seed: str,
) -> Draw:
    return draw_by_standings(DrawInputs(teams=list(ranked), met=met, had_bye=had_bye), seed)


def by_lot(
    teams: Iterable[int],
    seed: str,
    *,
    met: Iterable[Iterable[int]] = (),
    had_bye: Iterable[int] = (),
) -> Draw:
    return draw_by_lot(DrawInputs(teams=list(teams), met=met, had_bye=had_bye), seed)


def fewest_rematches(ranked: list[int], met: set[frozenset[int]], had_bye: set[int]) -> int:
    """The least number of rematches any complete draw has, byes given as they must be."""
    if len(ranked) % 2 == 0:
        byes: list[int | None] = [None]
    else:
        byes = [team for team in ranked if team not in had_bye] or list(ranked)
    return min(
        sum(pair in met for pair in pairing)
        for bye in byes
        for pairing in pairings(tuple(team for team in ranked if team != bye))
    )


def seated(draw: Draw) -> list[int]:
    return sorted([*(team for table in draw.tables for team in table.teams), *draw.byes])


@st.composite
def histories(draw: st.DrawFn, most: int = 10) -> tuple[list[int], set[frozenset[int]], set[int]]:
    """Ranked teams, pairs that met, teams that sat out: any of them, likely or not."""
    count = draw(st.integers(2, most))
    ranked = draw(st.permutations(range(1, count + 1)))
    pairs = [frozenset((one, other)) for one in ranked for other in ranked if one < other]
    met = draw(st.sets(st.sampled_from(pairs)))
    had_bye = draw(st.sets(st.sampled_from(ranked)))
    return ranked, met, had_bye


@given(histories())
def test_each_team_is_seated_once_and_an_odd_one_sits_out(history):
    ranked, met, had_bye = history
    for draw in (
        by_standings(ranked, met, had_bye, SEED),
        by_lot(ranked, SEED, met=met, had_bye=had_bye),
    ):
        assert seated(draw) == sorted(ranked)
        assert len(draw.byes) == len(ranked) % 2


@given(histories())
def test_there_are_no_more_rematches_than_there_must_be_and_each_is_named(history):
    ranked, met, had_bye = history
    least = fewest_rematches(ranked, met, had_bye)
    for draw in (
        by_standings(ranked, met, had_bye, SEED),
        by_lot(ranked, SEED, met=met, had_bye=had_bye),
    ):
        assert draw.rematches == tuple(pair for pair in draw.pairs if frozenset(pair) in met)
        assert len(draw.rematches) == least


@given(histories())
def test_no_second_bye_while_another_team_had_none(history):
    ranked, met, had_bye = history
    draw = by_standings(ranked, met, had_bye, SEED)
    assert not had_bye.intersection(draw.byes) or had_bye >= set(ranked)


@given(histories())
def test_the_bye_is_the_lowest_that_had_none_unless_a_rematch_is_spared(history):
    ranked, met, had_bye = history
    draw = by_standings(ranked, met, had_bye, SEED)
    if not draw.byes:
        return
    lowest = next((team for team in reversed(ranked) if team not in had_bye), ranked[-1])
    forced = fewest_rematches([team for team in ranked if team != lowest], met, set())
    assert draw.byes == (lowest,) or forced > len(draw.rematches)


@given(histories())
def test_the_distance_in_rank_is_the_least_of_all_draws_with_as_few_rematches(history):
    ranked, met, had_bye = history
    draw = by_standings(ranked, met, had_bye, SEED)
    rank = {
        team: index for index, team in enumerate(team for team in ranked if team not in draw.byes)
    }

    def cost(pairing):
        distances = [rank[one] - rank[other] for one, other in map(tuple, pairing)]
        return sum(pair in met for pair in pairing), sum(d * d for d in distances)

    chosen = tuple(frozenset(pair) for pair in draw.pairs)
    assert cost(chosen) == min(map(cost, pairings(tuple(rank))))


@given(histories())
def test_the_best_teams_sit_at_table_1(history):
    ranked, met, had_bye = history
    draw = by_standings(ranked, met, had_bye, SEED)
    best_at = [min(map(ranked.index, pair)) for pair in draw.pairs]
    assert best_at == sorted(best_at)


@given(histories(), st.text(max_size=12), st.randoms(use_true_random=False))
def test_the_same_seed_gives_the_same_draw_whatever_the_order_of_the_lists(history, seed, mixer):
    ranked, met, had_bye = history
    mixed = list(ranked)
    mixer.shuffle(mixed)
    pairs = sorted(met, key=sorted, reverse=True)
    assert by_standings(ranked, met, had_bye, seed) == by_standings(
        ranked, pairs, sorted(had_bye), seed
    )
    assert by_lot(ranked, seed, met=met, had_bye=had_bye) == by_lot(
        mixed, seed, met=pairs, had_bye=sorted(had_bye)
    )


@settings(deadline=None, max_examples=25)
@given(st.integers(2, 60), st.integers(1, 12), st.randoms(use_true_random=False))
def test_an_evening_has_no_rematch_and_spreads_its_byes(count, rounds, mixer):
    ranked = list(range(1, count + 1))
    met: set[frozenset[int]] = set()
    byes: list[int] = []
    for number in range(rounds):
        mixer.shuffle(ranked)
        # Half as many rounds as teams can always be drawn without a rematch (Dirac).
        draw = by_standings(ranked, met, set(byes), f"{SEED}{number}")
        assert seated(draw) == sorted(ranked)
        if len(byes) < count:
            assert not set(draw.byes) & set(byes)
            byes += draw.byes
        if number < (count - 1) // 2:
            assert not draw.rematches
        met |= {frozenset(pair) for pair in draw.pairs}


def test_a_draw_is_known_in_full():
    """A printed draw must come out of its seed again, also with the next release."""
    drawn = by_lot(range(1, 10), SEED)
    assert drawn.pairs == ((5, 2), (3, 7), (4, 8), (1, 6))
    assert drawn.byes == (9,)
    met = [(1, 2), (3, 4), (5, 6), (7, 8)]
    drawn = by_standings(range(1, 10), met, {9}, SEED)
    assert drawn.pairs == ((1, 3), (2, 4), (5, 7), (6, 9))
    assert drawn.byes == (8,)


def test_two_seeds_give_two_lots():
    lots = {by_lot(range(1, 17), f"seed {number}").tables for number in range(20)}
    assert len(lots) == 20


def test_when_all_have_met_the_pairs_that_meet_again_are_named():
    met = {frozenset((one, other)) for one in range(1, 5) for other in range(1, one)}
    draw = by_standings([4, 2, 1, 3], met, (), SEED)
    assert draw.pairs == draw.rematches == ((4, 2), (1, 3))


def test_above_the_whole_graph_everybody_still_has_a_table():
    ranked = list(range(1, WHOLE_GRAPH + 102))
    met = {frozenset((team, team + 1)) for team in ranked}
    draw = by_standings(ranked, met, (), SEED)
    assert seated(draw) == ranked
    assert draw.byes == (ranked[-1],)
    assert not draw.rematches


def test_a_wider_window_is_tried_before_a_rematch():
    """The first team has met everybody within its first reach."""
    ranked = list(range(1, WHOLE_GRAPH + 3))
    met = {frozenset((1, other)) for other in range(2, WINDOW + 12)}
    draw = by_standings(ranked, met, (), SEED)
    assert seated(draw) == ranked
    assert not draw.rematches


@pytest.mark.parametrize("teams", [[], [7], [3, 4, 3]])
def test_a_draw_needs_two_different_teams(teams):
    with pytest.raises(ValueError, match="team"):
        by_lot(teams, SEED)


@settings(deadline=None, max_examples=40)
@given(
    # As often few, where every draw there is can be looked at.
    st.one_of(st.integers(2, 12), st.integers(2, 200)),
    st.integers(1, 12),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_an_evening_where_teams_come_and_go(count, rounds, mixer, ranked):
    """Each team once a round, no second bye too early, no rematch that can be avoided."""
    playing, away, new = list(range(1, count + 1)), [], count + 1
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for number in range(1, rounds + 1):
        mixer.shuffle(playing)
        inputs = DrawInputs(
            teams=list(playing), number=number, met=met.elements(), had_bye=byes.elements()
        )
        inputs = DrawInputs.from_json(json.loads(json.dumps(inputs.to_json())))
        made = draw_by_standings if ranked else draw_by_lot
        drawn = made(inputs, f"{SEED}{number}")
        assert seated(drawn) == sorted(playing)
        assert as_text(made(inputs, f"{SEED}{number}").to_json()) == as_text(drawn.to_json())
        assert len(drawn.byes) == len(playing) % 2
        for team in drawn.byes:
            assert byes[team] == min(byes[other] for other in playing)
        if drawn.rematches and len(playing) <= 12:
            least = min(byes[team] for team in playing)
            had = {team for team in playing if byes[team] > least}
            assert fewest_rematches(playing, set(met), had) > 0
        elif drawn.rematches:
            # With so few opponents met, a complete draw without a rematch always exists.
            assert max(sum(team in pair for pair in met) for team in playing) >= len(playing) // 2
        met.update(map(frozenset, drawn.pairs))
        byes.update(drawn.byes)
        for _change in range(mixer.randrange(3)):
            happens = mixer.choice(["leaves", "comes", "returns"])
            if happens == "leaves" and len(playing) > 3:
                away.append(playing.pop())
            elif happens == "returns" and away:
                playing.append(away.pop())
            elif happens == "comes":
                playing.append(new)
                new += 1


def test_a_pair_that_met_twice_waits_longer_than_one_that_met_once():
    once = [(one, other) for one in range(1, 5) for other in range(1, one)]
    draw = by_standings([1, 2, 3, 4], [*once, (1, 2), (3, 4)], (), SEED)
    assert {frozenset(pair) for pair in draw.pairs} != {frozenset((1, 2)), frozenset((3, 4))}


def test_a_late_team_gets_the_bye_before_anyone_gets_a_second():
    draw = by_standings([1, 2, 3, 4, 5], (), [2, 3, 4, 5], SEED)
    assert draw.byes == (1,)
    assert by_standings([1, 2, 3], (), [1, 2, 3, 3], SEED).byes == (2,)
