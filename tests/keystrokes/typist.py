"""Somebody who types deals from score sheets and never touches the mouse; every key is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean, median

from playwright.sync_api import Page

from scoring import Stake
from tournament.deals.line import write_line
from tournament.models import Entry
from tournament.rounds.evening_files import DealLine

ALL_POINTS = 162
ANSWERS = "n"
"""« Neither side took the eight tricks », where the page asks: the files say when one did."""


class Refused(AssertionError):
    """The page did not take a deal as the file has it."""


@dataclass(slots=True)
class Count:
    """The keys that each deal took, Enter included, and those between two tables."""

    deals: list[tuple[str, int]] = field(default_factory=list)
    between: int = 0
    errors: list[str] = field(default_factory=list)

    def report(self) -> str:
        """Return the figures: a line for all deals, then one for each kind of deal."""
        keys = [count for _kind, count in self.deals]
        kinds = dict.fromkeys(kind for kind, _count in sorted(self.deals))
        of_kind = {kind: [count for each, count in self.deals if each == kind] for kind in kinds}
        lines = [
            f"{'deals':<34}{'number':>8}{'mean':>8}{'median':>8}{'most':>6}",
            _figures("all", keys),
            *(_figures(kind, counts) for kind, counts in of_kind.items()),
            f"keys between two tables: {self.between}",
            f"errors: {len(self.errors)}",
        ]
        return "\n".join([*lines, *self.errors])


def _figures(name: str, keys: list[int]) -> str:
    return f"{name:<34}{len(keys):>8}{mean(keys):>8.2f}{median(keys):>8g}{max(keys):>6}"


def kind_of(deal: DealLine) -> str:
    """Name a kind of deal by what it has to say beside a plain one."""
    facts = deal.facts
    said = [
        word
        for word, is_so in (
            ("coinched", facts.get("stake", Stake.PLAIN) != Stake.PLAIN),
            ("belote", bool(facts.get("belote_a") or facts.get("belote_b"))),
            ("eight tricks", bool(facts.get("sweep"))),
            ("capot bid", not facts["contract"].isdecimal()),
            ("all points but a trick", facts["points"] == ALL_POINTS and not facts["sweep"]),
        )
        if is_so
    ]
    return ", ".join(said) or "plain"


class Typist:
    """A browser at the desk; what is typed is read off the files, as off a score sheet."""

    def __init__(self, page: Page) -> None:
        """Sit at a page where somebody has come in already."""
        self.page = page
        self.count = Count()

    def type_table(self, deals: list[DealLine]) -> None:
        """Type a table's deals, the sheet being open at the first of them."""
        for deal in deals:
            self.type_deal(deal)

    def type_deal(self, deal: DealLine) -> None:
        """Type one deal and see it recorded, whatever the page asks on the way."""
        self._is_at(deal)
        keys = sum(1 for _key in self._keys(deal))
        self.count.deals.append((kind_of(deal), keys))

    def _keys(self, deal: DealLine) -> Iterator[str]:
        """Press the keys of a deal one by one, and give each."""
        for key in write_line(Entry(**deal.facts)).replace("capot", "cap"):
            self.page.keyboard.press(key)
            yield key
        yield self._enter()
        if self.page.locator("#id_sweep_0:focus").count():
            self.page.keyboard.press(ANSWERS)
            yield ANSWERS
            yield self._enter()
        if self._is_asked():
            yield self._enter()
        if not self.page.locator(".entry .flash").count():
            raise Refused(f"{_place(deal)}: {self.page.locator('.entry').inner_text()}")

    def next_table(self, table: int) -> None:
        """Follow the link that has the focus after a table's last deal."""
        self._enter()
        self.count.between += 1
        if not re.search(rf"/tables/{table}/", self.page.url):
            raise Refused(f"table {table} was to come next: {self.page.url}")

    def _enter(self) -> str:
        with self.page.expect_navigation(wait_until="load"):
            self.page.keyboard.press("Enter")
        return "Enter"

    def _is_asked(self) -> bool:
        is_asked = self.page.locator("#deal .notice[role=alert]:visible").count()
        return bool(is_asked) and not self.page.locator(".errorlist").count()

    def _is_at(self, deal: DealLine) -> None:
        form = self.page.locator("#deal")
        if not form.get_attribute("action").endswith(f"deal={deal.number}"):
            raise Refused(f"{_place(deal)} was to come next: {form.get_attribute('action')}")


def _place(deal: DealLine) -> str:
    return f"round {deal.round}, table {deal.table}, deal {deal.number}"
