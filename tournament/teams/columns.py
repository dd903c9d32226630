"""What the columns of a list are: by their titles, else by their place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from tournament.teams.reading import ListProblem, Row
from tournament.text import search_key, tidy

LARGEST_NUMBER = 9999
LARGEST_FEE = Decimal("99999.99")
PLAYERS = 2


class Column(StrEnum):
    """What a column of a list holds."""

    NUMBER = "number"
    TEAM = "name"
    PLAYER_1 = "player_1"
    PLAYER_2 = "player_2"
    FEE = "fee_paid"
    IGNORED = "ignored"


PLAYER_COLUMNS = (Column.PLAYER_1, Column.PLAYER_2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How to read the rows: whether the first holds titles, and what each column is."""

    has_titles: bool
    columns: tuple[Column, ...]


# Titles, once folded by ``search_key`` and stripped of punctuation. French first.
_WHOSE = r"(?:de l |d |de la |du |des |de )?"
_TEAM = r"(?:equipe|doublette|paire|team|pair)"
_PLAYER = r"(?:joueur|joueuse|equipier|equipiere|partenaire|participant|player|partner|j|p)"
_NAMED = r"(?:(?:nom|prenom|nom et prenom|prenom et nom|name|first name|last name|full name) )?"
TITLES: tuple[tuple[Column, re.Pattern[str]], ...] = tuple(
    (column, re.compile(rf"(?:{pattern})\Z"))
    for column, pattern in (
        (
            Column.NUMBER,
            rf"(?:numero|num|no|n|nr|nb|number|dossard)(?: {_WHOSE}{_TEAM})?"
            rf"|{_TEAM} (?:numero|num|no|n|nr|number)",
        ),
        (Column.TEAM, rf"(?:noms? {_WHOSE}|name of )?{_TEAM}s?|{_TEAM} name|noms?|name"),
        *(
            (
                column,
                rf"{_NAMED}{_WHOSE}{_PLAYER} ?(?:n |no |numero )?{mark}"
                rf"|{_NAMED}{_WHOSE}{ordinal} {_PLAYER}|(?:nom|prenom|name) ?{mark}",
            )
            for column, mark, ordinal in (
                (Column.PLAYER_1, "(?:1|a|un|one)", "(?:1er|1ere|1re|premier|premiere|first|1st)"),
                (
                    Column.PLAYER_2,
                    "(?:2|b|deux|two)",
                    "(?:2e|2eme|2nd|second|seconde|deuxieme)",
                ),
            )
        ),
        (
            Column.FEE,
            r"(?:montant )?(?:payee?s?|reglee?s?)|paiement|reglement|montant|tarif|prix"
            r"|inscription|frais|droits?(?: d inscription)?|(?:amount |fee )?paid|fee|amount",
        ),
    )
)


def column_titled(title: str) -> Column:
    """Return what a title announces, in French or English; ``IGNORED`` when unknown."""
    plain = " ".join(re.sub(r"[^a-z0-9]+", " ", search_key(title)).split())
    for column, pattern in TITLES:
        if pattern.match(plain):
            return column
    return Column.IGNORED


def find_layout(rows: Sequence[Row]) -> Layout:
    """Find whether the first row holds titles, and match the columns by name or by place."""
    titled = columns_titled(rows[0])
    # A fee or a number alone proves nothing: « Payé » may be what stands in the first team's cell.
    if {Column.TEAM, *PLAYER_COLUMNS} & set(titled):
        return Layout(has_titles=True, columns=titled)
    return Layout(has_titles=False, columns=columns_placed(rows))


def columns_titled(row: Row) -> tuple[Column, ...]:
    """Match columns by their titles; a second number, team or fee is left out."""
    found: list[Column] = []
    for cell in row.cells:
        column = column_titled(cell)
        again = column in found and column not in PLAYER_COLUMNS
        found.append(Column.IGNORED if again else column)
    return tuple(found)


def columns_placed(rows: Sequence[Row]) -> tuple[Column, ...]:
    """Match columns by their place: number, team, player 1, player 2, fee.

    A first column of figures is the number, a last one of amounts the fee; what
    is between is the team and its players, the players alone, or the team alone.
    """
    width = len(rows[0].cells)
    start = 1 if all(_is_number(row.cells[0]) for row in rows) else 0
    end = width
    if width - start > PLAYERS and all(_is_amount(row.cells[-1]) for row in rows):
        end -= 1
    names = {
        1: (Column.TEAM,),
        2: PLAYER_COLUMNS,
    }.get(end - start, (Column.TEAM, *PLAYER_COLUMNS))
    columns = (Column.NUMBER,) * start + names
    columns += (Column.IGNORED,) * (end - len(columns)) + (Column.FEE,) * (width - end)
    return columns[:width]


def layout_problem(layout: Layout) -> ListProblem | None:
    """Say what is wrong with the choice of columns, if anything is."""
    chosen = set(layout.columns)
    if Column.TEAM not in chosen and not chosen.issuperset(PLAYER_COLUMNS):
        return ListProblem(code="columns_unknown")
    for column in (Column.NUMBER, Column.TEAM, Column.FEE):
        if layout.columns.count(column) > 1:
            return ListProblem(code="column_twice", params={"column": column})
    return None


def read_number(text: str) -> int | None:
    """Read a team's number, 1 to 9999; None when it is not one."""
    found = re.fullmatch(r"(?:n[°º.]? ?|# ?)?([0-9]{1,6})(?:[.,]0+)?", text.strip().lower())
    number = int(found[1]) if found else 0
    return number if 1 <= number <= LARGEST_NUMBER else None


def read_amount(text: str) -> Decimal | None:
    """Read an amount in euros (« 20 € », « 12,50 », « 1 000.00 »); None when it is not one."""
    bare = re.sub(r"(?i)€|eur(?:os?)?", "", tidy(text))
    bare = re.sub(r"(?<=[0-9]) (?=[0-9]{3}(?:\D|\Z))", "", bare).strip().replace(",", ".")
    if not re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{1,2}0*)?", bare):
        return None
    try:
        amount = Decimal(bare).quantize(Decimal("0.01"))
    except InvalidOperation:
        return None
    return amount if amount <= LARGEST_FEE else None


def _is_number(cell: str) -> bool:
    return read_number(cell) is not None


def _is_amount(cell: str) -> bool:
    return not cell or read_amount(cell) is not None
