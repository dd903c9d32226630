"""What a rulebook holds: one frozen value for each table of the TOML file.

The names here are the keys of the file (docs/rulebook-format.md says each one at length),
and the types are what the strict loader accepts. There are no defaults: a default would be
a rule that nobody chose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NamedTuple

from scoring.cards import Rank
from scoring.choices import (
    AfterPass,
    CannotGoOver,
    CutBy,
    Direction,
    EightTricks,
    EqualSplit,
    ExemptWhen,
    Fault,
    FirstLead,
    FirstToLead,
    Five,
    FollowSuit,
    FourPasses,
    GoUp,
    LastDeal,
    LookingBack,
    Method,
    MustTrump,
    Need,
    NextDealer,
    NotShown,
    OrderedBid,
    OverTrump,
    Partner,
    Rounded,
    Shuffle,
    SwitchKind,
    TargetRule,
    Tie,
    When,
    WhenExempt,
)
from scoring.contracts import Mode, NamedContract, Stake
from scoring.terms import CellMarks, CellName, Term

__all__ = [
    "AfterPass",
    "Auction",
    "Belote",
    "Between",
    "CannotGoOver",
    "CutBy",
    "Dealing",
    "Declarations",
    "Direction",
    "EightTricks",
    "EqualSplit",
    "ExemptWhen",
    "Fault",
    "Faults",
    "FirstLead",
    "FirstToLead",
    "Five",
    "FollowSuit",
    "FourPasses",
    "GoUp",
    "LastDeal",
    "LookingBack",
    "MadeWhen",
    "Method",
    "MustTrump",
    "Named",
    "Need",
    "NextDealer",
    "NotShown",
    "OrderStep",
    "OrderedBid",
    "OverTrump",
    "Partner",
    "Play",
    "PointsBid",
    "Rounded",
    "Rounding",
    "Schema",
    "Shuffle",
    "Source",
    "Switch",
    "SwitchKind",
    "TargetRule",
    "Tie",
    "TrumpRules",
    "When",
    "WhenExempt",
    "Words",
]


class Between(NamedTuple):
    """The smallest and the largest whole number a key accepts."""

    least: int
    most: int


Marks = Annotated[int, Between(0, 100_000)]
Multiplier = Annotated[int, Between(0, 100)]
Small = Annotated[int, Between(0, 32)]
CardValue = tuple[Rank, Marks]
Cells = Mapping[CellName, CellMarks | CellName]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The same words in French and in English."""

    fr: str
    en: str

    def __getitem__(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where the rules come from: the document's number or date, and its name."""

    document: str
    fr: str
    en: str

    def __getitem__(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en


@dataclass(frozen=True, slots=True, kw_only=True)
class TrumpRules:
    """Card values and orders under one mode, the strongest card first.

    ``trump`` serves the suits that are trumps, ``plain`` the others. ``total`` is the whole
    pack with the last trick; points count in marks once multiplied by ``conversion``.
    ``carres`` gives the value of a four of a kind, the best first among equals.
    """

    trump: tuple[CardValue, ...]
    plain: tuple[CardValue, ...]
    last_trick: Marks
    total: Marks
    conversion: Fraction
    most_belotes: Small
    carres: tuple[CardValue, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsBid:
    """Bids of points: which are said, at which trumps, and what they need.

    ``needs`` lists (bid, points needed) where the two differ; a bid under
    ``coinche_from`` may not be coinched.
    """

    minimum: Marks
    maximum: Marks
    step: Annotated[int, Between(1, 1000)]
    least_raise: Marks
    trumps: Mapping[Mode, bool]
    needs: tuple[tuple[Marks, Marks], ...]
    coinche_from: Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A named contract; ``marks`` replaces any of the eight cells for it."""

    value: Marks
    needs: tuple[Need, ...]
    trumps: Mapping[Mode, bool]
    partner: Partner
    notice: Words
    marks: Cells


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderStep:
    """One step of the bid order: a contract at these modes, above all steps before it."""

    contract: OrderedBid
    trumps: tuple[Mode, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """How a contract is found."""

    method: Method
    coinche_when: When
    surcoinche_when: When
    coinche_closes: bool
    after_pass: AfterPass
    closing_passes: Annotated[int, Between(1, 4)]
    four_passes: FourPasses
    order: tuple[OrderStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """How cards are dealt; ``packets`` lists the ways allowed, each as cards at a time."""

    direction: Direction
    packets: tuple[tuple[Small, ...], ...]
    turned_card: bool
    cut_by: CutBy
    shuffle: Shuffle
    next_dealer: NextDealer
    first_to_lead: FirstToLead


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """The obligations of play, at a suit unless the name says otherwise."""

    follow_suit: FollowSuit
    must_trump: MustTrump
    exempt_when: ExemptWhen
    when_exempt: WhenExempt
    go_up: GoUp
    over_trump: OverTrump
    cannot_go_over: CannotGoOver
    all_trumps_go_up: GoUp
    first_lead: FirstLead
    looking_back: LookingBack

    @property
    def partner_always_excuses(self) -> bool:
        """Whether a partner who is winning excuses from trumping, even with a trump.

        Two keys may say so.
        """
        return (
            self.must_trump is MustTrump.OPPONENT_WINNING
            or self.exempt_when is ExemptWhen.PARTNER_WINNING
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Belote:
    """King and queen of trumps: ``value`` in marks, ``help`` as (from this bid, points)."""

    value: Marks
    help: tuple[tuple[Marks, Marks], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declarations:
    """Sequences and carrés; ``sequences`` is (cards, value), the longest last."""

    played: bool
    help: bool
    sequences: tuple[tuple[Small, Marks], ...]
    tie: Tie
    not_shown: NotShown


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeWhen:
    """When a contract that asks for points is made, beyond having them."""

    eight_tricks: EightTricks
    must_beat_defenders: bool
    equal_split: EqualSplit


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding:
    """Marks are rounded to the nearest multiple of ``to`` (1: not rounded)."""

    to: Annotated[int, Between(1, 1000)]
    five: Five
    who: Rounded
    last_deal: LastDeal


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """What the referee is called for, and the usual marks given to the other side."""

    categories: tuple[Fault, ...]
    tariffs: tuple[tuple[Term, ...], ...]
    referee_may_play: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A reading that was decided, or an option, with what it takes to choose the other.

    ``set`` maps dotted keys of this same file to their other value.
    """

    id: str
    kind: SwitchKind
    clause: str
    decided: Words
    other: Words
    set: Mapping[str, object]


@dataclass(frozen=True, kw_only=True)
class Schema:
    """A whole rulebook file; ``multipliers`` gives each stake its k, 0 where not played."""

    schema: Annotated[int, Between(1, 1)]
    name: str
    version: str
    title: Words
    source: Source
    target: Annotated[int, Between(1, 1_000_000)]
    target_rule: TargetRule
    dealing: Dealing
    auction: Auction
    points_bid: PointsBid
    multipliers: Mapping[Stake, Multiplier]
    named: Mapping[NamedContract, Named]
    trumps: Mapping[Mode, TrumpRules]
    made: MadeWhen
    belote: Belote
    declarations: Declarations
    marks: Cells
    rounding: Rounding
    play: Play
    faults: Faults
    clauses: Mapping[str, str]
    switches: tuple[Switch, ...]
    applied: tuple[str, ...]
