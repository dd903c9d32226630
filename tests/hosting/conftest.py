"""Installations beside the tests' own: a file, a PostgreSQL server, and the commands on them."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults import site
from tests.load.cluster import NoPostgres, throw_away_cluster

EARLIER = Path(__file__).parent.parent / "tournament" / "data" / "versions" / "0.1.0.sqlite3.gz"

Manage = Callable[..., str]
"""Runs ``manage.py`` on a database, with what else its environment names."""


@pytest.fixture(scope="session")
def manage() -> Manage:
    def run(url: str, *arguments: str, **environment: str) -> str:
        done = site.manage(url, *arguments, **environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server, where its packages are installed."""
    try:
        with throw_away_cluster(is_safe=False) as url:
            yield url
    except NoPostgres as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def club_s_file(tmp_path_factory: pytest.TempPathFactory, manage: Manage) -> Path:
    """The database of a club that played an evening, as it is on its laptop."""
    file = tmp_path_factory.mktemp("club") / "club.sqlite3"
    file.write_bytes(gzip.decompress(EARLIER.read_bytes()))
    manage(f"sqlite:///{file}", "migrate", "--verbosity", "0")
    return file
