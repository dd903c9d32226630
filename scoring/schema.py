"""What a rulebook holds: one frozen value for each table of the TOML file.

The names here are the keys of the file (docs/rulebook-format.md says each one at length),
and the types are what the strict loader accepts. There are no defaults: a default would be
a rule that nobody chose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, NamedTuple

from scoring.cards import Rank
from scoring.contracts import Mode, NamedContract, Stake
from scoring.terms import CellMarks, CellName, Term


class Between(NamedTuple):
    """The smallest and the largest whole number a key accepts."""

    least: int
    most: int


Marks = Annotated[int, Between(0, 100_000)]
Multiplier = Annotated[int, Between(0, 100)]
Small = Annotated[int, Between(0, 32)]
CardValue = tuple[Rank, Marks]
Cells = Mapping[CellName, CellMarks | CellName]


class TargetRule(StrEnum):
    """A match ends when a side has the target (reach) or more than it (exceed)."""

    REACH = "reach"
    EXCEED = "exceed"


class Direction(StrEnum):
    """Which way the deal and the play turn; seats are numbered that way."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter_clockwise"


class CutBy(StrEnum):
    """Who cuts before the deal."""

    FORMER_DEALER = "former_dealer"
    BEFORE_DEALER = "before_dealer"
    NOT_SAID = "not_said"


class Shuffle(StrEnum):
    """When the pack is shuffled."""

    START_AND_FOUR_PASSES = "start_and_four_passes"
    EVERY_DEAL = "every_deal"
    CLUB_USE = "club_use"
    NOT_SAID = "not_said"


class NextDealer(StrEnum):
    """Who deals next; ``next_seat`` is the next one in the order of play."""

    NEXT_SEAT = "next_seat"
    SAME_SEAT = "same_seat"


class FirstToLead(StrEnum):
    """Who plays the first card of the deal."""

    AFTER_DEALER = "after_dealer"
    TAKER = "taker"


class Method(StrEnum):
    """How a contract is found: by bids, or by taking a card turned up."""

    BIDS = "bids"
    TAKE = "take"


class When(StrEnum):
    """When a side may coinche or surcoinche."""

    OWN_TURN = "own_turn"
    ANY_TIME = "any_time"


class AfterPass(StrEnum):
    """What a player who passed may still say."""

    MAY_SPEAK = "may_speak"
    MAY_NOT_BID = "may_not_bid"
    MAY_NOT_SPEAK = "may_not_speak"
    ONCE_A_ROUND = "once_a_round"


class FourPasses(StrEnum):
    """What follows four passes; the deal turns in any case."""

    NEW_DEAL = "new_deal"
    NEW_DEAL_SHUFFLED = "new_deal_shuffled"


class OrderedBid(StrEnum):
    """What a step of the bid order speaks of: points, or a named contract."""

    POINTS = "points"
    CAPOT = "capot"
    CAPOT_BELOTE = "capot_belote"
    GENERALE = "generale"
    GENERALE_BELOTE = "generale_belote"
    TAKE = "take"


class Need(StrEnum):
    """What a named contract asks of the takers."""

    POINTS = "points"
    ALL_TRICKS = "all_tricks"
    ALL_TRICKS_ALONE = "all_tricks_alone"
    BELOTE = "belote"


class Partner(StrEnum):
    """What the bidder's partner does while a named contract is played."""

    PLAYS = "plays"
    LAYS_DOWN = "lays_down"


class EightTricks(StrEnum):
    """A sweep makes any points bid, or is counted like any other result."""

    MAKE = "make"
    COUNT = "count"


class EqualSplit(StrEnum):
    """What an equal split is: the takers and the defenders count the same."""

    MADE = "made"
    FAILED = "failed"
    LITIGE = "litige"
    REPLAY = "replay"


class Tie(StrEnum):
    """Who scores when the best declarations of both sides are equal in everything."""

    NOBODY = "nobody"
    FIRST_TO_SPEAK = "first_to_speak"


class NotShown(StrEnum):
    """What becomes of a declaration that cannot be shown."""

    OPPONENTS = "opponents"
    NOBODY = "nobody"


class Five(StrEnum):
    """Which way a mark that ends in five goes."""

    UP = "up"
    DOWN = "down"


class Rounded(StrEnum):
    """Each side is rounded, or the defenders are and the takers get the complement."""

    EACH = "each"
    DEFENDERS = "defenders"


class LastDeal(StrEnum):
    """Whether the last deal of a match is rounded as the others are."""

    ROUNDED = "rounded"
    EXACT = "exact"


class FollowSuit(StrEnum):
    """Whether the suit led must be followed."""

    ALWAYS = "always"
    UNLESS_PARTNER_WINNING = "unless_partner_winning"


class MustTrump(StrEnum):
    """When a player void of the suit led must trump (``exempt_when`` still excuses)."""

    ALWAYS = "always"
    OPPONENT_WINNING = "opponent_winning"
    NEVER = "never"


class ExemptWhen(StrEnum):
    """When a void player need not trump because the partner is winning the trick.

    ``partner_winning_suit_led``: only with a card of the suit led, not with a trump.
    """

    PARTNER_WINNING = "partner_winning"
    PARTNER_WINNING_SUIT_LED = "partner_winning_suit_led"
    NEVER = "never"


class WhenExempt(StrEnum):
    """What an excused player may play: any card, or a trump only if it goes up.

    ``trump_goes_up``: a trump that is played must go over the trumps in the trick if it can.
    """

    ANY_CARD = "any_card"
    TRUMP_GOES_UP = "trump_goes_up"


class GoUp(StrEnum):
    """Whether a higher trump must be played when trumps are led."""

    ALWAYS = "always"
    UNLESS_PARTNER_WINNING = "unless_partner_winning"
    NEVER = "never"


class OverTrump(StrEnum):
    """Over whose trump a trumping player must go, when able: the winning trump's."""

    ANY = "any"
    OPPONENTS = "opponents"
    NEVER = "never"


class CannotGoOver(StrEnum):
    """What a player who holds only lower trumps does."""

    MUST_TRUMP = "must_trump"
    MAY_DISCARD = "may_discard"


class FirstLead(StrEnum):
    """What may be led to the first trick."""

    FREE = "free"
    NO_TRUMP = "no_trump"


class LookingBack(StrEnum):
    """Which tricks may be looked at again."""

    CURRENT_AND_LAST = "current_and_last"
    CURRENT = "current"
    NOT_SAID = "not_said"


class Fault(StrEnum):
    """What a table calls the referee for."""

    WRONG_ANNOUNCEMENT = "wrong_announcement"
    DOUBTFUL_COUNT = "doubtful_count"
    REVOKE = "revoke"
    MISDEAL = "misdeal"
    OUT_OF_TURN = "out_of_turn"
    CONDUCT = "conduct"
    CHEATING = "cheating"
    CALL_FOR_NOTHING = "call_for_nothing"


class SwitchKind(StrEnum):
    """Who may take the other reading: a club, the organiser, or each table."""

    READING = "reading"
    ORGANISER = "organiser"
    TABLE = "table"


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
    """The obligations of RULES § 5, at a suit unless the name says otherwise."""

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
