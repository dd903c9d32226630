"""What counts as lost or doubled, and how the times are summed up."""

from uuid import UUID, uuid4

import pytest

from tests.load.figures import Figures, percentile
from tests.load.ledger import Held, Ledger

PLACE = (3, 7)
FACTS = {"takers": "A", "points": 126}


def held(key: UUID, *, place=PLACE, facts=FACTS, counts=True) -> Held:
    return Held(key=key, place=place, facts=facts | {"reason": ""}, counts=counts)


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


def sent(ledger: Ledger, *, told=True, **columns) -> UUID:
    key = uuid4()
    ledger.send(key, PLACE, FACTS, **columns)
    if told:
        ledger.told(key)
    return key


def test_what_was_told_and_is_there_once_is_no_difference(ledger):
    key = sent(ledger)
    ledger.send(key, PLACE, FACTS)
    assert not [*ledger.differences([held(key)])]
    assert ledger.count_told == 1


def test_what_was_told_and_is_not_there_is_lost(ledger):
    sent(ledger)
    assert "lost: table 3, deal 7" in next(ledger.differences([]))


def test_what_nobody_heard_of_may_be_there_or_not(ledger):
    key = sent(ledger, told=False)
    ledger.doubt(key)
    assert not [*ledger.differences([])]
    assert not [*ledger.differences([held(key)])]


def test_what_was_refused_and_is_there_all_the_same_is_a_difference(ledger):
    key = sent(ledger, told=False)
    assert "refused" in next(ledger.differences([held(key)]))


def test_what_nobody_sent_is_a_difference(ledger):
    assert "nobody sent" in next(ledger.differences([held(uuid4())]))


def test_two_first_entries_of_a_deal_are_doubled(ledger):
    one, other = sent(ledger), sent(ledger)
    found = [*ledger.differences([held(one, counts=False), held(other)])]
    assert found == ["doubled: table 3, deal 7 was recorded 2 times"]


def test_a_correction_is_no_double_and_is_what_counts(ledger):
    first, second = sent(ledger), sent(ledger, corrects=True)
    assert not [*ledger.differences([held(first, counts=False), held(second)])]
    assert "an older reading counts: table 3, deal 7" in [
        *ledger.differences([held(first), held(second, counts=False)])
    ]


def test_a_deal_none_of_whose_entries_counts_is_a_difference(ledger):
    key = sent(ledger)
    assert "table 3, deal 7 counts 0 times" in [*ledger.differences([held(key, counts=False)])]


def test_other_facts_or_another_place_than_sent_are_differences(ledger):
    key = sent(ledger)
    assert "otherwise" in next(ledger.differences([held(key, facts=FACTS | {"points": 1})]))
    assert "sent for" in next(ledger.differences([held(key, place=(3, 8))]))


@pytest.mark.parametrize(
    ("share", "expected"), [(0, 1), (0.5, 50), (0.95, 95), (0.951, 96), (1, 100)]
)
def test_a_percentile_is_the_time_that_so_many_do_not_exceed(share, expected):
    assert percentile(range(100, 0, -1), share) == expected


def test_the_table_counts_what_was_unchanged():
    figures = Figures()
    for seconds in (0.010, 0.020):
        figures.note("a poll", seconds)
    figures.unchanged["a poll"] = 1
    title, line = figures.table(2)
    assert title.split() == ["count", "a", "second", "p50", "ms", "p95", "ms", "max", "ms"]
    assert line == "a poll       2       1.0     10.0     20.0     20.0  (50 % unchanged)"
