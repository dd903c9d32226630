"""Players who came alone, teams made of them, and players who replace others."""

from __future__ import annotations

import dataclasses

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.models import Payment, Player, Team, Tournament, User
from tournament.teams.clashes import Taken, find_clashes
from tournament.teams.columns import PLAYERS
from tournament.teams.lines import TeamLine, name_after, name_problems
from tournament.teams.rows import (
    UNCHECKED,
    bring_in,
    check_unruled,
    create,
    line_of,
    next_round,
    size_of,
    still_there,
    taken_in,
)
from tournament.teams.services import EMPTY_LINE
from tournament.teams.words import as_field_refusal
from tournament.text import search_key, tidy


@transaction.atomic
def register_alone(tournament: Tournament, line: TeamLine, *, by: User | None) -> Player:
    """Register a player without a partner; the same name sent twice is one player."""
    tournament = Tournament.objects.held(tournament.pk)
    line = dataclasses.replace(line, size=size_of(tournament))
    taken = taken_in(tournament)
    if waiting := taken.alone.get(search_key("".join(line.players))):
        return Player.objects.get(pk=waiting)
    if problems := name_problems(line) + find_clashes([line], taken):
        raise as_field_refusal(problems)
    (player,) = create(tournament, [line], taken, by=by).alone
    journal.write(tournament, "player.registered", by=by, details={"player": player.pk})
    return player


@transaction.atomic
def remove_alone(player: Player, *, by: User | None) -> None:
    """Take a player who waits for a partner off the list."""
    tournament = Tournament.objects.held(player.tournament_id)
    player = tournament.players.alone().filter(pk=player.pk).first()
    if player is None:
        return
    if player.payments.values("taken_by").annotate(sum=Sum("amount")).exclude(sum=0).exists():
        raise ValidationError(
            _("%(player)s has paid: give the money back first."), params={"player": player.name}
        )
    check_unruled(player)
    details = {"player": player.pk}
    player.delete()
    journal.write(tournament, "player.removed", by=by, details=details)


@transaction.atomic
def pair(
    tournament: Tournament, one: Player, other: Player, *, name: str = "", by: User | None
) -> Team:
    """Make a team of two players who came alone; what they have paid follows them.

    Asked twice, it is one team. Raises ``ValidationError`` when one of them has
    a partner by now.
    """
    tournament = Tournament.objects.held(tournament.pk)
    now = {player.pk: player for player in tournament.players.filter(pk__in=[one.pk, other.pk])}
    teams = {player.team_id for player in now.values()}
    together = len(now) == PLAYERS and len(teams) == 1
    if together and None not in teams:
        return tournament.teams.get(pk=teams.pop())
    if not together or any(player.replaced_at for player in now.values()):
        raise ValidationError(_("Choose two players who are still alone."), code="not_alone")
    players = (now[one.pk].name, now[other.pk].name)
    size = size_of(tournament)
    line = dataclasses.replace(EMPTY_LINE, name=tidy(name), players=players, size=size)
    taken = taken_in(tournament)
    if problems := name_problems(line) + find_clashes([line], taken):
        raise as_field_refusal(problems)
    (team,) = create(tournament, [line], taken, by=by).teams
    details = {"team": team.pk, "number": team.number, "players": [one.pk, other.pk]}
    journal.write(tournament, "players.paired", by=by, details=details)
    return team


@transaction.atomic
def separate(team: Team, *, by: User | None) -> None:
    """Undo a team that no draw has seated: its two players are alone again."""
    tournament = Tournament.objects.held(team.tournament_id)
    team = tournament.teams.filter(pk=team.pk).first()
    if team is None:
        return
    if tournament.is_individual or team.seats.exists():
        raise ValidationError(_("This team has been drawn in a round: it stays together."))
    if team.payments.filter(player=None).exists():
        raise ValidationError(
            _("Money was taken for this team as a whole: give it back before you separate it.")
        )
    check_unruled(team)
    players = [player.pk for player in team.players.all()]
    details = {"team": team.pk, "number": team.number, "players": players}
    Payment.objects.filter(team=team).update(team=None)
    Player.objects.filter(pk__in=players).update(team=None, place=None)
    team.delete()
    journal.write(tournament, "players.separated", by=by, details=details)


@transaction.atomic
def replace_player(team: Team, player: Player, name: str, *, by: User | None) -> Player:
    """Let somebody else play in a player's place from now on, and return him.

    The one who leaves keeps his name and what he played for. Somebody who came
    alone may step in. Asked twice, it is one change.
    """
    tournament = Tournament.objects.held(team.tournament_id)
    team = still_there(team)
    old = team.players.filter(pk=player.pk).first()
    if old is None:
        if again := team.players.filter(key=search_key(name)).first():
            return again
        raise ValidationError(_("This player has already been replaced."), code="stale")
    before = line_of(team)
    players = tuple(name if each.pk == old.pk else each.name for each in team.players.all())
    follows = before.name == name_after(before.players)
    line = dataclasses.replace(
        before, players=players, name=name_after(players) if follows else before.name
    )
    taken = taken_in(tournament, leaving_out=[team])
    problems = name_problems(line) + find_clashes([line], taken)
    if search_key(name) == old.key:
        raise ValidationError({"name": _("This is the player who leaves.")})
    if problems:
        raise _beside_name(as_field_refusal(problems))
    left = {"replaced_at": timezone.now(), "played_for": team}
    Player.objects.filter(pk=old.pk).update(team=None, place=None, **left)
    new = _stepping_in(team, old.place, name, taken)
    team.name = line.name
    team.full_clean(exclude=["tournament"])
    team.save(update_fields=["name", "key"])
    details = {
        "team": team.pk,
        "number": team.number,
        "out": old.pk,
        "in": new.pk,
        "round": next_round(tournament),
    }
    journal.write(tournament, "player.replaced", by=by, details=details)
    return new


def _stepping_in(team: Team, place: int, name: str, taken: Taken) -> Player:
    if waiting := taken.alone.get(search_key(name)):
        bring_in(waiting, team, place)
        return Player.objects.get(pk=waiting)
    player = Player(tournament=team.tournament, team=team, place=place, name=name)
    player.full_clean(exclude=["team", "tournament"], **UNCHECKED)
    player.save()
    return player


def _beside_name(refusal: ValidationError) -> ValidationError:
    """Put what is wrong beside the one name the form asks for."""
    errors = [error for errors in refusal.error_dict.values() for error in errors]
    return ValidationError({"name": errors})
