"""Who comes, and what each does next: what was used least so far, or what he came for."""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from tests.soak.browsers import Answer, Browser
from tests.soak.filling import filled
from tests.soak.pages import Form, Page

OPEN_TO_ALL = ("tables", "public", "screens", "api")
"""The features that nobody logs in for."""
SELDOM, COMES_AGAIN = 0.25, 0.01
"""How often somebody goes back to send the form that was sent least; how often he logs in
again, given back what somebody took from him."""
AVOIDED = {"clubs:logout", "upkeep:restore"}
"""Who leaves is let in again by the door, which is used too, but not at each step; and putting
an earlier copy in place of everything would end the season."""
HTML_TYPED = (b"<b>en moins</b>", b"<i>a</i>")
"""What somebody typed, as no page may hold it."""
OFTEN = 2
"""How often somebody is shown the door before he stops trying it."""
LIST, PDF = 40, 0.15
"""Addresses kept of each page; how often a paper is printed when it is its turn."""


@dataclass(slots=True, kw_only=True)
class Season:
    """What everybody shares: which pages were used, their addresses, what went wrong.

    ``start`` gives addresses that no page links to, as a bookmark does; ``archive`` is a
    contest's, to be restored. ``pool`` has the addresses known of each page, ``offered`` those
    of the pages where a form of that name stood.
    """

    start: Callable[[random.Random], list[str]]
    archive: bytes = b""
    used: Counter[str] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    pool: dict[str, deque[str]] = field(
        default_factory=lambda: defaultdict(lambda: deque(maxlen=LIST))
    )
    offered: dict[str, deque[str]] = field(
        default_factory=lambda: defaultdict(lambda: deque(maxlen=LIST))
    )
    problems: list[str] = field(default_factory=list)

    def note(
        self, name: str, address: str, answer: Answer, *, sent: bool, knows: bool = True
    ) -> None:
        """Note what came of a request; who ``knows`` such pages is believed that one is gone."""
        if answer.status >= 500:
            self.problems.append(f"{'POST' if sent else 'GET'} {address}: {answer.status}")
        if answer.is_page and any(typed in answer.body for typed in HTML_TYPED):
            self.problems.append(f"{address}: what was typed is a part of the page")
        left = name == "clubs:logout"
        if answer.location.startswith("/login/") > left or answer.status not in {
            200,
            204,
            302,
            304,
        }:
            self.refused[f"{name} {answer.status}"] += 1
            is_gone = answer.status in {405, 410} or (answer.status == 404 and knows)
            if is_gone and address in self.pool[name]:
                # Somebody ended it meanwhile: nobody comes back.
                with suppress(ValueError):
                    self.pool[name].remove(address)
        elif sent:
            self.sent[name] += 1
        else:
            self.used[name] += 1

    def keep(self, address: str) -> str:
        """Remember an address; return the name of its page, empty where it is none of ours."""
        name = name_of(address)
        if name and address not in self.pool[name]:
            self.pool[name].append(address)
        return name


def name_of(address: str) -> str:
    """Return the name of the page that an address is of."""
    parts = urlsplit(address)
    if parts.netloc or parts.scheme not in {"", "http"}:
        return ""
    try:
        return resolve(parts.path).view_name
    except Resolver404:
        return ""


