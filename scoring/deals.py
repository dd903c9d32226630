"""A deal as the table reports it, and the marks it gives."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.contracts import BySide, Contract, Side, Sweep
from scoring.declarations import Declaration

NO_BELOTE: BySide[int] = BySide(0, 0)
NO_DECLARATIONS: BySide[tuple[Declaration, ...]] = BySide((), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFacts:
    """What is on the sheet: facts only, never a mark.

    ``points`` are the takers' card points, last trick included, belote and declarations
    left out; ``None`` only on a sweep. ``carried`` are points left by a tied deal.
    ``first`` is the side that speaks first, needed only where it settles equal declarations.
    """

    contract: Contract
    points: int | None = None
    sweep: Sweep | None = None
    belote: BySide[int] = NO_BELOTE
    declarations: BySide[tuple[Declaration, ...]] = NO_DECLARATIONS
    last: bool = False
    carried: int = 0
    options: frozenset[str] = frozenset()
    first: Side | None = None
