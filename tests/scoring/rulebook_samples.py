"""Rulebooks as hypothesis draws them: whole ones that load, over every key of the schema.

Each starts from one that ships and keeps or redraws it part by part, so that a failing
example shrinks to a shipped rulebook with the one part that matters changed. What hangs
together (who bids what, at which trumps, and the marks) is kept or drawn as one.
"""

import copy
from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import strategies as st

from scoring import NamedContract, Need, Rank, Rulebook, load_rulebook, shipped_rulebooks
from scoring.clauses import CLAUSES, is_doubled, required_clauses
from scoring.contracts import Mode
from scoring.schema import (
    CannotGoOver,
    EightTricks,
    EqualSplit,
    Five,
    Partner,
    SwitchKind,
    TargetRule,
    Tie,
    When,
)
from scoring.terms import CellName
from tests.scoring.rulebook_parts import (
    AMOUNTS,
    TEXT,
    TITLE,
    Draw,
    Mapping,
    belote,
    dealing,
    declarations,
    faults,
    one,
    pairs,
    play,
    rounding,
    some,
    speaking,
    terms,
    words,
)

SHIPPED = tuple(load_rulebook(name).to_mapping() for name in shipped_rulebooks())
NAMES = st.sampled_from(["a", "nos-regles", "concours-2026", "0", "x" * 60])
PARTS = {
    "dealing": dealing,
    "play": play,
    "rounding": rounding,
    "belote": belote,
    "declarations": declarations,
    "faults": faults,
}
TRUMPS = {Mode.SUIT: 1, Mode.ALL_TRUMPS: 4}
SUITS = 4
CONTRACTS = tuple(name for name in NamedContract if name is not NamedContract.TAKE)


@st.composite
def cells(draw: Draw, *, doubled: bool, litige: bool, under: Mapping | None = None) -> Mapping:
    """Marks for every cell in play, or for some of those of a named contract.

    A cell names another one only where that leads to terms; with ``litige`` each pays
    what a tied deal left, once.
    """
    wanted = [cell.value for cell in CellName if doubled or not is_doubled(cell)]
    drawn = wanted if under is None else some(draw, wanted)
    found: Mapping = {cell: _cell(draw, litige=litige) for cell in drawn}
    for cell in drawn:
        other = draw(st.sampled_from([None, *wanted]))
        tried = {**(under or {}), **found, cell: other}
        if other and all(_leads_somewhere(tried, name) for name in wanted):
            found[cell] = other
    return found


def _leads_somewhere(marks: Mapping, cell: str) -> bool:
    seen = set()
    while isinstance(marks[cell], str) and cell not in seen:
        seen.add(cell)
        cell = marks[cell]
    return not isinstance(marks[cell], str)


def _cell(draw: Draw, *, litige: bool) -> Mapping:
    found = {
        "takers": draw(terms(carried=not litige)),
        "defenders": draw(terms(carried=not litige)),
    }
    if litige:
        found[draw(st.sampled_from(["takers", "defenders"]))].append("carried")
    return found


@st.composite
def trump_rules(draw: Draw, mode: Mode) -> Mapping:
    trumps = TRUMPS.get(mode, 0)
    values = [20, 14, 11, 10, 4, 3, 2, 0]

    def cards() -> list[Any]:
        ranks = draw(st.permutations([rank.value for rank in Rank]))
        return [[rank, draw(st.sampled_from(values))] for rank in ranks]

    trump = cards() if trumps else []
    plain = cards() if trumps < SUITS else []
    last = draw(st.sampled_from([10, 0, 20]))
    sums = [sum(points for _, points in suit) for suit in (trump, plain)]
    carres = [rank.value for rank in some(draw, Rank)]
    return {
        "trump": trump,
        "plain": plain,
        "last_trick": last,
        "total": trumps * sums[0] + (SUITS - trumps) * sums[1] + last,
        "conversion": draw(st.sampled_from(["1", "2/3", "162/258", "3/2", "4"])),
        "most_belotes": draw(st.integers(0, trumps)),
        "carres": [[rank, draw(st.sampled_from([200, 150, 100, 0]))] for rank in carres],
    }