@dataclass(slots=True, kw_only=True)
class Person:
    """Somebody with a browser, what he came for, and how often he does that."""

    season: Season
    browser: Browser
    lot: random.Random
    kind: str
    log_in: Callable[[], Browser] | None = None
    purpose: Callable[[Person], None] | None = None
    at_it: float = 0.5
    page: Page | None = None
    asks: str = ""
    shut: Counter[str] = field(default_factory=Counter)
    opened: Counter[str] = field(default_factory=Counter)

    def step(self) -> None:
        """Do one thing."""
        if self.purpose and self.lot.random() < self.at_it:
            self.purpose(self)
        elif self.lot.random() < SELDOM:
            self._send_what_is_seldom_sent()
        elif self.page is None or self.lot.random() < 0.3 or not self._on():
            self._go_anywhere()
        if self.log_in and self.lot.random() < COMES_AGAIN:
            self.browser, self.page = self.log_in(), None
            self.shut.clear()

    def _on(self) -> bool:
        """Follow a link of the page or fill in one of its forms; whether there was any."""
        forms = [(form, name_of(form.path)) for form in self.page.forms]
        choices: list[tuple[float, str, Form | None]] = [
            (3 / (1 + self.season.sent[name]), form.action, form)
            for form, name in forms
            if name and (name not in AVOIDED or self.lot.random() < 0.02)
        ]
        for link in self.page.links:
            if name := self.season.keep(link):
                choices.append((1 / (1 + self.season.used[name]), link, None))
        if not choices:
            return False
        [(_weight, address, form)] = self.lot.choices(choices, [each[0] for each in choices])
        if form is None:
            self.get(address)
        else:
            self.send(form, filled(form, self.lot, archive=self.season.archive))
        return True

    def _go_anywhere(self) -> None:
        """Open what was opened least, of what anybody has seen a link to."""
        for address in self.season.start(self.lot):
            self.season.keep(address)
        # Copies: another may strike the last address of a page off meanwhile.
        held = {
            name: places
            for name, addresses in list(self.season.pool.items())
            if self._may(name) and (places := list(addresses))
        }
        if held:
            weights = [1 / (1 + self.season.used[name]) ** 2 for name in held]
            [name] = self.lot.choices(list(held), weights)
            self.get(self.lot.choice(held[name]))

    def _send_what_is_seldom_sent(self) -> None:
        """Go back to where a form was seen that was sent least, and send it."""
        found = {
            name: places
            for name, held in list(self.season.offered.items())
            if self._may(name) and (places := [each for each in list(held) if self._knows(each)])
        }
        if not found:
            return
        weights = [1 / (1 + self.season.sent[name]) ** 2 for name in found]
        [name] = self.lot.choices(list(found), weights)
        place = self.lot.choice(found[name])
        page = self.get(place)
        forms = [each for each in page.forms if name_of(each.path) == name] if page else []
        if forms:
            form = self.lot.choice(forms)
            self.send(form, filled(form, self.lot, archive=self.season.archive))
        else:
            with suppress(ValueError):
                self.season.offered[name].remove(place)

    def _has_opened(self, name: str) -> bool:
        """Whether he sees such pages: to whom has no part in them they are not there at all."""
        return bool(self.opened[name]) or self.log_in is None

    def _knows(self, address: str) -> bool:
        return self._may(name_of(address))

    def _may(self, name: str) -> bool:
        is_open = name.partition(":")[0] in OPEN_TO_ALL or name == "people:join"
        is_known = name not in AVOIDED and self.shut[name] < OFTEN
        return is_known and (self.log_in is not None or is_open)

    def get(self, address: str) -> Page | None:
        """Open a page and look at it."""
        name = name_of(address)
        if name.startswith("prints:") and address.endswith("pdf") and self.lot.random() > PDF:
            return self.page
        self.asks = f"GET {address}"
        return self._seen(address, name, self.browser.get(address), sent=False)

    def send(self, form: Form, sent: dict[str, object]) -> Page | None:
        """Send a form and look at what comes."""
        if form.method == "get":
            query = "&".join(f"{name}={value}" for name, value in sent.items() if value == "on")
            return self.get(f"{form.path}?{query}")
        if name_of(form.path) == "tables:enter":
            # Who mistypes codes all evening is made to wait, and so is everybody in the end.
            held = list(self.season.pool["tables:table"])
            if not held:
                return self.page
            sent["code"] = self.lot.choice(held).split("/")[2]
        is_file, self.asks = form.is_multipart, f"POST {form.action}"
        answer = self.browser.post(form.action, sent, multipart=is_file)
        return self._seen(form.action, name_of(form.path), answer, sent=True)

    def _seen(self, address: str, name: str, answer: Answer, *, sent: bool) -> Page | None:
        self.season.note(name, address, answer, sent=sent, knows=self._has_opened(name))
        self.opened[name] += answer.status == 200
        self.shut[name] += self.log_in is not None and answer.status in {403, 404}
        if answer.status == 302:
            if answer.location.startswith("/login/") and self.log_in:
                self.browser, self.page = self.log_in(), None
                return None
            answer, address = self.browser.get(answer.location), answer.location
            self.season.note(name_of(address), address, answer, sent=False)
        if answer.is_page:
            self.page = Page(address, answer.body.decode())
            self._look_around()
        elif answer.status in {403, 404}:
            self.page = None
        return self.page

    def _look_around(self) -> None:
        """Keep in mind what a page offers, and have its pictures come with it now and then."""
        here = self.page.address
        for form in self.page.forms:
            name = name_of(form.path)
            if form.method == "get":
                self.season.keep(form.path)
            elif name and here not in self.season.offered[name]:
                self.season.offered[name].append(here)
        for picture in self.page.pictures:
            if (name := name_of(picture)) and self.lot.random() < 0.2:
                answer = self.browser.get(picture)
                self.season.note(name, picture, answer, sent=False)


def until(deadline: float, person: Person, pause: float) -> Iterator[int]:
    """Have somebody go on until then, a moment between two things; count them."""
    count = 0
    while time.monotonic() < deadline:
        person.step()
        count += 1
        yield count
        time.sleep(pause * person.lot.uniform(0.5, 1.5))
