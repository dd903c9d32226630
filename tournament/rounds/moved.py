"""What an act would move, as values: matches, deals, lines of the standings, draws made already."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import Rulebook, Side
from tournament.deals.tally import SheetRow
from tournament.models import Match, Team
from tournament.rounds.otherwise import Otherwise
from tournament.standings.ranking import Row
from tournament.standings.results import Part, PartKind
from tournament.standings.services import Standings

Marks = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """How a match stands: ``totals`` None while nothing is typed; who ``reached`` the target.

    ``missing`` are the deals still to type, known where the deals were compared.
    """

    totals: Marks | None = None
    winner: Side | None = None
    is_over: bool = False
    reached: tuple[Side, ...] = ()
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedDeal:
    """One deal before and after; None where it is not on the sheet."""

    number: int
    before: SheetRow | None
    after: SheetRow | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedMatch:
    """One match that would no longer be what it is."""

    match: Match
    round: int
    is_closed: bool
    before: MatchState
    after: MatchState
    deals: tuple[MovedDeal, ...] = ()

    @property
    def turns(self) -> bool:
        """Whether another side wins, or nobody any more."""
        return self.before.winner != self.after.winner

    @property
    def ends(self) -> bool:
        """Whether the match is over by it."""
        return self.after.is_over and not self.before.is_over

    @property
    def reopens(self) -> bool:
        """Whether the match is to be played on."""
        return self.before.is_over and not self.after.is_over

    @property
    def crosses(self) -> tuple[Side, ...]:
        """The sides that reach the target by it."""
        return tuple(side for side in self.after.reached if side not in self.before.reached)

    @property
    def falls_short(self) -> tuple[Side, ...]:
        """The sides that had reached the target, and no longer do."""
        return tuple(side for side in self.before.reached if side not in self.after.reached)

    @property
    def size(self) -> int:
        """How much the totals move."""
        pairs = zip(self.before.totals or (0, 0), self.after.totals or (0, 0), strict=True)
        return sum(abs(after - before) for before, after in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedRow:
    """A team whose line of the standings moves; no row where it is not ranked."""

    team: Team
    before: Row | None
    after: Row | None

    @property
    def places(self) -> int:
        """How many ranks it gains, less than 0 when it falls; 0 where it is not ranked twice."""
        return self.before.rank - self.after.rank if self.before and self.after else 0

    @property
    def marks(self) -> int:
        """How many marks it gains."""
        return (self.after.marks if self.after else 0) - (self.before.marks if self.before else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedGift:
    """A round without a match that gives a team something else, or that one has become."""

    team: Team
    before: Part
    after: Part

    @property
    def was_played(self) -> bool:
        """Whether it was a match that counts as a round sat out now."""
        return self.before.kind is PartKind.PLAYED

    @property
    def is_played(self) -> bool:
        """Whether it is a match again."""
        return self.after.kind is PartKind.PLAYED


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """All that an act would move. What is drawn or posted already stays as it is.

    ``rows`` are the lines of the standings that move, the biggest first, and
    ``unchanged`` how many do not. ``leaving`` and ``returning`` are the teams that the next
    draw would no longer, or again, seat. ``rulebooks`` are the one before and the one after.
    """

    matches: tuple[MovedMatch, ...]
    rows: tuple[MovedRow, ...]
    unchanged: int
    gifts: tuple[MovedGift, ...]
    draws: tuple[Otherwise, ...]
    leaving: tuple[Team, ...]
    returning: tuple[Team, ...]
    before: Standings
    after: Standings
    rulebooks: tuple[Rulebook, Rulebook]

    @property
    def is_nothing(self) -> bool:
        """Whether the act moves nothing at all."""
        moves = self.matches or self.rows or self.leaving or self.returning
        return not moves and self.before.excluded == self.after.excluded

    @property
    def ranks(self) -> tuple[MovedRow, ...]:
        """The lines that change places, or come in or go out."""
        return tuple(row for row in self.rows if row.places or not (row.before and row.after))

    @property
    def winners(self) -> tuple[MovedMatch, ...]:
        """The matches that another side wins."""
        return tuple(match for match in self.matches if match.turns)
