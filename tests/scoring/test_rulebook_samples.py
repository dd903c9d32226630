"""What the drawn rulebooks reach: every word of every choice, every term, every shape."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from hypothesis import given, settings

from scoring import Rulebook, Stake, rulebook_from_toml
from scoring import schema as schema_module
from scoring.clauses import CLAUSES, required_clauses
from scoring.terms import CellName, TermName
from tests.scoring.rulebook_samples import rulebooks

CHOICES: set[type[Enum]] = {
    kind
    for kind in vars(schema_module).values()
    if isinstance(kind, type) and issubclass(kind, Enum)
}


def held(value: object) -> Iterator[object]:
    """Every choice a value holds, however deep, but for the eight names of the cells."""
    if isinstance(value, Enum):
        yield type(value), value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from (*held(key), *held(item))
    elif isinstance(value, tuple):
        for item in value:
            yield from held(item)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in ("cases", "_others"):
                yield from held(getattr(value, field.name))


def test_the_drawn_rulebooks_reach_every_choice_and_every_shape() -> None:
    seen: Counter[object] = Counter()

    @settings(max_examples=100, deadline=None, derandomize=True, database=None)
    @given(rulebooks())
    def look(rulebook: Rulebook) -> None:
        seen.update(set(held(rulebook)))
        marks = [rulebook.marks, *(named.marks for named in rulebook.named.values())]
        seen["alias"] += any(isinstance(cell, CellName) for cell in rulebook.marks.values())
        seen["own cells"] += any(marks[1:])
        seen["no named contract"] += not rulebook.named
        seen["k of 0"] += rulebook.multipliers[Stake.SURCOINCHE] == 0
        seen["no coinche"] += rulebook.multipliers[Stake.COINCHE] == 0
        seen["needs"] += bool(rulebook.points_bid.needs)
        seen["helps by bid"] += len(rulebook.belote.help) > 1
        seen["applied"] += bool(rulebook.applied)
        seen["switches"] += bool(rulebook.switches)
        seen["every clause"] += len(rulebook.clauses) == len(CLAUSES)
        seen["only what is needed"] += set(rulebook.clauses) == set(required_clauses(rulebook))

    look()
    assert {kind.__name__ for kind in CHOICES} >= {"Need", "Tie", "SwitchKind", "Mode", "Stake"}
    kinds: list[type[Enum]] = [*CHOICES, TermName, CellName]
    for kind in kinds:
        for choice in kind:
            assert seen[kind, choice], (kind, choice)
    assert all(count for name, count in seen.items() if isinstance(name, str)), seen


@settings(max_examples=15, deadline=None)
@given(rulebooks())
def test_a_drawn_rulebook_reads_back_from_its_file_and_from_a_database(rulebook: Rulebook) -> None:
    from_file = rulebook_from_toml(rulebook.to_toml().encode())
    assert from_file.fingerprint() == rulebook.fingerprint()
    kept = json.loads(json.dumps(rulebook.to_mapping(), sort_keys=True))
    assert Rulebook.from_mapping(kept) == rulebook
