"""How the contracts of the closed rounds ended, under the contest's rulebook and the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring import (
    DealFacts,
    Outcome,
    Refusal,
    Rulebook,
    Sweep,
    load_rulebook,
    score_deal,
    shipped_rulebooks,
)
from tournament import labels
from tournament.deals.options import known, written
from tournament.models import Entry, Tournament
from tournament.models import Outcome as Ended
from tournament.models.deal import FACT_FIELDS, facts_of
from tournament.standings.cache import kept
from tournament.standings.charts import Portion, portions

CAPOT, MADE, FAILED, TIED, IMPOSSIBLE = KINDS = ("capot", "made", "failed", "tied", "impossible")
BY_TAKERS = frozenset({Sweep.TAKERS, Sweep.TAKERS_ALONE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """How some deals end under one rulebook: how many capots, contracts made, failed, and so on."""

    title: str
    is_own: bool
    deals: int
    portions: tuple[Portion, ...]

    @property
    def knows_some(self) -> bool:
        """Whether any of the deals can exist under the rulebook."""
        return any(part.count for part in self.portions if part.kind != IMPOSSIBLE)


def shares_of(tournament: Tournament) -> tuple[Shares, ...]:
    """Count how the deals of the closed rounds end, under the contest's own rulebook first.

    A rulebook under which none of them can exist is left out.
    """
    return kept(tournament, ("shares", labels.language()), lambda: _shares(tournament))


def counts_under(facts: Iterable[DealFacts], rulebook: Rulebook) -> dict[str, int]:
    """Count how deals end under a rulebook, every kind in its order; some may not exist there."""
    found = Counter(_ends(each, rulebook) for each in facts)
    return {kind: found[kind] for kind in KINDS}


def _shares(tournament: Tournament) -> tuple[Shares, ...]:
    facts = _facts(tournament)
    if not facts:
        return ()
    own = tournament.rulebook
    others = [load_rulebook(name) for name in shipped_rulebooks() if name != own.name]
    found = [_under(facts, rulebook, own) for rulebook in (own, *others)]
    return tuple(each for each in found if each.is_own or each.knows_some)


def _under(facts: Sequence[DealFacts], rulebook: Rulebook, own: Rulebook) -> Shares:
    return Shares(
        title=rulebook.title[labels.language()],
        is_own=rulebook is own,
        deals=len(facts),
        portions=portions(counts_under(facts, rulebook)),
    )


def _facts(tournament: Tournament) -> list[DealFacts]:
    """Read every deal of the closed rounds that was played out and counts, in one query."""
    rows = Entry.objects.filter(
        accepted_for__match__round__tournament=tournament,
        accepted_for__match__round__closed_at__isnull=False,
        accepted_for__match__totals__isnull=True,
        outcome=Ended.PLAYED,
    )
    return [facts_of(row) for row in rows.only(*FACT_FIELDS)]


def _ends(facts: DealFacts, rulebook: Rulebook) -> str:
    if facts.options:
        # What a table chose counts where the rulebook leaves it to the table.
        facts = replace(facts, options=known(written(facts.options), rulebook))
    try:
        outcome = score_deal(facts, rulebook).outcome
    except Refusal:
        return IMPOSSIBLE
    if outcome is Outcome.MADE:
        return CAPOT if facts.sweep in BY_TAKERS else MADE
    return FAILED if outcome is Outcome.FAILED else TIED
