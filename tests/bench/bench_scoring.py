"""How many deals a second ``score_deal`` answers on one core, loading excluded."""

import random
import time

from scoring import (
    BySide,
    Contract,
    DealFacts,
    NamedContract,
    Rulebook,
    Side,
    Stake,
    Trump,
    load_rulebook,
    score_deal,
    shipped_rulebooks,
)
from tests.bench.sizes import sized

DEALS = 5_000
ROUNDS = 7
TARGET = 150_000


def evening(rulebook: Rulebook, deals: int = DEALS, seed: int = 1) -> list[DealFacts]:
    """So many deals, as an evening has them: mostly plain, a belote in three, some coinches."""
    rng = random.Random(seed)
    facts = []
    for _ in range(deals):
        stake = Stake.COINCHE if rng.random() < 0.2 else Stake.PLAIN
        held = rng.choice([BySide(0, 0), BySide(0, 0), BySide(1, 0), BySide(0, 1)])
        bid = NamedContract.TAKE if rulebook.is_take else rng.randrange(80, 160, 10)
        contract = Contract(
            takers=rng.choice(list(Side)),
            bid=bid,
            trump=rng.choice([Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS]),
            stake=Stake.PLAIN if rulebook.is_take else stake,
        )
        facts.append(DealFacts(contract=contract, points=rng.randrange(60, 163), belote=held))
    return facts


def deals_per_second(rulebook: Rulebook, deals: int = DEALS) -> float:
    """The best of several rounds, in processor time: a busy machine must not count."""
    facts = evening(rulebook, deals)
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for one in facts:
            score_deal(one, rulebook)
        best = min(best, time.process_time() - start)
    return deals / best


def run(part: float = 1) -> None:
    """Print the figure of each rulebook beside the target."""
    for name in shipped_rulebooks():
        rate = deals_per_second(load_rulebook(name), sized(DEALS, part))
        verdict = "ok" if rate >= TARGET else "below the target"
        print(f"score_deal {name:<18} {rate:>10,.0f} deals/s  ({TARGET:,} wanted: {verdict})")
