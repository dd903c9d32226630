"""Numbers that no row can have, answers that no form can have: nothing fails."""

import random
from copy import deepcopy
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import get_resolver, reverse

from tests.tournament.builders import a_deal, a_match, a_role, a_user
from tests.tournament.test_doors import (
    arguments,
    identifiers,
    named_pages,
    visitors,  # noqa: F401 - a fixture
)
from tournament.models import ClubRole, Match, RoleKind

pytestmark = pytest.mark.django_db

FOUND_OR_NOT = {200, 302, 403, 404, 405}
ABSURD = (10**25, 2**31)
"""More than any key is, and more than any number of a round, a table or a deal."""


@pytest.fixture
def everywhere(client):
    """Return a client that every door lets in, and the identifiers of its contest."""
    match = a_match(organiser=a_user())
    a_deal(match)
    a_role(a_user(), match.round.tournament, RoleKind.REFEREE)
    client.force_login(a_user())
    return client, identifiers(Match.objects.with_teams().get())


@pytest.mark.parametrize("number", ABSURD)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_number_that_is_of_nothing_is_not_found(everywhere, method, number):
    client, known = everywhere
    for name in named_pages(get_resolver()):
        asked = arguments(name, known)
        for key in asked:
            if isinstance(asked[key], int):
                url = reverse(name, kwargs=asked | {key: number})
                assert getattr(client, method)(url).status_code in FOUND_OR_NOT, url


VALUES = (
    "",
    " ",
    "0",
    "-1",
    "1",
    "9" * 12,
    "9" * 25,
    "9" * 5000,
    "1e999",
    "NaN",
    "-0.001",
    "²",
    "١٢",
    "\x00",
    "a\x00b",
    "é" * 300,
    "<b>&amp;'\"",
    "💥",
    "[]",
    "{}",
    "null",
    "on",
    "A",
    "AB",
    "2026-02-30",
    "9999-12-31T23:59",
    "00000000-0000-0000-0000-000000000000",
    "1:a11c126",
    "a11c126=9/9",
    "../../etc/passwd",
    "1.1.1",
    "=1+1",
)
"""What nobody types, and what is no answer to any question."""
FILES = (b"", b"\xff\xfe\x00", b"PK\x03\x04", b"a;b\n" * 50, b"%PDF-1.4")


class Forms(HTMLParser):
    """The forms of a page: by the address each is sent to, its fields with their values."""

    def __init__(self, page: str, found: dict[str, dict[str, str]]) -> None:
        super().__init__()
        self.page, self.found, self.form = page, found, {}
        self.select = ""

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in pairs}
        if tag == "form":
            path = urlsplit(urljoin(self.page, said.get("action", ""))).path
            self.form = self.found.setdefault(path, {})
        name = said.get("name", "")
        if tag in {"input", "select", "textarea", "button"} and name:
            value = "a file" if said.get("type") == "file" else said.get("value", "on")
            self.form.setdefault(name, value)
            self.select = name if tag == "select" else ""
        if tag == "option" and self.select and said.get("value"):
            self.form[self.select] = said["value"]


def absurd(fields: dict[str, str], chance: random.Random) -> dict[str, object]:
    """Answer a form, some of it or all of it with nonsense."""
    share = chance.choice([0.2, 0.5, 1])
    answer: dict[str, object] = {}
    for name, value in fields.items():
        is_absurd = chance.random() < share
        if value == "a file":
            answer[name] = SimpleUploadedFile("a.csv", chance.choice(FILES))
        else:
            answer[name] = chance.choice(VALUES) if is_absurd else value
    return {name: value for name, value in answer.items() if chance.random() < 0.95}


def test_no_answer_to_a_form_is_a_failure(visitors):  # noqa: F811
    """Seeded: the same nonsense each time, in the name of each visitor."""
    match = Match.objects.with_teams().get()
    contest, organiser = match.round.tournament, a_user("organiser")
    a_role(organiser, contest, RoleKind.REFEREE)
    ClubRole.objects.create(user=organiser, club=contest.club, kind=RoleKind.ORGANISER)
    client, known = visitors["organiser"], identifiers(match)
    forms: dict[str, dict[str, str]] = {}
    addresses = {}
    for name in named_pages(get_resolver()):
        addresses[name] = reverse(name, kwargs=arguments(name, known))
        answer = client.get(addresses[name], {"as": "html"})
        answer.getvalue()  # what is sent piece by piece is closed once it is read
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            Forms(addresses[name], forms).feed(answer.content.decode())
    chance, failed = random.Random(12), {}
    of_all = sorted({field for fields in forms.values() for field in fields})
    cookies = {each: deepcopy(each.cookies) for each in visitors.values()}
    for name, url in addresses.items():
        fields = forms.get(url) or dict.fromkeys(chance.sample(of_all, 8), "")
        somebody = chance.choice([*visitors.values()])
        for asker, method in (
            (client, "post"),
            (client, "post"),
            (client, "get"),
            (somebody, "post"),
        ):
            sent = absurd(fields, chance) | ({"as": "html"} if method == "get" else {})
            try:
                with transaction.atomic():
                    answer = getattr(asker, method)(url, sent)
                    answer.getvalue()  # what is sent piece by piece is closed once it is read
                    status = answer.status_code
                    transaction.set_rollback(True)
            except Exception as error:
                status = repr(error)
            if not isinstance(status, int) or status >= 500:
                failed[name, method] = (status, sent)
            # Whoever has just logged out is let in again.
            asker.cookies = deepcopy(cookies[asker])
    assert not failed
