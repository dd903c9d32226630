"""What is on the referee's papers, as values: a slip, the rulings, the evening's report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.prints.sheets import Paper, PaperTeam, StandingsLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing before a ruling and after it."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingOnPaper:
    """A ruling as printed; ``by`` and ``facts`` are empty on what is posted.

    ``replaces`` and ``replaced_by`` are numbers, 0 where there is none.
    """

    number: int
    at: datetime
    category: str
    place: str
    decision: str
    explanation: str = ""
    article: str = ""
    facts: str = ""
    by: str = ""
    second_person: str = ""
    replaces: int = 0
    is_in_force: bool = True
    replaced_by: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSlip(Paper):
    """The slip that the table signs; without a match nobody but the referee does."""

    ruling: RulingOnPaper
    changes: tuple[Change, ...]
    team_a: PaperTeam | None = None
    team_b: PaperTeam | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingsPaper(Paper):
    """The rulings of a contest; ``is_posted`` are those for the wall: published, nobody named."""

    rulings: tuple[RulingOnPaper, ...]
    is_posted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOnPaper:
    """A round in the report: how it was drawn, from which seed, when it was closed."""

    number: int
    draw: str
    seed: str
    tables: int
    closed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsOnPaper:
    """A match that was taken as its two totals, and why."""

    round: int
    table: int
    teams: str
    marks: tuple[int, int]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActOnPaper:
    """An act of the journal as it is told."""

    number: int
    at: datetime | None
    who: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActsOnPaper:
    """The last acts of a kind, in their order, and how many there are in all."""

    acts: tuple[ActOnPaper, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPaper(Paper):
    """The evening's report: what whoever signs it vouches for.

    ``top`` are the first of ``ranked`` teams; ``late`` the acts on a round once it was closed.
    """

    ends: str
    teams: int
    rounds: tuple[RoundOnPaper, ...]
    final: bool
    by_wins: bool
    criteria: tuple[str, ...]
    notes: tuple[str, ...]
    top: tuple[StandingsLine, ...]
    ranked: int
    totals: tuple[TotalsOnPaper, ...]
    corrections: ActsOnPaper
    rulings: tuple[RulingOnPaper, ...]
    late: ActsOnPaper
