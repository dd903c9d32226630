"""Was that call legal: the auction so far, touched or typed → each call, allowed or not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring import (
    Auction,
    BidCall,
    Call,
    Contract,
    Fault,
    IllegalCall,
    NamedContract,
    Refusal,
    Stake,
    Suit,
    Trump,
    Word,
    parse_call,
)
from tournament import labels
from tournament.deals.choices import trump_drawn
from tournament.deals.line import TRUMP_WORDS, TRUMPS
from tournament.deals.notation import NotationError, read_contract
from tournament.models import Tournament
from tournament.referee.cards.answers import Answer, Finding, Tone, missing
from tournament.referee.cards.fields import NAMED, CheckForm, RadioField, SequenceField
from tournament.referee.cards.words import SEATS, capital, player
from tournament.text import search_key

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MOST_CALLS = 80
JOINT, SPEAKS = "-", ":"
"""In an address a bid is ``80-hearts``; ``3:coinche`` is said by player 3, in turn or not."""

WORDS: dict[Word, _StrPromise] = {
    Word.PASS: pgettext_lazy("a call", "pass"),
    Word.COINCHE: pgettext_lazy("a call", "coinche"),
    Word.SURCOINCHE: pgettext_lazy("a call", "surcoinche"),
}
TYPED = {
    **dict.fromkeys(("passe", "pass", "-"), Word.PASS),
    **dict.fromkeys(("coinche", "contre", "x", "double"), Word.COINCHE),
    **dict.fromkeys(("surcoinche", "surcontre", "xx", "redouble"), Word.SURCOINCHE),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """One call and who made it; ``refusal`` is what the rulebook says against it."""

    seat: int
    call: Call
    refusal: IllegalCall | None = None

    @property
    def who(self) -> str:
        """Who speaks."""
        return player(self.seat)

    @property
    def text(self) -> str:
        """The call in words."""
        return call_text(self.call)


class CallForm(CheckForm):
    """The calls in order; with a trump chosen, a touched number is a bid at it."""

    category = Fault.OUT_OF_TURN.value
    sequence = "calls"

    calls = SequenceField()
    first = RadioField(is_broad=True, label=gettext_lazy("Who speaks first"))
    by = RadioField(is_broad=True, label=gettext_lazy("Who makes the next call"))
    turned = RadioField(label=gettext_lazy("The suit of the card turned up"))
    typed = forms.CharField(
        label=gettext_lazy("Type them here, or touch them below"),
        help_text=gettext_lazy("For example: 80 c, pass, 90 p, coinche."),
        required=False,
        max_length=400,
    )

    def __init__(self, data: QueryDict, *, tournament: Tournament) -> None:
        shown = data.copy()
        shown.setdefault("first", "1")
        super().__init__(shown, tournament=tournament)
        players = [(str(seat + 1), capital(player(seat))) for seat in range(SEATS)]
        self.fields["first"].choices = players
        in_turn = ("", pgettext_lazy("who makes a call", "whoever's turn it is"))
        self.fields["by"].choices = [in_turn, *players]
        self.fields["turned"].choices = [
            (suit.value, trump_drawn(Trump(suit.value))) for suit in Suit
        ]
        if not self.rulebook.is_take:
            del self.fields["turned"]
        self.fields["trump"].label = gettext_lazy("Trump of the next bid")

    # --- What is touched --------------------------------------------------------------------

    def word_of(self, tapped: str, after: QueryDict) -> list[str]:
        """A touched number or contract takes its trump; who spoke out of turn is said once."""
        by = after.pop("by", [""])[-1]
        if tapped not in set(Word) and JOINT not in tapped:
            trump = after.get("trump", "")
            tapped = f"{tapped}{JOINT}{trump}" if trump in set(Trump) else tapped
        return [f"{by}{SPEAKS}{tapped}" if by in {"1", "2", "3", "4"} else tapped]

    def pressed(self) -> QueryDict | None:
        """What is typed comes after what was touched, once it can be read."""
        after = super().pressed()
        typed = self.data.get("typed", "").strip()
        if after is not None or not typed or not self.is_valid():
            return after
        after = self.data.copy()
        after.pop("typed")
        after[self.sequence] = " ".join([*self.words, *self.cleaned_data["typed"]])
        return after

    @property
    def bids(self) -> list[tuple[str, str]]:
        """The buttons of the bids in points that this rulebook has."""
        rulebook = self.rulebook
        if rulebook.is_take:
            return []
        numbers = range(rulebook.minimum, rulebook.maximum + 1, rulebook.step)
        return [(str(number), str(number)) for number in numbers]

    @property
    def named_bids(self) -> list[tuple[str, str]]:
        """The buttons of the contracts with a name."""
        names = self.rulebook.named_contracts
        return [(name.value, str(labels.CONTRACTS[name])) for name in names]

    @property
    def other_calls(self) -> list[tuple[str, str]]:
        """The buttons of the calls that are one word."""
        stakes = set(self.rulebook.stakes)
        has = {
            Word.PASS: True,
            Word.COINCHE: Stake.COINCHE in stakes,
            Word.SURCOINCHE: Stake.SURCOINCHE in stakes,
        }
        return [(word.value, str(WORDS[word])) for word in Word if has[word]]

    @property
    def spoken(self) -> tuple[Spoken, ...]:
        """The calls so far, judged; nothing where one cannot be read."""
        return self._auction()[0] if self.is_valid() else ()

    def clean_calls(self) -> list[tuple[int | None, Call]]:
        """Read what was touched."""
        return [_read(word) for word in self.cleaned_data["calls"]]

    def clean_typed(self) -> list[str]:
        """Read what was typed, as the words of an address."""
        parts = re.split(r"[,;\n]", self.cleaned_data["typed"])
        return [str(_read_typed(part)).replace(" ", JOINT) for part in parts if part.strip()]

    # --- What is answered -------------------------------------------------------------------

    def found(self) -> Answer:
        """Say of each call whether it could be made, and where the auction stands."""
        spoken, auction = self._auction()
        if not spoken:
            return missing(_("Touch the calls in the order they were made, or type them."))
        if len(spoken) > MOST_CALLS:
            words = _("That is more than %(count)s calls.") % {"count": MOST_CALLS}
            return Answer(sentence=words, tone=Tone.REFUSED)
        wrong = [self._finding(number, each) for number, each in enumerate(spoken) if each.refusal]
        return Answer(
            sentence=_sentence(spoken),
            tone=Tone.BAD if wrong else Tone.GOOD,
            findings=tuple(wrong),
            notes=_standing(auction),
        )

    def _auction(self) -> tuple[tuple[Spoken, ...], Auction]:
        """Go through the calls; a refused one takes its turn and changes nothing else."""
        cleaned = self.cleaned_data
        first = int(cleaned.get("first") or "1") - 1
        turned = Suit(cleaned["turned"]) if cleaned.get("turned") else None
        auction = Auction.open(self.rulebook, first=first, turned=turned)
        spoken = []
        for said_by, call in cleaned["calls"][: MOST_CALLS + 1]:
            seat = auction.turn if said_by is None else said_by
            refusal = None
            try:
                auction = auction.do(call, seat=seat)
            except IllegalCall as refused:
                refusal = refused
                auction = auction.after_refused() if seat == auction.turn else auction
            spoken.append(Spoken(seat=seat, call=call, refusal=refusal))
        return tuple(spoken), auction

    def _finding(self, number: int, spoken: Spoken) -> Finding:
        assert spoken.refusal is not None  # noqa: S101 - the caller's condition
        sentence = _("Call %(number)s, %(player)s, “%(call)s”: %(refusal)s") % {
            "number": number + 1,
            "player": spoken.who,
            "call": spoken.text,
            "refusal": labels.refusal(spoken.refusal),
        }
        return self.case.finding(sentence, spoken.refusal.clause)


def call_text(call: Call) -> str:
    """Say a call: « passe », « 80 ♥ », « capot sans atout »."""
    if isinstance(call, Word):
        return str(WORDS[call])
    bid = str(labels.CONTRACTS[call.bid]) if isinstance(call.bid, NamedContract) else str(call.bid)
    return bid if call.trump is None else f"{bid} {trump_text(call.trump)}"


def trump_text(trump: Trump) -> str:
    """Write a trump in a sentence: its sign, or its name where it has none."""
    return labels.SIGNS.get(trump) or str(labels.TRUMPS[trump])


def _read(word: str) -> tuple[int | None, Call]:
    """Read one word of an address; a bid without its trump is one too, and is refused later."""
    by, _colon, call = word.rpartition(SPEAKS)
    if by not in {"", "1", "2", "3", "4"}:
        raise _unread(word)
    seat = int(by) - 1 if by else None
    try:
        return seat, parse_call(call.replace(JOINT, " "))
    except Refusal:
        bid = _bid_of(call)
    if bid is None:
        raise _unread(word)
    return seat, BidCall(bid=bid)


def _read_typed(text: str) -> Call:
    """Read one typed call: « 80 c », « capot tout atout », « passe », « x »."""
    key = search_key(text)
    if key in TYPED:
        return TYPED[key]
    for name, trump in sorted(_ALL_TRUMPS.items(), key=lambda each: -len(each[0])):
        if key.endswith(name) and (bid := _bid_of(key.removesuffix(name).strip())) is not None:
            return BidCall(bid=bid, trump=trump)
    bid = _bid_of(key)
    if bid is None:
        raise _unread(text)
    return BidCall(bid=bid)


def _bid_of(text: str) -> int | NamedContract | None:
    try:
        read = read_contract(text)
    except NotationError:
        return None
    if read in set(NamedContract):
        return NamedContract(read)
    return int(read) if len(read) <= len("9999") else None


def _unread(text: str) -> forms.ValidationError:
    words = _("“%(call)s” is no call: say for example 80 c, pass, coinche.")
    return forms.ValidationError(words % {"call": text.strip()[:NAMED]})


_ALL_TRUMPS = {
    **TRUMPS,
    **{search_key(name): trump for name, trump in TRUMP_WORDS.items()},
    "tout atout": Trump.ALL_TRUMPS,
    "sans atout": Trump.NO_TRUMPS,
    "all trumps": Trump.ALL_TRUMPS,
    "no trumps": Trump.NO_TRUMPS,
}
"""The trumps as they are typed, the letters of the entry line and the words."""


def _sentence(spoken: tuple[Spoken, ...]) -> str:
    last = spoken[-1]
    if last.refusal:
        return _("“%(call)s” could not be called.") % {"call": last.text}
    if any(each.refusal for each in spoken):
        return _("“%(call)s” could be called, an earlier call could not.") % {"call": last.text}
    if len(spoken) == 1:
        return _("“%(call)s” could be called.") % {"call": last.text}
    return _("“%(call)s” could be called, like all before.") % {"call": last.text}


def _standing(auction: Auction) -> tuple[str, ...]:
    """Say where the auction stands, the refused calls left out."""
    contract = auction.contract
    stands = _("Nobody has bid.") if contract is None else _contract_text(contract)
    if auction.is_over:
        return (stands, _("The auction is over."))
    if auction.is_closed:
        return (stands, _("No bid can be made any more."))
    turn = _("It is the turn of %(player)s to speak.") % {"player": player(auction.turn)}
    return (stands, turn)


def _contract_text(contract: Contract) -> str:
    bid = call_text(BidCall(bid=contract.bid, trump=contract.trump))
    if contract.stake is not Stake.PLAIN:
        bid = f"{bid} {labels.STAKES[contract.stake]}"
    return pgettext("an auction", "What stands: %(contract)s, by %(side)s.") % {
        "contract": bid,
        "side": contract.takers.value,
    }
