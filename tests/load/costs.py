"""What a run costs each part: the seconds of a core of the servers, the crowd, the database."""

from __future__ import annotations

import resource
from collections.abc import Mapping, Sequence

from django.db import connection

from tests.load.processes import family_cpu_seconds, parent
from tests.load.server import Site


class Costs:
    """The parts of a run, and what each of them has taken so far."""

    def __init__(self, sites: Sequence[Site]) -> None:
        """Find the parts; the database is asked who answers for it, and left alone then."""
        self._sites = sites
        self._postmaster = 0
        if connection.vendor == "postgresql":
            connection.ensure_connection()
            self._postmaster = parent(connection.connection.info.backend_pid)
        connection.close()

    def now(self) -> dict[str, float]:
        """Return the seconds that each part has taken, by its name."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        taken = {
            "server": sum(site.cpu_seconds() for site in self._sites),
            "crowd": used.ru_utime + used.ru_stime,
        }
        if self._postmaster:
            taken["PostgreSQL"] = family_cpu_seconds(self._postmaster)
        return taken

    def since(self, before: Mapping[str, float]) -> dict[str, float]:
        """Return what each part has taken since then."""
        return {who: seconds - before[who] for who, seconds in self.now().items()}


def cores(taken: Mapping[str, float], seconds: float) -> str:
    """Write how many cores each part took."""
    each = (f"{who} {spent / seconds:.2f}" for who, spent in taken.items())
    return f"cores taken: {', '.join(each)}"