def _modes(draw: Draw, among: Sequence[Mode], least: int = 0) -> Mapping:
    allowed = some(draw, among, least) if among else []
    return {mode.value: mode in allowed for mode in Mode}


def _named(draw: Draw, tables: Mapping, *, take: bool, **marks: Any) -> Mapping:
    needs = ["points"] if take else [need.value for need in some(draw, Need, least=1)]
    modes = [Mode(mode) for mode in tables]
    if Need.BELOTE in needs:
        modes = [mode for mode in modes if tables[mode]["most_belotes"]]
    return {
        "value": draw(AMOUNTS),
        "needs": needs,
        "trumps": _modes(draw, modes, int(take)),
        "partner": one(draw, Partner),
        "notice": words(draw),
        "marks": draw(cells(**marks)),
    }


def _order(draw: Draw, tables: Mapping, contracts: Iterable[str]) -> list[Any]:
    """Every contract at every trump there is a table for, in steps of one or more trumps."""
    steps: list[Any] = []
    for contract in contracts:
        modes = draw(st.permutations(list(tables)))
        cut = draw(st.integers(1, len(modes)))
        groups = [group for group in (modes[:cut], modes[cut:]) if group]
        steps += [{"contract": contract, "trumps": list(group)} for group in groups]
    return list(draw(st.permutations(steps)))


def _points_bid(draw: Draw, tables: Mapping, *, take: bool) -> Mapping:
    step = draw(st.sampled_from([10, 5, 20]))
    least, most = sorted(draw(st.tuples(st.integers(1, 16), st.integers(1, 60))))
    bids = range(least * step, most * step + 1, step)
    modes = [Mode(mode) for mode in tables]
    return {
        "minimum": bids[0],
        "maximum": bids[-1],
        "step": step,
        "least_raise": draw(st.sampled_from([step, 0, 2 * step])),
        "trumps": _modes(draw, [] if take else modes, 0 if take else 1),
        "needs": pairs(draw, bids, (82, 90, 0, 252)),
        "coinche_from": draw(st.sampled_from(bids)),
    }


def _multipliers(draw: Draw) -> Mapping:
    coinche = draw(st.sampled_from([2, 3, 0, 1]))
    surcoinche = draw(st.sampled_from([4, 0, 3])) if coinche else 0
    return {"plain": 1, "coinche": coinche, "surcoinche": surcoinche}


def who_bids_what(draw: Draw) -> Mapping:
    """The parts that hang together, drawn as one: bids, trumps, contracts, stakes, marks."""
    take = draw(st.integers(0, 3)) == 3  # one in four
    tables = {mode.value: draw(trump_rules(mode)) for mode in some(draw, Mode, least=1)}
    multipliers, split = _multipliers(draw), one(draw, EqualSplit)
    about: Mapping = {
        "doubled": bool(multipliers["coinche"]),
        "litige": split == EqualSplit.LITIGE,
    }
    marks = draw(cells(**about))
    names = [NamedContract.TAKE] if take else some(draw, CONTRACTS)
    named = {name.value: _named(draw, tables, take=take, **about, under=marks) for name in names}
    order = _order(draw, tables, list(named) if take else ["points", *named])
    return {
        "auction": {"method": "take" if take else "bids", "order": order},
        "points_bid": _points_bid(draw, tables, take=take),
        "multipliers": multipliers,
        "named": named,
        "trumps": tables,
        "made": {"equal_split": split},
        "marks": marks,
    }


