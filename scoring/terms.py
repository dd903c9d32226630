"""The eight cells of marks and the terms they are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class CellName(StrEnum):
    """Made or failed, doubled (coinche or surcoinche) or not, swept by the winner or not."""

    MADE = "made"
    MADE_DOUBLED = "made_doubled"
    MADE_SWEPT = "made_swept"
    MADE_SWEPT_DOUBLED = "made_swept_doubled"
    FAILED = "failed"
    FAILED_DOUBLED = "failed_doubled"
    FAILED_SWEPT = "failed_swept"
    FAILED_SWEPT_DOUBLED = "failed_swept_doubled"


class TermName(StrEnum):
    """What a term pays; each term of a cell is one line of the explanation."""

    FIXED = "fixed"
    POINTS = "points"
    CONTRACT = "contract"
    BELOTE = "belote"
    ALL_BELOTES = "all_belotes"
    DECLARATIONS = "declarations"
    ALL_DECLARATIONS = "all_declarations"
    CARRIED = "carried"


MOST_FIXED = 100_000
_TERM = re.compile(r"(?P<amount>[0-9]{1,6})\*k|(?P<name>[a-z_]+)(?P<times>\*k)?", re.ASCII)
TERM_EXPECTED = (
    "a whole number, or points, contract, belote, all_belotes, declarations,"
    ' all_declarations or carried, or one of them with *k: "160*k"'
)


class Term(NamedTuple):
    """One thing a side is paid, multiplied by k or not; ``amount`` is for fixed ones."""

    name: TermName
    amount: int = 0
    times_k: bool = False

    @classmethod
    def parse(cls, written: object) -> Term | None:
        """The term as a rulebook writes it, ``None`` when it is not one."""
        if isinstance(written, int) and not isinstance(written, bool):
            return cls(TermName.FIXED, written) if 0 <= written <= MOST_FIXED else None
        found = _TERM.fullmatch(written) if isinstance(written, str) else None
        if found is None:
            return None
        if found["amount"] is not None:
            amount = int(found["amount"])
            return cls(TermName.FIXED, amount, times_k=True) if amount <= MOST_FIXED else None
        if found["name"] == TermName.FIXED or found["name"] not in set(TermName):
            return None
        return cls(TermName(found["name"]), times_k=found["times"] is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellMarks:
    """What each side is paid in one of the eight cells."""

    takers: tuple[Term, ...]
    defenders: tuple[Term, ...]
