"""The examples of scoring/README.md and docs/rulebook-format.md are true."""

import doctest
import re
import subprocess
import sys
import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from scoring import choices, schema
from scoring.clauses import CLAUSES
from scoring.terms import CellName, TermName

ROOT = Path(__file__).parents[2]
README = ROOT / "scoring" / "README.md"
FORMAT = ROOT / "docs" / "rulebook-format.md"


def test_the_python_examples_of_the_readme() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert (failed, tried > 20) == (0, True)


def console_examples() -> list[tuple[str, str]]:
    blocks = re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    examples = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE)
    return [(command, output.replace("<BLANKLINE>", "")) for command, output in examples]


@pytest.mark.parametrize(("command", "output"), console_examples())
def test_the_console_examples_of_the_readme(command: str, output: str) -> None:
    done = subprocess.run(
        ["bash", "-c", command.replace("python", sys.executable, 1)],
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert done.stdout.decode() == output


def test_the_format_names_every_key_and_every_word() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    kinds = [kind for kind in vars(schema).values() if is_dataclass(kind)]
    named = {key.name for kind in kinds for key in fields(kind)}
    words = {
        word.value
        for kind in vars(choices).values()
        if isinstance(kind, type) and issubclass(kind, choices.StrEnum)
        for word in kind
    }
    for word in {*named, *words, *CLAUSES, *CellName, *TermName} - {"fixed"}:
        assert re.search(rf"[`\"\[]{word}[`\"\]]|\b{word} =|\[{word}\.", text), word


def test_the_blocks_of_the_format_are_toml() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", FORMAT.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        assert tomllib.loads(block)
