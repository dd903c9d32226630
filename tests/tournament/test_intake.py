"""What is sent is read within a time, and holds few places while it is waited for."""

import io
from collections.abc import Iterator
from threading import Event

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import UnreadablePostError
from django.test import Client, RequestFactory

from tournament.intake import MOST_OF_ONE, HalfSent, InTime, Places, in_time, in_utf8

FORM = "application/x-www-form-urlencoded"
TOKEN = "t" * 32


class Slow(io.BytesIO):
    """A form whose sender stops in the middle, until he goes on."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__(content)
        self.goes_on, self.was_read = Event(), Event()

    def read(self, size: int | None = -1) -> bytes:
        self.goes_on.wait(60)
        found = super().read(size)
        self.was_read.set()
        return found


class Cut(io.BytesIO):
    """A line that is closed in the middle of a form."""

    def read(self, _size: int | None = -1) -> bytes:
        raise ConnectionResetError


@pytest.fixture
def slow() -> Iterator[Slow]:
    form = Slow(b"line=a9c120")
    yield form
    form.goes_on.set()


def test_what_is_there_is_read():
    places = Places(most=1, of_one=1)
    sent = InTime(io.BytesIO(b"one\ntwo\n"), "10.0.0.1", places)
    assert (sent.readline(), sent.read(2), sent.read()) == (b"one\n", b"tw", b"o\n")


def test_who_stops_in_the_middle_is_given_up(slow):
    with pytest.raises(HalfSent):
        InTime(slow, "10.0.0.1", Places(), within=0.01).read()


def test_a_line_that_is_closed_is_said_to_be():
    places = Places(most=1, of_one=1)
    for _again in range(2):
        with pytest.raises(ConnectionResetError):
            InTime(Cut(), "10.0.0.1", places).read()


def test_who_was_given_up_counts_until_the_line_is_closed(slow):
    places = Places(most=9, of_one=1)
    with pytest.raises(HalfSent):
        InTime(slow, "10.0.0.1", places, within=0.01).read()
    with pytest.raises(HalfSent):
        InTime(io.BytesIO(b"whole"), "10.0.0.1", places).read()
    assert InTime(io.BytesIO(b"whole"), "10.0.0.2", places).read() == b"whole"
    slow.goes_on.set()
    slow.was_read.wait(60)
    for _look in range(600):
        try:
            assert InTime(io.BytesIO(b"whole"), "10.0.0.1", places).read() == b"whole"
        except HalfSent:
            Event().wait(0.01)
        else:
            return
    raise AssertionError("the place was never given back")


def test_from_many_addresses_some_places_are_taken():
    places = Places(most=4, of_one=MOST_OF_ONE)
    for number in range(4):
        places.take(f"10.0.0.{number}")
    with pytest.raises(HalfSent):
        places.take("10.0.0.9")
    places.give_back("10.0.0.0")
    places.take("10.0.0.9")


def test_django_takes_it_for_a_broken_line():
    seen = []

    def application(environ, _start_response):
        seen.append(WSGIRequest(environ).POST["line"])
        return [b""]

    environ = {
        "REQUEST_METHOD": "POST",
        "REMOTE_ADDR": "10.0.0.1",
        "CONTENT_TYPE": FORM,
        "CONTENT_LENGTH": "11",
    }
    in_time(application)(environ | {"wsgi.input": io.BytesIO(b"line=a9c120")}, None)
    assert seen == ["a9c120"]
    with pytest.raises(UnreadablePostError):
        in_time(application)(environ | {"wsgi.input": Cut()}, None)


@pytest.mark.parametrize("headers", [{}, {"HTTP_X_CSRFTOKEN": TOKEN}], ids=["form", "script"])
def test_who_sent_it_is_told_that_it_did_not_arrive_whole(db, headers):
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = TOKEN
    cut = {"wsgi.input": Cut(), "CONTENT_LENGTH": "300"} | headers
    answer = client.post("/login/", b"username=", content_type=FORM, **cut)
    assert answer.status_code == 503
    page = answer.content.decode()
    assert "arrivé en entier" in page
    assert "ce que vous avez tapé y est encore" in page


def test_a_form_of_too_old_a_page_is_still_said_to_be_one(db):
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/login/", {"username": "zoe"})
    assert answer.status_code == 403
    assert "trop ancienne" in answer.content.decode()


@pytest.mark.parametrize("charset", ["rot13", "undefined", "utf-7", "utf-16", "no-such"])
def test_whatever_charset_is_named_what_is_sent_is_read_as_utf_8(charset):
    read = []

    def application(environ, _start):
        asked = WSGIRequest(environ)
        read.append((asked.GET["code"], asked.POST["code"]))
        return []

    part = "--x\r\nContent-Disposition: form-data; name=code\r\n\r\nœuf\r\n--x--\r\n".encode()
    asked = RequestFactory().generic("POST", "/?code=%C5%93uf", part, FORM).environ
    asked["CONTENT_TYPE"] = f"multipart/form-data; Charset={charset}; boundary=x"
    in_utf8(application)(asked, print)
    assert read == [("œuf", "œuf")]
