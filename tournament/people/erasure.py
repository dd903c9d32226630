"""Erase the names of players from contests that are over; their marks stay.

Names stand in one table, and in the names of teams: nothing that the journal seals holds one.
What somebody wrote in his own words (a reason, a ruling) is sealed and stays as it was.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.models import Club, Player, Team, Tournament, User
from tournament.models.team import LONGEST_SEARCH
from tournament.people.erasure_seasons import together
from tournament.text import search_key

MOST_FOUND = 200
IN_PLAY_DAYS = 7
"""Days after which a round that nobody closed is not in play any more."""
SHORTEST_WORD = 3
"""Letters of a word of a name, at least, that give somebody away in the name of a team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What a name becomes, and those of the teams that it is a part of."""

    player: Player
    name: str
    teams: tuple[tuple[Team, str], ...]


def contests_reached(club: Club, by: User) -> QuerySet[Tournament]:
    """Return the contests of a club whose players an account may look up and erase.

    Those that it organises, alone or with the whole club: where nobody organises the club,
    who organises one contest is let into its pages, and reaches that contest's players alone.
    """
    return Tournament.objects.organised_by(by).filter(club=club)


def reaches_all(club: Club, by: User) -> bool:
    """Whether an account reaches the players of every contest of a club."""
    return not club.tournaments.exclude(pk__in=contests_reached(club, by).values("pk")).exists()


def players_of(contests: QuerySet[Tournament]) -> QuerySet[Player]:
    """Return the players of some contests whose names are kept."""
    found = Player.objects.filter(tournament__in=contests.order_by().values("pk"), erased_at=None)
    return found.select_related("tournament", "team", "played_for")


def found_by(contests: QuerySet[Tournament], text: str) -> list[Player]:
    """Return the players of whose name every word typed is a part, by name; none without words."""
    words = search_key(text[:LONGEST_SEARCH]).split()
    if not words:
        return []
    found = players_of(contests)
    for word in words:
        found = found.filter(key__contains=word)
    return list(found.order_by("key", "-tournament__date", "pk")[:MOST_FOUND])


def namesakes(player: Player, contests: QuerySet[Tournament]) -> list[Player]:
    """Return who bears a player's name in some contests, himself included where it is his."""
    found = players_of(contests).filter(key=player.key)
    return list(found.order_by("-tournament__date", "pk"))


def is_in_play(tournament: Tournament) -> bool:
    """Whether a contest still needs its names: it is to come, of today, or being played.

    Its date may have been typed wrong: something was recorded there this week.
    """
    today = timezone.localdate()
    if tournament.date >= today:
        return True
    week = datetime.timedelta(days=IN_PLAY_DAYS)
    is_recent = tournament.date >= today - week or _is_touched_since(tournament, week)
    return is_recent and tournament.rounds.in_play().exists()


def _is_touched_since(tournament: Tournament, ago: datetime.timedelta) -> bool:
    return tournament.journal.filter(at__gte=timezone.now() - ago).exists()


def not_yet(tournament: Tournament) -> str:
    """Say from when on the names of a contest can be erased; nothing where they can be now."""
    if not is_in_play(tournament):
        return ""
    return _(
        "The names of “%(contest)s” can be erased from %(date)s on, once its rounds are closed."
    ) % {
        "contest": tournament.name,
        "date": date_format(tournament.date + datetime.timedelta(days=1), "SHORT_DATE_FORMAT"),
    }


def becoming(players: Iterable[Player]) -> list[Erased]:
    """Say what erasing some players together would leave in place of their names.

    Namesakes become one: a season goes on knowing who played several of its evenings.
    """
    found = list(players)
    names = _neutral_names(found)
    return [
        Erased(
            player=player,
            name=names[player.key],
            teams=tuple(_teams_named_after(player, names[player.key])),
        )
        for player in found
    ]


def _neutral_names(players: Iterable[Player]) -> dict[str, str]:
    """Return what each name becomes: a number that was given to nobody else."""
    taken = set(Player.objects.exclude(erased_at=None).values_list("key", flat=True))
    names: dict[str, str] = {}
    for player in sorted(players, key=lambda each: each.pk):
        if player.key not in names:
            free = (
                name for name in map(_neutral, count(player.pk)) if search_key(name) not in taken
            )
            names[player.key] = next(free)
            taken.add(search_key(names[player.key]))
    return names


