"""The contests of an account, with where each stands in one line."""

from __future__ import annotations

from django.db.models import Count, Prefetch, Q, QuerySet

from tournament.models import Role, Tournament, User


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
