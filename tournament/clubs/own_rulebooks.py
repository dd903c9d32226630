"""The club's own rulebooks: whose they are to make, and which versions a contest may choose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from scoring import Refusal, Rulebook
from tournament import labels
from tournament.clubs.naming import clubs_organised_by
from tournament.models import Club, RulebookVersion, Tournament, User
from tournament.models.tournament import frozen_rulebook

VERSION = "version-"
"""Before a version's number in the value of a field."""
CONTEST = "contest-"
"""Before a contest's number in the key of its frozen rulebook."""
PRESENT = "present"
"""The value of the club's own version that a contest has, where it is offered no more."""
MOST_OFFERED = 3
"""Of each rulebook so many versions are offered, the newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnVersion:
    """A version of a club's own rulebook as a field offers it: its value, text and rulebook."""

    key: str
    text: str

    @property
    def rulebook(self) -> Rulebook:
        """The version, as the engine takes it."""
        return frozen_rulebook(self.text)

    @property
    def title(self) -> str:
        """Its title in the reader's language, with the version's number."""
        return versioned_title(self.rulebook)

    @property
    def columns(self) -> dict[str, str]:
        """The columns of a contest that chooses it."""
        return {"rulebook_name": self.rulebook.name, "rulebook_own": self.text}


def workshop_clubs(user: User) -> QuerySet[Club]:
    """List the clubs whose own rulebooks an account makes.

    Those that it organises, and those of which it organises a contest.
    """
    contests = Tournament.objects.organised_by(user).order_by()
    organised = clubs_organised_by(user).values("pk")
    found = Club.objects.filter(Q(pk__in=organised) | Q(pk__in=contests.values("club")))
    return found.order_by("name", "pk")


def club_to_play_for(user: User | None) -> Club | None:
    """Return the club whose contests an account creates, among those where it organises any.

    Its own comes first; where it organises nothing, its own or the first there is.
    """
    theirs = workshop_clubs(user) if user else Club.objects.none()
    own = theirs.filter(pk=user.club_id).first() if user else None
    found = own or theirs.first() or (user.club if user else None)
    return found or Club.objects.order_by("pk").first()


def versioned_title(rulebook: Rulebook) -> str:
    """Name a version of a club's own rulebook in the reader's language."""
    figures = {"title": rulebook.title[labels.language()], "number": rulebook.version}
    return _("%(title)s, version %(number)s") % figures


def offered(club: Club | None) -> list[OwnVersion]:
    """List the published versions that a contest of a club may choose, none that is retired."""
    if club is None or club.pk is None:
        return []
    found = RulebookVersion.objects.filter(
        rulebook_of__club=club, rulebook_of__retired_at__isnull=True
    ).order_by("rulebook_of__name", "rulebook_of", "-number")
    rows = found.values_list("rulebook_of", "pk", "text")
    return [
        OwnVersion(key=f"{VERSION}{key}", text=text)
        for _own, versions in groupby(rows, key=lambda row: row[0])
        for _rulebook, key, text in list(versions)[:MOST_OFFERED]
    ]


def present(tournament: Tournament, among: Iterable[OwnVersion]) -> OwnVersion | None:
    """Return the version of its club's own that a contest has chosen, if it has."""
    text = tournament.rulebook_own
    if not text:
        return None
    listed = (version for version in among if version.text == text)
    return next(listed, OwnVersion(key=PRESENT, text=text))


def is_sound(text: str, name: str) -> bool:
    """Whether a text reads as the whole rulebook of that name."""
    try:
        return frozen_rulebook(text).name == name
    except (Refusal, LookupError, RecursionError, TypeError, ValueError):
        return False
