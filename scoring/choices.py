"""The words a rulebook may choose from: one enumeration for each key that is a choice."""

from __future__ import annotations

from enum import StrEnum


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