def _neutral(number: int) -> str:
    return _("Erased name %(number)s") % {"number": number}


def _teams_named_after(player: Player, name: str) -> Iterator[tuple[Team, str]]:
    """Return the teams whose name gives a player away, and the name that each gets.

    It is the player's where he is the team, else its number's.
    """
    words = {word for word in _words(player.key) if len(word) >= SHORTEST_WORD}
    for team in filter(None, (player.team, player.played_for)):
        if player.tournament.is_individual:
            yield team, name
        elif words & _words(team.key):
            yield team, _("Team %(number)s") % {"number": team.number}


def _words(key: str) -> set[str]:
    return set(re.findall(r"\w+", key))


def erase(contests: QuerySet[Tournament], keys: Collection[int], *, by: User | None) -> int:
    """Erase the names of some players of these contests, and of no other; return how many.

    Who is erased already stays so: sent twice, it is done once. Raises ``ValidationError``
    when a contest of one of them is still in play.
    """
    return _erase(players_of(contests).filter(pk__in=list(keys)), by=by)


def erase_contests(contests: Collection[int], *, by: User | None) -> int:
    """Erase together the names of all players of some contests; return how many."""
    return _erase(players_of(Tournament.objects.filter(pk__in=contests)), by=by)


@transaction.atomic
def _erase(players: QuerySet[Player], *, by: User | None) -> int:
    contests = players.order_by("tournament").values_list("tournament", flat=True).distinct()
    held = [Tournament.objects.held(contest) for contest in contests]
    if said := [sentence for contest in held if (sentence := not_yet(contest))]:
        raise ValidationError(said)
    done = becoming(players)
    for each in done:
        each.player.name, each.player.key = each.name, search_key(each.name)
    Player.objects.bulk_update([each.player for each in done], ["name", "key"])
    players.update(erased_at=timezone.now())
    for contest in held:
        there = [each for each in done if each.player.tournament_id == contest.pk]
        _rename(contest, dict(chain.from_iterable(each.teams for each in there)))
        journal.write(contest, "names.erased", by=by, details={"count": len(there)})
    return len(done)


def _rename(tournament: Tournament, names: Mapping[Team, str]) -> None:
    """Give teams names; one that another team has, or had until now, is followed by a sign."""
    taken = set(tournament.teams.values_list("key", flat=True))
    for team, name in names.items():
        others, team.name = taken - {team.key}, name
        while search_key(team.name) in others:
            team.name += "*"
        team.key = search_key(team.name)
        taken.add(team.key)
    Team.objects.bulk_update(names, ["name", "key"])


def months_before(day: datetime.date, months: int) -> datetime.date:
    """Return the same day so many months earlier, or the last of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    if year < datetime.MINYEAR:
        return datetime.date.min
    last = calendar.monthrange(year, month + 1)[1]
    return datetime.date(year, month + 1, min(day.day, last))


def due(club: Club, months: int | None) -> list[Tournament]:
    """Return the contests whose names a club no longer keeps, the oldest first.

    One waits for those that a season joins to it: their names go together. What is in play is
    not old, whatever its date says.
    """
    if months is None:
        return []
    until = months_before(timezone.localdate(), months)
    named = Player.objects.filter(erased_at=None).values("tournament")
    dated = list(club.tournaments.filter(date__lt=until, pk__in=named).order_by("date", "pk"))
    old = [contest for contest in dated if not is_in_play(contest)]
    young = set(club.tournaments.filter(date__gte=until).values_list("pk", flat=True))
    young |= {contest.pk for contest in dated} - {contest.pk for contest in old}
    waits = set().union(*(group for group in together(club, old) if group & young))
    return [contest for contest in old if contest.pk not in waits]


def keep_names_for(club: Club, months: int | None, *, by: User) -> int:
    """Set for how many months a club keeps names, and erase those that are older; how many."""
    club.names_kept_months = months
    club.full_clean()
    club.save(update_fields=["names_kept_months"])
    return erase_old(club, by=by)


def erase_old(club: Club, *, by: User | None = None) -> int:
    """Erase the names that a club keeps no longer; return how many."""
    groups = together(club, due(club, club.names_kept_months))
    return sum(erase_contests(group, by=by) for group in groups)


def erase_all_old() -> int:
    """Erase the names that no club keeps any longer, each by what it has chosen; how many."""
    return sum(map(erase_old, Club.objects.filter(names_kept_months__isnull=False)))
