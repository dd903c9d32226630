"""`python -m tests.attacks.api SCHEMATHESIS` has schemathesis attack the API of a real server.

It asks whatever the API's own description allows and what it does not, and checks each answer
against it. It stands in an environment of its own: it brings two dozen packages.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.load.database import new_database, own_folder

EXAMPLES = "100"
"""Requests of each kind to each address, at most."""


def main(schemathesis: str, *options: str) -> int:
    """Serve the demonstration, attack it, and return what schemathesis returned."""
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder())
        new_database(folder, stack, "sqlite")
        from tests.load.server import Site  # noqa: PLC0415 - needs the settings
        from tests.soak.cast import set_stage  # noqa: PLC0415

        set_stage()
        site = Site(folder / "server.log")
        site.start()
        try:
            site.wait()
            where = f"http://127.0.0.1:{site.port}/api/v1/openapi.json"
            said = ["--seed", "1", "--max-examples", EXAMPLES, "--no-color"]
            program = Path(schemathesis).absolute()
            command = [program, "run", where, "--checks", "all", *said, *options]
            # It keeps notes in the folder that it is started from.
            done = subprocess.run(command, check=False, cwd=folder)
        finally:
            site.stop()
        complaints = site.complaints()
        sys.stderr.write(complaints)
        return done.returncode or bool(complaints)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
