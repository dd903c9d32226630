"""The engine's codes as words: the only place where the two meet.

The engine knows no gettext: its refusals and its names are codes, and each table below covers
one of its enumerations whole, and a test says so. Sentences it makes of a rulebook are its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import get_language, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring import Fault, NamedContract, Notice, NoticeCode, Refusal, Stake, Sweep, Trump

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

TRUMPS: dict[str, _StrPromise] = {
    Trump.SPADES: _("spades"),
    Trump.HEARTS: _("hearts"),
    Trump.DIAMONDS: _("diamonds"),
    Trump.CLUBS: _("clubs"),
    Trump.ALL_TRUMPS: _("all trumps"),
    Trump.NO_TRUMPS: _("no trumps"),
    Trump.SCHMURTZ: _("schmürtz"),
}

SIGNS = {Trump.SPADES: "♠", Trump.HEARTS: "♥", Trump.DIAMONDS: "♦", Trump.CLUBS: "♣"}
RED_SUITS = frozenset({Trump.HEARTS, Trump.DIAMONDS})

STAKES: dict[str, _StrPromise] = {
    Stake.PLAIN: pgettext_lazy("stake", "plain"),
    Stake.COINCHE: pgettext_lazy("stake", "coinche"),
    Stake.SURCOINCHE: pgettext_lazy("stake", "surcoinche"),
}

SWEEPS: dict[str, _StrPromise] = {
    Sweep.TAKERS: _("the takers took the eight tricks"),
    Sweep.TAKERS_ALONE: _("one taker alone took the eight tricks"),
    Sweep.DEFENDERS: _("the defenders took the eight tricks"),
}

CONTRACTS: dict[str, _StrPromise] = {
    NamedContract.CAPOT: _("capot"),
    NamedContract.CAPOT_BELOTE: _("capot with belote"),
    NamedContract.GENERALE: _("générale"),
    NamedContract.GENERALE_BELOTE: _("générale with belote"),
    NamedContract.TAKE: pgettext_lazy("contract", "take"),
}

REFUSALS: dict[str, _StrPromise] = {
    # The contract.
    "contract_not_in_rulebook": _("This rulebook has no such contract (%(contract)s)."),
    "bid_below_minimum": _("Bids start at %(minimum)s."),
    "bid_above_maximum": _("A bid in points goes up to %(maximum)s."),
    "bid_not_a_step": _("Bids go up by %(step)s."),
    "no_points_bids": _("This rulebook has no bids in points: one takes or passes."),
    "trump_not_allowed": _("Under this rulebook, %(trump)s cannot be played at %(contract)s."),
    "stake_not_in_rulebook": _("This rulebook has no %(stake)s."),
    "bid_not_coinchable": _("Under this rulebook, only bids from %(minimum)s can be coinched."),
    # What was made.
    "points_missing": _("How many points did the takers make?"),
    "points_out_of_range": _("This trump has %(maximum)s points in all, last trick included."),
    "sweep_points": _("With all eight tricks on one side, the takers have %(expected)s points."),
    "belote_not_possible": _("There is no belote at %(trump)s."),
    "too_many_belotes": _("There are at most %(maximum)s belotes in this deal."),
    "carried_not_in_rulebook": _("This rulebook carries no points from deal to deal."),
    # Declarations.
    "declarations_not_in_rulebook": _("This rulebook does not count declarations."),
    "impossible_declaration": _("There is no %(kind)s at %(card)s."),
    "card_declared_twice": _("The card %(card)s is declared twice."),
    "too_many_declared_cards": _("A side declares at most %(maximum)s cards."),
    "first_side_needed": _("The declarations are equal: say which side spoke first."),
    # The auction.
    "auction_is_over": _("The auction is over."),
    "call_out_of_turn": _("It is not this player's turn to speak."),
    "bidding_stopped": _("No bid can be made any more."),
    "bid_not_higher": _("A bid must be higher than the one that stands."),
    "passed_player_bids": _("Under this rulebook, a player who passed bids no more."),
    "passed_player_speaks": _("Under this rulebook, a player who passed says nothing more."),
    "take_of_another_suit": _("In the first round one takes the suit turned up: %(turned)s."),
    "take_of_the_turned_suit": _("In the second round one takes another suit than %(turned)s."),
    "call_without_trump": _("A bid names its trump."),
    "nothing_to_coinche": _("There is no bid to coinche."),
    "coinche_own_side": _("One does not coinche one's own side."),
    "already_coinched": _("That has been said already."),
    "nothing_to_surcoinche": _("There is no coinche to answer."),
    "surcoinche_other_side": _("Only the side that was coinched may surcoinche."),
    # Cards as they were played.
    "trump_not_in_rulebook": _("This rulebook is never played at %(trump)s."),
    "card_not_in_hand": _("The card %(card)s is not in this hand."),
    "trick_out_of_turn": _("These cards were not played in turn."),
    "trick_card_twice": _("The card %(card)s is there twice."),
    "record_hands": _("A table has %(expected)s hands, known or not."),
    "record_hand_too_big": _("A player held more than %(maximum)s cards."),
    "record_card_twice": _("The card %(card)s is there twice in this deal."),
    "record_card_not_in_hand": _("The card %(card)s was not in the hand it was played from."),
    "record_trick_size": _("A trick has %(expected)s cards; only the last may have fewer."),
    "record_too_many_tricks": _("A deal has %(maximum)s tricks."),
    "record_out_of_turn": _("A trick was not played in turn, from whoever won the one before."),
    "record_alone_not_a_taker": _("Who plays alone is one of the takers."),
    "pile_card_twice": _("The card %(card)s is in this pile twice."),
    # The match.
    "match_target_not_positive": _("A match is played to 1 point or more."),
    "match_deals_not_positive": _("A match has one deal or more."),
    # What only a file or a program can get wrong.
    "not_json": _("This is not readable."),
    "not_an_object": _("This is not a deal."),
    "line_too_long": _("A line has at most %(maximum)s characters."),
    "missing_fact": _("Something is missing: %(fact)s."),
    "unknown_fact": _("Unknown: %(fact)s."),
    "bad_fact": _("This cannot be read (%(fact)s): expected %(expected)s."),
    "unknown_option": _("This rulebook has no option %(option)s."),
    "options_conflict": _("The options contradict each other (%(option)s, %(key)s)."),
    "unknown_clause": _("This rulebook has no clause %(clause)s."),
    "unknown_rulebook": _("There is no rulebook named %(name)s."),
    "rulebook_unreadable": _("%(file)s cannot be read: expected %(expected)s."),
    "rulebook_missing_key": _("%(file)s: %(key)s is missing (expected %(expected)s)."),
    "rulebook_unknown_key": _("%(file)s: %(key)s is unknown (expected %(expected)s)."),
    "rulebook_bad_value": _("%(file)s: %(key)s should be %(expected)s."),
    "rulebook_incoherent": _("%(file)s: %(key)s contradicts the rest (expected %(expected)s)."),
}

NOTICES: dict[str, _StrPromise] = {
    NoticeCode.IMPOSSIBLE_TOTAL: _("No tricks give %(points)s points: is it right?"),
    NoticeCode.BEYOND_THE_POINTS: _(
        "Without the eight tricks the takers can count %(most)s at most: is the contract right?"
    ),
}
"""Questions of the engine; what a rulebook says of a contract is in its own words."""

FAULTS: dict[str, _StrPromise] = {
    Fault.WRONG_ANNOUNCEMENT: pgettext_lazy("a fault", "wrong announcement"),
    Fault.DOUBTFUL_COUNT: pgettext_lazy("a fault", "doubtful count"),
    Fault.REVOKE: pgettext_lazy("a fault", "revoke"),
    Fault.MISDEAL: pgettext_lazy("a fault", "misdeal"),
    Fault.OUT_OF_TURN: pgettext_lazy("a fault", "bid or coinche out of turn"),
    Fault.CONDUCT: pgettext_lazy("a fault", "conduct"),
    Fault.CHEATING: pgettext_lazy("a fault", "cheating"),
    Fault.CALL_FOR_NOTHING: pgettext_lazy("a fault", "call for nothing"),
}

SWEEP_NOT_SAID = _("%(points)s points: did one side take the eight tricks? Nothing says so.")


def language() -> str:
    """Return the reader's language as the engine's sentences take it: ``fr`` or ``en``."""
    return (get_language() or "fr")[:2]


def is_english() -> bool:
    """Whether the reader's page is in English."""
    return language() == "en"


