"""Facts as JSON, the way sheets, files and the command line write them, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import StrEnum
from typing import TypeVar

from scoring.cards import Card, Rank
from scoring.contracts import Bid, BySide, Contract, NamedContract, Side, Stake, Sweep, Trump
from scoring.deals import DealFacts
from scoring.declarations import Declaration, DeclarationKind
from scoring.errors import BadFacts

_SIDES = frozenset(Side)
LARGEST = 1_000_000
LONGEST_LINE = 20_000
MOST_ITEMS = 32

W = TypeVar("W", bound=StrEnum)
T = TypeVar("T")

_REQUIRED = ("takers", "contract", "trump")
_OPTIONAL = (
    "stake",
    "points",
    "sweep",
    "belote",
    "declarations",
    "last",
    "carried",
    "options",
    "first",
)


def parse_line(line: bytes) -> Mapping[str, object]:
    """The JSON object on one line; anything else is refused, however deep or long."""
    if len(line) > LONGEST_LINE:
        raise BadFacts("line_too_long", maximum=LONGEST_LINE)
    try:
        found = json.loads(
            line.decode(), object_pairs_hook=_once_each, parse_constant=_not_a_number
        )
    except (ValueError, RecursionError) as error:
        raise BadFacts("not_json") from error
    if not isinstance(found, dict):
        raise BadFacts("not_an_object")
    return found


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key is written twice")
    return table


def _not_a_number(word: str) -> object:
    raise ValueError(word)


def facts_from_json(mapping: Mapping[str, object]) -> DealFacts:
    """The facts a mapping reports; what is not written as facts are is refused by its name."""
    for key in mapping:
        if key not in _REQUIRED and key not in _OPTIONAL:
            raise BadFacts("unknown_fact", fact=str(key)[:60])
    for key in _REQUIRED:
        if mapping.get(key) is None:
            raise BadFacts("missing_fact", field=key, fact=key)
    return DealFacts(
        contract=Contract(
            takers=_word(Side, mapping["takers"], "takers"),
            bid=_bid(mapping["contract"]),
            trump=_word(Trump, mapping["trump"], "trump"),
            stake=_word(Stake, _given(mapping, "stake", "plain"), "stake"),
        ),
        points=_maybe(_whole, mapping, "points"),
        sweep=_maybe(lambda value, fact: _word(Sweep, value, fact), mapping, "sweep"),
        belote=_by_side(_given(mapping, "belote", {}), _whole, 0, "belote"),
        declarations=_by_side(
            _given(mapping, "declarations", {}), _declarations, (), "declarations"
        ),
        last=_truth(_given(mapping, "last", default=False), "last"),
        carried=_whole(_given(mapping, "carried", 0), "carried"),
        options=_options(_given(mapping, "options", [])),
        first=_maybe(lambda value, fact: _word(Side, value, fact), mapping, "first"),
    )


def facts_to_json(facts: DealFacts) -> dict[str, object]:
    """The mapping that reads back as these facts; what is nothing is left out."""
    contract = facts.contract
    written: dict[str, object] = {
        "takers": contract.takers.value,
        "contract": contract.bid if isinstance(contract.bid, int) else contract.bid.value,
        "trump": contract.trump.value,
        "stake": contract.stake.value,
        "points": facts.points,
        "sweep": facts.sweep.value if facts.sweep else None,
        "belote": {side.value: n for side, n in facts.belote.as_dict().items() if n},
        "declarations": {
            side.value: [_declaration_to_json(one) for one in declared]
            for side, declared in facts.declarations.as_dict().items()
            if declared
        },
        "last": facts.last,
        "carried": facts.carried,
        "options": sorted(facts.options),
        "first": facts.first.value if facts.first else None,
    }
    kept = (*_REQUIRED, "stake", "points")
    return {key: value for key, value in written.items() if key in kept or value}


def _given(mapping: Mapping[str, object], key: str, default: object) -> object:
    value = mapping.get(key)
    return default if value is None else value


def _maybe(
    reader: Callable[[object, str], T], mapping: Mapping[str, object], fact: str
) -> T | None:
    value = mapping.get(fact)
    return None if value is None else reader(value, fact)


def _bad(fact: str, expected: str, inside: str = "") -> BadFacts:
    return BadFacts("bad_fact", field=fact, fact=inside or fact, expected=expected)


def _word(kind: type[W], value: object, fact: str, inside: str = "") -> W:
    if isinstance(value, str):
        # Found in its table; looked for among the members, it would take as long as the marks.
        with suppress(ValueError):
            return kind(value)
    raise _bad(fact, " ".join(kind), inside)


def _whole(value: object, fact: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
        raise _bad(fact, f"0-{LARGEST}")
    return value


def _truth(value: object, fact: str) -> bool:
    if not isinstance(value, bool):
        raise _bad(fact, "true false")
    return value


def _bid(value: object) -> Bid:
    if isinstance(value, str):
        with suppress(ValueError):
            return NamedContract(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        raise _bad("contract", "80 90 100 … " + " ".join(NamedContract))
    return value


def _by_side(value: object, reader: Callable[[object, str], T], default: T, fact: str) -> BySide[T]:
    if not isinstance(value, Mapping) or not value.keys() <= _SIDES:
        raise _bad(fact, "A B")
    a, b = value.get(Side.A), value.get(Side.B)
    return BySide(
        default if a is None else reader(a, fact), default if b is None else reader(b, fact)
    )


def _declarations(value: object, fact: str) -> tuple[Declaration, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_ITEMS:
        raise _bad(fact, "list")
    return tuple(_declaration(item) for item in value)


def _declaration(value: object) -> Declaration:
    fact = "declarations"
    if not isinstance(value, Mapping):
        raise _bad(fact, "kind top rank")
    kind = _word(DeclarationKind, value.get("kind"), fact, "kind")
    wanted = "rank" if kind is DeclarationKind.CARRE else "top"
    if set(value) != {"kind", wanted}:
        raise _bad(fact, f"kind {wanted}")
    if kind is DeclarationKind.CARRE:
        return Declaration(kind=kind, rank=_word(Rank, value["rank"], fact, "rank"))
    try:
        return Declaration(kind=kind, top=Card.parse(value["top"]))
    except BadFacts as error:
        raise _bad(fact, "10H", "top") from error


def _declaration_to_json(declaration: Declaration) -> dict[str, str]:
    if declaration.rank is not None:
        return {"kind": declaration.kind.value, "rank": declaration.rank.value}
    return {"kind": declaration.kind.value, "top": str(declaration.top)}


def _options(value: object) -> frozenset[str]:
    if not isinstance(value, list | tuple) or len(value) > MOST_ITEMS:
        raise _bad("options", "list")
    for item in value:
        if not isinstance(item, str):
            raise _bad("options", "list")
    return frozenset(value)
