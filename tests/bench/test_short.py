"""`make bench`, a hundredth of it: that each measure still runs, and says its figures."""

import re

from tests.running import run_module

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
    done = run_module("tests.bench", "--part", "0.01")
    assert done.returncode == 0, done.stdout + done.stderr
    measures = re.split(r"^== (\w+)$", done.stdout, flags=re.MULTILINE)[1:]
    said = dict(zip(measures[::2], measures[1::2], strict=True))
    assert said.keys() == SAID.keys()
    assert all(SAID[name] in figures for name, figures in said.items()), done.stdout
