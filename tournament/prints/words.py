"""How facts are written on paper: short, and with the signs a table would write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import pgettext

from scoring import DeclarationKind, NamedContract, Rulebook, Side, Stake, Sweep, Trump
from tournament import labels
from tournament.labels import rank_letter
from tournament.models import Entry


def trump_sign(trump: Trump) -> str:
    """Return a suit's sign, or the letters that stand for the other trumps."""
    letters = {
        Trump.ALL_TRUMPS: pgettext("trump in two letters", "AT"),
        Trump.NO_TRUMPS: pgettext("trump in two letters", "NT"),
        Trump.SCHMURTZ: pgettext("trump in two letters", "SZ"),
    }
    return labels.SIGNS.get(trump) or letters[trump]


def contract_words(entry: Entry) -> str:
    """Return a bid as a table writes it: ``100``, ``capot``."""
    short = {
        NamedContract.CAPOT_BELOTE: pgettext("contract on a sheet", "capot + belote"),
        NamedContract.GENERALE_BELOTE: pgettext("contract on a sheet", "générale + belote"),
        NamedContract.TAKE: "",
    }
    return str(short.get(entry.contract, labels.contract_label(entry.contract)))


def stake_sign(stake: Stake, rulebook: Rulebook) -> str:
    """Return what the contract is multiplied by, nothing when it is not."""
    return "" if stake == Stake.PLAIN else f"×{rulebook.multipliers[stake]}"


def belotes(entry: Entry) -> str:
    """Return who held a belote, and how many when more than one."""
    held = ((Side.A, entry.belote_a), (Side.B, entry.belote_b))
    return " ".join(
        side.value if count == 1 else f"{side} ×{count}" for side, count in held if count
    )


def swept_by(entry: Entry) -> str:
    """Return the side that took the eight tricks, and whether one player did alone."""
    if not entry.sweep:
        return ""
    takers = Side(entry.takers)
    if entry.sweep == Sweep.TAKERS_ALONE:
        return pgettext("sweep on a sheet", "%(side)s alone") % {"side": takers}
    return str(takers.other if entry.sweep == Sweep.DEFENDERS else takers)


def declarations(declared: Mapping[str, Sequence[Mapping[str, str]]]) -> str:
    """Return each side's declarations: ``A tierce, 50 · B carré V``."""
    sides = ((side, declared.get(side) or ()) for side in Side)
    return " · ".join(
        f"{side} {', '.join(declaration_words(one) for one in ones)}"
        for side, ones in sides
        if ones
    )


def declaration_words(declaration: Mapping[str, str]) -> str:
    """Return one declaration as a table writes it."""
    short = {
        DeclarationKind.TIERCE: pgettext("declaration on a sheet", "tierce"),
        DeclarationKind.CINQUANTE: "50",
        DeclarationKind.CENT: "100",
        DeclarationKind.CARRE: pgettext("declaration on a sheet", "carré %(rank)s")
        % {"rank": rank_letter(declaration.get("rank", ""))},
    }
    return short[DeclarationKind(declaration["kind"])]
