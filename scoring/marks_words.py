"""The cells of marks as sentences: who is paid what, term by term."""

from __future__ import annotations

from scoring.cells import cells_of
from scoring.clauses import is_doubled
from scoring.coherence import resolve
from scoring.contracts import Bid, Mode, NamedContract, Stake
from scoring.phrases import both, listed, number
from scoring.rulebook import Rulebook
from scoring.schema import Words
from scoring.terms import CellMarks, CellName, Term, TermName

TITLES = {
    CellName.MADE: both("Contrat réussi", "Contract made"),
    CellName.MADE_DOUBLED: both("Contrat coinché et réussi", "Coinched contract made"),
    CellName.MADE_SWEPT: both(
        "Contrat réussi avec les huit plis", "Contract made with the eight tricks"
    ),
    CellName.MADE_SWEPT_DOUBLED: both(
        "Contrat coinché et réussi avec les huit plis",
        "Coinched contract made with the eight tricks",
    ),
    CellName.FAILED: both("Contrat chuté", "Contract failed"),
    CellName.FAILED_DOUBLED: both("Contrat coinché et chuté", "Coinched contract failed"),
    CellName.FAILED_SWEPT: both(
        "Contrat chuté, huit plis à la défense", "Contract failed, the defenders swept"
    ),
    CellName.FAILED_SWEPT_DOUBLED: both(
        "Contrat coinché et chuté, huit plis à la défense",
        "Coinched contract failed, the defenders swept",
    ),
}
TAKERS = {
    TermName.POINTS: both("leurs points", "their points"),
    TermName.CONTRACT: both("le contrat", "the contract"),
    TermName.BELOTE: both("leur belote", "their belote"),
    TermName.ALL_BELOTES: both("toute belote", "any belote"),
    TermName.DECLARATIONS: both("leurs annonces", "their declarations"),
    TermName.ALL_DECLARATIONS: both("toutes les annonces", "all declarations"),
    TermName.CARRIED: both("les points en litige", "the points of a tied deal"),
}
DEFENDERS = {
    **TAKERS,
    TermName.POINTS: both("ses points", "their points"),
    TermName.BELOTE: both("sa belote", "their belote"),
    TermName.DECLARATIONS: both("ses annonces", "their declarations"),
}


def cell_words(cell: CellName, rulebook: Rulebook, bid: Bid | None = None) -> Words:
    """What a cell pays to each side; a cell that names another of its kind says so.

    A doubled cell that is written as a plain one is said in full, as k then counts.
    """
    cells = rulebook.marks if bid is None else cells_of(bid, rulebook)
    marks = cells[cell]
    title = TITLES[cell]
    if isinstance(marks, CellName) and is_doubled(marks) != is_doubled(cell):
        marks = resolve(cells, marks) or marks
    if isinstance(marks, CellName):
        same = TITLES[marks]
        return both(
            f"{title.fr} : comme « {same.fr.lower()} ».", f"{title.en}: as “{same.en.lower()}”."
        )
    k = multipliers_words(rulebook) if is_doubled(cell) and _has_k(marks) else both("", "")
    return both(
        f"{title.fr} : aux preneurs, {_sum(marks.takers, cell, 'fr')} ;"
        f" à la défense, {_sum(marks.defenders, cell, 'fr', DEFENDERS)}{k.fr}.",
        f"{title.en}: to the takers, {_sum(marks.takers, cell, 'en')};"
        f" to the defenders, {_sum(marks.defenders, cell, 'en', DEFENDERS)}{k.en}.",
    )


def multipliers_words(rulebook: Rulebook) -> Words:
    """« (k = 2 coinché, 4 surcoinché) »."""
    k = rulebook.multipliers
    fr, en = f"k = {k[Stake.COINCHE]} coinché", f"k = {k[Stake.COINCHE]} coinched"
    if k[Stake.SURCOINCHE]:
        fr = f"{fr}, {k[Stake.SURCOINCHE]} surcoinché"
        en = f"{en}, {k[Stake.SURCOINCHE]} surcoinched"
    return both(f" ({fr})", f" ({en})")


def _has_k(marks: CellMarks) -> bool:
    return any(term.times_k for term in (*marks.takers, *marks.defenders))


def _sum(
    terms: tuple[Term, ...], cell: CellName, lang: str, names: dict[TermName, Words] = TAKERS
) -> str:
    if not terms:
        return both("rien", "nothing")[lang]
    return listed((_term(term, cell, lang, names) for term in terms), lang)


def _term(term: Term, cell: CellName, lang: str, names: dict[TermName, Words]) -> str:
    fixed = term.name is TermName.FIXED
    name = number(term.amount, lang) if fixed else names[term.name][lang]
    return f"{name} × k" if term.times_k and is_doubled(cell) else name


def formula(terms: tuple[Term, ...], lang: str, *, with_k: bool = False) -> str:
    """A side's terms as a short sum: « points + belote + contrat »; ``with_k`` « 160 × k »."""
    short = {
        TermName.POINTS: both("points", "points"),
        TermName.CONTRACT: both("contrat", "contract"),
        TermName.BELOTE: both("belote", "belote"),
        TermName.ALL_BELOTES: both("toute belote", "any belote"),
        TermName.DECLARATIONS: both("annonces", "declarations"),
        TermName.ALL_DECLARATIONS: both("toutes annonces", "all declarations"),
        TermName.CARRIED: both("litige", "tied deal"),
    }

    def said(term: Term) -> str:
        name = number(term.amount, lang) if term.name is TermName.FIXED else short[term.name][lang]
        return f"{name} × k" if term.times_k and with_k else name

    return " + ".join(map(said, terms)) or "0"


def fixed_sums(bid: Bid, rulebook: Rulebook) -> tuple[int, ...]:
    """The fixed sums that k multiplies in the cells of a contract."""
    cells = [marks for marks in cells_of(bid, rulebook).values() if isinstance(marks, CellMarks)]
    terms = [term for marks in cells for term in (*marks.takers, *marks.defenders)]
    return tuple(sorted({t.amount for t in terms if t.name is TermName.FIXED and t.times_k}))


def conversion_name(mode: Mode, rulebook: Rulebook) -> str:
    """``2/3``; ``162/258`` where it brings the whole pack to what there is at a suit."""
    rules, suit = rulebook.trumps[mode], rulebook.trumps.get(Mode.SUIT)
    if suit and rules.total * rules.conversion == suit.total:
        return f"{suit.total}/{rules.total}"
    return str(rules.conversion)


def own_cells(name: NamedContract, rulebook: Rulebook) -> tuple[CellName, ...]:
    """The cells a named contract replaces, in reading order.

    Among them the doubled ones that are said in full though they are written as a plain cell
    (see ``cell_words``), where it is that plain cell which the contract replaces.
    """
    own, general = rulebook.named[name].marks, rulebook.marks
    merged = cells_of(name, rulebook)

    def is_own(cell: CellName) -> bool:
        as_another = general.get(cell)
        if cell in own or not isinstance(as_another, CellName):
            return cell in own
        in_full = is_doubled(as_another) != is_doubled(cell)
        return in_full and resolve(general, cell) != resolve(merged, cell)

    return tuple(filter(is_own, CellName))
