"""Every code of the engine has its words, and no word is left over."""

import re

import pytest

from scoring import REFUSAL_CODES, NamedContract, Refusal, Stake, Sweep, Trump
from tournament import labels


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (labels.TRUMPS, Trump),
        (labels.STAKES, Stake),
        (labels.SWEEPS, Sweep),
        (labels.CONTRACTS, NamedContract),
        (labels.REFUSALS, REFUSAL_CODES),
    ],
    ids=["trumps", "stakes", "sweeps", "contracts", "refusals"],
)
def test_every_code_has_its_words(words, codes):
    assert set(words) == set(codes)


@pytest.mark.parametrize("code", REFUSAL_CODES)
def test_a_sentence_uses_no_other_figure_than_its_refusal_s(code):
    figures = re.findall(r"%\((\w+)\)s", str(labels.REFUSALS[code]))
    assert set(figures) <= set(REFUSAL_CODES[code])


def test_a_code_inside_a_refusal_is_said_in_words():
    refused = Refusal("trump_not_allowed", trump="no_trumps", contract="100")
    assert "sans atout" in labels.refusal(refused)
