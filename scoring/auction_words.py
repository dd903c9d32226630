"""The clauses of the auction as sentences."""

from __future__ import annotations

from collections.abc import Callable

from scoring.contracts import Mode, NamedContract, Stake
from scoring.phrases import CONTRACTS, MODES, both, chosen, listed, modes_of
from scoring.rulebook import Rulebook
from scoring.schema import AfterPass, OrderedBid, OrderStep, When, Words

WHEN = {
    When.OWN_TURN: both("à son tour de parole", "at one's own turn"),
    When.ANY_TIME: both("à tout moment, à la volée", "at any time, out of turn too"),
}
AFTER_PASS = {
    AfterPass.MAY_SPEAK: both(
        "Qui a passé peut parler de nouveau.", "A player who passed may speak again."
    ),
    AfterPass.MAY_NOT_BID: both(
        "Qui a passé ne peut plus enchérir, mais peut coincher ou surcoincher.",
        "A player who passed may not bid again, but may coinche or surcoinche.",
    ),
    AfterPass.MAY_NOT_SPEAK: both(
        "Qui a passé ne parle plus.", "A player who passed says nothing more."
    ),
    AfterPass.ONCE_A_ROUND: both(
        "Chacun parle une fois par tour.", "Each player speaks once a round."
    ),
}


_NO_BIDS = both("Il n'y a pas d'enchères : on prend ou on passe.", "No bids: one takes or passes.")
_NO_COINCHE = both("On ne coinche pas.", "There is no coinche.")


def _bids(rulebook: Rulebook) -> Words:
    if rulebook.is_take:
        return _NO_BIDS
    bid = rulebook.points_bid
    modes = modes_of(bid.trumps)
    at_fr = chosen((MODES[mode].fr for mode in modes), "fr")
    at_en = chosen((MODES[mode].en for mode in modes), "en")
    named = rulebook.named_contracts
    fr = f"Enchères de {bid.minimum} à {bid.maximum}, de {bid.step} en {bid.step} ({at_fr})"
    en = f"Bids from {bid.minimum} to {bid.maximum}, by {bid.step} ({at_en})"
    if bid.least_raise != bid.step:
        fr, en = (
            f"{fr}, montant de {bid.least_raise} au moins",
            f"{en}, rising by {bid.least_raise} at least",
        )
    if named:
        fr += ", puis " + listed((CONTRACTS[name].fr for name in named), "fr")
        en += ", then " + listed((CONTRACTS[name].en for name in named), "en")
    return both(f"{fr}.", f"{en}.")


def _order(rulebook: Rulebook) -> Words:
    steps = [(step, _allowed(step, rulebook)) for step in rulebook.auction.order]

    def said(lang: str) -> str:
        return " < ".join(_step(step, modes, lang) for step, modes in steps if modes)

    return both(f"Ordre : {said('fr')}.", f"Order: {said('en')}.")


def _allowed(step: OrderStep, rulebook: Rulebook) -> list[Mode]:
    """The modes of a step at which its contract may be bid."""
    table = rulebook.points_bid.trumps
    if step.contract is not OrderedBid.POINTS:
        named = rulebook.named.get(NamedContract(step.contract))
        table = named.trumps if named else {}
    return [mode for mode in step.trumps if table.get(mode)]


def _step(step: OrderStep, modes: list[Mode], lang: str) -> str:
    name = both("points", "points")[lang]
    if step.contract is not OrderedBid.POINTS:
        name = CONTRACTS[NamedContract(step.contract)][lang]
    return f"{name} ({chosen((MODES[mode][lang] for mode in modes), lang)})"


def _stakes(rulebook: Rulebook) -> Words:
    k = rulebook.multipliers
    if not k[Stake.COINCHE]:
        return _NO_COINCHE
    if not k[Stake.SURCOINCHE]:
        return both(
            f"Coinche × {k[Stake.COINCHE]}, pas de surcoinche.",
            f"Coinche × {k[Stake.COINCHE]}, no surcoinche.",
        )
    both_k = f"× {k[Stake.COINCHE]}, surcoinche × {k[Stake.SURCOINCHE]}"
    return both(f"Coinche {both_k}.", f"Coinche {both_k}.")


def _coinche(rulebook: Rulebook) -> Words:
    if not rulebook.multipliers[Stake.COINCHE]:
        return _NO_COINCHE
    when, lowest = WHEN[rulebook.auction.coinche_when], rulebook.points_bid.coinche_from
    fr, en = f"La défense coinche {when.fr}", f"The defenders coinche {when.en}"
    if lowest > rulebook.minimum:
        fr, en = f"{fr}, à partir de {lowest}", f"{en}, from {lowest} on"
    closes = both("ferme les enchères, sauf surcoinche", "closes the auction, unless surcoinched")
    if not rulebook.auction.coinche_closes:
        closes = both("ne ferme pas les enchères", "does not close the auction")
    fr, en = f"{fr} ; cela {closes.fr}.", f"{en}; this {closes.en}."
    if rulebook.multipliers[Stake.SURCOINCHE]:
        again = WHEN[rulebook.auction.surcoinche_when]
        fr, en = f"{fr} On surcoinche {again.fr}.", f"{en} One surcoinches {again.en}."
    return both(fr, en)


def _closing(rulebook: Rulebook) -> Words:
    passes = rulebook.auction.closing_passes
    if rulebook.is_take:
        return _NO_BIDS
    if passes == 1:
        return both("Les enchères se ferment après 1 passe.", "The auction closes after 1 pass.")
    return both(
        f"Les enchères se ferment après {passes} passes de suite.",
        f"The auction closes after {passes} passes in a row.",
    )


AUCTION_WORDS: dict[str, Callable[[Rulebook], Words]] = {
    "bids": _bids,
    "bid_order": _order,
    "stakes": _stakes,
    "coinche": _coinche,
    "after_pass": lambda rulebook: AFTER_PASS[rulebook.auction.after_pass],
    "closing": _closing,
}