def trump_choices() -> list[tuple[str, _StrPromise]]:
    """Give the trumps to fields, so that a new label makes no migration."""
    return [(trump.value, TRUMPS[trump]) for trump in Trump]


def stake_choices() -> list[tuple[str, _StrPromise]]:
    """Give the stakes to fields, so that a new label makes no migration."""
    return [(stake.value, STAKES[stake]) for stake in Stake]


def sweep_choices() -> list[tuple[str, _StrPromise]]:
    """Give the sweeps to fields, so that a new label makes no migration."""
    return [(sweep.value, SWEEPS[sweep]) for sweep in Sweep]


def fault_choices() -> list[tuple[str, _StrPromise]]:
    """Give what a referee is called for to fields, so that a new label makes no migration."""
    return [(fault.value, FAULTS[fault]) for fault in Fault]


def contract_label(contract: str) -> str:
    """Say a contract as it is kept on an entry: ``"100"``, ``"capot"``."""
    return str(CONTRACTS.get(contract, contract))


def rank_letter(rank: str) -> str:
    """Return the letter of a rank in the page's language: J is V on a French page."""
    letters = {
        "J": pgettext("card rank", "J"),
        "Q": pgettext("card rank", "Q"),
        "K": pgettext("card rank", "K"),
        "A": pgettext("card rank", "A"),
    }
    return letters.get(rank, rank)


def refusal(refused: Refusal) -> str:
    """Say in the reader's language what the engine refuses, and what would be right."""
    return str(REFUSALS[refused.code]) % {
        name: value_label(value) for name, value in refused.params.items()
    }


def value_label(value: object) -> str:
    """Say a figure or a code of a refusal: ``no_trumps`` becomes « sans atout »."""
    for words in (TRUMPS, STAKES, SWEEPS, CONTRACTS):
        if isinstance(value, str) and value in words:
            return str(words[value])
    return str(value)


def notice(asked: Notice) -> str:
    """Say in the reader's language what is asked about once before a deal is kept."""
    if asked.code is NoticeCode.CONTRACT_NOTICE:
        return str(asked.params[language()])
    return str(NOTICES[asked.code]) % asked.params
