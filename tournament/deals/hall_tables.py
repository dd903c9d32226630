"""One table as the hall shows it: what it waits for, what finds it, and its card."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournament.deals.sides import has_two_sheets
from tournament.deals.states import TableState, say_the_same
from tournament.deals.tally import MatchSheet
from tournament.models import Outcome
from tournament.text import search_key


@dataclass(frozen=True, slots=True, kw_only=True)
class HallTable:
    """A table of the hall, made from its sheet and nothing else.

    ``words`` are the names of its teams and players and ``teams`` the teams'
    numbers, as a search compares them; ``card`` and ``mark`` are its HTML, in one language:
    what it waits for at length, and by its number alone.
    """

    match_id: int
    number: int
    state: TableState
    is_complete: bool
    has_two_sheets: bool
    words: tuple[str, ...]
    teams: frozenset[str]
    card: SafeString
    mark: SafeString

    def is_found(self, query: str) -> bool:
        """Whether a search finds the table: by its number's first figures, by a team of it."""
        wanted = search_key(query)
        if wanted.isdecimal():
            return str(self.number).startswith(wanted) or wanted in self.teams
        return any(wanted in words for words in self.words)


def hall_table(sheet: MatchSheet) -> HallTable:
    """Show a sheet as a table of the hall, in the language of who is asking."""
    teams = (sheet.match.team_a, sheet.match.team_b)
    names = [name for team in teams for name in (team.name, *(p.name for p in team.players.all()))]
    state, twins = sheet.state, repeats(sheet, sheet.half_typed)
    context = {"sheet": sheet, "state": state, "gaps": gaps(sheet), "repeats": twins}
    return HallTable(
        match_id=sheet.match.pk,
        number=sheet.match.table,
        state=state,
        is_complete=sheet.is_complete,
        has_two_sheets=has_two_sheets(sheet),
        words=tuple(search_key(name) for name in names),
        teams=frozenset(number for team in teams for number in str(team.number).split(" + ")),
        card=render_to_string("deals/_card.html", context),
        mark=render_to_string("deals/_mark.html", context),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A table's call of the referee, as the hall says it."""

    is_taken: bool
    since: datetime


@lru_cache(maxsize=512)
def hall_item(
    card: SafeString, people: tuple[str, ...], call: Called | None, _language: str
) -> SafeString:
    """Write a card as an item of the hall, with who is at the sheet and what it called for.

    Most tables are as they were a moment ago, whoever looks: each is written once.
    """
    context = {"card": card, "people": people, "call": call}
    return render_to_string("deals/_hall_item.html", context)


@lru_cache(maxsize=512)
def plan_item(mark: SafeString, call: Called | None, _language: str) -> SafeString:
    """Write a table's number as an item of the hall's plan."""
    return render_to_string("deals/_plan_item.html", {"mark": mark, "call": call})


def gaps(sheet: MatchSheet) -> list[int]:
    """Return the numbers left out between deals that are typed."""
    return [number for number in sheet.missing if number < sheet.following]


def repeats(sheet: MatchSheet, hidden: frozenset[int] = frozenset()) -> list[tuple[int, int]]:
    """Return the deals that say exactly what the one before them says, and that one.

    A line of the paper that was read twice looks so. ``hidden`` deals say nothing.
    """
    return [
        (row.deal.number, before.deal.number)
        for before, row in pairwise(sheet.rows)
        if not hidden & {before.deal.number, row.deal.number}
        and row.entry.outcome == Outcome.PLAYED
        and say_the_same(before.entry, row.entry)
    ]
