"""Laws of the draw: everybody once, nobody twice against the same team, the same again."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rounds.draw import WHOLE_GRAPH, WINDOW, Draw, draw_by_lot, draw_by_standings

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
    at_tables = [team for pair in draw.tables for team in pair]
    return sorted(at_tables if draw.bye is None else [*at_tables, draw.bye])


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
        draw_by_standings(ranked, met, had_bye, SEED),
        draw_by_lot(ranked, SEED, met=met, had_bye=had_bye),
    ):
        assert seated(draw) == sorted(ranked)
        assert (draw.bye is None) == (len(ranked) % 2 == 0)


@given(histories())
def test_there_are_no_more_rematches_than_there_must_be_and_each_is_named(history):
    ranked, met, had_bye = history
    least = fewest_rematches(ranked, met, had_bye)
    for draw in (
        draw_by_standings(ranked, met, had_bye, SEED),
        draw_by_lot(ranked, SEED, met=met, had_bye=had_bye),
    ):
        assert draw.rematches == tuple(pair for pair in draw.tables if frozenset(pair) in met)
        assert len(draw.rematches) == least


@given(histories())
def test_no_second_bye_while_another_team_had_none(history):
    ranked, met, had_bye = history
    draw = draw_by_standings(ranked, met, had_bye, SEED)
    assert draw.bye not in had_bye or had_bye >= set(ranked)


@given(histories())
def test_the_bye_is_the_lowest_that_had_none_unless_a_rematch_is_spared(history):
    ranked, met, had_bye = history
    draw = draw_by_standings(ranked, met, had_bye, SEED)
    if draw.bye is None:
        return
    lowest = next((team for team in reversed(ranked) if team not in had_bye), ranked[-1])
    forced = fewest_rematches([team for team in ranked if team != lowest], met, set())
    assert draw.bye == lowest or forced > len(draw.rematches)


@given(histories())
def test_the_distance_in_rank_is_the_least_of_all_draws_with_as_few_rematches(history):
    ranked, met, had_bye = history
    draw = draw_by_standings(ranked, met, had_bye, SEED)
    rank = {team: index for index, team in enumerate(team for team in ranked if team != draw.bye)}

    def cost(pairing):
        distances = [rank[one] - rank[other] for one, other in map(tuple, pairing)]
        return sum(pair in met for pair in pairing), sum(d * d for d in distances)

    chosen = tuple(frozenset(pair) for pair in draw.tables)
    assert cost(chosen) == min(map(cost, pairings(tuple(rank))))


@given(histories())
def test_the_best_teams_sit_at_table_1(history):
    ranked, met, had_bye = history
    draw = draw_by_standings(ranked, met, had_bye, SEED)
    best_at = [min(map(ranked.index, pair)) for pair in draw.tables]
    assert best_at == sorted(best_at)


@given(histories(), st.text(max_size=12), st.randoms(use_true_random=False))
def test_the_same_seed_gives_the_same_draw_whatever_the_order_of_the_lists(history, seed, mixer):
    ranked, met, had_bye = history
    mixed = list(ranked)
    mixer.shuffle(mixed)
    pairs = sorted(met, key=sorted, reverse=True)
    assert draw_by_standings(ranked, met, had_bye, seed) == draw_by_standings(
        ranked, pairs, sorted(had_bye), seed
    )
    assert draw_by_lot(ranked, seed, met=met, had_bye=had_bye) == draw_by_lot(
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
        draw = draw_by_standings(ranked, met, set(byes), f"{SEED}{number}")
        assert seated(draw) == sorted(ranked)
        if len(byes) < count and draw.bye is not None:
            assert draw.bye not in byes
            byes.append(draw.bye)
        if number < (count - 1) // 2:
            assert not draw.rematches
        met |= {frozenset(pair) for pair in draw.tables}


def test_a_draw_is_known_in_full():
    """A printed draw must come out of its seed again, also with the next release."""
    assert draw_by_lot(range(1, 10), SEED) == Draw(
        tables=((5, 2), (3, 7), (4, 8), (1, 6)), bye=9, rematches=()
    )
    met = {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6), (7, 8))}
    assert draw_by_standings(range(1, 10), met, {9}, SEED) == Draw(
        tables=((1, 3), (2, 4), (5, 7), (6, 9)), bye=8, rematches=()
    )


def test_two_seeds_give_two_lots():
    lots = {draw_by_lot(range(1, 17), f"seed {number}").tables for number in range(20)}
    assert len(lots) == 20


def test_when_all_have_met_the_pairs_that_meet_again_are_named():
    met = {frozenset((one, other)) for one in range(1, 5) for other in range(1, one)}
    draw = draw_by_standings([4, 2, 1, 3], met, (), SEED)
    assert draw.tables == draw.rematches == ((4, 2), (1, 3))


def test_above_the_whole_graph_everybody_still_has_a_table():
    ranked = list(range(1, WHOLE_GRAPH + 102))
    met = {frozenset((team, team + 1)) for team in ranked}
    draw = draw_by_standings(ranked, met, (), SEED)
    assert seated(draw) == ranked
    assert draw.bye == ranked[-1]
    assert not draw.rematches


def test_a_wider_window_is_tried_before_a_rematch():
    """The first team has met everybody within its first reach."""
    ranked = list(range(1, WHOLE_GRAPH + 3))
    met = {frozenset((1, other)) for other in range(2, WINDOW + 12)}
    draw = draw_by_standings(ranked, met, (), SEED)
    assert seated(draw) == ranked
    assert not draw.rematches


@pytest.mark.parametrize("teams", [[], [7], [3, 4, 3]])
def test_a_draw_needs_two_different_teams(teams):
    with pytest.raises(ValueError, match="team"):
        draw_by_lot(teams, SEED)
