"""Is this call legal now, and what does the auction stand at.

An auction is a frozen value. For any call, ``verify`` refuses it with the rulebook's clause,
``can`` says whether it would, and ``do`` gives the auction after it: the button, the form
and the referee's check ask the same text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.cards import Suit
from scoring.contracts import Bid, Contract, NamedContract, Stake, Trump
from scoring.errors import BadFacts, Refusal, declare_codes
from scoring.rulebook import Rulebook
from scoring.schema import AfterPass, OrderedBid, When
from scoring.seats import SEATS, next_seat, side_of

declare_codes(
    {
        "auction_is_over": (),
        "call_out_of_turn": ("seat", "turn"),
        "bidding_stopped": (),
        "bid_not_higher": ("standing",),
        "passed_player_bids": ("seat",),
        "passed_player_speaks": ("seat",),
        "take_of_another_suit": ("turned",),
        "take_of_the_turned_suit": ("turned",),
        "call_without_trump": (),
        "nothing_to_coinche": (),
        "coinche_own_side": (),
        "already_coinched": (),
        "nothing_to_surcoinche": (),
        "surcoinche_other_side": (),
    }
)


class Word(StrEnum):
    """A call that is one word."""

    PASS = "pass"  # noqa: S105 (a call, not a secret)
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


@dataclass(frozen=True, slots=True, kw_only=True)
class BidCall:
    """A bid; a take in the first round need not name the trump, which lies on the table."""

    bid: Bid
    trump: Trump | None = None

    def __str__(self) -> str:
        bid = str(self.bid.value if isinstance(self.bid, NamedContract) else self.bid)
        return bid if self.trump is None else f"{bid} {self.trump.value}"


Call = Word | BidCall

BID_WORDS = 2
_WORDS = {word.value: word for word in Word}
_NAMED = {name.value: name for name in NamedContract}
_TRUMPS = {trump.value: trump for trump in Trump}


class IllegalCall(Refusal):
    """A call that may not be made now; ``clause`` is the rulebook's."""

    def __init__(
        self, code: str, /, *, clause: str, field: str | None = None, **params: object
    ) -> None:
        super().__init__(code, field=field, **params)
        self.clause = clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """Where an auction stands; ``Auction.open`` begins one.

    ``passes`` are those in a row, ``passed`` the seats that passed at all. ``turned``
    is the suit of the card turned up, where one takes.
    """

    rulebook: Rulebook
    turn: int
    turned: Suit | None = None
    standing: BidCall | None = None
    bidder: int | None = None
    stake: Stake = Stake.PLAIN
    passes: int = 0
    passed: frozenset[int] = frozenset()

    @classmethod
    def open(cls, rulebook: Rulebook, *, first: int, turned: Suit | None = None) -> Auction:
        """The auction before anyone has spoken."""
        return cls(rulebook=rulebook, turn=first, turned=turned)

    @property
    def is_closed(self) -> bool:
        """Whether no bid can be made any more (a surcoinche perhaps can)."""
        return self.is_over or self._is_stopped

    @property
    def is_over(self) -> bool:
        """Whether nothing can be said any more."""
        rules = self.rulebook.auction
        if self.standing is None:
            return self.passes >= SEATS * (2 if self.rulebook.is_take else 1)
        if self._is_stopped and self._next_stake is None:
            return True
        return self.passes >= rules.closing_passes

    @property
    def contract(self) -> Contract | None:
        """What is to be played as things stand, or ``None`` when nobody has bid."""
        if self.standing is None or self.bidder is None or self.standing.trump is None:
            return None
        return Contract(
            takers=side_of(self.bidder),
            bid=self.standing.bid,
            trump=self.standing.trump,
            stake=self.stake,
        )

    def can(self, call: Call, *, seat: int | None = None) -> bool:
        """Whether a call may be made; without a seat, by whoever speaks next."""
        try:
            self.verify(call, seat=seat)
        except IllegalCall:
            return False
        return True

    def do(self, call: Call, *, seat: int | None = None) -> Auction:
        """The auction after a call, which is refused if it may not be made."""
        self.verify(call, seat=seat)
        speaker = self.turn if seat is None else seat
        after = replace(self, turn=next_seat(speaker), passes=0)
        if isinstance(call, BidCall):
            taken = replace(call, trump=call.trump or _trump_of(self.turned))
            return replace(after, standing=taken, bidder=speaker, stake=Stake.PLAIN)
        if call is Word.PASS:
            return replace(after, passes=self.passes + 1, passed=self.passed | {speaker})
        return replace(after, stake=Stake(call.value))

    def after_refused(self) -> Auction:
        """The auction after a call in turn that was refused: only the turn has passed."""
        return replace(self, turn=next_seat(self.turn))

    def verify(self, call: Call, *, seat: int | None = None) -> None:
        """Refuse a call that may not be made now, with the clause that says so."""
        speaker = self.turn if seat is None else seat
        rules = self.rulebook.auction
        if self.is_over:
            clause = "four_passes" if self.standing is None else self._closing_clause
            raise IllegalCall("auction_is_over", clause=clause)
        if (
            call is not Word.PASS
            and rules.after_pass is AfterPass.MAY_NOT_SPEAK
            and speaker in self.passed
        ):
            raise IllegalCall("passed_player_speaks", clause="after_pass", seat=speaker)
        if isinstance(call, BidCall):
            self._verify_turn(speaker)
            self._verify_bid(call, speaker)
        elif call is Word.PASS:
            self._verify_turn(speaker)
        elif call is Word.COINCHE:
            self._verify_coinche(speaker)
        else:
            self._verify_surcoinche(speaker)

    @property
    def _is_stopped(self) -> bool:
        if self.rulebook.is_take:
            return self.standing is not None
        return self.stake is not Stake.PLAIN and self.rulebook.auction.coinche_closes

    @property
    def _next_stake(self) -> Stake | None:
        raised = {Stake.PLAIN: Stake.COINCHE, Stake.COINCHE: Stake.SURCOINCHE}.get(self.stake)
        return raised if raised and self.rulebook.multipliers.get(raised, 0) else None

    @property
    def _closing_clause(self) -> str:
        return "take" if self.rulebook.is_take else "closing"

    @property
    def _is_first_round(self) -> bool:
        return self.passes < SEATS

    def _verify_turn(self, speaker: int, *, clause: str = "turn") -> None:
        if speaker != self.turn:
            raise IllegalCall(
                "call_out_of_turn", clause=clause, field="seat", seat=speaker, turn=self.turn
            )

    def _verify_bid(self, call: BidCall, speaker: int) -> None:
        if self._is_stopped:
            clause = "take" if self.rulebook.is_take else "coinche"
            raise IllegalCall("bidding_stopped", clause=clause)
        if self.rulebook.auction.after_pass is AfterPass.MAY_NOT_BID and speaker in self.passed:
            raise IllegalCall("passed_player_bids", clause="after_pass", seat=speaker)
        if isinstance(call.bid, NamedContract):
            self._verify_named(call.bid)
        else:
            self._verify_points(call.bid)
        trump = self._named_trump(call)
        if trump not in self.rulebook.trumps_for(call.bid):
            raise IllegalCall(
                "trump_not_allowed",
                clause=self._clause_of(call.bid),
                field="trump",
                trump=trump.value,
                contract=call.bid,
            )
        if call.bid is NamedContract.TAKE:
            self._verify_take(trump)
        self._verify_higher(call.bid, trump)

    def _named_trump(self, call: BidCall) -> Trump:
        """The trump a bid names, or the one a take leaves to the card turned up."""
        is_first_take = call.bid is NamedContract.TAKE and self._is_first_round
        trump = call.trump or (_trump_of(self.turned) if is_first_take else None)
        if trump is None:
            raise IllegalCall("call_without_trump", clause=self._clause_of(call.bid), field="trump")
        return trump

    def _verify_take(self, trump: Trump) -> None:
        """The suit turned up in the first round, another one in the second."""
        turned = _trump_of(self.turned)
        if turned is None or (trump is turned) is self._is_first_round:
            return
        code = "take_of_another_suit" if self._is_first_round else "take_of_the_turned_suit"
        raise IllegalCall(code, clause="take", field="trump", turned=turned.value)

    def _verify_named(self, bid: NamedContract) -> None:
        if bid not in self.rulebook.named_contracts:
            raise IllegalCall(
                "contract_not_in_rulebook",
                clause="take" if self.rulebook.is_take else "bid_order",
                field="contract",
                contract=bid.value,
            )

    def _verify_points(self, bid: int) -> None:
        points = self.rulebook.points_bid
        if self.rulebook.is_take:
            raise IllegalCall("no_points_bids", clause="take", field="contract")
        if bid < points.minimum:
            raise IllegalCall(
                "bid_below_minimum", clause="bids", field="contract", minimum=points.minimum
            )
        if bid > points.maximum:
            raise IllegalCall(
                "bid_above_maximum", clause="bids", field="contract", maximum=points.maximum
            )
        if bid % points.step:
            raise IllegalCall("bid_not_a_step", clause="bids", field="contract", step=points.step)

    def _verify_higher(self, bid: Bid, trump: Trump) -> None:
        standing = self.standing
        if standing is None or standing.trump is None:
            return
        step, other = self._step(bid, trump), self._step(standing.bid, standing.trump)
        raised = bid - standing.bid if isinstance(bid, int) and isinstance(standing.bid, int) else 0
        if step > other or (step == other and raised >= self.rulebook.points_bid.least_raise):
            return
        raise IllegalCall(
            "bid_not_higher", clause="bid_order", field="contract", standing=str(standing)
        )

    def _step(self, bid: Bid, trump: Trump) -> int:
        """The place of a bid in the rulebook's order; a coherent rulebook has one for each."""
        name = OrderedBid(bid.value) if isinstance(bid, NamedContract) else OrderedBid.POINTS
        return next(
            place
            for place, step in enumerate(self.rulebook.auction.order)
            if step.contract is name and trump.mode in step.trumps
        )

    def _clause_of(self, bid: Bid) -> str:
        return bid.value if isinstance(bid, NamedContract) else "bids"

    def _verify_coinche(self, speaker: int) -> None:
        self._verify_stake(Stake.COINCHE)
        if self.standing is None or self.bidder is None:
            raise IllegalCall("nothing_to_coinche", clause="coinche")
        if side_of(speaker) is side_of(self.bidder):
            raise IllegalCall("coinche_own_side", clause="coinche")
        if self.stake is not Stake.PLAIN:
            raise IllegalCall("already_coinched", clause="coinche")
        least = self.rulebook.points_bid.coinche_from
        if isinstance(self.standing.bid, int) and self.standing.bid < least:
            raise IllegalCall("bid_not_coinchable", clause="coinche", minimum=least)
        if self.rulebook.auction.coinche_when is When.OWN_TURN:
            self._verify_turn(speaker, clause="coinche")

    def _verify_surcoinche(self, speaker: int) -> None:
        self._verify_stake(Stake.SURCOINCHE)
        if self.bidder is None or self.stake is Stake.PLAIN:
            raise IllegalCall("nothing_to_surcoinche", clause="coinche")
        if self.stake is Stake.SURCOINCHE:
            raise IllegalCall("already_coinched", clause="coinche")
        if side_of(speaker) is not side_of(self.bidder):
            raise IllegalCall("surcoinche_other_side", clause="coinche")
        if self.rulebook.auction.surcoinche_when is When.OWN_TURN:
            self._verify_turn(speaker, clause="coinche")

    def _verify_stake(self, stake: Stake) -> None:
        if not self.rulebook.multipliers.get(stake, 0):
            clause = "take" if self.rulebook.is_take else "stakes"
            raise IllegalCall("stake_not_in_rulebook", clause=clause, stake=stake.value)


def _trump_of(suit: Suit | None) -> Trump | None:
    return None if suit is None else Trump(suit.value)


def parse_call(text: object) -> Call:
    """Read a call: ``pass``, ``coinche``, ``80 hearts``, ``capot no_trumps``, ``take``."""
    words = text.split(" ") if isinstance(text, str) else []
    call = _WORDS.get(words[0]) if len(words) == 1 else None
    if call is not None:
        return call
    bid = _bid(words[0]) if words else None
    trump = _TRUMPS.get(words[1]) if len(words) == BID_WORDS else None
    is_bare_take = len(words) == 1 and bid is NamedContract.TAKE
    if bid is None or (trump is None and not is_bare_take):
        raise BadFacts("bad_fact", field="calls", fact="call", expected="80 hearts")
    return BidCall(bid=bid, trump=trump)


def _bid(text: str) -> Bid | None:
    if re.fullmatch(r"[0-9]{1,4}", text):
        return int(text)
    return _NAMED.get(text)
