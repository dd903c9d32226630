"""Who only looks: the page that each has open, and what it asks the server meanwhile."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.load.people import Hall, coming, hidden_fields, moments, wait_for_the_server
from tests.load.visitor import Answer, Unanswered, Visitor

SEEN = re.compile(r'id="hall-seen" name="seen" value="([^"]*)"')
PRESENCE = re.compile(r'<form class="poll" .*?</form>', re.DOTALL)
CHANGED = '<a href="">'
"""What the page of a sheet shows once the sheet is not the one it shows any more."""


@dataclass(slots=True, kw_only=True)
class Reader:
    """Opens a page, and lets it ask for what is new every so often."""

    hall: Hall
    browser: Visitor
    every: float
    lot: random.Random
    tables: range

    what = "page"

    async def arrive(self) -> None:
        """Open the page."""
        await coming(self.hall, self.lot)
        await self._look_once()

    async def work(self) -> None:
        """Look until the end."""
        async for _moment in moments(self.hall, self.every, self.lot):
            await self._look_once()
        await self.browser.leave()

    async def _look_once(self) -> None:
        try:
            asked, answer = await self.look()
        except Unanswered as silence:
            await wait_for_the_server(self.hall, silence)
            return
        self.hall.figures.note(asked, answer.seconds)
        if answer.status in {204, 304}:
            self.hall.figures.unchanged[asked] += 1
        elif answer.status != 200:
            self.hall.figures.problem(f"{asked}: {answer.status}")

    async def look(self) -> tuple[str, Answer]:
        """Ask once: what it is called among the figures, and the answer."""
        raise NotImplementedError


@dataclass(slots=True, kw_only=True)
class HallReader(Reader):
    """Has the page of all the tables open; it asks for its tables where they changed."""

    seen: str = ""

    async def look(self) -> tuple[str, Answer]:
        """Open the page, then ask as it does: with what its form holds, and what it shows."""
        if not self.seen:
            return "reader: hall, the page", self._kept(await self.browser.get(self.hall.desk))
        query = urlencode({"q": "", "seen": self.seen})
        answer = await self.browser.get(f"{self.hall.desk}?{query}", fragment=True)
        return "reader: hall", self._kept(answer)

    def _kept(self, answer: Answer) -> Answer:
        if answer.status == 200:
            found = SEEN.search(answer.text)
            if found is None:
                self.hall.figures.problem("the hall does not say what it shows")
            else:
                self.seen = found[1]
        return answer


@dataclass(slots=True, kw_only=True)
class SheetReader(Reader):
    """Has a sheet open, which asks who else is there and whether it is still as it shows it.

    Once it is not, it is looked at as it is now, and now and then another table's.
    """

    form: dict[str, str] = field(default_factory=dict)
    table: int = 0

    async def look(self) -> tuple[str, Answer]:
        """Open a sheet, or ask as its page does."""
        if not self.form:
            if not self.table or self.lot.random() < MOVES_ON:
                self.table = self.lot.choice(self.tables)
            return "reader: sheet, the page", await self._open()
        path = f"{self.hall.sheet(self.table)}presence/"
        answer = await self.browser.post(path, self.form, fragment=True)
        if answer.status == 200:
            self.form |= hidden_fields(answer.text)
            if CHANGED in answer.text:
                self.form = {}
        return "reader: sheet", answer

    async def _open(self) -> Answer:
        answer = await self.browser.get(self.hall.sheet(self.table))
        found = PRESENCE.search(answer.text)
        if answer.status == 200 and found is None:
            self.hall.figures.problem(f"table {self.table} does not ask who is there")
        self.form = hidden_fields(found[0]) if found else {}
        return answer


MOVES_ON = 0.25
"""One in so many looks at another table, where a sheet would be looked at again."""


@dataclass(slots=True, kw_only=True)
class StandingsReader(Reader):
    """Looks at the standings again and again, as a browser that holds the page does."""

    async def look(self) -> tuple[str, Answer]:
        """Ask for the page, unless it is the one that is held."""
        path = f"/tournaments/{self.hall.tournament}/standings/"
        return "reader: standings", await self.browser.get(path, again=True)


READERS = (HallReader, SheetReader, StandingsReader)
"""As many of each."""
