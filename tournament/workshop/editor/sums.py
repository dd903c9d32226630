"""The fields of the marks: sums of terms chosen one by one, and the cells made of two sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _

from scoring import CELL_WORDS, PAID_WORDS, TERM_WORDS, CellName, Term, TermName, Words
from tournament.workshop.editor.fields import Field, Shown, number
from tournament.workshop.editor.posted import (
    HERE,
    Book,
    Posted,
    WrongAnswer,
    look_up,
    one,
    put,
    rows_of,
)

if TYPE_CHECKING:
    from tournament.workshop.editor.speaker import Speaker

FIGURE = "fixed"
TIMES = "k"
SIDES = tuple(PAID_WORDS)
WRITTEN = "terms"
"""What a cell is when it is not as another one."""
MOST_SUMS = 12


def shown_sum(name: str, terms: Sequence[object]) -> Shown:
    """Return the rows of a sum as the form sends them."""
    values: Shown = {}
    for n, written in enumerate(terms, 1):
        term = Term.parse(written)
        if term is None:
            continue
        fixed = term.name is TermName.FIXED
        values[f"{name}.{n}.term"] = [term.name.value]
        values[f"{name}.{n}.amount"] = [str(term.amount) if fixed else ""]
        if term.times_k:
            values[f"{name}.{n}.k"] = [TIMES]
    return values


def read_sum(posted: Posted, name: str) -> list[object]:
    """Return the terms of a sum as a rulebook writes them; raises ``WrongAnswer``."""
    terms: list[object] = []
    for row in rows_of(posted, name, ("term", "amount", "k")):
        chosen, amount = ("".join(row[column][-1:]).strip() for column in ("term", "amount"))
        if not chosen and not amount:
            continue
        times = "*k" if row["k"] else ""
        # A figure typed without choosing « a figure » means one.
        if chosen in ("", FIGURE):
            figure = number(amount)
            terms.append(f"{figure}*k" if times else figure)
        elif chosen in set(TermName):
            terms.append(f"{chosen}{times}")
        else:
            raise WrongAnswer(_("Choose what is paid in each row."))
    return terms


def sum_rows(values: Posted, name: str, side: str, speaker: Speaker) -> list[dict[str, object]]:
    """Return the rows of a sum for the page, those left empty last."""
    typed = rows_of(values, name, ("term", "amount", "k"))
    rows: list[dict[str, object]] = [
        {
            "term": "".join(row["term"][-1:]),
            "amount": "".join(row["amount"][-1:]),
            "times": bool(row["k"]),
        }
        for row in typed
        if any("".join(row[column][-1:]) for column in ("term", "amount"))
    ]
    rows += [{"term": "", "amount": "", "times": False} for _n in range(speaker.spare(name))]
    options = [(FIGURE, _("this figure:"))]
    options += [(name.value, speaker.say(text)) for name, text in TERM_WORDS[side].items()]
    return [row | {"options": options} for row in rows]


@dataclass(frozen=True, kw_only=True)
class Cell(Field):
    """One of the eight cells: terms for each side, or « as in another cell »."""

    cell: str
    kind: ClassVar[str] = "cell"

    @property
    def label(self) -> Words:
        """The cell's title."""
        return CELL_WORDS[CellName(self.cell)]

    @property
    def keys(self) -> tuple[str, ...]:
        """All the cells are one key of the schema."""
        return ("named.*.marks" if self.key.startswith("named.") else "marks",)

    def shown(self, book: Book) -> Shown:
        marks = look_up(book, self.key)
        if marks is None:
            return {}
        if isinstance(marks, str):
            return {f"{self.key}.as": [marks]}
        values = {f"{self.key}.as": [WRITTEN]}
        for side in SIDES:
            values |= shown_sum(f"{self.key}.{side}", marks[side])
        return values

    def write(self, book: Book, posted: Posted) -> None:
        chosen = one(posted, f"{self.key}.as")
        if not chosen:
            return
        sums = {side: read_sum(posted, f"{self.key}.{side}") for side in SIDES}
        # Terms typed under a cell that was as another one, and is still said to be: they are meant.
        is_meant = chosen == look_up(book, self.key) and any(sums.values())
        if chosen == WRITTEN or is_meant:
            put(book, self.key, sums)
        elif chosen in set(CellName) and chosen != self.cell:
            put(book, self.key, chosen)
        else:
            raise WrongAnswer(_("Choose another cell, or what each side is paid."))

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        others = [cell for cell in CellName if cell != self.cell and speaker.has_cell(cell)]
        return {
            "chosen": one(values, f"{self.key}.as") or WRITTEN,
            "written": WRITTEN,
            "others": [(cell.value, speaker.say(CELL_WORDS[cell])) for cell in others],
            "sides": [
                {
                    "name": f"{self.key}.{side}",
                    "words": speaker.say(PAID_WORDS[side]),
                    "rows": sum_rows(values, f"{self.key}.{side}", side, speaker),
                }
                for side in SIDES
            ],
        }


@dataclass(frozen=True, kw_only=True)
class Sums(Field):
    """Several sums: the usual tariffs for a fault."""

    kind: ClassVar[str] = "sums"

    def shown(self, book: Book) -> Shown:
        values = {f"{self.key}.{HERE}": ["1"]}
        for n, terms in enumerate(look_up(book, self.key) or (), 1):
            values |= shown_sum(f"{self.key}.{n}", terms)
        return values

    def write(self, book: Book, posted: Posted) -> None:
        if f"{self.key}.{HERE}" not in posted:
            return
        read = (read_sum(posted, name) for name in self._names())
        put(book, self.key, [terms for terms in read if terms])

    def _names(self) -> Iterator[str]:
        return (f"{self.key}.{n}" for n in range(1, MOST_SUMS + 1))

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        typed = [name for name in self._names() if rows_of(values, name, ("term",))]
        names = [name for name in self._names() if name in typed][:MOST_SUMS]
        spare = [name for name in self._names() if name not in typed][: speaker.spare(self.key)]
        return {
            "sums": [
                {"name": name, "rows": sum_rows(values, name, "takers", speaker)}
                for name in [*names, *spare]
            ]
        }
