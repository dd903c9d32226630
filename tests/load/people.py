"""Who is in the hall, and what each of them does all evening."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from uuid import UUID

from tests.load.figures import Figures
from tests.load.ledger import Ledger
from tests.load.sent_deals import typed_deal
from tests.load.visitor import Answer, Unanswered, Visitor

ENTRY = re.compile(r'<form [^>]*\baction="[^"]*\?deal=(\d+)[^"]*".*?</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?')
FLASH = re.compile(r'<p class="flash"[^>]*>([^<]*)</p>')
WRONG = re.compile(
    r'<(?:ul|p|div) class="(?:errorlist|notice)[^>]*>(.*?)</(?:ul|p|div)>', re.DOTALL
)
ASKED = '<div class="notice" role="alert">'

TAPS_TWICE = 0.05
"""One in so many deals is sent twice at once, by two connections."""
CORRECTS = 0.05
"""One in so many is corrected at once."""
RELOADS = 0.5
"""Without an answer, one in two looks at the page again; the others send again."""
A_KEY = 0.06
"""The time that a key takes, as a part of the time between two deals: five keys a second."""
AGAIN_AFTER = 0.2
"""Seconds after which somebody whose page did not come asks again."""


@dataclass(slots=True, kw_only=True)
class Hall:
    """What everybody shares: the servers' ports, the contest, the time of the end."""

    ports: tuple[int, ...]
    tournament: int
    round: int
    end: float
    figures: Figures
    ledger: Ledger
    comes_within: float = 10
    is_killed: bool = False
    each_key: bool = False
    accepted: list[int] = field(default_factory=list)
    _came: int = 0

    @property
    def desk(self) -> str:
        return f"/tournaments/{self.tournament}/desk/"

    def sheet(self, table: int) -> str:
        return f"{self.desk}rounds/{self.round}/tables/{table}/"

    def visitor(self, cookie: str = "") -> Visitor:
        """Let somebody in, by the next of the servers in turn."""
        first = self._came % len(self.ports)
        self._came += 1
        cookies = {"sessionid": cookie} if cookie else {}
        return Visitor(self.ports[first:] + self.ports[:first], cookies)


async def coming(hall: Hall, lot: random.Random) -> None:
    """Wait for the moment at which somebody comes in."""
    await asyncio.sleep(lot.uniform(0, hall.comes_within))


async def moments(hall: Hall, every: float, lot: random.Random) -> AsyncIterator[None]:
    """Yield every so often, from a random moment on, until the end; never to catch up."""
    due = time.monotonic() + lot.uniform(0, every)
    while due < hall.end:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        yield
        due = max(due + every * lot.uniform(0.8, 1.2), time.monotonic())


@dataclass(slots=True, kw_only=True)
class Scorekeeper:
    """Types deals into the sheets of some tables, one table after the other."""

    hall: Hall
    browser: Visitor
    tables: list[int]
    every: float
    lot: random.Random
    page: str = ""

    async def arrive(self) -> None:
        """Open the first sheet."""
        await coming(self.hall, self.lot)
        self.page = await self._look()

    async def work(self) -> None:
        """Type a deal every so often."""
        async for _moment in moments(self.hall, self.every, self.lot):
            await self._type_one()
        await self.browser.leave()

    async def _type_one(self) -> None:
        self.page = self.page or await self._look()
        shown = entry_form(self.page)
        while shown is None:
            if len(self.tables) == 1:
                self.hall.figures.problem(f"no form left at table {self.tables[0]}")
                return
            self.tables.pop(0)
            self.page = await self._look()
            shown = entry_form(self.page)
        number, form = shown
        if await self._record(number, form) and self.lot.random() < CORRECTS:
            await self._correct(number)

    async def _correct(self, number: int) -> None:
        page = await self._look(f"?deal={number}")
        shown = entry_form(page)
        if shown is None or not shown[1].get("base"):
            self.hall.figures.problem(f"deal {number} of table {self.tables[0]} is not to correct")
            return
        await self._record(number, shown[1] | {"reason": "mal lue"}, corrects=True)

    async def _look(self, query: str = "") -> str:
        answer = await self._answered(self.hall.sheet(self.tables[0]) + query)
        self.hall.figures.note("desk: sheet page", answer.seconds)
        return answer.text

    async def _answered(self, path: str) -> Answer:
        """Ask for a page until it comes."""
        while True:
            try:
                answer = await self.browser.get(path)
            except Unanswered as silence:
                await wait_for_the_server(self.hall, silence)
                continue
            if answer.status != 200:
                self.hall.figures.problem(f"GET {path}: {answer.status}")
            return answer

    async def _record(self, number: int, form: dict[str, str], *, corrects: bool = False) -> bool:
        """Send a deal and hear what became of it; whether it was recorded."""
        line, facts = typed_deal(self.lot)
        path, key = self.hall.sheet(self.tables[0]), UUID(form["client_key"])
        await self._type(line, path, number, form)
        self.hall.ledger.send(key, (self.tables[0], number), facts, corrects=corrects)
        answer = await self._sent(f"{path}?deal={number}", form, key)
        if answer is None:
            return False
        if answer.status != 302:
            self.hall.figures.problem(f"{line} was not recorded: {complaint(answer)}")
            self.page = ""
            return False
        self.hall.ledger.told(key)
        page = await self._answered(answer.location)
        self.hall.figures.note("desk: page after a save", page.seconds)
        self.page = page.text
        said = " ".join(FLASH.findall(self.page))
        if not self.hall.is_killed and not re.search(rf"\b{number}\b", said):
            self.hall.figures.problem(f"deal {number} is recorded, and nobody is told: {said!r}")
        return True

    async def _type(self, line: str, path: str, number: int, form: dict[str, str]) -> None:
        """Have the page show the marks of the line: once, or at each key that it has time for.

        The page asks at each key, and for the last one alone where an answer took longer.
        """
        keys = range(1, len(line)) if self.hall.each_key else ()
        start, pause = time.monotonic(), self.every * A_KEY
        for typed in keys:
            behind = time.monotonic() - start - typed * pause
            if behind < pause:
                await asyncio.sleep(max(0.0, -behind))
                await self._preview(path, number, form | {"line": line[:typed]})
        form["line"] = line
        await self._preview(path, number, form)

    async def _preview(self, path: str, number: int, form: dict[str, str]) -> None:
        try:
            answer = await self.browser.post(f"{path}preview/?deal={number}", form, fragment=True)
        except Unanswered as silence:
            await wait_for_the_server(self.hall, silence)
            return
        self.hall.figures.note("desk: preview", answer.seconds)
        if answer.status != 200:
            self.hall.figures.problem(f"preview: {answer.status}")

    async def _sent(self, path: str, form: dict[str, str], key: UUID) -> Answer | None:
        """Send a form until it is answered, or until its sender looks at the page instead."""
        while True:
            try:
                answer = await self._tapped(path, form)
            except Unanswered as silence:
                await wait_for_the_server(self.hall, silence)
                if self.lot.random() < RELOADS:
                    self.hall.ledger.doubt(key)
                    self.page = ""
                    return None
                continue
            self.hall.figures.note("desk: save", answer.seconds)
            if answer.status == 200 and ASKED in answer.text and "answered" in form:
                asked = entry_form(answer.text)
                if asked and asked[1]["answered"] != form["answered"]:
                    form["answered"] = asked[1]["answered"]
                    continue
            return answer

    async def _tapped(self, path: str, form: dict[str, str]) -> Answer:
        if self.lot.random() >= TAPS_TWICE:
            return await self.browser.post(path, form)
        other = self.browser.twin()
        answers = await asyncio.gather(
            self.browser.post(path, form), other.post(path, form), return_exceptions=True
        )
        await other.leave()
        heard = [answer for answer in answers if isinstance(answer, Answer)]
        if not heard:
            raise answers[0]
        if len({answer.status for answer in heard}) > 1:
            said = [complaint(each) if each.status != 302 else "302" for each in heard]
            self.hall.figures.problem(f"two taps, two answers: {said}")
        return heard[0]


