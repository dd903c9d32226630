"""What a desk asks about once, and does not refuse: possible facts that are seldom true."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.contracts import NamedContract
from scoring.deals import DealFacts
from scoring.recount import possible_totals
from scoring.rulebook import Rulebook


class NoticeCode(StrEnum):
    """Each kind of notice; the words are the site's, but for those a rulebook writes."""

    IMPOSSIBLE_TOTAL = "impossible_total"
    BEYOND_THE_POINTS = "beyond_the_points"
    CONTRACT_NOTICE = "contract_notice"


class Notice(NamedTuple):
    """One thing to ask about, the fact it concerns, and its figures.

    ``impossible_total``: no tricks give these ``points``. ``beyond_the_points``: without the
    eight tricks the bid needs more than the ``most`` there can be. ``contract_notice``: the
    rulebook has words (``fr``, ``en``) for this contract.
    """

    code: NoticeCode
    field: str
    params: dict[str, object]


def notices(facts: DealFacts, rulebook: Rulebook) -> tuple[Notice, ...]:
    """What to ask about before these facts are kept; they are possible all the same."""
    rulebook = rulebook.switched(*facts.options)
    found = []
    bid, trump, points = facts.contract.bid, facts.contract.trump, facts.points
    if points is not None and points not in possible_totals(trump, rulebook):
        params: dict[str, object] = {"points": points}
        found.append(Notice(NoticeCode.IMPOSSIBLE_TOTAL, "points", params))
    if isinstance(bid, NamedContract):
        words = rulebook.named[bid].notice
        if words.fr:
            params = {"fr": words.fr, "en": words.en}
            found.append(Notice(NoticeCode.CONTRACT_NOTICE, "contract", params))
        return tuple(found)
    most = _most(bid, facts, rulebook)
    if rulebook.needed(bid) > most:
        found.append(Notice(NoticeCode.BEYOND_THE_POINTS, "contract", {"most": int(most)}))
    return tuple(found)


def _most(bid: int, facts: DealFacts, rulebook: Rulebook) -> float:
    """The most the takers could count: the pack, every belote, and any declarations."""
    if rulebook.declarations.played and rulebook.declarations.help:
        return float("inf")
    trump = facts.contract.trump
    pack = rulebook.pack_total(trump) * rulebook.trumps[trump.mode].conversion
    return float(pack + rulebook.most_belotes(trump) * rulebook.belote_help(bid))
