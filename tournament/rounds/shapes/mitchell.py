"""A movement as at duplicate bridge: odd numbers stay at their tables, even numbers move on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from tournament.rounds.shapes.hindrances import Hindrances, best_first, byes_due
from tournament.rounds.shapes.matching import pair_up
from tournament.rounds.shapes.seating import Meeting, seated, usable_tables
from tournament.rounds.shapes.swiss import LEAST_TEAMS
from tournament.rounds.shapes.values import BYES_IN_EVERY_SHAPE, Draw, DrawInputs, Pair

Slots = list[int | None]


def draw_mitchell(inputs: DrawInputs, seed: str) -> Draw:
    """Move the even numbers one table on, or further where they would meet again.

    A team with a table of its own stays whatever its number; when far more teams
    of one kind came, the last of them change over. Once every move has a rematch,
    or sends a team out again while another has sat out less, the round is drawn
    freely, and who stayed stays where that can be.

    The movement says who sits out: of an odd number, each team that stays, in its
    turn. Where teams left and several find nobody at their tables, and where the
    round is drawn freely, it is the lowest ranked of those with the fewest byes.
    """
    if len(inputs.teams) < LEAST_TEAMS:
        raise ValueError("a draw needs two teams")
    lot = random.Random(seed)  # noqa: S311 -- a draw must be repeatable from its printed seed
    hindrances = Hindrances.of(inputs)
    stay, move = _lines(inputs)
    homes = _homes(stay, inputs)
    ranked = best_first(inputs, lot) if inputs.ranks else sorted(inputs.teams)
    shifts = _shifts(inputs.number, len(stay))
    moves = (_moved(stay, move, shift, inputs, ranked, lot) for shift in shifts)
    draws = []
    for pairs, byes in moves:
        draws.append((pairs, byes))
        if not any(_cost(pairs, byes, inputs, hindrances)):
            break
    else:
        teams = sorted(inputs.teams)
        draws.append(pair_up(teams, hindrances, inputs.had_bye, lot, ranked=ranked))
    pairs, byes = min(draws, key=lambda each: _cost(*each, inputs, hindrances))
    return seated([_meeting(pair, homes) for pair in pairs], byes, inputs, hindrances)


def _lines(inputs: DrawInputs) -> tuple[Slots, Slots]:
    """Part everybody who plays or has played into those who stay and those who move."""
    roster = [team for group in inputs.roster or [inputs.teams] for team in sorted(group)]
    fixed = {team for team, _table in inputs.fixed}
    stay = [team for team in roster if team % 2 or team in fixed]
    move = [team for team in roster if team not in stay]
    while len(move) > len(stay):
        stay.append(move.pop())
    while len(stay) - len(move) > 1:
        last = next((team for team in reversed(stay) if team not in fixed), stay[-1])
        stay.remove(last)
        move.append(last)
    paired = list(zip_longest(stay, move))
    return [one for one, _other in paired], [other for _one, other in paired]


def _homes(stay: Slots, inputs: DrawInputs) -> dict[int, int]:
    """Give each team that stays its table, around the tables some team always has."""
    fixed = dict(inputs.fixed)
    free = (table for table in usable_tables(inputs) if table not in fixed.values())
    return {
        team: fixed.get(team, table)
        for team, table in zip(stay, islice(free, len(stay)), strict=True)
        if team is not None
    }


def _shifts(number: int, tables: int) -> Iterator[int]:
    """List how far to move: as far as the round has it, then further, once around."""
    return ((number - 1 + further) % tables for further in range(tables))


def _moved(
    stay: Slots,
    move: Slots,
    shift: int,
    inputs: DrawInputs,
    ranked: Sequence[int],
    lot: random.Random,
) -> tuple[list[Pair], list[int]]:
    """Move a line on; whoever finds nobody at the table meets another who found nobody."""
    playing = set(inputs.teams)
    pairs: list[Pair] = []
    alone: list[int] = []
    for index, one in enumerate(stay):
        met = [team for team in (one, move[index - shift]) if team in playing and team is not None]
        if len(met) == 2:  # noqa: PLR2004 -- a table has two sides
            pairs.append((met[0], met[1]))
        else:
            alone += met
    last = [team for team in ranked if team in alone]
    hindrances = Hindrances.of(inputs)
    more, byes = pair_up(sorted(alone), hindrances, inputs.had_bye, lot, ranked=last)
    return [*pairs, *more], byes


def _cost(
    pairs: Sequence[Pair], byes: Sequence[int], inputs: DrawInputs, hindrances: Hindrances
) -> tuple[int, int, int]:
    """Weigh a draw: byes too early, pairs that must not meet, then rematches."""
    must, may = byes_due(sorted(inputs.teams), inputs.had_bye, len(byes))
    early = len(set(byes) - {*must, *may})
    forbidden = sum(hindrances.forbids(*pair) for pair in pairs)
    against = sum(hindrances.against(*pair) for pair in pairs)
    if inputs.rules < BYES_IN_EVERY_SHAPE:
        return 0, early + forbidden, against
    return early, forbidden, against


def _meeting(pair: Pair, homes: dict[int, int]) -> Meeting:
    """Seat the team at home, if one of the two has a home, on side A."""
    one, other = pair if pair[0] in homes or pair[1] not in homes else reversed(pair)
    return Meeting(a=(one,), b=(other,), home=homes.get(one))