def _switches(draw: Draw, mapping: Mapping) -> list[Any]:
    """Up to three switches, each of a key of its own that it sets otherwise."""
    changes: list[tuple[str, str, list[object]]] = [
        ("rounding", "rounding.five", list(Five)),
        ("rounding", "rounding.to", [1, 10, 50]),
        ("belote_help", "belote.help", [[], [[0, 20]], [[90, 10], [100, 20]]]),
        ("belote", "belote.value", [0, 20, 40]),
        ("eight_tricks", "made.eight_tricks", list(EightTricks)),
        ("made_when", "made.must_beat_defenders", [True, False]),
        ("target", "target", [1000, 2000]),
        ("target", "target_rule", list(TargetRule)),
        ("declaration_contest", "declarations.tie", list(Tie)),
        ("cannot_go_over", "play.cannot_go_over", list(CannotGoOver)),
    ]
    if mapping["auction"]["method"] == "bids":
        changes.append(("coinche", "auction.coinche_when", list(When)))
        changes += [(mode, f"points_bid.trumps.{mode}", [True]) for mode in mapping["trumps"]]
    found = []
    for n in draw(st.lists(st.integers(0, len(changes) - 1), unique=True, max_size=3)):
        clause, key, values = changes[n]
        others = [value for value in values if value != _at(mapping, key)]
        if others:
            found.append(
                {
                    "id": f"switch-{n}",
                    "kind": one(draw, SwitchKind),
                    "clause": "cards" if clause == Mode.SUIT else clause,
                    "decided": words(draw, TITLE),
                    "other": words(draw, TITLE),
                    "set": {key: draw(st.sampled_from(others))},
                }
            )
    return found


def _at(mapping: Mapping, key: str) -> object:
    value: Any = mapping
    for name in key.split("."):
        value = value[name]
    return value


@st.composite
def mappings(draw: Draw) -> Mapping:
    """A rulebook's mapping: plain texts, numbers, lists and tables, as a file or JSON holds."""
    mapping: Mapping = copy.deepcopy(draw(st.sampled_from(SHIPPED)))
    is_redrawn = st.booleans()
    if draw(is_redrawn):
        mapping["name"], mapping["version"] = draw(NAMES), draw(TITLE)
        mapping["title"] = words(draw, TITLE)
        mapping["source"] = {"document": draw(TEXT), **words(draw)}
    if draw(is_redrawn):
        mapping["target"] = draw(st.sampled_from([1, 501, 1000, 2001, 1_000_000]))
        mapping["target_rule"] = one(draw, TargetRule)
    for key, drawn in PARTS.items():
        if draw(is_redrawn):
            mapping[key] = drawn(draw)
    if draw(is_redrawn):
        mapping["auction"] |= speaking(draw)
    if draw(is_redrawn):
        mapping["made"]["eight_tricks"] = one(draw, EightTricks)
        mapping["made"]["must_beat_defenders"] = draw(st.booleans())
    if draw(is_redrawn):
        core = who_bids_what(draw)
        for key in ("auction", "made"):
            core[key] = mapping[key] | core[key]
        mapping |= core | {"switches": [], "applied": []}
        mapping["switches"] = _switches(draw, mapping)
    mapping["clauses"] = _clauses(draw, mapping)
    return mapping


def _clauses(draw: Draw, mapping: Mapping) -> Mapping:
    """An article for each clause there can be, or for those that may be needed."""
    articles = {clause: mapping["clauses"].get(clause, "") for clause in CLAUSES}
    if draw(st.booleans()):
        return {clause: article or draw(TEXT) for clause, article in articles.items()}
    bare = {**mapping, "clauses": articles, "switches": [], "applied": []}
    needed = required_clauses(Rulebook.from_mapping(bare))
    # A switch may allow any trump there is a table for; it changes nothing else that is said.
    modes = [mode for mode in mapping["trumps"] if mode != Mode.SUIT]
    played = [f"{'no_trumps' if mode == Mode.SCHMURTZ else mode}_play" for mode in modes]
    return {clause: articles[clause] for clause in CLAUSES if clause in {*needed, *modes, *played}}


@st.composite
def rulebooks(draw: Draw) -> Rulebook:
    """A rulebook the loader accepts; at times one with some of its switches taken."""
    rulebook = Rulebook.from_mapping(draw(mappings()))
    ids = [switch.id for switch in rulebook.switches]
    taken = draw(st.sampled_from(["", *ids]))
    return rulebook.switched(taken) if taken else rulebook
