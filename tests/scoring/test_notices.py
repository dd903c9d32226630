"""What a desk asks about once."""

import pytest

from scoring import Notice, NoticeCode, facts_from_json, load_rulebook, notices


def asked(name: str, **facts: object) -> list[Notice]:
    base = {"takers": "A", "contract": 100, "trump": "hearts", "points": 110}
    return list(notices(facts_from_json(base | facts), load_rulebook(name)))


@pytest.mark.parametrize(
    ("name", "trump", "total"),
    [
        *(("grenobloise", "hearts", total) for total in (1, 161)),
        *(("competition", "no_trumps", total) for total in (1, 129)),
        *(("competition", "all_trumps", total) for total in (1, 2, 5, 253, 256, 257)),
    ],
)
def test_totals_that_no_tricks_give(name: str, trump: str, total: int) -> None:
    expected = Notice(NoticeCode.IMPOSSIBLE_TOTAL, "points", {"points": total})
    assert asked(name, trump=trump, points=total) == [expected]


def test_ordinary_deals_are_not_asked_about() -> None:
    assert asked("grenobloise") == []
    assert asked("grenobloise", points=162) == []
    assert asked("multijoueur", contract="take", sweep="takers", points=None) == []


def test_bids_that_only_eight_tricks_make() -> None:
    assert asked("grenobloise", contract=180) == []
    beyond = NoticeCode.BEYOND_THE_POINTS
    assert asked("grenobloise", contract=190) == [Notice(beyond, "contract", {"most": 182})]
    assert asked("grenobloise", contract=240, trump="no_trumps") == [
        Notice(beyond, "contract", {"most": 162})
    ]
    assert asked("grenobloise", contract=240, trump="all_trumps") == []
    assert asked("ffb-fiche", contract=240) == []


def test_a_contract_the_rulebook_has_words_for() -> None:
    (notice,) = asked("kchanaise", contract="capot_belote", points=None, sweep="takers")
    assert (notice.code, notice.field) == (NoticeCode.CONTRACT_NOTICE, "contract")
    assert set(notice.params) == {"fr", "en"}
    assert asked("kchanaise", contract="capot", points=None, sweep="takers") == []
