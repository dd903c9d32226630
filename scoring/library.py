"""The rulebooks that ship with the engine, and reading one from a file."""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from pathlib import Path

from scoring.errors import BadRulebook
from scoring.loader import Place
from scoring.rulebook import Rulebook

SHIPPED = (
    "grenobloise",
    "ffb-fiche",
    "multijoueur",
    "competition",
    "kchanaise",
    "ffb-coinchee-2015",
    "ffb-contree-2016",
)
LARGEST_FILE = 500_000
MOST_DOTS = 100
"""On one line, but for those that follow each other. Python's reader takes hours for a key of
thousands of parts; ours have five."""
_WHERE = re.compile(r"\((at (?:line \d+, column \d+|end of document))\)$")
_DOTS = re.compile(r"\.{2,}")
_FOLDER = Path(__file__).parent / "rulebooks"


def shipped_rulebooks() -> tuple[str, ...]:
    """The names of the rulebooks that ship, in the order of ``SHIPPED``."""
    return SHIPPED


def load_rulebook(name_or_path: str | os.PathLike[str]) -> Rulebook:
    """A shipped rulebook by its name, or any other by the path of its TOML file."""
    if name_or_path in SHIPPED:
        return _shipped(str(name_or_path))
    path = Path(name_or_path)
    if path.suffix != ".toml":
        raise BadRulebook("unknown_rulebook", field="rulebook", name=str(name_or_path))
    return _from_file(path)


@cache
def _shipped(name: str) -> Rulebook:
    return _from_file(_FOLDER / f"{name}.toml")


def _from_file(path: Path) -> Rulebook:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise Place(path.name, "").refusal("rulebook_unreadable", "a readable file") from error
    return rulebook_from_toml(content, file=path.name)


def rulebook_from_toml(content: bytes, *, file: str = "rulebook.toml") -> Rulebook:
    """The rulebook written in this TOML text."""
    place = Place(file, "")
    if len(content) > LARGEST_FILE:
        raise place.refusal("rulebook_unreadable", f"at most {LARGEST_FILE} bytes")
    try:
        text = content.decode()
        if any(_DOTS.sub("", line).count(".") > MOST_DOTS for line in text.split("\n")):
            raise ValueError("a key of too many parts")
        mapping = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Python ends its message with where it stopped: « (at line 3, column 9) ».
        where = _WHERE.search(str(error))
        expected = f"TOML in UTF-8, not so {where[1]}" if where else "TOML in UTF-8"
        raise place.refusal("rulebook_unreadable", expected) from error
    return Rulebook.from_mapping(mapping, file=file)
