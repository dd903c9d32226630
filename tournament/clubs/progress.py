"""The contests of an account, with where each stands in one line."""

from __future__ import annotations

from django.db.models import Count, Q

from tournament.models import RoleKind, Tournament, User
from tournament.roles import roles_by_contest


def contests_of(user: User) -> list[Tournament]:
    """List the contests in which an account has a role, newest first, in four queries.

    Each has its number of ``playing`` teams, of ``closed`` rounds and of rounds
    ``in_play`` (0 or 1), and the account's ``own_roles``, those in the whole club included.
    """
    visible = Tournament.objects.visible_to(user)
    roles = roles_by_contest(user, visible)
    contests = visible.annotate(
        playing=Count("teams", filter=Q(teams__withdrawn=False), distinct=True),
        closed=Count("rounds", filter=Q(rounds__closed_at__isnull=False), distinct=True),
        in_play=Count("rounds", filter=Q(rounds__closed_at__isnull=True), distinct=True),
    )
    for contest in contests:
        held = roles.get(contest.pk, frozenset())
        contest.own_roles = [kind for kind in RoleKind if kind in held]
    return list(contests)
