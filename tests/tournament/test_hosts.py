"""A hall's server answers to any address of the hall, and to nothing else."""

from ipaddress import ip_address

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from tournament import hosts
from tournament.hosts import HallHostMiddleware, hall_addresses, is_hall_host

IN_THE_HALL = [
    "localhost",
    "127.0.0.1:8000",
    "10.0.3.14",
    "172.16.0.1",
    "172.31.255.254:8000",
    "192.168.1.20:8000",
    "169.254.7.7",
    "[::1]:8000",
    "[fd00::2]",
    "[fe80::fc:ff:fe00:1]:8000",
    "[::ffff:192.168.1.20]",
    "portable-du-club.local:8000",
    "PORTABLE-DU-CLUB.LOCAL",
]
OUTSIDE = [
    "example.org",
    "8.8.8.8",
    "172.32.0.1",
    "172.15.0.1",
    "192.169.0.1",
    "[2001:db8::1]",
    "[::ffff:8.8.8.8]",
    "192.168.1.20.example.org",
    "local",
    "local.example.org",
    "0.0.0.0",
    "",
]


@pytest.fixture
def lan(settings):
    settings.LAN = True
    settings.ALLOWED_HOSTS = ["*"]
    settings.HALL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    return settings


@pytest.mark.parametrize("host", IN_THE_HALL)
def test_an_address_of_the_hall_is_good(lan, host):
    assert is_hall_host(host)


@pytest.mark.parametrize("host", OUTSIDE)
def test_a_name_of_the_wide_internet_is_not(lan, host):
    assert not is_hall_host(host)


def test_the_machine_s_own_name_is_good_and_so_are_the_names_the_hall_listed(lan, monkeypatch):
    monkeypatch.setattr(hosts.socket, "gethostname", lambda: "Pupitre")
    lan.HALL_HOSTS = ["coinche.example.org"]
    assert is_hall_host("pupitre:8000")
    assert is_hall_host("coinche.example.org")
    assert not is_hall_host("autre:8000")


def test_a_refused_host_gets_400_and_a_good_one_the_page(lan):
    page = Client()
    assert page.get("/no-such-page/", headers={"host": "example.org"}).status_code == 400
    assert page.get("/no-such-page/", headers={"host": "192.168.1.20:8000"}).status_code == 404


def test_without_lan_a_private_address_gets_400(settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    answer = Client().get("/no-such-page/", headers={"host": "192.168.1.20"})
    assert answer.status_code == 400


def test_the_middleware_is_out_of_the_way_without_lan(settings):
    def answer(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    settings.LAN = False
    with pytest.raises(MiddlewareNotUsed):
        HallHostMiddleware(answer)
    settings.LAN = True
    settings.ALLOWED_HOSTS, settings.HALL_HOSTS = ["*"], []
    request = RequestFactory(headers={"host": "10.0.0.5"}).get("/")
    assert HallHostMiddleware(answer)(request).status_code == 200


def test_the_addresses_shown_are_private_ipv4_with_the_usual_one_first(monkeypatch):
    monkeypatch.setattr(hosts, "_usual_address", lambda: "192.168.1.20")
    monkeypatch.setattr(
        hosts,
        "_interface_addresses",
        lambda: {"127.0.0.1", "172.17.0.1", "192.168.1.20", "10.0.0.4", "192.0.2.2"},
    )
    assert hall_addresses() == ["192.168.1.20", "10.0.0.4", "172.17.0.1"]


def test_this_machine_s_addresses_can_be_read():
    assert all(ip_address(address).version == 4 for address in hosts._interface_addresses())
