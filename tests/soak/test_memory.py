"""What the soak calls a process whose memory grows."""

import pytest

from tests.soak.memory import MOST_A_MINUTE, Memory, growth

LOOKS = [(5.0 * number, 100.0) for number in range(240)]
"""Twenty minutes of a process that stays as it is."""


def growing(samples):
    memory = Memory()
    memory.kinds[1] = "web process"
    memory.samples[1] = samples
    return list(memory.growing())


def test_what_stays_as_it_is_does_not_grow():
    assert growth(LOOKS) == 0
    assert not growing(LOOKS)
    assert not growing([])


@pytest.mark.parametrize("rate", [MOST_A_MINUTE + 0.1, 5])
def test_what_grows_all_along_does(rate):
    leaks = [(at, held + rate * at / 60) for at, held in LOOKS]
    assert growth(leaks) == pytest.approx(rate)
    assert growing(leaks)


@pytest.mark.parametrize("minute", [11, 13, 15, 17, 19])
def test_a_step_is_no_growth_wherever_it_comes(minute):
    assert not growing([(at, held + 50 * (at > 60 * minute)) for at, held in LOOKS])


def test_steps_that_go_on_are():
    assert growing([(at, held + 5 * (at // 120)) for at, held in LOOKS])


def test_what_only_grew_at_first_is_flat():
    assert not growing([(at, held + min(at, 500)) for at, held in LOOKS])


def test_what_grew_and_has_ended_gave_everything_back():
    memory = Memory()
    memory.kinds = {1: "print child", 2: "web process"}
    memory.samples[1] = [(at, held + at) for at, held in LOOKS[:60]]
    memory.samples[2] = LOOKS
    assert not list(memory.growing())
