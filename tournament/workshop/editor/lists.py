"""The fields that hold lists: pairs of figures, cards and what they are worth, ways to deal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _

from scoring import CHOICE_WORDS, MODE_WORDS, Rank, Words
from tournament import labels
from tournament.workshop.editor.fields import Field, Number, Several, Shown, Text, boxes, number
from tournament.workshop.editor.posted import (
    HERE,
    MOST_ROWS,
    Book,
    Posted,
    WrongAnswer,
    figures,
    look_up,
    one,
    put,
    rows_of,
)

if TYPE_CHECKING:
    from tournament.workshop.editor.speaker import Speaker

_CARD = re.compile(r"(10|[789AKQJRDV])\s*[: ]\s*([0-9]{1,6})", re.ASCII | re.IGNORECASE)
_LETTERS = {"R": Rank.KING, "D": Rank.QUEEN, "V": Rank.JACK}
_FRENCH = {rank: letter for letter, rank in _LETTERS.items()}
_WAY = re.compile(r"[0-9]{1,2}(?:\s*[-–+]\s*[0-9]{1,2})*", re.ASCII)
_FRACTION = re.compile(r"[1-9][0-9]{0,5}(?:/[1-9][0-9]{0,5})?", re.ASCII)
_COMMA = re.compile(r"[,;]")
_HAND = 8


@dataclass(frozen=True, kw_only=True)
class Pairs(Field):
    """Rows of two figures: a bid, and the points that go with it."""

    columns: tuple[Words, Words]
    kind: ClassVar[str] = "pairs"

    def shown(self, book: Book) -> Shown:
        pairs = look_up(book, self.key) or ()
        values = {f"{self.key}.{HERE}": ["1"]}
        for n, (bid, points) in enumerate(pairs, 1):
            values |= {f"{self.key}.{n}.bid": [str(bid)], f"{self.key}.{n}.points": [str(points)]}
        return values

    def write(self, book: Book, posted: Posted) -> None:
        if f"{self.key}.{HERE}" not in posted:
            return
        pairs = []
        for row in rows_of(posted, self.key, ("bid", "points")):
            bid, points = ("".join(row[column][-1:]).strip() for column in ("bid", "points"))
            if bid or points:
                pairs.append([number(bid), number(points)])
        # Where a figure is typed matters to nobody: the engine reads them in rising order.
        put(book, self.key, sorted(pairs, key=lambda pair: pair[0]))

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        typed = rows_of(values, self.key, ("bid", "points"))
        rows = [{name: "".join(row[name][-1:]) for name in row} for row in typed]
        rows = [row for row in rows if any(row.values())]
        rows += [{"bid": "", "points": ""}] * speaker.spare(self.key)
        return {"columns": [speaker.say(words) for words in self.columns], "rows": rows}


@dataclass(frozen=True, kw_only=True)
class Cards(Text):
    """Cards with their points, the strongest first: « V 20, 9 14, A 11 ».

    They are shown with the letters of the reader's language; those of both are read.
    """

    def shown(self, book: Book) -> Shown:
        cards = look_up(book, self.key)
        if cards is None:
            return {}
        letters = _FRENCH if labels.language() == "fr" else {}
        return {self.key: [", ".join(f"{letters.get(rank, rank)} {pts}" for rank, pts in cards)]}

    def write(self, book: Book, posted: Posted) -> None:
        if self.key not in posted:
            return
        put(book, self.key, read_cards(one(posted, self.key)))


def read_cards(text: str) -> list[list[object]]:
    """Read cards and their points; raises ``WrongAnswer``."""
    cards: list[list[object]] = []
    for part in _COMMA.split(text) if text else ():
        found = _CARD.fullmatch(part.strip())
        if not found:
            raise WrongAnswer(_("Each card and its points, with commas: J 20, 9 14, A 11."))
        letter = found[1].upper()
        rank = _LETTERS.get(letter) or Rank(letter)
        cards.append([rank.value, int(found[2])])
    return cards


@dataclass(frozen=True, kw_only=True)
class Packets(Text):
    """Ways of dealing: « 3-2-3, 3-3-2 »."""

    def shown(self, book: Book) -> Shown:
        ways = look_up(book, self.key) or ()
        return {self.key: [", ".join("-".join(map(str, way)) for way in ways)]}

    def write(self, book: Book, posted: Posted) -> None:
        if self.key not in posted:
            return
        ways = []
        for part in _COMMA.split(one(posted, self.key)):
            if not _WAY.fullmatch(part.strip()):
                raise WrongAnswer(_("The cards given at a time, with hyphens: 3-2-3, 3-3-2."))
            ways.append([int(cards) for cards in re.findall("[0-9]+", part)])
        if any(sum(way) != _HAND for way in ways):
            raise WrongAnswer(_("Each way of dealing gives eight cards to each player."))
        if len(ways) > MOST_ROWS:
            raise WrongAnswer(_("That is too many ways of dealing."))
        put(book, self.key, ways)


@dataclass(frozen=True, kw_only=True)
class Conversion(Text):
    """What card points are multiplied by: « 2/3 »."""

    def write(self, book: Book, posted: Posted) -> None:
        if self.key not in posted:
            return
        text = "".join(one(posted, self.key).split())
        if not _FRACTION.fullmatch(text):
            raise WrongAnswer(_("A whole number or a fraction above zero: 1, 2/3, 162/258."))
        put(book, self.key, text)


@dataclass(frozen=True, kw_only=True)
class Sequence(Number):
    """What a sequence of three, four or five cards is worth."""

    cards: int

    @property
    def keys(self) -> tuple[str, ...]:
        """All three are one key of the rulebook."""
        return ("declarations.sequences",)

    def shown(self, book: Book) -> Shown:
        values = dict(look_up(book, "declarations.sequences") or ())
        return {self.key: [str(values[self.cards])]} if self.cards in values else {}

    def write(self, book: Book, posted: Posted) -> None:
        if self.key not in posted:
            return
        values = dict(look_up(book, "declarations.sequences") or ())
        values[self.cards] = number(one(posted, self.key))
        put(book, "declarations.sequences", [[n, values[n]] for n in sorted(values)])


@dataclass(frozen=True, kw_only=True)
class Multiplier(Number):
    """The k of a stake."""

    @property
    def keys(self) -> tuple[str, ...]:
        """All stakes are one key of the schema; the k of a contract not coinched is always 1."""
        return ("multipliers",)


@dataclass(frozen=True, kw_only=True)
class Steps(Field):
    """The bid order: each row a contract and its trumps, with its place."""

    kind: ClassVar[str] = "steps"

    def shown(self, book: Book) -> Shown:
        values = {f"{self.key}.{HERE}": ["1"]}
        for n, step in enumerate(look_up(book, self.key) or (), 1):
            values[f"{self.key}.{n}.place"] = [str(n)]
            values[f"{self.key}.{n}.contract"] = [step["contract"]]
            values[f"{self.key}.{n}.trumps"] = list(step["trumps"])
        return values

    def write(self, book: Book, posted: Posted) -> None:
        if f"{self.key}.{HERE}" not in posted:
            return
        contracts = CHOICE_WORDS["auction.order.contract"]
        steps = []
        for n, row in enumerate(rows_of(posted, self.key, ("place", "contract", "trumps")), 1):
            contract = "".join(row["contract"][-1:])
            if not contract:
                continue
            trumps = list(dict.fromkeys(row["trumps"]))
            if contract not in contracts or not set(trumps) <= MODE_WORDS.keys():
                raise WrongAnswer(_("Choose a contract and its trumps in each row."))
            place = figures("".join(row["place"][-1:]))
            step = {"contract": contract, "trumps": trumps}
            steps.append((len(contracts) * MOST_ROWS if place is None else place, n, step))
        put(book, self.key, [step for _place, _n, step in sorted(steps, key=lambda each: each[:2])])

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        typed = rows_of(values, self.key, ("place", "contract", "trumps"))
        rows = [row for row in typed if row["contract"] and row["contract"][-1]]
        rows += [{"place": [], "contract": [], "trumps": []}] * speaker.spare(self.key)
        names = CHOICE_WORDS["auction.order.contract"]
        contracts = [(value.value, speaker.say(words)) for value, words in names.items()]
        return {
            "contracts": contracts,
            "rows": [
                {
                    "place": "".join(row["place"][-1:]) or str(n),
                    "contract": "".join(row["contract"][-1:]),
                    "boxes": list(
                        boxes(f"{self.key}.{n}.trumps", MODE_WORDS, row["trumps"], speaker)
                    ),
                }
                for n, row in enumerate(rows, 1)
            ],
        }


@dataclass(frozen=True, kw_only=True)
class Tables(Several):
    """Which tables of a kind there are: cards, named contracts, cells of their own."""

    shapes: ClassVar[bool] = True

    def words(self) -> Mapping[Any, Words]:
        return MODE_WORDS

    def held(self, book: Book) -> list[str]:
        return sorted(look_up(book, self.key) or ())

    def put(self, book: Book, ticked: list[str]) -> None:
        tables = look_up(book, self.key) or {}
        kept = {name: tables[name] for name in tables if name in ticked}
        new = {name: self.begin(book, name) for name in sorted(set(ticked) - set(kept))}
        put(book, self.key, kept | new)

    def begin(self, book: Book, name: str) -> dict[str, Any]:
        """Return what a new table starts as."""
        raise NotImplementedError
