"""How long papers take beside Chromium printing the same pages, and how much memory at most.

Each measure has a process of its own, so that its memory is its own.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import django

from tests.bench.sizes import sized

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PAPERS = (
    "256 blank score sheets",
    "256 filled score sheets",
    "256 with QR codes",
    "standings of 120",
    "standings of 1000",
    "names of 120",
)
WORKERS = (0, 2)


def run(part: float = 1) -> None:
    """Print the time and the peak of each paper, alone, with two processes, and by Chromium.

    A part of it prints as many of the papers, each as much shorter.
    """
    for name in PAPERS[: sized(len(PAPERS), part)]:
        for workers in WORKERS:
            _measure(name, str(workers), part)
        if Path(CHROMIUM).exists():
            _measure(name, "chromium", part)


def main(name: str, how: str, part: str) -> None:
    """Measure one paper one way; called in a process of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from django.conf import settings  # noqa: PLC0415 - set up first

    from tests.tournament.prints import samples  # noqa: PLC0415
    from tournament.prints.pdf import lay_out  # noqa: PLC0415
    from tournament.prints.workers import Job, workers  # noqa: PLC0415

    settings.PRINT_WORKERS = int(how) if how.isdigit() else 0
    make, count = samples.PRINTED[name], sized(samples.COUNTS[name], float(part), least=2)
    if how == "chromium":
        _by_chromium(name, samples.as_page(name, count))
        return
    make(2)
    if children := workers():
        # Started and warm, as they are after the first paper of an evening.
        children.work([Job(lay_out, ("<p>",))] * int(how))
    start = time.perf_counter()
    content = make(count)
    seconds = time.perf_counter() - start
    peak = _peak(resource.RUSAGE_SELF)
    if children:
        children.stop()
        peak = max(peak, _peak(resource.RUSAGE_CHILDREN))
    said = f"{how} processes beside" if int(how) else "one process"
    print(
        f"{name}, {said}: {seconds:.2f} s ({_cpu():.2f} s of CPU in all),"
        f" {len(content) // 1024} KiB, peak {peak} MiB a process"
    )


def _by_chromium(name: str, page: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        html, pdf = Path(folder) / "page.html", Path(folder) / "page.pdf"
        html.write_text(page)
        start = time.perf_counter()
        subprocess.run(
            [
                CHROMIUM,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--allow-file-access-from-files",
                f"--print-to-pdf={pdf}",
                "--no-pdf-header-footer",
                html.as_uri(),
            ],
            check=True,
            capture_output=True,
        )
        seconds = time.perf_counter() - start
        peak = _peak(resource.RUSAGE_CHILDREN)
        size = pdf.stat().st_size // 1024
        print(
            f"{name}, Chromium: {seconds:.2f} s ({_cpu(resource.RUSAGE_CHILDREN):.2f} s of CPU),"
            f" {size} KiB, peak {peak} MiB a process"
        )


def _peak(who: int) -> int:
    return resource.getrusage(who).ru_maxrss // 1024


def _cpu(*whose: int) -> float:
    """Return the seconds of processor that were used: the start of Python and Django too."""
    used = map(resource.getrusage, whose or (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def _measure(name: str, how: str, part: float) -> None:
    # Its own process: what was laid out before is in the memory of who laid it out.
    subprocess.run(
        [sys.executable, "-m", "tests.bench.bench_prints", name, how, str(part)], check=True
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
