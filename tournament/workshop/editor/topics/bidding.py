"""Bidding: what may be bid, in which order, and how the auction goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from scoring import Words
from tournament.workshop.editor.fields import Choice, Field, Modes, Number
from tournament.workshop.editor.lists import Pairs, Steps
from tournament.workshop.editor.posted import Book
from tournament.workshop.editor.topics.capot import contract_fields

_NEEDS = (Words(fr="Enchère", en="Bid"), Words(fr="Points à faire", en="Points to make"))
TAKE = "take"


@dataclass(frozen=True, kw_only=True)
class Method(Choice):
    """By bids, or by taking: the other fields depend on it."""

    shapes: ClassVar[bool] = True


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    if book["auction"]["method"] == TAKE:
        if TAKE in book["named"]:
            yield from contract_fields(book, TAKE)
    else:
        yield from _of_points()
    yield Choice(key="auction.after_pass")
    yield Number(key="auction.closing_passes")
    yield Steps(key="auction.order", often=False)
    yield Method(key="auction.method", often=False)


def _of_points() -> Iterator[Field]:
    yield Number(key="points_bid.minimum")
    yield Number(key="points_bid.maximum")
    yield Number(key="points_bid.step")
    yield Modes(key="points_bid.trumps")
    yield Pairs(key="points_bid.needs", columns=_NEEDS)
    yield Number(key="points_bid.least_raise", often=False)
