"""Dealing: who deals, which way, and who speaks first."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.workshop.editor.fields import Choice, Field, YesNo
from tournament.workshop.editor.lists import Packets
from tournament.workshop.editor.posted import Book


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield Choice(key="dealing.direction", clause="turn")
    yield Packets(key="dealing.packets")
    yield Choice(key="auction.four_passes")
    yield Choice(key="dealing.first_to_lead", clause="first_speaker")
    yield Choice(key="dealing.cut_by", often=False)
    yield Choice(key="dealing.shuffle", often=False)
    yield Choice(key="dealing.next_dealer", clause="turn", often=False)
    yield YesNo(key="dealing.turned_card", clause="dealing", often=False)
