"""Who is at a table's sheet now, and what was typed there since one opened it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from tournament.deals.checks import seen_of
from tournament.models import Entry, Match, Presence, Round, User

REFRESHED_AFTER = timedelta(seconds=15)
"""A page that asks more often writes no more often: every write waits its turn."""
FORGOTTEN_AFTER = timedelta(seconds=30)
"""Three answers missed: the page was closed, or its network is gone."""
SHOWN = 6
"""How many of the last deals are named; a page left open for hours names no more."""


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
    """Note that somebody has a sheet before them; at most one write in fifteen seconds."""
    now = timezone.now()
    rows = Presence.objects.filter(match=match, user=user)
    seen_at = rows.values_list("seen_at", flat=True).first()
    if seen_at is None:
        Presence.objects.get_or_create(match=match, user=user, defaults={"seen_at": now})
    # A row of the future is of a clock that was set back since.
    elif not now - REFRESHED_AFTER < seen_at <= now:
        rows.update(seen_at=now)


def first_company(match: Match, user: User) -> Company:
    """Say who else is at a sheet, to a page that shows the sheet as it is now."""
    present = _now_present().filter(match=match).exclude(user=user)
    others = tuple(presence.user for presence in present)
    return Company(others=others, entries=(), is_changed=False)


def company(match: Match, user: User, *, since: int, seen: str) -> Company:
    """Say who else is at a sheet, and what changed since a page showed it.

    ``since`` is the last entry there was then (``last_entry``), ``seen`` what the
    sheet was (``checks.seen_of``).
    """
    entries = Entry.objects.filter(deal__match=match, pk__gt=since)
    newest = entries.select_related("author", "deal").order_by("-pk")[:SHOWN]
    return replace(
        first_company(match, user), entries=tuple(newest), is_changed=seen_of(match) != seen
    )


def last_entry(match: Match) -> int:
    """Return the id of the last entry of a match, 0 where nothing is typed."""
    entries = Entry.objects.filter(deal__match=match).order_by("-pk")
    return entries.values_list("pk", flat=True).first() or 0


def at_tables(round_: Round, *, but: User) -> dict[int, list[User]]:
    """Return who is at the sheets of a round, by match id, ``but`` for who is asking."""
    people: dict[int, list[User]] = defaultdict(list)
    for presence in _now_present().filter(match__round=round_).exclude(user=but):
        people[presence.match_id].append(presence.user)
    return dict(people)


def _now_present() -> QuerySet[Presence]:
    since = timezone.now() - FORGOTTEN_AFTER
    return Presence.objects.filter(seen_at__gt=since).select_related("user").order_by("user_id")
