"""Every rulebook that a club may start from, read or compare, by its key in addresses.

Those that ship (``ffb-fiche``), the club's own drafts (``draft-3``) and published versions
(``version-12``), and the frozen copies of its contests (``contest-7``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring import Rulebook
from tournament import labels
from tournament.clubs.own_rulebooks import CONTEST, VERSION, versioned_title
from tournament.fields import LONGEST_KEY
from tournament.models import Club, ClubRulebook, RulebookVersion, Tournament
from tournament.models.tournament import TournamentQuerySet, frozen_rulebook
from tournament.rulebooks.shelf import find, key_of, shelf, title_of

DRAFT = "draft-"
MOST_CONTESTS = 50
"""Of a club's contests the newest are offered; the others are found by their address."""
_OWN_KEY = re.compile(rf"({DRAFT}|{VERSION}|{CONTEST})([0-9]{{1,{LONGEST_KEY}}})", re.ASCII)

Choices = list[tuple[str, list[tuple[str, str]]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A rulebook by its key and its name on pages; ``own`` is the club's that it belongs to."""

    key: str
    title: str
    rulebook: Rulebook
    own: ClubRulebook | None = None


def find_book(key: str, clubs: Sequence[Club]) -> Book | None:
    """Return a rulebook of those clubs, or one that ships; None when there is no such one."""
    found = _OWN_KEY.fullmatch(key)
    if not found:
        shipped = find(key)
        return shipped_book(shipped) if shipped else None
    kind, number = found[1], int(found[2])
    if kind == DRAFT:
        own = ClubRulebook.objects.filter(pk=number, club__in=clubs).first()
        return draft_book(own) if own else None
    if kind == VERSION:
        versions = RulebookVersion.objects.filter(pk=number, rulebook_of__club__in=clubs)
        version = versions.select_related("rulebook_of").first()
        return version_book(version) if version else None
    contest = played(clubs).filter(pk=number).first()
    return contest_book(contest) if contest else None


def shipped_book(rulebook: Rulebook) -> Book:
    """Return a rulebook that ships, or one with another reading taken."""
    return Book(key=key_of(rulebook), title=title_of(rulebook), rulebook=rulebook)


def draft_book(own: ClubRulebook) -> Book:
    """Return the draft of a club's own rulebook."""
    title = own.rulebook.title[labels.language()]
    return Book(
        key=f"{DRAFT}{own.pk}",
        title=_("%(title)s, draft") % {"title": title},
        rulebook=own.rulebook,
        own=own,
    )


def version_book(version: RulebookVersion) -> Book:
    """Return a published version of a club's own rulebook."""
    return Book(
        key=f"{VERSION}{version.pk}",
        title=versioned_title(version.rulebook),
        rulebook=version.rulebook,
        own=version.rulebook_of,
    )


def contest_book(contest: Tournament) -> Book:
    """Return the frozen copy of a contest."""
    rulebook = contest.rulebook
    figures = {
        "title": title_of(rulebook),
        "contest": contest.name,
        "date": date_format(contest.date, "SHORT_DATE_FORMAT"),
    }
    return Book(
        key=f"{CONTEST}{contest.pk}",
        title=_("%(title)s, as in %(contest)s (%(date)s)") % figures,
        rulebook=rulebook,
    )


def own_books(clubs: Sequence[Club]) -> list[Book]:
    """Return the drafts and the versions of those clubs, the newest version first."""
    found = []
    for own in own_rows(clubs):
        found += [draft_book(own), *map(version_book, own.versions.all())]
    return found


def own_rows(clubs: Sequence[Club]) -> QuerySet[ClubRulebook]:
    """List the rulebooks of some clubs by name, each with its versions, the newest first."""
    versions = RulebookVersion.objects.select_related("published_by").order_by("-number")
    rows = ClubRulebook.objects.filter(club__in=clubs).select_related("club")
    return rows.prefetch_related(Prefetch("versions", versions)).order_by("name", "pk")


def contest_books(clubs: Sequence[Club]) -> list[Book]:
    """Return the frozen copies of those clubs' contests that are no rulebook listed elsewhere.

    What ships, and what the club has published, is not listed a second time.
    """
    own = RulebookVersion.objects.filter(rulebook_of__club__in=clubs)
    known = {book.fingerprint() for book in shelf()} | set(
        own.values_list("fingerprint", flat=True)
    )
    texts: set[str] = set()
    found = []
    for contest in played(clubs)[:MOST_CONTESTS]:
        text = contest.rulebook_frozen
        if text not in texts and frozen_rulebook(text).fingerprint() not in known:
            found.append(contest_book(contest))
        texts.add(text)
    return found


def book_choices(clubs: Sequence[Club]) -> Choices:
    """List every rulebook for a field, in groups."""
    groups = {
        _("The club's own"): own_books(clubs),
        _("Those that ship"): [shipped_book(book) for book in shelf()],
        _("Played in a contest"): contest_books(clubs),
    }
    return [
        (name, [(book.key, book.title) for book in books])
        for name, books in groups.items()
        if books
    ]


def played(clubs: Sequence[Club]) -> TournamentQuerySet:
    """List the contests of some clubs that have a frozen copy, the newest first."""
    contests = Tournament.objects.filter(club__in=clubs).exclude(rulebook_frozen="")
    return contests.order_by("-date", "-pk")
