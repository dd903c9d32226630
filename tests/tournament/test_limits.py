"""Wrong codes: counted by address and in all, forgotten after a while."""

from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from tournament.limits import (
    KEPT,
    MOST_IN_ALL,
    MOST_OF_AN_ADDRESS,
    UNKNOWN,
    WITHIN,
    address_of,
    must_wait,
    note_wrong,
)
from tournament.models import WrongCode

HOME = "192.168.1.20"


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
        assert not must_wait(HOME)
        note_wrong(HOME)
    assert must_wait(HOME)
    assert not must_wait("192.168.1.21")


@pytest.mark.django_db
def test_everybody_waits_once_all_were_wrong_too_often():
    WrongCode.objects.bulk_create(
        WrongCode(address=f"10.0.{n // 200}.{n % 200}") for n in range(MOST_IN_ALL - 1)
    )
    assert not must_wait(HOME)
    note_wrong("10.1.1.1")
    assert must_wait(HOME)


@pytest.mark.django_db
def test_five_minutes_later_it_waits_no_more():
    WrongCode.objects.bulk_create(WrongCode(address=HOME) for _time in range(MOST_OF_AN_ADDRESS))
    WrongCode.objects.update(at=timezone.now() - WITHIN)
    assert not must_wait(HOME)


@pytest.mark.django_db
def test_a_clock_set_back_makes_nobody_wait():
    WrongCode.objects.bulk_create(WrongCode(address=HOME) for _time in range(MOST_OF_AN_ADDRESS))
    WrongCode.objects.update(at=timezone.now() + timedelta(hours=2))
    assert not must_wait(HOME)


@pytest.mark.django_db
def test_old_rows_are_forgotten():
    note_wrong(HOME)
    WrongCode.objects.update(at=timezone.now() - KEPT - timedelta(seconds=1))
    note_wrong(HOME)
    assert WrongCode.objects.count() == 1
