"""Coinche: its k, and when it is said."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.workshop.editor.fields import Choice, Field, Number, YesNo
from tournament.workshop.editor.lists import Multiplier
from tournament.workshop.editor.posted import Book


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield Multiplier(key="multipliers.coinche")
    yield Multiplier(key="multipliers.surcoinche")
    yield Number(key="points_bid.coinche_from")
    yield Choice(key="auction.coinche_when", clause="coinche")
    yield Choice(key="auction.surcoinche_when", clause="coinche")
    yield YesNo(key="auction.coinche_closes", clause="coinche", often=False)
