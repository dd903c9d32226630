"""The hall at a glance: the tables of a round that somebody asks for, and who is at which."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass

from django.db import models
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from tournament.deals.by_table import by_table
from tournament.deals.hall_tables import Called, HallTable, hall_item, hall_table, plan_item
from tournament.deals.states import TableState
from tournament.models import RefereeCall, Round, Tournament, User
from tournament.prepared import Given, Prepared


class Show(models.TextChoices):
    """Which tables of the hall are shown."""

    ALL = "all", pgettext_lazy("tables shown", "all")
    TO_TYPE = "to_type", pgettext_lazy("tables shown", "deals to type")
    PLAYING = "playing", pgettext_lazy("tables shown", "playing")
    WAITING = "waiting", pgettext_lazy("tables shown", "to be confirmed")
    DIFFERING = "differing", pgettext_lazy("tables shown", "sheets differ")
    DISPUTE = "dispute", pgettext_lazy("tables shown", "in dispute")
    FINISHED = "finished", pgettext_lazy("tables shown", "finished")

    @property
    def state(self) -> TableState | str:
        """The state of the tables a filter shows, to draw its shape; empty where several are."""
        return STATE_SHOWN.get(self, "")

    def keeps(self, table: HallTable) -> bool:
        """Whether the filter shows a table."""
        if self is Show.TO_TYPE:
            return not table.is_complete
        return self is Show.ALL or table.state is STATE_SHOWN[self]


STATE_SHOWN = {
    Show.PLAYING: TableState.PLAYING,
    Show.WAITING: TableState.WAITING,
    Show.DIFFERING: TableState.DIFFERS,
    Show.DISPUTE: TableState.DISPUTE,
    Show.FINISHED: TableState.FINISHED,
}
"""The filters that are one state each."""
_ROUNDS = Round.objects.filter(tournament=Given("tournament")).order_by("-number").defer("inputs")
_ROUND = Prepared(lambda: _ROUNDS.filter(number=Given("number")))
_LAST_ROUND = Prepared(lambda: _ROUNDS[:1])
_WAITING = Prepared(
    lambda: RefereeCall.objects.filter(match__round=Given("round"), settled_at__isnull=True)
)

People = dict[int, list[User]]
"""Who is at which sheet, by match id."""
CARDS_ON_A_SCREEN = 16
CLOCK_DRAWN_EVERY = 30
"""Seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What somebody wants to see of the hall; ``round`` is None for the latest."""

    show: Show = Show.ALL
    query: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """A round's tables as they are asked for, who is at them, how many each filter would show."""

    asked: Asked
    round: Round
    every: tuple[HallTable, ...]
    tables: tuple[HallTable, ...]
    people: People
    calls: dict[int, RefereeCall]
    counts: dict[Show, int]

    @property
    def rounds(self) -> list[int]:
        """The numbers of the contest's rounds."""
        rounds = self.round.tournament.rounds.order_by("number")
        return list(rounds.values_list("number", flat=True))

    @property
    def last_closed(self) -> Round | None:
        """The last round whose results are known: the time to complain of it may still run."""
        closed = self.round.tournament.rounds.closed()
        found = closed.order_by("-number").first()
        if found:
            found.tournament = self.round.tournament
        return found

    @property
    def is_large(self) -> bool:
        """Whether the cards are more than a screen: then a plan by number comes before them."""
        return len(self.every) > CARDS_ON_A_SCREEN

    @property
    def finished(self) -> int:
        """How many tables have nothing left to type, to confirm or to settle."""
        return sum(table.state is TableState.FINISHED for table in self.every)

    @property
    def filters(self) -> list[tuple[Show, int]]:
        """Each filter and how many tables it would show."""
        return [(show, self.counts[show]) for show in Show]

    @property
    def cards(self) -> list[tuple[HallTable, list[User], RefereeCall | None]]:
        """Each table to show, who else is at its sheet, and its call of the referee."""
        return [
            (table, self.people.get(table.match_id, []), self.calls.get(table.match_id))
            for table in self.tables
        ]

    @property
    def items(self) -> list[SafeString]:
        """The cards as the items of a list, each with who is there and what it called for."""
        language = translation.get_language()
        return [
            hall_item(table.card, tuple(map(str, people)), _said(call), language)
            for table, people, call in self.cards
        ]

    @property
    def plan(self) -> list[SafeString]:
        """The same tables as the items of a list, by their numbers alone."""
        language = translation.get_language()
        return [plan_item(table.mark, _said(call), language) for table, _people, call in self.cards]

    @property
    def wanted(self) -> HallTable | None:
        """The table that a search means: of that number, or the only one that is found."""
        if not self.asked.query:
            return None
        numbered = [table for table in self.every if str(table.number) == self.asked.query]
        found = numbered or self.tables
        return found[0] if len(found) == 1 else None


def _said(call: RefereeCall | None) -> Called | None:
    return Called(is_taken=bool(call.taken_at), since=call.created_at) if call else None


def hall_round(tournament: Tournament, asked: Asked) -> Round | None:
    """Return the round asked for, else the latest; None before the first."""
    found = None
    if asked.round:
        found = _ROUND.first(tournament=tournament.pk, number=asked.round)
    found = found or _LAST_ROUND.first(tournament=tournament.pk)
    if found:
        found.tournament = tournament
    return found


def hall_of(round_: Round, asked: Asked, people: People) -> Hall:
    """Look at the tables of a round; ``people`` are at their sheets (``at_tables``)."""
    every = hall_tables(round_)
    found = [table for table in every if not asked.query or table.is_found(asked.query)]
    waiting = _WAITING.ask(round=round_.pk)
    return Hall(
        asked=asked,
        round=round_,
        every=every,
        tables=tuple(table for table in found if asked.show.keeps(table)),
        people=people,
        calls={call.match_id: call for call in waiting},
        counts=Counter(show for table in found for show in Show if show.keeps(table)),
    )


def hall_tables(round_: Round) -> tuple[HallTable, ...]:
    """Return the tables of a round as the hall shows them, in their order."""
    return tuple(by_table(round_, ("hall", translation.get_language()), hall_table))


def hall_key(round_: Round, asked: Asked, people: People) -> str:
    """Return what tells two answers of the hall apart, without looking at one deal.

    Every act on a contest raises its version; who is at which sheet is no act.
    """
    present = [(match, *(user.pk for user in users)) for match, users in sorted(people.items())]
    # A clock that runs is drawn anew now and then: its end is no act either.
    moment = int(timezone.now().timestamp()) // CLOCK_DRAWN_EVERY if round_.clock_from else 0
    version, language = round_.tournament.version, translation.get_language()
    said = (version, round_.pk, asked, present, language, moment)
    return hashlib.sha256(repr(said).encode()).hexdigest()[:20]
