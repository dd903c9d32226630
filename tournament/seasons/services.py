"""Make a season, put evenings in it, and add it up from their standings."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import formats
from django.utils.translation import gettext as _

from tournament.clubs.naming import clubs_joined_by, clubs_organised_by
from tournament.journal import services as journal
from tournament.models import (
    Club,
    Evening,
    Season,
    SeasonScale,
    Team,
    Tournament,
    User,
)
from tournament.seasons.ranking import (
    Result,
    Scale,
    SeasonStandings,
    season_standings,
    who_is,
)
from tournament.standings.services import standings
from tournament.text import tidy

SETTINGS = ("name", "scale", "place_points", "best")


def seasons_for(user: User) -> QuerySet[Season]:
    """List the seasons an account may read: those of every club in whose contests it has a role."""
    return Season.objects.filter(club__in=clubs_joined_by(user))


def addable(season: Season, user: User) -> QuerySet[Tournament]:
    """List the contests an account may put into a season: those of the club that it organises."""
    return (
        Tournament.objects.organised_by(user)
        .filter(club=season.club)
        .exclude(season_evenings__season=season)
    )


@transaction.atomic
def create_season(*, by: User, club: Club, client_key: UUID, **columns: Any) -> Season:
    """Create a season of a club; a form sent twice (same ``client_key``) creates one.

    Raises ``ValidationError`` by field.
    """
    if not clubs_organised_by(by).filter(pk=club.pk).exists():
        raise ValidationError({"club": _("Only the organisers of the club make its seasons.")})
    if made := Season.objects.filter(client_key=client_key).first():
        return _of_club(made, club)
    season = Season(club=club, client_key=client_key, **columns)
    _check(season)
    try:
        with transaction.atomic():
            season.save(force_insert=True)
    except IntegrityError:
        # The other click won since we looked.
        return _of_club(Season.objects.get(client_key=client_key), club)
    return season


def _of_club(made: Season, club: Club) -> Season:
    """Return the season that a form made before, where it is the same club's."""
    if made.club_id != club.pk:
        raise ValidationError(_("This form was sent already: open the page again."), code="sent")
    return made


@transaction.atomic
def change_season(season: Season, columns: dict[str, Any], *, by: User) -> Season:
    """Change what a season counts; every contest in it notes so in its journal."""
    season = Season.objects.select_for_update().get(pk=season.pk)
    before = {name: getattr(season, name) for name in SETTINGS}
    for name, value in columns.items():
        setattr(season, name, value)
    _check(season)
    season.save(update_fields=SETTINGS)
    after = {name: getattr(season, name) for name in SETTINGS}
    if after != before:
        # In one order, so that no two seasons' changes wait for each other.
        for evening in season.evenings.select_related("tournament").order_by("tournament"):
            details = {"season": season.pk, **after}
            journal.write(evening.tournament, "season.changed", by=by, details=details)
    return season


@transaction.atomic
def add_evening(season: Season, tournament: Tournament, *, by: User) -> Evening:
    """Put a contest into a season; putting it in twice changes nothing.

    Raises ``ValidationError`` for another club's contest, for one that its
    organiser did not choose, and where it would mix players and pairs.
    """
    season = Season.objects.select_for_update().get(pk=season.pk)
    if there := season.evenings.filter(tournament=tournament).first():
        return there
    if not addable(season, by).filter(pk=tournament.pk).exists():
        raise ValidationError(_("Only a contest of this club that you organise can be added."))
    others = season.evenings.select_related("tournament")
    if any(other.tournament.is_individual != tournament.is_individual for other in others):
        raise ValidationError(
            _("A season is of pairs or of single players: this contest is of the other kind.")
        )
    evening = Evening.objects.create(season=season, tournament=tournament)
    details = {"season": season.pk}
    journal.write(tournament, "season.evening_added", by=by, details=details)
    return evening


@transaction.atomic
def remove_evening(season: Season, tournament: Tournament, *, by: User) -> None:
    """Take a contest out of a season; the contest itself is not touched."""
    gone, _each = season.evenings.filter(tournament=tournament).delete()
    if gone:
        details = {"season": season.pk}
        journal.write(tournament, "season.evening_removed", by=by, details=details)


def season_table(season: Season) -> SeasonStandings:
    """Add a season up from the standings of its evenings, as they stand now."""
    evenings = season.evenings.select_related("tournament")
    return season_standings(
        [(_title(evening.tournament), _results(evening.tournament)) for evening in evenings],
        Scale(
            places=tuple(season.place_points) if season.scale == SeasonScale.PLACES else None,
            best=season.best,
        ),
    )


def _results(tournament: Tournament) -> list[Result]:
    """Return what each team did; who never sat down earns no place."""
    return [
        Result(
            who=who_is((player.key for player in line.team.players.all()), line.team.key),
            name=_name(line.team),
            rank=line.row.rank,
            marks=line.row.marks,
        )
        for line in standings(tournament).lines
        if line.row.played or line.row.byes
    ]


def _name(team: Team) -> str:
    return " – ".join(player.name for player in team.players.all()) or team.name


def _title(tournament: Tournament) -> str:
    return f"{formats.date_format(tournament.date, 'SHORT_DATE_FORMAT')} {tournament.name}"


def _check(season: Season) -> None:
    """Refuse a season that could not be added up as set."""
    season.name = tidy(season.name)
    if season.scale == SeasonScale.PLACES and not season.place_points:
        raise ValidationError(
            {"place_points": _("Give the points of each place, for example 25 20 16 13 11.")}
        )
    if season.place_points != sorted(season.place_points, reverse=True):
        raise ValidationError(
            {"place_points": _("A place never gives more points than the one before it.")}
        )
    season.full_clean()
