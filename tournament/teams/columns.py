"""What the columns of a list are: by their titles, else by their place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
    PLAYER = "player"
    FIRST_NAME = "first_name"
    PARTNER = "partner"
    FEE = "fee_paid"
    CLUB = "club"
    CATEGORIES = "categories"
    SEED = "seed_rank"
    IGNORED = "ignored"


PLAYER_COLUMNS = (Column.PLAYER_1, Column.PLAYER_2)
ONE_A_LINE = (Column.PLAYER, Column.FIRST_NAME)
"""What names the player of a line, where each line is one player."""
ONCE = (Column.NUMBER, Column.TEAM, Column.FEE, Column.CLUB, Column.SEED)
"""Columns of which a list has one at most; cells of the others are joined."""
CATEGORIES = {
    "mixed": ("mixte", "mixtes", "mixed"),
    "women": ("femme", "femmes", "feminin", "feminine", "feminines", "dame", "dames", "women"),
    "club": ("club", "du club", "of the club"),
    "juniors": ("junior", "juniors", "jeune", "jeunes"),
}
"""How lists write the categories of a team, folded by ``search_key``."""
LONGEST_TITLES = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How to read the rows: whether the first holds titles, and what each column is."""

    has_titles: bool
    columns: tuple[Column, ...]

    @property
    def has_one_player_a_line(self) -> bool:
        """Whether each line is one player, as ticket offices export them."""
        return not set(ONE_A_LINE).isdisjoint(self.columns)


