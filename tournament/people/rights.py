"""What each role can and cannot do, in words: each sentence with the pages that it speaks of.

tests/tournament/people/test_rights.py holds every sentence against the doors of its pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.access import (
    ANSWERING_ROLES,
    DESK_ROLES,
    EVERY_ROLE,
    ORGANISER_ROLES,
    REFEREE_ROLES,
    TREASURER_ROLES,
    WELCOME_ROLES,
)
from tournament.models import RoleKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """Something that some roles do and the others do not, and the pages where it is done."""

    words: str | Promise
    roles: frozenset[RoleKind]
    pages: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleInWords:
    """A role, what its holder can do and what not."""

    kind: RoleKind
    can: list[str | Promise]
    cannot: list[str | Promise]


IN_A_CONTEST = (
    Right(
        words=_("read the teams, the rounds, the results, the standings and the rulebook"),
        roles=EVERY_ROLE,
        pages=("teams:list", "rounds:list", "standings:table", "rulebooks:rules", "files:results"),
    ),
    Right(
        words=_("check the teams in at the entrance"),
        roles=WELCOME_ROLES,
        pages=("teams:check_in",),
    ),
    Right(
        words=_("type the deals of every table and correct them, with a reason"),
        roles=DESK_ROLES,
        pages=("deals:hall", "deals:sheet", "deals:totals", "deals:settle", "deals:undo"),
    ),
    Right(
        words=_("print the score sheets and give the tables their codes"),
        roles=DESK_ROLES,
        pages=("prints:score_sheets", "phones:codes", "phones:renew"),
    ),
    Right(
        words=_("read the journal: who did what, and when"),
        roles=DESK_ROLES,
        pages=("journal:acts", "journal:csv"),
    ),
    Right(
        words=_("print the evening's report, which names everybody who decided something"),
        roles=ANSWERING_ROLES,
        pages=("prints:report",),
    ),
    Right(
        words=_("rule on a dispute, and answer the calls of the tables"),
        roles=REFEREE_ROLES,
        pages=("referee:rule", "referee:replace", "referee:take_call", "referee:settle_call"),
    ),
    Right(
        words=_("see and take the fees of the teams and of the players"),
        roles=TREASURER_ROLES,
        pages=("teams:fees", "teams:fees_csv", "teams:payments", "files:payments"),
    ),
    Right(
        words=_("register the teams, change them and withdraw them"),
        roles=ORGANISER_ROLES,
        pages=("teams:add", "teams:import", "teams:edit", "teams:withdraw", "teams:delete"),
    ),
    Right(
        words=_("draw the rounds, close them and take them back"),
        roles=ORGANISER_ROLES,
        pages=("rounds:draw", "rounds:close", "rounds:cancel", "rounds:remove"),
    ),
    Right(
        words=_("choose the settings and the rulebook, the prizes, the screens of the hall"),
        roles=ORGANISER_ROLES,
        pages=("clubs:settings", "rulebooks:change", "prints:prizes", "hall:index"),
    ),
    Right(
        words=_("give roles in the contest and take them away, invite"),
        roles=ORGANISER_ROLES,
        pages=("people:contest", "people:give", "people:take", "people:invite"),
    ),
    Right(
        words=_("keep the archive of the contest, delete the contest"),
        roles=ORGANISER_ROLES,
        pages=("archive:download", "clubs:delete"),
    ),
    Right(
        words=_("create other contests, start from an earlier one, restore one from its archive"),
        roles=ORGANISER_ROLES,
        pages=("clubs:create", "clubs:again", "archive:give", "archive:confirm"),
    ),
)
"""In the order of an evening."""

IN_A_CLUB = (
    Right(
        words=_("give roles in the whole club, make accounts and close them"),
        roles=ORGANISER_ROLES,
        pages=("people:club", "people:give_in_club", "people:reset", "people:close"),
    ),
    Right(
        words=_("name the club, and make its seasons"),
        roles=ORGANISER_ROLES,
        pages=("clubs:club", "seasons:create", "seasons:settings"),
    ),
)
"""What comes with a role in the whole club, beside the same role in each of its contests."""


def in_words(rights: tuple[Right, ...]) -> list[RoleInWords]:
    """Say of each role what it can do and what it cannot."""
    return [
        RoleInWords(
            kind=kind,
            can=[right.words for right in rights if kind in right.roles],
            cannot=[right.words for right in rights if kind not in right.roles],
        )
        for kind in RoleKind
    ]
