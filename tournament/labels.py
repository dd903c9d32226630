"""The engine's codes as words: the only place where the two meet.

The engine knows no language and no gettext; each table below covers one of its
enumerations whole, and a test says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import NamedContract, Refusal, Stake, Sweep, Trump

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


def trump_choices() -> list[tuple[str, _StrPromise]]:
    """Give the trumps to fields, so that a new label makes no migration."""
    return [(trump.value, TRUMPS[trump]) for trump in Trump]


def stake_choices() -> list[tuple[str, _StrPromise]]:
    """Give the stakes to fields, so that a new label makes no migration."""
    return [(stake.value, STAKES[stake]) for stake in Stake]


def sweep_choices() -> list[tuple[str, _StrPromise]]:
    """Give the sweeps to fields, so that a new label makes no migration."""
    return [(sweep.value, SWEEPS[sweep]) for sweep in Sweep]


def contract_label(contract: str) -> str:
    """Say a contract as it is kept on an entry: ``"100"``, ``"capot"``."""
    return str(CONTRACTS.get(contract, contract))
