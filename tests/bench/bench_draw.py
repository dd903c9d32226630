"""The draw of a season's final: a thousand teams at the eighth round, on one core."""

import random
import time

from tests.bench.sizes import sized
from tournament.rounds.draw import DrawInputs, draw, draw_by_standings

TEAMS, ROUNDS, SECONDS = 1000, 8, 2
SHAPES = {"round_robin": 200, "mitchell": 200, "individual": 200, "pools": 200}
"""The other shapes, and a number of teams that is large for them."""


def run(part: float = 1) -> None:
    """Print the seconds of the core that each draw takes."""
    teams = 2 * sized(TEAMS // 2, part, least=ROUNDS)
    met: list[tuple[int, int]] = []
    for number in range(1, ROUNDS):
        inputs = DrawInputs(teams=_ranked(number, teams), number=number, met=met)
        met += draw_by_standings(inputs, f"round {number}").pairs
    inputs = DrawInputs(teams=_ranked(ROUNDS, teams), number=ROUNDS, met=met)
    start = time.process_time()
    drawn = draw_by_standings(inputs, "a seed")
    seconds = time.process_time() - start
    assert len(drawn.tables) == teams // 2
    assert not drawn.rematches
    _say(f"Swiss draw of {teams} teams at round {ROUNDS}", seconds, f"at most {SECONDS} s")
    for kind, whole in SHAPES.items():
        count = 4 * sized(whole // 4, part, least=2)
        inputs = DrawInputs(teams=range(1, count + 1))
        start = time.process_time()
        draw(kind, inputs, "a seed")
        _say(f"{kind}, {count} teams, round 1", time.process_time() - start, "no limit set")


def _ranked(number: int, teams: int) -> list[int]:
    """Rank the teams as a contest does: better and better known, so neighbours have met."""
    chance = random.Random(number)
    return sorted(range(1, teams + 1), key=lambda team: team + chance.gauss(0, teams / number))


def _say(what: str, seconds: float, wanted: str) -> None:
    print(f"{what:52} {seconds:8.3f} s  ({wanted})")
