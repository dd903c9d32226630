"""Names and seasons: a season knows somebody by his name, over all its evenings."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import QuerySet

from tournament.models import Club, Evening, Player, Season, Tournament


def together(club: Club, contests: Iterable[Tournament]) -> list[set[int]]:
    """Return the contests' keys, those that a season joins in one group.

    A group holds every contest of the club that seasons lead to, also from one to another.
    """
    of_season: dict[int, set[int]] = {}
    for season, contest in Evening.objects.filter(season__club=club).values_list(
        "season", "tournament"
    ):
        of_season.setdefault(season, set()).add(contest)
    groups: list[set[int]] = []
    for contest in contests:
        if any(contest.pk in group for group in groups):
            continue
        group = {contest.pk}
        while more := set().union(*(each for each in of_season.values() if each & group)) - group:
            group |= more
        groups.append(group)
    return groups


def split_by(players: Collection[Player]) -> QuerySet[Season]:
    """Return the seasons in which a name would go on in an evening, once these are erased."""
    names = {player.key for player in players}
    others = Player.objects.filter(key__in=names, erased_at=None)
    others = others.exclude(pk__in=[player.pk for player in players])
    evenings = Evening.objects.filter(tournament__in=others.values("tournament"))
    erased_in = {player.tournament_id for player in players}
    return Season.objects.filter(
        evenings__tournament__in=erased_in, pk__in=evenings.values("season")
    ).distinct()