@dataclass(slots=True, kw_only=True)
class Organiser:
    """Draws a round of another contest, closes it, and draws the next."""

    hall: Hall
    browser: Visitor
    contest: int
    every: float
    lot: random.Random
    drawn: int = 0
    closed: int = 0
    _hidden: dict[str, str] = field(default_factory=dict)

    async def arrive(self) -> None:
        """Be there already."""

    async def work(self) -> None:
        """Draw or close every so often, whatever became of the last one."""
        async for _moment in moments(self.hall, self.every, self.lot):
            try:
                await self._act()
            except Unanswered as silence:
                await wait_for_the_server(self.hall, silence)
        await self.browser.leave()

    async def _act(self) -> None:
        path = f"/tournaments/{self.contest}/rounds/"
        page = await self.browser.get(f"{path}draw/")
        form = hidden_fields(page.text.partition("<main")[2])
        if "number" in form:
            answer = await self.browser.post(f"{path}draw/", form | {"kind": "lot"})
            if answer.status == 200:
                # Pairs that met before are to be accepted.
                form = hidden_fields(answer.text.partition("<main")[2])
                answer = await self.browser.post(
                    f"{path}draw/", form | {"kind": "lot", "accept": "on"}
                )
            self._note("draw", answer)
            self.drawn += answer.status == 302
            return
        round_ = re.search(rf"{path}(\d+)/", page.text)
        if round_ is None:
            self.hall.figures.problem("the organiser finds neither a draw nor a round to close")
            return
        path = f"{path}{round_[1]}/close/"
        form = hidden_fields((await self.browser.get(path)).text.partition("<main")[2])
        answer = await self.browser.post(path, form | {"despite_missing": "on"})
        self._note("close", answer)
        self.closed += answer.status == 302

    def _note(self, what: str, answer: Answer) -> None:
        self.hall.figures.note(f"organiser: {what}", answer.seconds)
        if answer.status != 302:
            self.hall.figures.problem(f"{what} of a round: {answer.status}")


async def wait_for_the_server(hall: Hall, silence: Unanswered) -> None:
    """Wait a moment for a server that was killed; a silence is a fault of any other."""
    hall.figures.unanswered += 1
    if not hall.is_killed:
        hall.figures.problem(f"no answer: {silence}")
    if time.monotonic() > hall.end + 60:
        raise silence
    await asyncio.sleep(AGAIN_AFTER)


def complaint(answer: Answer) -> str:
    """Return what a page says is wrong."""
    said = " ".join(WRONG.findall(answer.text)) or answer.text[:500]
    return f"{answer.status} " + re.sub(r"(<[^>]+>|\s)+", " ", said).strip()


def entry_form(page: str) -> tuple[int, dict[str, str]] | None:
    """Return the deal that a sheet's page asks for and its hidden fields; None when it is over."""
    found = ENTRY.search(page)
    return (int(found[1]), hidden_fields(found[0])) if found else None


def hidden_fields(part: str) -> dict[str, str]:
    """Return the hidden fields of a part of a page."""
    return dict(HIDDEN.findall(part))
