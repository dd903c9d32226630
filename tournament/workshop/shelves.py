"""What the pages of the club's own rulebooks show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring import reminder
from tournament import labels
from tournament.clubs.own_rulebooks import versioned_title
from tournament.models import Club, ClubRulebook, RulebookVersion
from tournament.rulebooks.comparing import compare
from tournament.workshop.books import DRAFT, own_rows, version_book
from tournament.workshop.services import is_published
from tournament.workshop.worked import worked


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """One rulebook of the club's own: the row, its versions, the newest first."""

    own: ClubRulebook
    versions: tuple[RulebookVersion, ...]

    @property
    def title(self) -> str:
        """The draft's title in the reader's language."""
        return self.own.rulebook.title[labels.language()]

    @property
    def reminder(self) -> str:
        """What the draft comes to, in a sentence."""
        return reminder(self.own.rulebook, labels.language())

    @property
    def last(self) -> RulebookVersion | None:
        """The version published last."""
        return self.versions[0] if self.versions else None

    @property
    def is_changed(self) -> bool:
        """Whether the draft has something that is not published."""
        return self.last is None or not is_published(self.own, self.last)


def shelves_of(clubs: Sequence[Club]) -> list[Shelf]:
    """Return the rulebooks of some clubs, those that are retired last."""
    shelves = [Shelf(own=own, versions=tuple(own.versions.all())) for own in own_rows(clubs)]
    return sorted(shelves, key=lambda it: bool(it.own.retired_at))


def shelf_of(own: ClubRulebook) -> Shelf:
    """Return one of them with its versions."""
    versions = own.versions.select_related("published_by").order_by("-number")
    return Shelf(own=own, versions=tuple(versions))


def draft_page(own: ClubRulebook) -> dict[str, Any]:
    """Return what the page of one rulebook shows."""
    shelf = shelf_of(own)
    return {
        "own": own,
        "shelf": shelf,
        "draft_key": f"{DRAFT}{own.pk}",
        "versions": [
            {"version": version, "book": version_book(version)} for version in shelf.versions
        ],
        "worked": worked(own.came_from, own.rulebook, own.examples.all()),
    }


def publishing_page(own: ClubRulebook) -> dict[str, Any]:
    """Return what the page shows before a version is published: what it changes, its examples."""
    shelf = shelf_of(own)
    last, language = shelf.last, labels.language()
    before = last.rulebook if last else own.came_from
    return {
        "own": own,
        "shelf": shelf,
        "shown": {"number": last.number + 1 if last else 1, "seen": own.draft_number},
        "comparison": compare(before, own.rulebook, language, everything=False),
        "before_title": versioned_title(before) if last else before.title[language],
        "worked": worked(before, own.rulebook, own.examples.all()),
    }
