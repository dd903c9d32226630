"""What fuzzing (`make fuzz`) found refused, one case a kind: the same code and figures today."""

import json
from functools import reduce
from operator import getitem

import pytest

from scoring import Refusal, Rulebook, load_rulebook, rulebook_from_toml
from scoring.__main__ import score_line
from scoring.commands import COMMANDS
from scoring.errors import REFUSAL_CODES
from scoring.facts import parse_line
from tests.scoring.test_cases import HERE

CASES = [
    json.loads(line)
    for line in (HERE / "cases" / "refusals.jsonl").read_text(encoding="utf-8").splitlines()
]
ANSWERS = {"score": score_line, **COMMANDS}


def changed_rulebook(case: dict) -> Rulebook:
    """A shipped rulebook with one key changed, or taken away where the case has no value."""
    mapping = load_rulebook(case["rulebook"]).to_mapping()
    *path, key = case["key"]
    holder = reduce(getitem, path, mapping)
    if "value" in case:
        holder[key] = case["value"]
    else:
        del holder[key]
    return Rulebook.from_mapping(mapping)


def act(case: dict) -> object:
    command = case["command"]
    if command == "rulebook":
        return changed_rulebook(case)
    if command == "toml":
        return rulebook_from_toml(case["text"].encode())
    rulebook = load_rulebook(case["rulebook"])
    return ANSWERS[command](rulebook, parse_line(case["line"].encode()))


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{number}-{case['code']}" for number, case in enumerate(CASES, 1)]
)
def test_what_fuzzing_found_refused_is_refused(case: dict) -> None:
    with pytest.raises(Refusal) as refused:
        act(case)
    found = refused.value
    assert found.code == case["code"]
    assert set(found.params) == set(REFUSAL_CODES[found.code])
    assert found.params == case.get("params", found.params)
    assert found.params.get("key") == case.get("where", found.params.get("key"))
