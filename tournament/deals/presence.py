"""Who is at a table's sheet now, and what was typed there since one opened it."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import IntegrityError
from django.db.models import DateTimeField
from django.utils import timezone

from tournament.deals.checks import seen_of
from tournament.models import Entry, Match, Presence, Round, User
from tournament.prepared import Given, Prepared
from tournament.upkeep.waiting import note_if_it_can_be

REFRESHED_AFTER = timedelta(seconds=15)
"""A page that asks more often writes no more often: every write waits its turn."""
FORGOTTEN_AFTER = timedelta(seconds=30)
"""Three answers missed: the page was closed, or its network is gone."""
SHOWN = 6
"""How many of the last deals are named; a page left open for hours names no more."""


_SINCE = Given("since", DateTimeField())
_PRESENT = Presence.objects.filter(seen_at__gt=_SINCE).select_related("user").order_by("user_id")
_AT_TABLE = Prepared(lambda: _PRESENT.filter(match=Given("match")))
# The hall reads those of every table: of an account, nothing but what it is called.
_IN_ROUND = Prepared(
    lambda: _PRESENT.filter(match__round=Given("round")).only(
        "match", "user__username", "user__first_name", "user__last_name"
    )
)
_SEEN = Prepared(
    lambda: Presence.objects.filter(match=Given("match"), user=Given("user")).values_list("seen_at")
)
_ENTRIES = Entry.objects.filter(deal__match=Given("match")).order_by("-pk")
_TYPED = Prepared(
    lambda: _ENTRIES.filter(pk__gt=Given("since")).select_related("author", "deal")[:SHOWN]
)
_LAST = Prepared(lambda: _ENTRIES.values_list("pk")[:1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Who else is at a sheet, and what happened there since the page was opened.

    ``entries`` are what was typed since, last first; ``is_changed`` also tells of
    what is no entry (an act taken back, totals taken).
    """

    others: tuple[User, ...]
    entries: tuple[Entry, ...]
    is_changed: bool

    @property
    def key(self) -> str:
        """What tells two of these apart: the page asks for news of it only."""
        people = ".".join(str(user.pk) for user in self.others)
        return f"{people}-{self.entries[0].pk if self.entries else 0}-{int(self.is_changed)}"


def enter(match: Match, user: User) -> None:
    """Note that somebody has a sheet before them; at most one write in fifteen seconds.

    While another program holds the database nothing is noted: the sheet is read all the same.
    """
    now = timezone.now()
    seen = _SEEN.first(match=match.pk, user=user.pk)
    if seen is None:
        # The draw may have been cancelled since the page was read: then nobody is at that table.
        own, first = {"match": match, "user": user}, {"seen_at": now}
        with suppress(IntegrityError):
            note_if_it_can_be(lambda: Presence.objects.get_or_create(**own, defaults=first))
    # A row of the future is of a clock that was set back since.
    elif not now - REFRESHED_AFTER < seen[0] <= now:
        own_rows = Presence.objects.filter(match=match, user=user)
        note_if_it_can_be(lambda: own_rows.update(seen_at=now))


def first_company(match: Match, user: User) -> Company:
    """Say who else is at a sheet, to a page that shows the sheet as it is now."""
    present = _AT_TABLE.ask(match=match.pk, since=timezone.now() - FORGOTTEN_AFTER)
    others = tuple(presence.user for presence in present if presence.user_id != user.pk)
    return Company(others=others, entries=(), is_changed=False)


def company(match: Match, user: User, *, since: int, seen: str) -> Company:
    """Say who else is at a sheet, and what changed since a page showed it.

    ``since`` is the last entry there was then (``last_entry``), ``seen`` what the
    sheet was (``checks.seen_of``).
    """
    newest = tuple(_TYPED.ask(match=match.pk, since=since))
    return replace(first_company(match, user), entries=newest, is_changed=seen_of(match) != seen)


def known_by(match: Match) -> tuple[int, str]:
    """Return what a page sends back to ask what happened to a sheet since it was shown.

    To be read before the sheet: what is recorded between the two is then told, not missed.
    """
    return last_entry(match), seen_of(match)


def last_entry(match: Match) -> int:
    """Return the id of the last entry of a match, 0 where nothing is typed."""
    found = _LAST.first(match=match.pk)
    return found[0] if found else 0


def at_tables(round_: Round, *, but: User) -> dict[int, list[User]]:
    """Return who is at the sheets of a round, by match id, ``but`` for who is asking."""
    people: dict[int, list[User]] = defaultdict(list)
    for presence in _IN_ROUND.ask(round=round_.pk, since=timezone.now() - FORGOTTEN_AFTER):
        if presence.user_id != but.pk:
            people[presence.match_id].append(presence.user)
    return dict(people)
