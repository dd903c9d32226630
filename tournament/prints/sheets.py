"""What is on a paper, as values: tested as data, laid out by a template."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from itertools import zip_longest

from tournament.prints.paging import MM, lines_in
from tournament.prints.qr import QrCode, qr_of

Marks = tuple[int, int]

LINES_TO_A_TARGET = 16
"""How many lines a blank sheet has when nobody knows how many deals there will be."""
MOST_LINES, MOST_WITH_OPTIONS = 20, 16
"""The lines that fit on one sheet; a longer match goes on over another. What is left to the
table takes the room of four."""
SPARE_LINES = 2
"""So many lines more for the deals that take none of the number agreed."""
OPTIONS_WIDTH, OPTIONS_HEIGHT = 132.5 * MM, 19 * MM
"""The room that what is left to the table has on a sheet: ``print.css`` says the same."""
OPTIONS_SIZES = {"usual": 7.5, "small": 6.5, "smaller": 5.5, "smallest": 4.5}


class Column(StrEnum):
    """The columns of a score sheet, in their order; a rulebook has some of them."""

    NUMBER = "number"
    DEALER = "dealer"
    TAKERS = "takers"
    CONTRACT = "contract"
    TRUMP = "trump"
    STAKE = "stake"
    POINTS = "points"
    BELOTE = "belote"
    SWEEP = "sweep"
    DECLARATIONS = "declarations"
    MARKS_A = "marks_a"
    MARKS_B = "marks_b"
    RUNNING_A = "running_a"
    RUNNING_B = "running_b"


class Layout(StrEnum):
    """How score sheets lie on paper: two on an A4 page, one enlarged to it, one on an A5 page."""

    TWO = "two"
    ONE = "one"
    A5 = "a5"


FIGURES = (Column.MARKS_A, Column.MARKS_B, Column.RUNNING_A, Column.RUNNING_B)
"""The last columns of every sheet: what the others make."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What every paper says of the rulebook it was made under.

    ``trumps`` and ``stakes`` are the signs that may be written in their columns.
    """

    title: str
    fingerprint: str
    reminder: str
    columns: tuple[Column, ...]
    trumps: tuple[str, ...]
    stakes: tuple[str, ...]
    several_belotes: bool

    @property
    def facts(self) -> tuple[Column, ...]:
        """The columns that say what happened, number included."""
        return tuple(column for column in self.columns if column not in FIGURES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What the head and the foot of a paper say; a season has no rulebook and no journal."""

    tournament: str
    date: date
    venue: str
    rules: Rules | None
    journal: str
    printed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTeam:
    """A team as printed."""

    number: int | str
    name: str
    players: tuple[str, ...]

    @property
    def size(self) -> str:
        """How large its name can be written: a long one is smaller, never cut."""
        if len(self.name) <= 22:  # noqa: PLR2004
            return "short"
        return "middling" if len(self.name) <= 40 else "long"  # noqa: PLR2004

    @property
    def has_long_players(self) -> bool:
        """Whether its players are written small for the same reason."""
        return any(len(name) > 40 for name in self.players)  # noqa: PLR2004


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneCode:
    """What opens a side of a table on a phone: the code to type, the address of its QR code."""

    shown: str
    address: str

    @property
    def qr(self) -> QrCode:
        """The square to photograph."""
        return qr_of(self.address)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One line of a score sheet; blank but for its number until the deal is recorded.

    ``note`` replaces the facts where no cards were played out. ``counts`` is
    False for a deal typed after the end of the match: it is shown, not added.
    A ``spare`` one is only for a deal more, where one before it does not count.
    """

    number: int
    takers: str = ""
    contract: str = ""
    trump: str = ""
    stake: str = ""
    points: int | None = None
    belote: str = ""
    sweep: str = ""
    declarations: str = ""
    note: str = ""
    marks: Marks | None = None
    running: Marks | None = None
    counts: bool = True
    spare: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """One sheet of one table, or a part of it when its lines do not fit.

    ``totals`` are those the sheet ends at, ``carried`` those a later part starts
    from; both None on a blank sheet. ``place`` of ``places`` is the rank in the pile.
    ``phones_at`` is the address to type codes at, empty where no phone is used.
    ``totals_only``: the match was taken as its totals, whatever deals are written.
    """

    tournament: str
    round: int
    table: int
    team_a: PaperTeam
    team_b: PaperTeam
    ends: str
    rules: Rules
    lines: tuple[SheetLine, ...]
    filled: bool = False
    totals: Marks | None = None
    carried: Marks | None = None
    part: int = 1
    parts: int = 1
    place: int = 1
    places: int = 1
    code_a: PhoneCode | None = None
    code_b: PhoneCode | None = None
    phones_at: str = ""
    totals_only: bool = False
    journal: str = ""
    plays: tuple[str, ...] = ()
    to_choose: tuple[tuple[str, str], ...] = ()

    @property
    def has_options(self) -> bool:
        """Whether its rulebook leaves anything to the table."""
        return bool(self.plays or self.to_choose)

    @property
    def options_size(self) -> str:
        """How large what is left to the table can be written; never cut."""
        said = [" ".join(self.plays), *(f"☐ {own} ☐ {other}" for own, other in self.to_choose)]
        for name, size in OPTIONS_SIZES.items():
            lines = sum(lines_in(words, OPTIONS_WIDTH, size) for words in said)
            if (lines + 1) * size * 1.25 <= OPTIONS_HEIGHT:
                return name
        return "smallest"

    @property
    def codes(self) -> tuple[PhoneCode, ...]:
        """What opens its sides on phones."""
        return tuple(code for code in (self.code_a, self.code_b) if code)

    @property
    def line_height(self) -> str:
        """How high its lines are, so as to fill the same room whatever their number."""
        room = room_of(self.lines) + (MOST_LINES - MOST_WITH_OPTIONS) * self.has_options
        if room <= 12:  # noqa: PLR2004
            return "high"
        return "middling" if room <= 16 else "low"  # noqa: PLR2004

    @property
    def goes_on(self) -> bool:
        """Whether another part follows."""
        return self.part < self.parts


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """One team of the standings as printed; teams tied on everything share a rank.

    ``notes`` say what rulings gave it, or took from it, outside its matches.
    ``more`` are the figures that only some contests rank by, beside the paper's ``more``.
    """

    rank: int
    team: PaperTeam
    marks: int
    wins: int
    difference: int
    notes: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPaper:
    """The standings that go on the wall, after a round (0: before the first).

    ``criteria`` say in words what ranks the teams; ``lot_seed`` lets anyone draw the
    lot that parted tied teams again, and is empty where none was drawn. ``notes`` are
    what must be known besides: who is no longer ranked, a rulebook that was changed.
    ``more`` are the words over the figures that only some contests rank by.
    """

    tournament: str
    date: date
    venue: str
    after_round: int
    final: bool
    by_wins: bool
    criteria: tuple[str, ...]
    lot_seed: str
    rows: tuple[StandingsLine, ...]
    rules: Rules
    printed_at: datetime
    notes: tuple[str, ...] = ()
    journal: str = ""
    of_players: bool = False
    more: tuple[str, ...] = ()


def room_of(lines: Sequence[SheetLine]) -> int:
    """How many lines' room some lines take: the words over spare ones take one."""
    return len(lines) + any(line.spare for line in lines)


