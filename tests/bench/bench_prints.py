"""How long papers take, from values to PDF, and how much memory the process has used at most."""

import os
import resource
import time
from collections.abc import Callable

import django

SHEETS = (32, 256)
TEAMS = (120, 1000)


def run() -> None:
    """Print the times of blank sheets, filled sheets and standings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from tests.tournament.prints import samples  # noqa: PLC0415 - needs the settings

    samples.print_sheets([samples.a_sheet()])
    for count in SHEETS:
        tables = range(1, count + 1)
        blank = [samples.a_sheet(table) for table in tables]
        coded = [samples.a_coded_sheet(table) for table in tables]
        filled = [samples.a_filled_sheet(table) for table in tables]
        _time(f"{count} blank score sheets", lambda blank=blank: samples.print_sheets(blank))
        _time(f"{count} with QR codes", lambda coded=coded: samples.print_sheets(coded))
        _time(f"{count} filled score sheets", lambda filled=filled: samples.print_sheets(filled))
    for count in TEAMS:
        paper = samples.standings_of(count)
        _time(f"standings of {count}", lambda paper=paper: samples.print_standings(paper))


def _time(name: str, make: Callable[[], bytes]) -> None:
    start, start_cpu = time.perf_counter(), time.process_time()
    size = len(make())
    seconds, cpu = time.perf_counter() - start, time.process_time() - start_cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{name}: {seconds:.2f} s ({cpu:.2f} s of CPU), {size // 1024} KiB, peak {peak} MiB")
