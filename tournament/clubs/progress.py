"""Where a contest stands, and what its people do next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Prefetch, Q, QuerySet

from tournament.models import EndKind, Outcome, Role, Round, Tournament, User

FEWEST_TEAMS = 2


class Step(StrEnum):
    """The acts of an evening, in order."""

    REGISTER = "register"
    DRAW = "draw"
    ENTER = "enter"
    CLOSE = "close"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The figures of a contest's first page.

    ``complete`` is the tables whose every deal is typed; None when a target
    ends the matches, for then only the marks tell.
    """

    teams: int
    closed: int
    latest: Round | None
    tables: int
    started: int
    complete: int | None
    deals: int

    @property
    def open_round(self) -> Round | None:
        """The round in play, if there is one."""
        return None if self.latest is None or self.latest.is_closed else self.latest

    @property
    def round_number(self) -> int:
        """The number of the round in play, or of the next to draw."""
        if self.open_round:
            return self.open_round.number
        return self.latest.number + 1 if self.latest else 1

    @property
    def step(self) -> Step:
        """What is to be done next."""
        if self.open_round:
            return Step.CLOSE if self.complete == self.tables else Step.ENTER
        return Step.DRAW if self.teams >= FEWEST_TEAMS else Step.REGISTER


def contests_of(user: User) -> QuerySet[Tournament]:
    """List the contests in which an account has a role, newest first, in two queries.

    Each has its number of ``playing`` teams, of ``closed`` rounds and of rounds
    ``in_play`` (0 or 1), and the account's ``own_roles``.
    """
    return (
        Tournament.objects.visible_to(user)
        .annotate(
            playing=Count("teams", filter=Q(teams__withdrawn=False), distinct=True),
            closed=Count("rounds", filter=Q(rounds__closed_at__isnull=False), distinct=True),
            in_play=Count("rounds", filter=Q(rounds__closed_at__isnull=True), distinct=True),
        )
        .prefetch_related(
            Prefetch("roles", queryset=Role.objects.filter(user=user), to_attr="own_roles")
        )
    )


def progress_of(tournament: Tournament) -> Progress:
    """Count a contest's teams, rounds, tables and deals, in three queries."""
    latest = tournament.rounds.order_by("-number").first()
    per_table = []
    if latest:
        typed = Q(deals__accepted__isnull=False)
        turned = Q(deals__accepted__outcome=Outcome.PASSED)
        per_table = list(
            latest.matches.annotate(
                typed=Count("deals", filter=typed),
                # Four passes turn the deal and use no line of the agreed number.
                used=Count("deals", filter=typed & ~turned),
            ).values_list("typed", "used")
        )
    by_deals = tournament.end_kind == EndKind.DEALS
    return Progress(
        teams=tournament.teams.seatable().count(),
        closed=tournament.rounds.filter(closed_at__isnull=False).count(),
        latest=latest,
        tables=len(per_table),
        started=sum(typed > 0 for typed, _ in per_table),
        complete=sum(used >= tournament.deals for _, used in per_table) if by_deals else None,
        deals=sum(typed for typed, _ in per_table),
    )