def with_spare_lines(sheet: ScoreSheet) -> ScoreSheet:
    """Add spare lines to a blank sheet, as many as take no other sheet of paper."""
    most, count = most_lines(sheet), len(sheet.lines)
    for more in range(SPARE_LINES, 0, -1):
        spare = tuple(SheetLine(number=count + each, spare=True) for each in range(1, more + 1))
        lines = (*sheet.lines, *spare)
        if -(-room_of(lines) // most) == -(-count // most):
            return replace(sheet, lines=lines)
    return sheet


def most_lines(sheet: ScoreSheet) -> int:
    """How many lines one sheet of paper has room for."""
    return MOST_WITH_OPTIONS if sheet.has_options else MOST_LINES


def pile(sheets: Iterable[ScoreSheet]) -> list[ScoreSheet]:
    """Cut the sheets that are too long into parts, and number the pile."""
    return renumbered(part for sheet in sheets for part in in_parts(sheet))


def renumbered(sheets: Iterable[ScoreSheet]) -> list[ScoreSheet]:
    """Number the sheets of a pile, or of what is left of one."""
    whole = list(sheets)
    return [
        replace(sheet, place=place, places=len(whole)) for place, sheet in enumerate(whole, start=1)
    ]


def in_parts(sheet: ScoreSheet) -> list[ScoreSheet]:
    """Cut a sheet whose lines do not fit into even parts; each carries the totals on."""
    parts = -(-room_of(sheet.lines) // most_lines(sheet))
    if parts <= 1:
        return [sheet]
    each = -(-len(sheet.lines) // parts)
    cut: list[ScoreSheet] = []
    reached: Marks = (0, 0)
    for part in range(1, parts + 1):
        lines = sheet.lines[(part - 1) * each : part * each]
        carried = reached if part > 1 else None
        reached = next((line.running for line in reversed(lines) if line.running), reached)
        totals = sheet.totals if part == parts else reached
        if not sheet.filled:
            carried = totals = None
        cut.append(
            replace(sheet, lines=lines, carried=carried, totals=totals, part=part, parts=parts)
        )
    return cut


def cut_order(sheets: Sequence[ScoreSheet], layout: Layout) -> list[tuple[ScoreSheet | None, ...]]:
    """Lay sheets on pages, one or two to a page, so that the pile once cut is sorted.

    The left halves are the first half of the tables and the right halves the
    rest: cut the pile, put the left one on top. ``None`` is an empty half.
    """
    if layout is not Layout.TWO:
        return [(sheet,) for sheet in sheets]
    half = -(-len(sheets) // 2)
    return list(zip_longest(sheets[:half], sheets[half:]))
