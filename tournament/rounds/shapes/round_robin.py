"""Everyone meets everyone: the circle method, sides shared out, a bye for an odd number."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.rounds.shapes.hindrances import Hindrances, best_first, byes_due
from tournament.rounds.shapes.matching import cheapest, cost_graph
from tournament.rounds.shapes.seating import Meeting, seated
from tournament.rounds.shapes.swiss import LEAST_TEAMS
from tournament.rounds.shapes.values import BYES_IN_EVERY_SHAPE, Draw, DrawInputs, Pair

Slots = Sequence[int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One round of a circle: who meets, side A first, and who sits out."""

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...]


def draw_round_robin(inputs: DrawInputs, seed: str) -> Draw:
    """Draw the next round in which everyone meets somebody new.

    The circle is drawn by lot in the first round; whoever comes later takes the
    empty place, if there is one. Nobody meets twice before all have met: a team
    nobody is left for sits out.

    So who sits out cannot always be chosen; ``next_turn`` says what holds.
    """
    if len(inputs.teams) < LEAST_TEAMS:
        raise ValueError("a draw needs two teams")
    lot = random.Random(seed)  # noqa: S311 -- a draw must be repeatable from its printed seed
    hindrances = Hindrances.of(inputs)
    turn = next_turn(_circle(inputs, seed), inputs, hindrances, best_first(inputs, lot))
    pairs = list(turn.pairs)
    # By lot at the tables, or the team the circle turns around would never change its own.
    lot.shuffle(pairs)
    meetings = [Meeting(a=(one,), b=(other,)) for one, other in pairs]
    return seated(meetings, turn.byes, inputs, hindrances)


def next_turn(
    slots: Slots, inputs: DrawInputs, hindrances: Hindrances, ranked: Sequence[int]
) -> Turn:
    """Choose the turn of the circle that leaves out the fewest, and who sat out least.

    Where teams left or came, those whom the circle gives nobody are paired among
    themselves if they have not met; a draw outside the circle is made when no turn
    of it is as good. Whatever was drawn before, no draw without a rematch leaves out
    fewer teams, nor, for any number of byes, fewer that had more of them: the sets
    that a matching can cover are a matroid, so the heaviest is best for each number.

    Of the turns that are as good the one that keeps most of the circle is chosen,
    so that the next rounds have a choice as well, then the one where the lowest of
    the ``ranked`` sit out, then the next one.
    """
    here = set(inputs.teams)
    playing = [team for team in slots if team is not None and team in here]
    still = _still_to_meet(playing, hindrances)
    if inputs.rules < BYES_IN_EVERY_SHAPE:
        return _first_turn(slots, playing, still, inputs)
    times = Counter(inputs.had_bye)
    place = {team: index for index, team in enumerate(ranked)}
    in_turn = sorted(playing, key=lambda team: (times[team], -place[team]))
    due = {team: index for index, team in enumerate(in_turn)}
    free = _completed([], playing, still, due)
    turns = len(slots) - 1
    found: list[tuple[tuple[object, ...], Turn]] = []
    for step in range(turns):
        circle = _circle_turn(slots, (inputs.number - 1 + step) % turns)
        kept = [pair for pair in circle if frozenset(pair) in still]
        turn = _completed(kept, playing, still, due)
        if _times(turn, times) == _times(free, times):
            out = sorted(due[team] for team in turn.byes) if inputs.ranks else []
            found.append(((-len(kept), out, step), turn))
    return min(found, key=lambda each: each[0])[1] if found else free


def all_have_met(playing: Collection[int], hindrances: Hindrances) -> bool:
    """Whether nobody is left to meet, but those who must not."""
    return all(
        hindrances.met[frozenset(pair)] or frozenset(pair) in hindrances.apart
        for pair in combinations(playing, 2)
    )


def _circle(inputs: DrawInputs, seed: str) -> list[int | None]:
    """Lay the teams out in the circle: the first round's by lot, then the late in the gaps."""
    groups = inputs.roster or [inputs.teams]
    slots: list[int | None] = [*sorted(groups[0])]
    # The circle is that of the first round, whatever the seed of this one.
    random.Random(inputs.first_seed or seed).shuffle(slots)  # noqa: S311 -- as above
    for team in (team for group in groups[1:] for team in sorted(group)):
        slots.append(team)
    return padded(slots)


def padded(slots: Slots) -> list[int | None]:
    """Make the number of places even: the last one, around which the circle turns, is empty."""
    return [*slots, *([None] * (len(slots) % 2))]


def _circle_turn(slots: Slots, turn: int) -> Iterator[Pair]:
    """One turn: the last place meets one of the others, these meet around it.

    Each place is on side A as often as on B, the last one's matches apart, which
    change sides with the turn.
    """
    around = len(slots) - 1
    for one in range(around):
        other = (turn - one) % around
        a, b = slots[one], slots[other]
        if one == other:
            a, b = (slots[one], slots[-1]) if turn % 2 else (slots[-1], slots[one])
        elif (other - one) % around % 2 == 0:
            continue  # seen from the other place
        if a is not None and b is not None:
            yield a, b


def _still_to_meet(playing: Sequence[int], hindrances: Hindrances) -> frozenset[frozenset[int]]:
    """Name the pairs that have met least often, which is never once all have met once more."""
    pairs = [frozenset(pair) for pair in combinations(playing, 2)]
    may = [pair for pair in pairs if pair not in hindrances.apart]
    least = min((hindrances.met[pair] for pair in may), default=0)
    return frozenset(pair for pair in may if hindrances.met[pair] == least)


def _completed(
    kept: Sequence[Pair],
    playing: Sequence[int],
    still: Collection[frozenset[int]],
    due: Mapping[int, int],
) -> Turn:
    """Pair whoever has no match yet as far as it goes; ``due`` is lowest for who sits out first."""
    busy = {team for pair in kept for team in pair}
    left = [team for team in playing if team not in busy]
    most = max((due[team] for team in left), default=0) + 1

    def cost(one: int, other: int) -> int | None:
        if frozenset((left[one], left[other])) not in still:
            return None
        # Seating those whose turn comes late is worth more.
        return 2 * most - due[left[one]] - due[left[other]]

    found = cheapest(cost_graph(len(left), cost))
    more = [(left[one], left[other]) for one, other in found]
    matched = {team for pair in more for team in pair}
    byes = tuple(sorted(team for team in left if team not in matched))
    return Turn(pairs=(*kept, *more), byes=byes)


def _first_turn(
    slots: Slots, playing: Sequence[int], still: Collection[frozenset[int]], inputs: DrawInputs
) -> Turn:
    """Choose a turn by the rules of the first release: the next one of those that are as good."""
    times = Counter(inputs.had_bye)

    def cost(turn: Turn) -> tuple[int, int]:
        must, may = byes_due(playing, inputs.had_bye, len(turn.byes))
        return len(set(turn.byes) - {*must, *may}), len(turn.byes)

    best: Turn | None = None
    turns = len(slots) - 1
    for step in range(turns):
        circle = _circle_turn(slots, (inputs.number - 1 + step) % turns)
        kept = [pair for pair in circle if frozenset(pair) in still]
        turn = _completed(kept, playing, still, times)
        best = turn if best is None or cost(turn) < cost(best) else best
        if cost(best) == (0, len(playing) % 2):
            return best
    free = _completed([], playing, still, times)
    return free if best is None or cost(free) < cost(best) else best


def _times(turn: Turn, times: Mapping[int, int]) -> list[int]:
    """How often each of those who sit out did so before."""
    return sorted(times[team] for team in turn.byes)
