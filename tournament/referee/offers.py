"""The usual marks for a fault, as the referee's form offers them for one deal."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import (
    Bid,
    Contract,
    NamedContract,
    Refusal,
    Rulebook,
    Side,
    Trump,
    usual_tariffs,
)
from tournament import labels
from tournament.deals.line import in_full
from tournament.deals.notation import NotationError, read_contract
from tournament.models import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One usual tariff: « 160 + contrat », and its marks where the contract is known."""

    key: str
    text: str
    marks: int | None


def offers(rulebook: Rulebook, contract: Contract | None) -> list[Offer]:
    """Return what a rulebook offers, in its order and the reader's language."""
    language = labels.language()
    return [
        Offer(key=str(index), text=tariff.text[language], marks=tariff.marks)
        for index, tariff in enumerate(usual_tariffs(rulebook, contract))
    ]


def contract_of(entry: Entry | None) -> Contract | None:
    """Return the contract of a deal as it was typed, if cards were played."""
    if entry is None or not entry.is_played:
        return None
    try:
        return entry.facts().contract
    except Refusal:
        return None


def contract_as_said(text: str, rulebook: Rulebook) -> Contract | None:
    """Read a contract typed for its value alone: « 110 », « capot ». None for what is none."""
    if not text.strip():
        return None
    try:
        said = in_full(read_contract(text))
    except NotationError:
        return None
    bid: Bid = int(said) if said.isdecimal() else NamedContract(said)
    if isinstance(bid, NamedContract) and bid not in rulebook.named_contracts:
        return None
    # Whose it is and at which trump change nothing of its value.
    return Contract(takers=Side.A, bid=bid, trump=Trump.HEARTS)
