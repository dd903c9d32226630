"""The engine at the command line: one JSON object a line in, one answer a line out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import BinaryIO

from scoring.cells import Outcome
from scoring.commands import COMMANDS
from scoring.deals import score_deal
from scoring.errors import Refusal
from scoring.facts import LONGEST_LINE, facts_from_json, parse_line
from scoring.library import load_rulebook, shipped_rulebooks
from scoring.phrases import LANGUAGES
from scoring.rulebook import Rulebook
from scoring.wording import explain

Mapped = Mapping[str, object]
Answer = Callable[[Rulebook, Mapped], str]

SOME_REFUSED, NOT_STARTED = 1, 2
"""The exit status when a line was refused, and when there was no rulebook to read them by."""


def score_line(rulebook: Rulebook, mapping: Mapped) -> dict[str, object]:
    """The marks of one deal; ``outcome`` is there when it is neither made nor failed.

    ``carried`` is there when a tied deal leaves points.
    """
    score = score_deal(facts_from_json(mapping), rulebook)
    answer: dict[str, object] = {
        "made": score.made,
        "marks": score.marks.as_dict(),
        "lines": [line._asdict() for line in score.lines],
    }
    if score.outcome not in {Outcome.MADE, Outcome.FAILED}:
        answer["outcome"] = score.outcome.value
    return {**answer, "carried": score.carried} if score.carried else answer


def refusal_line(refused: Refusal) -> str:
    """A refusal as one line of JSON."""
    return _written({"error": {"code": refused.code, "params": refused.params}})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the status is 1 if a line was refused, 2 if none could be read."""
    options = _parser().parse_args(arguments)
    if options.command == "rulebooks":
        for name in shipped_rulebooks():
            _say(_rulebook_line(load_rulebook(name)))
        return 0
    try:
        rulebook = load_rulebook(options.rulebook)
    except Refusal as refused:
        sys.stderr.write(refusal_line(refused) + "\n")
        return NOT_STARTED
    if options.command == "explain":
        return _answer_all(rulebook, _explainer(options.lang))
    command = {"score": score_line, **COMMANDS}[options.command]
    return _answer_all(rulebook, lambda rules, mapping: _written(command(rules, mapping)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("rulebooks", help="names, versions and fingerprints")
    for name in ("score", "explain", *COMMANDS):
        command = commands.add_parser(name)
        command.add_argument("rulebook", help="a name, or the path of a .toml file")
        if name == "explain":
            command.add_argument("--lang", choices=LANGUAGES, default="fr")
    return parser


def _explainer(lang: str) -> Answer:
    def answer(rulebook: Rulebook, mapping: Mapped) -> str:
        facts = facts_from_json(mapping)
        return explain(facts, score_deal(facts, rulebook), rulebook, lang) + "\n"

    return answer


def _answer_all(rulebook: Rulebook, answer: Answer) -> int:
    status = 0
    for line in _lines(sys.stdin.buffer):
        try:
            _say(answer(rulebook, parse_line(line)))
        except Refusal as refused:
            _say(refusal_line(refused))
            status = SOME_REFUSED
    return status


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is far too long, only enough to refuse it."""
    while line := stream.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE)
        yield line.rstrip(b"\r\n")


def _rulebook_line(rulebook: Rulebook) -> str:
    return _written(
        {
            "name": rulebook.name,
            "version": rulebook.version,
            "fingerprint": rulebook.fingerprint(),
            "short": rulebook.short_fingerprint,
        }
    )


def _written(answer: object) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _say(text: str) -> None:
    # Always UTF-8, whatever the terminal says: files of deals travel between machines.
    sys.stdout.buffer.write(text.encode() + b"\n")


def run() -> int:
    """Run what the command line says; whoever stops reading the answers stops them quietly."""
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # Nothing may be left to write at exit, so standard output goes nowhere from here on.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOME_REFUSED
    return status


if __name__ == "__main__":  # pragma: no cover - tests run it as a process of its own
    sys.exit(run())
