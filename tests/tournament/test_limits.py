"""Wrong codes: counted by address and in all, forgotten after a while."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import RequestFactory
from django.utils import timezone

from tournament.limits import (
    KEPT,
    MOST_IN_ALL,
    MOST_OF_AN_ADDRESS,
    UNKNOWN,
    WITHIN,
    MustWait,
    address_of,
    guessed,
)
from tournament.models import WrongCode

HOME = "192.168.1.20"


def is_wrong(address=HOME, *, takes=0.0):
    """Try a code that opens nothing; say whether it was looked at."""
    try:
        guessed(request_from(address), lambda: time.sleep(takes))
    except MustWait:
        return False
    return True


def request_from(peer, **headers):
    return RequestFactory(headers=headers).get("/t/", REMOTE_ADDR=peer)


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", UNKNOWN),
        ("unix:", UNKNOWN),
    ],
)
def test_a_visitor_counts_for_an_address(peer, counted):
    assert address_of(request_from(peer)) == counted


def test_in_a_hall_the_header_of_a_proxy_is_not_believed():
    assert address_of(request_from(HOME, x_forwarded_for="10.9.9.9")) == HOME


@pytest.mark.parametrize(
    ("header", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        # What a visitor writes stands before what the proxy adds.
        ("10.1.1.1, 203.0.113.7", "203.0.113.7"),
        ("nonsense", UNKNOWN),
        ("", "10.0.0.1"),
    ],
)
def test_behind_a_proxy_it_is_the_address_that_the_proxy_saw(settings, header, counted):
    settings.HTTPS = True
    assert address_of(request_from("10.0.0.1", x_forwarded_for=header)) == counted


@pytest.mark.django_db
def test_an_address_waits_once_it_was_wrong_too_often():
    for _time in range(MOST_OF_AN_ADDRESS):
        assert is_wrong(HOME)
    assert not is_wrong(HOME)
    with pytest.raises(MustWait):
        guessed(request_from(HOME), lambda: "a good one")
    assert guessed(request_from("192.168.1.21"), lambda: "a good one") == "a good one"


@pytest.mark.django_db
def test_everybody_waits_once_all_were_wrong_too_often():
    WrongCode.objects.bulk_create(
        WrongCode(address=f"10.0.{n // 200}.{n % 200}") for n in range(MOST_IN_ALL - 1)
    )
    assert is_wrong("10.1.1.1")
    assert not is_wrong(HOME)


@pytest.mark.django_db
def test_five_minutes_later_it_waits_no_more():
    WrongCode.objects.bulk_create(WrongCode(address=HOME) for _time in range(MOST_OF_AN_ADDRESS))
    WrongCode.objects.update(at=timezone.now() - WITHIN)
    assert is_wrong(HOME)


@pytest.mark.django_db
def test_a_clock_set_back_makes_nobody_wait():
    WrongCode.objects.bulk_create(WrongCode(address=HOME) for _time in range(MOST_OF_AN_ADDRESS))
    WrongCode.objects.update(at=timezone.now() + timedelta(hours=2))
    assert is_wrong(HOME)


@pytest.mark.django_db
def test_old_rows_are_forgotten():
    is_wrong(HOME)
    WrongCode.objects.update(at=timezone.now() - KEPT - timedelta(seconds=1))
    is_wrong(HOME)
    assert WrongCode.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_no_more_guesses_pass_at_once_than_one_after_the_other():
    def guess(_number):
        try:
            return is_wrong(takes=0.005)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        looked_at = list(pool.map(guess, range(MOST_OF_AN_ADDRESS + 8)))
    assert sum(looked_at) == MOST_OF_AN_ADDRESS == WrongCode.objects.count()
