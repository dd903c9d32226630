"""Which copies stay: those of play never push out those made before a draw."""

from pathlib import Path

import pytest

from tournament.upkeep.ring import (
    KEPT,
    KEPT_ASKED,
    KEPT_HOURS,
    KEPT_RECENT,
    Copy,
    copies_in,
    superfluous,
    thin_out,
)


def made(number: int, reason: str, time: str = "20261130-200000") -> Copy:
    copy = Copy.at_path(Path(f"{number:06}-{time}-{reason}.sqlite3"))
    assert copy is not None
    return copy


def stays(copies: list[Copy]) -> list[int]:
    gone = {copy.number for copy in superfluous(copies)}
    return [copy.number for copy in copies if copy.number not in gone]


def test_a_night_of_play_leaves_every_copy_made_before_a_draw():
    draws = [made(number, f"draw-{number}") for number in range(1, 9)]
    play = [made(number, "play", f"20261130-{number % 24:02}0000") for number in range(9, 500)]
    kept = stays([*draws, *play])
    assert kept[:8] == [copy.number for copy in draws]
    assert kept[-KEPT_RECENT:] == list(range(500 - KEPT_RECENT, 500))


def test_thirty_copies_made_before_acts_stay():
    acts = [made(number, "close-1") for number in range(1, KEPT + 11)]
    assert stays(acts) == list(range(11, KEPT + 11))


def test_those_that_somebody_asked_for_push_out_only_each_other():
    asked = [made(number, "asked") for number in range(2, 60)]
    assert stays([made(1, "draw-1"), *asked]) == [1, *range(60 - KEPT_ASKED, 60)]


def test_of_the_older_ones_of_play_the_last_of_each_hour_stays():
    older = [
        made(number, "play", f"202611{day:02}-{hour:02}{minute:02}00")
        for number, (day, hour, minute) in enumerate(
            ((day, hour, minute) for day in (28, 29) for hour in range(24) for minute in (10, 50)),
            start=1,
        )
    ]
    recent = [made(1000 + each, "play", "20261130-210000") for each in range(KEPT_RECENT)]
    kept = stays([*older, *recent])
    assert len(kept) == KEPT_HOURS + KEPT_RECENT
    # The even ones are those of minute 50.
    assert kept[:KEPT_HOURS] == list(range(50, 98, 2))


@pytest.mark.parametrize(
    ("reason", "words"),
    [("draw-3", "3"), ("close-2", "2"), ("of-somebody", "of-somebody")],
)
def test_a_copy_says_before_what_it_was_made(reason, words):
    assert words in made(1, reason).why({})


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("concours-dautomne", "Concours d'automne"),
        ("parti-d-ici", "parti d ici"),
        ("x" * 53, "x" * 60),
        ("3-tables", "3 tables"),
    ],
)
def test_a_copy_says_before_whose_round_it_was_made(written, name):
    contests = {"concours-dautomne": "Concours d'automne", "x" * 60: "x" * 60}
    assert made(1, f"draw-3-{written}").why(contests).endswith(f" · {name}")


def test_what_is_no_copy_is_left_alone(tmp_path):
    for name in ("second.json", "000001-x.sqlite3", "000002-20269999-000000-draw.sqlite3.part"):
        (tmp_path / name).touch()
    wrong = tmp_path / "000003-20269999-999999-draw.sqlite3"
    wrong.touch()
    (copy,) = copies_in(tmp_path)
    assert (copy.path, copy.at) == (wrong, None)
    thin_out(tmp_path)
    assert len(list(tmp_path.iterdir())) == 4
