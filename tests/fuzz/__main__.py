"""Fuzz the line readers and the rulebook loader with atheris, for a given number of seconds.

`python -m tests.fuzz SECONDS` stops at the first answer that is neither right nor a coded
refusal, and leaves its bytes in var/fuzz/; `python -m tests.fuzz FILE` plays them again.
The first input of every refusal met is kept in var/fuzz/refusals.jsonl.
"""

import copy
import json
import sys
from collections.abc import Callable
from pathlib import Path

try:
    import atheris
except ImportError:
    sys.exit("atheris is not installed: `make fuzz` does it, where the package index has it.")

with atheris.instrument_imports(include=["scoring"]):
    from scoring import (
        Refusal,
        Rulebook,
        Side,
        clause_text,
        explain,
        facts_from_json,
        load_rulebook,
        reminder,
        rulebook_from_toml,
        score_deal,
        shipped_rulebooks,
    )
    from scoring.__main__ import refusal_line, score_line
    from scoring.clauses import required_clauses
    from scoring.commands import COMMANDS
    from scoring.errors import REFUSAL_CODES
    from scoring.facts import parse_line

from tests.fuzz.samples import LINES, WORDS

WORK = Path(__file__).parents[2] / "var" / "fuzz"
RULEBOOKS = [load_rulebook(name) for name in shipped_rulebooks()]
MAPPINGS = [rulebook.to_mapping() for rulebook in RULEBOOKS]
ANSWERS = {"score": score_line, **COMMANDS}
NAMES = list(ANSWERS)
MOST_EDITS = 4
DEEPEST = 3

_met: set[tuple[str, ...]] = set()


def main(given: str) -> None:
    """Run for so many seconds, or play one file again."""
    seeds = WORK / "seeds"
    seeds.mkdir(parents=True, exist_ok=True)
    (WORK / "refusals.jsonl").unlink(missing_ok=True)
    for number, seed in enumerate(_seeds()):
        (seeds / str(number)).write_bytes(seed)
    how = [f"-max_total_time={given}", str(seeds)] if given.isdigit() else [given]
    options = [f"-artifact_prefix={WORK}/", "-max_len=12000", "-timeout=20", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options, *how], one_input)
    atheris.Fuzz()


