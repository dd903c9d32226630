"""What a paper of the registry is: when it is wanted, for whom, how it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from django.db import models
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from tournament.access import DESK_ROLES
from tournament.models import RoleKind, Round, Team, Tournament
from tournament.prints.printing import Printout

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Moment(models.TextChoices):
    """When a paper is wanted; the index is in this order."""

    BEFORE = "before", pgettext_lazy("papers", "To prepare the hall")
    ROUND = "round", pgettext_lazy("papers", "Round by round")
    AFTER = "after", pgettext_lazy("papers", "Standings and end of the contest")


class Of(StrEnum):
    """What there is one such paper for."""

    CONTEST = "contest"
    ROUND = "round"
    TEAM = "team"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is to be printed, for whom, and the choices made in the address.

    ``site_at`` is the site's address in the hall, empty where no phone reaches it.
    """

    tournament: Tournament
    roles: frozenset[RoleKind]
    round: Round | None = None
    team: Team | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    site_at: str = ""

    @property
    def phones_at(self) -> str:
        """The address at which the tables type, empty where they do not."""
        return self.site_at if self.tournament.phones else ""

    @property
    def of(self) -> int | None:
        """The round or the team it is of, if it is of one."""
        found = self.round or self.team
        return found.pk if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to print a paper: what its link says, and what its address ends with.

    ``fits`` says whether a contest has any use for it.
    """

    words: _StrPromise
    choices: Mapping[str, str] = field(default_factory=dict)
    fits: Callable[[Tournament], bool] = bool


PRINT = Way(words=pgettext_lazy("a paper", "Print"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperKind:
    """One paper: how it is called, what it is for, who may print it, how it is made.

    ``fits`` says whether a contest has any use for it. ``is_kept``: it says nothing but
    what the contest itself says, so that its file holds until the journal's next act.
    """

    key: str
    title: _StrPromise
    purpose: _StrPromise
    moment: Moment
    make: Callable[[Asked], Printout]
    roles: frozenset[RoleKind] = DESK_ROLES
    of: Of = Of.CONTEST
    ways: tuple[Way, ...] = (PRINT,)
    fits: Callable[[Tournament], bool] = bool
    is_kept: bool = True

    def address(self, tournament: Tournament, of: Round | Team | None = None) -> str:
        """Return where it is printed from."""
        if isinstance(of, Round):
            return reverse("prints:of_round", args=[tournament.pk, of.number, self.key])
        if isinstance(of, Team):
            return reverse("prints:of_team", args=[tournament.pk, of.pk, self.key])
        return reverse("prints:paper", args=[tournament.pk, self.key])
