"""`make bench`, a hundredth of it: that each measure still runs, and says its figures."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SAID = {
    "draw": "Swiss draw of",
    "impact": "impact of a team excluded",
    "journal": "acts a second",
    "lookup": "the slowest look-up works",
    "play": "whole deals",
    "prints": "of CPU in all",
    "saves": "p95 while printing / p95 otherwise",
    "scoring": "score_deal competition",
    "standings": "times faster",
}


def test_every_measure_runs_and_says_its_figure():
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--part", "0.01"],
        cwd=ROOT,
        env={name: os.environ[name] for name in ("CHROMIUM", "HOME", "PATH") if name in os.environ}
        | {"DEBUG": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    measures = re.split(r"^== (\w+)$", done.stdout, flags=re.MULTILINE)[1:]
    said = dict(zip(measures[::2], measures[1::2], strict=True))
    assert said.keys() == SAID.keys()
    assert all(SAID[name] in figures for name, figures in said.items()), done.stdout
