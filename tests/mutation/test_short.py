"""`make mutation`, a few changes drawn by lot: a sign turned into its opposite is noticed."""

import io
import os
import random
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutation.__main__ import QUIETLY, TESTS, copy_engine, try_out

# Opposites: unlike a neighbour (`<` and `<=`), hardly any changes nothing.
OPPOSITES = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "==", "+": "-"}
SEED, CHANGES = 5, 3


def changes(source: str) -> Iterator[str]:
    """Return the module with one sign changed, for each sign in its functions."""
    lines = source.splitlines(keepends=True)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.string in OPPOSITES and token.line.startswith(" "):
            (row, start), (_row, end) = token.start, token.end
            line = lines[row - 1]
            changed = f"{line[:start]}{OPPOSITES[token.string]}{line[end:]}"
            yield "".join([*lines[: row - 1], changed, *lines[row:]])


@pytest.mark.parametrize("name", TESTS)
def test_a_sign_turned_into_its_opposite_is_noticed(name: str, tmp_path: Path) -> None:
    copy_engine(tmp_path)
    module = tmp_path / "scoring" / f"{name}.py"
    for changed in random.Random(SEED).sample(list(changes(module.read_text())), CHANGES):
        module.write_text(changed)
        done = subprocess.run(
            [sys.executable, *try_out(name).split()],
            cwd=tmp_path,
            env=os.environ | QUIETLY,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == pytest.ExitCode.TESTS_FAILED, changed + done.stdout
