"""`python -m tests.hosting [pytest's own arguments]`: the tests, on a PostgreSQL of their own."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.load.cluster import NoPostgres, throw_away_cluster


def main(arguments: list[str]) -> int:
    """Start a server, run pytest on it, and leave nothing of it."""
    try:
        # What it is told is thrown away with it: no test pulls its plug.
        with throw_away_cluster(is_safe=False) as url:
            environment = os.environ | {"DATABASE_URL": url}
            pytest = [sys.executable, "-m", "pytest", *arguments]
            return subprocess.run(pytest, env=environment, check=False).returncode
    except NoPostgres as missing:
        print(missing, file=sys.stderr)  # noqa: T201 - said to whoever started it
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
