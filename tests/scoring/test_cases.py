"""Worked deals, one file a rulebook (cases/README.md), each played with either side as takers."""

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scoring import (
    DealFacts,
    Refusal,
    Rulebook,
    Side,
    facts_from_json,
    load_rulebook,
    score_deal,
    shipped_rulebooks,
)

HERE = Path(__file__).parent
STAKES = {"1": "plain", "2": "coinche", "4": "surcoinche"}
Row = dict[str, str]


@cache
def rulebook_named(name: str) -> Rulebook:
    own = HERE / "rulebooks" / f"{name}.toml"
    return load_rulebook(own if own.exists() else name)


def rows() -> Iterator[tuple[str, int, Row]]:
    for path in sorted((HERE / "cases").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for number, row in enumerate(csv.DictReader(file), 2):
                yield path.stem, number, row


def declarations(text: str, side_of: dict[str, Side]) -> dict[str, list[dict[str, str]]]:
    declared = {}
    for part in filter(None, text.split(" / ")):
        who, _, what = part.partition(": ")
        declared[side_of[who].value] = [
            {"kind": kind, "rank" if kind == "carre" else "top": of}
            for kind, of in (one.split() for one in what.split(" + "))
        ]
    return declared


def facts_of(row: Row, takers: Side) -> DealFacts:
    side_of = {"takers": takers, "defenders": takers.other}
    belotes = dict(
        zip(side_of.values(), map(int, (row["belote"] or "0/0").split("/")), strict=True)
    )
    contract = row["contract"]
    mapping: dict[str, object] = {
        "takers": takers.value,
        "contract": int(contract) if contract.isdecimal() else contract,
        "trump": row["trump"],
        "stake": STAKES[row["stake"]],
        "points": int(row["points"]) if row["points"] else None,
        "sweep": row["sweep"] or None,
        "belote": {side.value: held for side, held in belotes.items()},
        "declarations": declarations(row["declarations"], side_of),
    }
    options = []
    for word in row["options"].split():
        key, _, value = word.partition("=")
        if key == "carried":
            mapping["carried"] = int(value)
        elif key == "first":
            mapping["first"] = side_of[value].value
        elif key == "last":
            mapping["last"] = True
        else:
            options.append(word)
    return facts_from_json(mapping | {"options": options})


@pytest.mark.parametrize("takers", Side)
@pytest.mark.parametrize(
    ("name", "row"),
    [pytest.param(name, row, id=f"{name}:{number} {row['why']}") for name, number, row in rows()],
)
def test_the_deal_gives_what_the_referee_worked_out(name: str, row: Row, takers: Side) -> None:
    rulebook = rulebook_named(name)
    if not row["takers"]:
        with pytest.raises(Refusal) as refused:
            score_deal(facts_of(row, takers), rulebook)
        assert refused.value.code == row["result"]
        return
    score = score_deal(facts_of(row, takers), rulebook)
    mark, _, carried = row["takers"].partition(" +")
    assert (score.outcome, score.total(takers), score.total(takers.other), score.carried) == (
        row["result"],
        int(mark),
        int(row["defenders"]),
        int(carried or 0),
    )
    assert sum(line.points for line in score.lines) == score.marks.a + score.marks.b


def test_every_rulebook_has_its_cases() -> None:
    counted = {name for name, _, _ in rows()}
    assert set(shipped_rulebooks()) <= counted
    assert {path.stem for path in (HERE / "rulebooks").glob("*.toml")} <= counted


def test_every_switch_that_changes_marks_has_its_case() -> None:
    taken = {(name, word) for name, _, row in rows() for word in row["options"].split()}
    for name in shipped_rulebooks():
        for switch in load_rulebook(name).switches:
            pays = any(key.startswith(("marks", "named")) for key in switch.set)
            assert not pays or (name, switch.id) in taken, (name, switch.id)