# Titles, once folded by ``search_key`` and stripped of punctuation. French first.
_WHOSE = r"(?:de l |d |de la |du |des |de )?"
_TEAM = r"(?:equipe|doublette|paire|team|pair)"
_PLAYER = r"(?:joueur|joueuse|equipier|equipiere|partenaire|participant|player|partner|j|p)"
_ONE = r"(?:joueur|joueuse|participante?|player|attendee)"
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
            Column.FIRST_NAME,
            rf"prenoms?(?: {_WHOSE}{_ONE})?|(?:{_ONE} )?(?:first|given) name",
        ),
        (
            Column.PLAYER,
            rf"{_NAMED}{_WHOSE}{_ONE}|{_ONE} (?:name|last name)"
            r"|nom de famille|last name|surname|family name",
        ),
        (
            Column.PARTNER,
            rf"{_NAMED}{_WHOSE}(?:votre )?(?:partenaire|coequipiere?|equipiere?|binome|partner"
            r"|teammate)",
        ),
        (Column.CLUB, r"(?:nom du )?clubs?|club name|association|amicale"),
        (Column.CATEGORIES, r"categories?|category"),
        (Column.SEED, r"tetes? de serie|seed"),
        (
            Column.FEE,
            r"(?:montant )?(?:payee?s?|reglee?s?)|paiement|reglement|montant|tarif|prix"
            r"|montant (?:du )?(?:tarif|billet)"
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


def find_layout(
    rows: Sequence[Row],
    *,
    individual: bool = False,
    remembered: Mapping[str, Mapping[str, str]] | None = None,
) -> Layout:
    """Find whether the first row holds titles, and match the columns by name or by place.

    ``remembered`` are the choices made by hand for earlier lists, by their titles.
    """
    if chosen := (remembered or {}).get(titles_of(rows[0])):
        layout = remembered_layout(chosen, len(rows[0].cells))
        return for_individuals(layout) if individual else layout
    titled = columns_titled(rows)
    # A fee or a number alone proves nothing: « Payé » may be what stands in the first team's cell.
    if {Column.TEAM, *PLAYER_COLUMNS, *ONE_A_LINE} & set(titled):
        layout = Layout(has_titles=True, columns=titled)
    else:
        layout = Layout(has_titles=False, columns=columns_placed(rows))
    return for_individuals(layout) if individual else layout


def for_individuals(layout: Layout) -> Layout:
    """Take what was found for the team, or for its first player, as the line's player."""
    if layout.has_one_player_a_line:
        return layout
    named = next(
        (each for each in (Column.PLAYER_1, Column.TEAM) if each in layout.columns), Column.IGNORED
    )
    columns = tuple(
        Column.PLAYER if column is named and named is not Column.IGNORED else column
        for column in layout.columns
    )
    return Layout(has_titles=layout.has_titles, columns=columns)


def titles_of(row: Row) -> str:
    """Return what a list's first row is remembered by, empty when it is too long."""
    text = "|".join(search_key(cell) for cell in row.cells)
    return text if len(text) <= LONGEST_TITLES else ""


def remembered_layout(chosen: Mapping[str, str], width: int) -> Layout:
    """Build the layout of a list whose columns were chosen by hand before."""
    known = {each.value for each in Column}
    names = [chosen.get(str(place), "") for place in range(width)]
    columns = tuple(Column(name) if name in known else Column.IGNORED for name in names)
    return Layout(has_titles=True, columns=columns)


def columns_titled(rows: Sequence[Row]) -> tuple[Column, ...]:
    """Match columns by their titles; a second number, team or fee is left out."""
    titles = rows[0].cells
    found = [column_titled(title) for title in titles]
    if not {*PLAYER_COLUMNS}.isdisjoint(found):
        # The two players have their columns: « Participant » is somebody else.
        single = {*ONE_A_LINE, Column.PARTNER}
        found = [Column.IGNORED if column in single else column for column in found]
    elif Column.FIRST_NAME in found and Column.PLAYER not in found:
        bare = {"nom", "noms", "name"}
        found = [
            Column.PLAYER if search_key(title) in bare else column
            for title, column in zip(titles, found, strict=True)
        ]
    fee = _fee_column(rows, [at for at, column in enumerate(found) if column is Column.FEE])
    kept: list[Column] = []
    for place, column in enumerate(found):
        again = column in kept and column not in PLAYER_COLUMNS
        other_fee = column is Column.FEE and place != fee
        kept.append(Column.IGNORED if again or other_fee else column)
    return tuple(kept)


def _fee_column(rows: Sequence[Row], places: Sequence[int]) -> int | None:
    """Choose between « Tarif », which may be a ticket's name, and « Montant »."""
    for place in places:
        cells = [row.cells[place] for row in rows[1:]]
        if any(cells) and all(map(_is_amount, cells)):
            return place
    for place in places:
        is_name = search_key(rows[0].cells[place]) in {"tarif", "prix"}
        if not is_name or any(read_amount(row.cells[place]) for row in rows[1:]):
            return place
    return None


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


def layout_problem(layout: Layout, *, individual: bool = False) -> ListProblem | None:
    """Say what is wrong with the choice of columns, if anything is."""
    code = _wanting_alone(layout) if individual else _wanting(layout)
    if code:
        return ListProblem(code=code)
    for column in ONCE:
        if layout.columns.count(column) > 1:
            return ListProblem(code="column_twice", params={"column": column})
    return None


def _wanting_alone(layout: Layout) -> str | None:
    """Say what an individual contest lacks: each line names one player, and nobody else."""
    if not layout.has_one_player_a_line:
        return "player_column_unknown"
    is_single = {*PLAYER_COLUMNS, Column.PARTNER}.isdisjoint(layout.columns)
    return None if is_single else "one_a_line"


def _wanting(layout: Layout) -> str | None:
    """Say what a contest of pairs lacks: one player a line, or a team a line, not both."""
    chosen = set(layout.columns)
    if layout.has_one_player_a_line:
        return None if chosen.isdisjoint(PLAYER_COLUMNS) else "columns_mixed"
    if Column.PARTNER in chosen:
        return "columns_mixed"
    is_named = Column.TEAM in chosen or chosen.issuperset(PLAYER_COLUMNS)
    return None if is_named else "columns_unknown"


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


def read_categories(text: str) -> tuple[str, ...] | None:
    """Read a team's categories (« mixte, juniors »); None when one is not known."""
    found = []
    for word in re.split(r"[,;/+|]", search_key(text)):
        plain = word.strip()
        named = [category for category, words in CATEGORIES.items() if plain in words]
        if plain and not named:
            return None
        found += named
    return tuple(dict.fromkeys(found))


def _is_number(cell: str) -> bool:
    return read_number(cell) is not None


def _is_amount(cell: str) -> bool:
    return not cell or read_amount(cell) is not None