def one_input(data: bytes) -> None:
    """Two bytes say what is fuzzed and under which rulebook, the others are what is read."""
    if len(data) > 1:
        targets = (_line, _edited_line, _toml, _edited_mapping)
        targets[data[0] % len(targets)](data[0] // len(targets), data[1], data[2:])


def _seeds() -> list[bytes]:
    lines = [
        bytes([4 * NAMES.index(name), book]) + json.dumps(line, ensure_ascii=False).encode()
        for name, samples in LINES.items()
        for line in samples
        for book in range(len(RULEBOOKS))
    ]
    files = [bytes([2, 0]) + rulebook.to_toml().encode() for rulebook in RULEBOOKS]
    edits = [bytes([kind, book, *range(40)]) for kind in (1, 3, 5, 9, 13) for book in range(7)]
    return lines + files + edits


# --- What is read ---


def _line(choice: int, book: int, line: bytes) -> None:
    name = NAMES[choice % len(NAMES)]
    rulebook = RULEBOOKS[book % len(RULEBOOKS)]
    _refused_or(name, line.decode(errors="replace"), lambda: _answer(name, rulebook, line))


def _edited_line(choice: int, book: int, edits: bytes) -> None:
    name = NAMES[choice % len(NAMES)]
    source = atheris.FuzzedDataProvider(edits)
    line = _edited(source.PickValueInList(LINES[name]), source)
    _line(choice, book, json.dumps(line).encode())


def _toml(_choice: int, _book: int, text: bytes) -> None:
    def load() -> None:
        _use(rulebook_from_toml(text))

    _refused_or("toml", text.decode(errors="replace"), load)


def _edited_mapping(_choice: int, book: int, edits: bytes) -> None:
    source = atheris.FuzzedDataProvider(edits)
    mapping = _edited(MAPPINGS[book % len(MAPPINGS)], source)
    _refused_or("mapping", json.dumps(mapping), lambda: _use(Rulebook.from_mapping(mapping)))


# --- What must hold ---


def _refused_or(target: str, text: str, act: Callable[[], None]) -> None:
    """Whatever is refused is refused by a declared code and its figures, as one line of JSON."""
    try:
        act()
    except Refusal as refused:
        written = json.loads(refusal_line(refused))["error"]
        code, params = written["code"], written["params"]
        if set(REFUSAL_CODES[code]) != set(params):
            raise AssertionError(written) from refused
        kind = (target, code, str(params.get("expected", "")), str(params.get("fact", ""))[:20])
        if kind not in _met:
            _met.add(kind)
            with (WORK / "refusals.jsonl").open("a") as file:
                file.write(json.dumps({"target": target, **written, "given": text}) + "\n")


def _answer(name: str, rulebook: Rulebook, line: bytes) -> None:
    mapping = parse_line(line)
    answer = ANSWERS[name](rulebook, mapping)
    json.dumps(answer)
    if name == "score":
        facts = facts_from_json(mapping)
        score = score_deal(facts, rulebook)
        for side in Side:
            if score.total(side) != sum(one.points for one in score.lines if one.side is side):
                raise AssertionError(answer)
        explain(facts, score, rulebook, "fr")
    elif name == "legal" and not answer["legal"]:
        raise AssertionError(answer)


def _use(rulebook: Rulebook) -> None:
    """A rulebook that loads reads back as itself, has words, and answers every sample."""
    for again in (
        Rulebook.from_mapping(rulebook.to_mapping()),
        rulebook_from_toml(rulebook.to_toml().encode()),
    ):
        if again.fingerprint() != rulebook.fingerprint():
            raise AssertionError(rulebook.to_mapping())
    for lang in ("en", "fr"):
        reminder(rulebook, lang)
        for clause in required_clauses(rulebook):
            clause_text(rulebook, clause, lang)
    for name, samples in LINES.items():
        for sample in samples:
            try:
                _answer(name, rulebook, json.dumps(sample).encode())
            except Refusal as refused:
                refusal_line(refused)


# --- Edits ---


def _edited(value: object, source: "atheris.FuzzedDataProvider") -> object:
    """A copy with a few of its parts replaced, removed or doubled."""
    root = [copy.deepcopy(value)]
    for _ in range(source.ConsumeIntInRange(1, MOST_EDITS)):
        holder, key = root, 0
        while source.ConsumeBool() or holder is root:
            inner = holder[key]
            if not isinstance(inner, dict | list) or not inner:
                break
            holder = inner
            key = source.PickValueInList(
                list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            )
        _edit(holder, key, source)
    return root[0] if root else None


def _edit(holder: dict | list, key: object, source: "atheris.FuzzedDataProvider") -> None:
    what = source.ConsumeIntInRange(0, 5)
    if what == 0:
        del holder[key]
        if isinstance(holder, list) and not holder:
            holder.append(None)
    elif what == 1 and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    elif what == 1:
        holder[_word(source)] = copy.deepcopy(holder[key])
    else:
        holder[key] = _value(source, DEEPEST)


def _value(source: "atheris.FuzzedDataProvider", depth: int) -> object:
    kind = source.ConsumeIntInRange(0, 9 if depth else 6)
    if kind == 0:
        return source.PickValueInList([None, True, False, "", 0.5, float("inf"), 10**30])
    if kind == 1:
        return source.ConsumeIntInRange(-2, 300)
    if kind == 2:
        return source.ConsumeInt(8)
    if kind < 7:
        return _word(source)
    many = range(source.ConsumeIntInRange(0, 3))
    if kind == 7:
        return {_word(source): _value(source, depth - 1) for _ in many}
    return [_value(source, depth - 1) for _ in many]


def _word(source: "atheris.FuzzedDataProvider") -> str:
    if source.ConsumeIntInRange(0, 7):
        return source.PickValueInList(WORDS)
    return source.ConsumeUnicode(12)


if __name__ == "__main__":
    main(sys.argv[1])
