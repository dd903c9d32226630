"""What each team did in each round, and the sum of it: pure values and sums."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring import Side
from tournament.models import ByeKind
from tournament.standings.ranking import Meeting, Record, half_up_average

HALF_TABLE = 81
"""Half of what the cards of a deal are worth; only where the number of deals is set."""

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """One match of a round that counts; who sat on side A and B, by team number.

    A side is one team, or two players where partners change each round.
    ``totals`` are None when no deal was brought, ``winner`` when neither side won.
    ``totals_only``: taken as totals, not deal by deal.
    """

    table: int
    sides: tuple[Numbers, Numbers]
    totals: tuple[int, int] | None
    winner: Side | None = None
    label: str = ""
    totals_only: bool = False

    @property
    def teams(self) -> frozenset[int]:
        """Everybody at the table."""
        return frozenset(self.sides[0] + self.sides[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """A closed round. In a ``knockout`` one, who has no seat is out and misses nothing.

    Who met one of the ``excluded`` marks as if it had sat out.
    """

    number: int
    matches: tuple[MatchResult, ...]
    byes: Numbers = ()
    knockout: bool = False
    excluded: frozenset[int] = frozenset()

    @property
    def counted(self) -> tuple[MatchResult, ...]:
        """The matches but those of an excluded team."""
        if not self.excluded:
            return self.matches
        return tuple(match for match in self.matches if not self.excluded & match.teams)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gift:
    """What a round without a match marks."""

    kind: str = ByeKind.FIXED
    marks: int = 0

    def worth(self, round_: RoundResult, deals: int | None) -> int:
        """Return the marks it comes to in a round, ``deals`` being those of a match."""
        if self.kind == ByeKind.FIXED:
            return self.marks
        if not round_.matches:
            return 0
        if self.kind == ByeKind.HALF_TABLE:
            return HALF_TABLE * (deals or 0)
        shared = sum(sum(match.totals) for match in round_.counted if match.totals)
        return half_up_average(shared, 2 * len(round_.counted)) if round_.counted else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a contest gives for a match won, tied or lost, for sitting out, for a missed round.

    Sitting out gives the match points of a win where it is set to be one, else those
    of a match lost: the team came. A match of which no deal was brought gives
    those of an absence.
    """

    bye: Gift = Gift()
    missed: Gift = Gift()
    bye_wins: bool = False
    deals: int | None = None
    win: int = 2
    tie: int = 1
    loss: int = 0
    absent: int = 0

    def points(self, result: int) -> int:
        """Return the match points of a result: 1 won, 0 tied, -1 lost."""
        return (self.tie, self.win, self.loss)[result]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who is ranked, by team number; after its last seat one who ``left`` gets nothing."""

    number: int
    left: bool = False


class PartKind(StrEnum):
    """What a round was for a team."""

    PLAYED = "played"
    BYE = "bye"
    MISSED = "missed"
    AWAY = "away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One team's round: where, with and against whom, and what it brought.

    ``result`` is 1 for a win, 0 for a tie, -1 for a defeat, None without either.
    """

    round: int
    kind: PartKind
    marks: int = 0
    points: int = 0
    result: int | None = None
    table: int | None = None
    label: str = ""
    totals_only: bool = False
    against: int = 0
    partners: Numbers = ()
    opponents: Numbers = ()

    @property
    def is_win(self) -> bool:
        """Whether the round counts as a match won."""
        return self.result == 1


def parts_of(
    rounds: Sequence[RoundResult], entrants: Collection[Entrant], terms: Terms
) -> dict[int, list[Part]]:
    """Return each entrant's rounds, in order."""
    seated = [_seated(round_, terms) for round_ in rounds]
    last_seat: dict[int, int] = {}
    for round_, parts in zip(rounds, seated, strict=True):
        last_seat |= dict.fromkeys(parts, round_.number)
    found: dict[int, list[Part]] = {entrant.number: [] for entrant in entrants}
    for round_, parts in zip(rounds, seated, strict=True):
        missed = Part(
            round=round_.number,
            kind=PartKind.MISSED,
            marks=terms.missed.worth(round_, terms.deals),
            points=terms.absent,
        )
        away = Part(round=round_.number, kind=PartKind.AWAY)
        for entrant in entrants:
            gone = entrant.left and round_.number > last_seat.get(entrant.number, 0)
            otherwise = away if gone or round_.knockout else missed
            found[entrant.number].append(parts.get(entrant.number, otherwise))
    return found


def record(team: int, parts: Iterable[Part], *, more: int = 0) -> Record:
    """Add a team's rounds up, with ``more`` marks that are of no round."""
    seen = list(parts)
    played = [part for part in seen if part.kind is PartKind.PLAYED]
    against = sum(part.against for part in played)
    return Record(
        team=team,
        marks=sum(part.marks for part in seen) + more,
        against=against,
        difference=sum(part.marks for part in played) - against,
        wins=sum(part.is_win for part in seen),
        ties=sum(part.result == 0 for part in played),
        losses=sum(part.result == -1 for part in played),
        played=len(played),
        byes=sum(part.kind is PartKind.BYE for part in seen),
        missed=sum(part.kind is PartKind.MISSED for part in seen),
        points=sum(part.points for part in seen),
        best=max((part.marks for part in played), default=0),
        meetings=tuple(
            Meeting(opponent, part.result or 0) for part in played for opponent in part.opponents
        ),
    )


def _seated(round_: RoundResult, terms: Terms) -> dict[int, Part]:
    """Return the part of each team that had a seat in a round.

    Who met an excluded team is said to have sat out, and whom it met.
    """
    parts = {
        team: _played(round_, match, side, team, terms)
        for match in round_.matches
        for side, teams in zip(Side, match.sides, strict=True)
        for team in teams
    }
    bye = Part(
        round=round_.number,
        kind=PartKind.BYE,
        marks=terms.bye.worth(round_, terms.deals),
        points=terms.win if terms.bye_wins else terms.loss,
        result=1 if terms.bye_wins else None,
    )
    spared = {
        team: replace(bye, opponents=match.sides[1 - side])
        for match in round_.matches
        for side, teams in enumerate(match.sides)
        for team in teams
        if team not in round_.excluded and round_.excluded.intersection(match.sides[1 - side])
    }
    return parts | dict.fromkeys(round_.byes, bye) | spared


def _played(round_: RoundResult, match: MatchResult, side: Side, team: int, terms: Terms) -> Part:
    way = 1 if side is Side.A else -1
    own, against = (match.totals or (0, 0))[::way]
    fellows, opponents = match.sides[::way]
    result = None
    if match.totals is not None:
        result = 0 if match.winner is None else 1 if match.winner is side else -1
    return Part(
        round=round_.number,
        kind=PartKind.PLAYED,
        marks=own,
        points=terms.absent if result is None else terms.points(result),
        result=result,
        table=match.table,
        label=match.label,
        totals_only=match.totals_only,
        against=against,
        partners=tuple(other for other in fellows if other != team),
        opponents=opponents,
    )
