"""`make load` and `make kill`, a few people and a few seconds: the counts, not the times."""

import re

import pytest

from tests.running import run_module

NO_POSTGRES = 2
A_FEW = ("--people", "0.08", "--haste", "6", "--seed", "7")


def played(*arguments: str) -> str:
    done = run_module("tests.load", *A_FEW, *arguments)
    if done.returncode == NO_POSTGRES:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_crowd_loses_and_doubles_nothing():
    said = played("--seconds", "3")
    assert int(re.search(r"(\d+) deals and corrections answered", said)[1]) > 0
    assert "\n0 problems" in said


def test_everybody_is_shown_the_public_standings_or_told_that_they_are_the_same():
    said = played("--public", "--seconds", "1", "--least", "0")
    shown = re.findall(r"sqlite: public standings, answered (\d+): (\d+) a second", said)
    assert [status for status, count in shown if int(count) > 0] == ["304", "200"]
    assert "\n0 problems" in said


def test_a_server_that_is_killed_loses_nothing_that_it_answered():
    said = played("--kills", "2")
    assert "server killed 2 times" in said
    assert "\n0 problems" in said


def test_one_of_two_servers_over_one_postgresql_may_be_killed():
    said = played("--db", "postgresql", "--servers", "2", "--kills", "1")
    assert "postgresql, 2 servers" in said
    assert "server killed 1 times" in said
    assert "\n0 problems" in said
