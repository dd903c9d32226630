"""The address that phones are given: one that they can reach."""

import pytest
from django.test import RequestFactory

from tournament.hosts import (
    hall_addresses,
    is_within_reach,
    out_of_reach,
    phone_address,
    phone_host,
)
from tournament.tables.addresses import code_address


@pytest.fixture(autouse=True)
def any_host(settings):
    settings.ALLOWED_HOSTS = ["*"]


def asked(host, **extra):
    return RequestFactory(headers={"host": host}).get("/", **extra)


@pytest.mark.parametrize("host", ["192.168.1.20:8000", "10.0.0.5", "[fe80::1]:8000"])
def test_a_hall_s_address_is_kept(settings, host):
    settings.LAN = True
    assert phone_address(asked(host)) == f"http://{host}"


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_the_server_s_own_name_becomes_its_address_in_the_hall(settings, host):
    settings.LAN = True
    found = hall_addresses()
    assert phone_address(asked(host)) == f"http://{found[0]}:8000" if found else f"http://{host}"


def test_a_name_that_only_some_phones_know_becomes_an_address(settings):
    settings.LAN = True
    found = hall_addresses()
    reached = phone_address(asked("laptop.local:8000"))
    assert reached == (f"http://{found[0]}:8000" if found else "http://laptop.local:8000")


def test_a_hosted_site_is_where_the_desk_found_it(settings):
    settings.LAN = False
    hosted = asked("concours.example.org", secure=True)
    assert phone_address(hosted) == "https://concours.example.org"
    assert code_address(phone_address(hosted), "K7PM2XQD").endswith(".org/t/K7PM2XQD/")


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_on_no_network_the_server_s_own_name_leads_no_phone_to_it(settings, host):
    settings.LAN = True
    assert phone_host(host, lambda: ["192.168.1.20", "10.0.0.5"]) == "192.168.1.20:8000"
    assert phone_host(host, list) == ""
    assert phone_host("laptop.local:8000", list) == "laptop.local:8000"


@pytest.mark.parametrize(
    ("lan", "host", "reached"),
    [
        (False, "localhost:8000", False),
        (True, "192.168.1.20:8000", True),
        (False, "example.org", True),
    ],
)
def test_a_server_open_to_itself_alone_is_out_of_reach(settings, lan, host, reached):
    settings.LAN = lan
    assert is_within_reach(asked(host)) is reached
    assert ("make run LAN=1" in out_of_reach(asked(host))) is not reached
