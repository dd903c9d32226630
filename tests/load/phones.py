"""The two phones of a table: one types a deal, the other accepts it, each in its turn."""

from __future__ import annotations

import asyncio
import json
import random
import re
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from tests.load.people import (
    Hall,
    coming,
    entry_form,
    hidden_fields,
    moments,
    wait_for_the_server,
)
from tests.load.sent_deals import fields_of, typed_deal
from tests.load.visitor import Answer, Unanswered, Visitor

KEY = re.compile(r'data-key="([^"]*)"')
TO_ANSWER = re.compile(r'<form[^>]* action="[^"]*/answer/".*?</form>', re.DOTALL)
NEWS_EVERY = 5.0
"""Seconds between two questions of a phone's page: is there anything new?"""


@dataclass(slots=True, kw_only=True)
class Phone:
    """A side's phone: the page of its code, as it was last shown."""

    hall: Hall
    browser: Visitor
    code: str
    page: str = ""

    @property
    def address(self) -> str:
        return f"/t/{self.code}/"

    async def open(self) -> None:
        """Read the code on the sheet."""
        answer = await self.patiently(self.browser.get, self.address)
        self.hall.figures.note("phone: page", answer.seconds)
        self._keep(answer)

    async def look(self) -> None:
        """Ask for what is new, as the page does."""
        seen = KEY.search(self.page)
        answer = await self.patiently(
            self.browser.get, f"{self.address}news/?seen={seen[1] if seen else ''}", fragment=True
        )
        self.hall.figures.note("phone: news", answer.seconds)
        if answer.status == 204:
            self.hall.figures.unchanged["phone: news"] += 1
        else:
            self._keep(answer)

    @property
    def is_over(self) -> bool:
        """Whether no deal is left to type."""
        return entry_form(self.page) is None

    async def record(self, lot: random.Random, table: int) -> None:
        """Type the next deal; without an answer it is sent again, under the same key."""
        number, form = entry_form(self.page)
        _line, facts = typed_deal(lot)
        form |= fields_of(facts)
        await self._preview(number, form)
        key = UUID(form["client_key"])
        self.hall.ledger.send(key, (table, number), facts)
        while True:
            answer = await self.patiently(
                self.browser.post, f"{self.address}?deal={number}", form, json=True
            )
            self.hall.figures.note("phone: save", answer.seconds)
            said = replied(answer)
            if said["outcome"] != "asked":
                break
            asked = entry_form(said["html"])
            form["answered"] = asked[1]["answered"] if asked else ""
        if said["outcome"] != "recorded":
            self.hall.figures.problem(f"a phone's deal was not recorded: {answer.status} {said}")
            return
        self.hall.ledger.told(key)
        self.page = said["html"]

    async def accept(self) -> None:
        """Look at what the other side typed, and agree."""
        await self.look()
        found = TO_ANSWER.search(self.page)
        if found is None:
            self.hall.figures.problem("a phone is not asked to accept the other side's deal")
            return
        form = hidden_fields(found[0])
        answer = await self.patiently(
            self.browser.post, f"{self.address}answer/", form | {"agrees": "on"}
        )
        self.hall.figures.note("phone: accept", answer.seconds)
        if answer.status != 302:
            self.hall.figures.problem(f"an acceptance was refused: {answer.status}")
            return
        self.hall.accepted.append(int(form["entry"]))
        await self.open()

    async def _preview(self, number: int, form: dict[str, str]) -> None:
        path = f"{self.address}preview/?deal={number}"
        answer = await self.patiently(self.browser.post, path, form, fragment=True)
        self.hall.figures.note("phone: preview", answer.seconds)

    async def patiently(self, ask: Any, *arguments: Any, **options: Any) -> Answer:
        """Ask until there is an answer."""
        while True:
            try:
                return await ask(*arguments, **options)
            except Unanswered as silence:
                await wait_for_the_server(self.hall, silence)

    def _keep(self, answer: Answer) -> None:
        if answer.status == 200:
            self.page = answer.text
        else:
            self.hall.figures.problem(f"a phone's page: {answer.status}")


@dataclass(slots=True, kw_only=True)
class PhoneTable:
    """Two phones at one table. Each types a deal every so often, and accepts the other's.

    ``codes`` are those of each table they play at, one after the other.
    """

    hall: Hall
    codes: list[tuple[int, tuple[str, str]]]
    every: float
    lot: random.Random
    phones: list[Phone] = field(default_factory=list)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def arrive(self) -> None:
        """Sit down at the first table."""
        await coming(self.hall, self.lot)
        await self._sit_down()

    async def work(self) -> None:
        """Play until the end; the pages ask for news meanwhile."""
        asking = asyncio.create_task(self._ask_for_news())
        async for _moment in moments(self.hall, self.every / 2, self.lot):
            async with self._turn:
                await self._play()
        await asking
        await self._leave()

    async def _sit_down(self) -> None:
        _table, codes = self.codes[0]
        browsers = (self.hall.visitor() for _side in codes)
        self.phones = [
            Phone(hall=self.hall, browser=browser, code=code)
            for browser, code in zip(browsers, codes, strict=True)
        ]
        for phone in self.phones:
            await phone.open()

    async def _leave(self) -> None:
        for phone in self.phones:
            await phone.browser.leave()

    async def _play(self) -> None:
        await self.phones[0].look()
        if self.phones[0].is_over and len(self.codes) > 1:
            await self._leave()
            self.codes.pop(0)
            await self._sit_down()
        typist, other = self.phones
        if typist.is_over:
            self.hall.figures.problem(f"no deal left to type at table {self.codes[0][0]}")
            return
        await typist.record(self.lot, self.codes[0][0])
        await other.accept()
        self.phones.reverse()

    async def _ask_for_news(self) -> None:
        lot = random.Random(self.lot.random())
        async for _moment in moments(self.hall, NEWS_EVERY, lot):
            # One connection says one thing at a time, and so does one thumb.
            async with self._turn:
                for phone in self.phones:
                    await phone.look()


def replied(answer: Answer) -> dict[str, Any]:
    """Read what a script is answered; an empty outcome where that is no such thing."""
    try:
        return json.loads(answer.body)
    except ValueError:
        return {"outcome": "", "html": "", "sentences": [answer.text[:200]]}
