"""Register teams, change them, check them in, let them go and come back.

With a list goes what its columns are, which its club remembers for the next one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.models import Club, Decision, Ruling, Team, Tournament, User
from tournament.teams.clashes import find_clashes, numbered
from tournament.teams.columns import Column, Layout, find_layout, titles_of
from tournament.teams.importing import team_lines
from tournament.teams.lines import TeamLine, name_problems
from tournament.teams.reading import Row, fault
from tournament.teams.rows import (
    Created,
    check_unruled,
    create,
    fill,
    line_of,
    next_round,
    rename_players,
    size_of,
    state_of,
    still_there,
    taken_in,
)
from tournament.teams.words import as_field_refusal, as_refusal

MOST_REMEMBERED = 50
"""How many lists a club remembers the columns of."""
TURN = "turn"
"""Where it is kept which of them was remembered later."""


@transaction.atomic
def register_teams(
    tournament: Tournament, lines: Sequence[TeamLine], *, by: User | None
) -> list[Team]:
    """Register a whole list, or none of it; lines without a number get the next ones.

    Raises ``ValidationError`` with a sentence for each line that is refused.
    """
    # A player met twice is what no constraint can see, for it spans teams: one act at a time.
    tournament = Tournament.objects.held(tournament.pk)
    # A list copied from a contest of pairs, or to one, has teams of the wrong size.
    lines = [dataclasses.replace(line, size=size_of(tournament)) for line in lines]
    taken = taken_in(tournament)
    problems = [problem for line in lines for problem in name_problems(line)]
    if problems := problems + find_clashes(lines, taken):
        raise as_refusal(problems)
    created = create(tournament, lines, taken, by=by)
    journal.write(tournament, "teams.registered", by=by, details=registered(created))
    return created.teams


def register_rows(
    tournament: Tournament, rows: Sequence[Row], layout: Layout, *, by: User | None
) -> list[Team]:
    """Register the teams of a previewed list, or none of them."""
    lines, problems = team_lines(rows, layout, individual=tournament.is_individual)
    if problems:
        raise as_refusal(problems)
    with transaction.atomic():
        remember_columns(tournament, rows, layout)
        return register_teams(tournament, lines, by=by)


def remember_columns(tournament: Tournament, rows: Sequence[Row], layout: Layout) -> None:
    """Keep for the club the columns chosen by hand, for the next list with these titles.

    In the caller's transaction, and before it takes the contest: the club comes first, always.
    """
    titles = titles_of(rows[0]) if layout.has_titles else ""
    if not titles:
        return
    club = Club.objects.select_for_update().get(pk=tournament.club_id)
    kept = {key: value for key, value in club.list_columns.items() if key != titles}
    if layout != find_layout(rows, individual=tournament.is_individual):
        kept[titles] = {str(place): column.value for place, column in enumerate(layout.columns)}
        # PostgreSQL gives the keys of an object in an order of its own.
        kept[titles][TURN] = str(1 + max(map(_turn, kept.values())))
    if kept != club.list_columns:
        newest = sorted(kept, key=lambda key: _turn(kept[key]))[-MOST_REMEMBERED:]
        club.list_columns = {key: kept[key] for key in newest}
        club.save(update_fields=["list_columns"])


def _turn(chosen: Mapping[str, str]) -> int:
    return int(chosen.get(TURN, "0"))


@transaction.atomic
def register_team(tournament: Tournament, line: TeamLine, *, by: User | None) -> Team:
    """Register one team, at any time of the contest.

    The same team sent again, as a double click does, is found and not refused.
    Raises ``ValidationError`` with each sentence beside its field.
    """
    tournament = Tournament.objects.held(tournament.pk)
    line = dataclasses.replace(line, size=size_of(tournament))
    if again := _same_team(tournament, line):
        return again
    taken = taken_in(tournament)
    if problems := name_problems(line) + find_clashes([line], taken):
        raise as_field_refusal(problems)
    (team,) = create(tournament, [line], taken, by=by).teams
    journal.write(tournament, "team.registered", by=by, details=_entered(team))
    return team


@transaction.atomic
def change_team(team: Team, line: TeamLine, *, seen: str, by: User | None) -> Team:
    """Give a team another number, name, or its players other spellings.

    ``seen`` is the ``state_of`` the team when its form was shown: what someone
    else changed meanwhile is not overwritten. A team that has been drawn keeps
    its number, which stands on papers and in the draws' inputs.
    """
    tournament = Tournament.objects.held(team.tournament_id)
    team = still_there(team)
    line = dataclasses.replace(line, size=size_of(tournament))
    if state_of(line_of(team)) == state_of(line):
        return team
    if state_of(line_of(team)) != seen:
        raise ValidationError(
            _("Someone else has changed this team meanwhile: look at it again before you save."),
            code="stale",
        )
    taken = taken_in(tournament, leaving_out=[team])
    problems = name_problems(line) + find_clashes([line], taken)
    if line.number not in {None, team.number} and team.seats.exists():
        problems.append(fault(0, "number_drawn", Column.NUMBER, number=team.number))
    if problems:
        raise as_field_refusal(problems)
    fill(team, line)
    team.full_clean(exclude=["tournament"])
    team.save()
    rename_players(team, line.players, taken.alone)
    journal.write(tournament, "team.changed", by=by, details=_named(team))
    return team


@transaction.atomic
def delete_team(team: Team, *, by: User | None) -> None:
    """Strike a team off: no draw ever seated it, no till holds its money, no ruling names it.

    A second click changes nothing.
    """
    tournament = Tournament.objects.held(team.tournament_id)
    if not tournament.teams.filter(pk=team.pk).exists():
        return
    if team.seats.exists():
        raise ValidationError(
            _("This team has been drawn in a round: withdraw it, its results stay.")
        )
    if team.payments.values("taken_by").annotate(sum=Sum("amount")).exclude(sum=0).exists():
        raise ValidationError(_("This team has paid: give its money back first, or withdraw it."))
    check_unruled(team)
    details = _named(team)
    team.delete()
    journal.write(tournament, "team.deleted", by=by, details=details)


def withdraw(team: Team, *, by: User | None) -> None:
    """Leave a team out of the next draws; what it has played stays."""
    _set(team, "team.withdrawn", {"withdrawn": False}, {"withdrawn": True}, by=by)


@transaction.atomic
def bring_back(team: Team, *, by: User | None, lifting: Ruling | None = None) -> None:
    """Seat a withdrawn team again from the next draw on.

    Raises ``ValidationError`` while a ruling excludes it, but the one ``lifting``.
    """
    Tournament.objects.held(team.tournament_id)
    if ruling := exclusion_of(team, but=lifting):
        raise ValidationError(
            _("Ruling %(number)s excludes %(team)s: only once it is lifted is it drawn again."),
            params={"number": ruling.number, "team": team},
        )
    _set(team, "team.returned", {"withdrawn": True}, {"withdrawn": False}, by=by)


def exclusion_of(team: Team, *, but: Ruling | None = None) -> Ruling | None:
    """Return the ruling in force that excludes a team, leaving out the one being lifted."""
    found = team.rulings.in_force().filter(decision=Decision.EXCLUSION)
    return found.exclude(pk=but.pk if but else None).order_by("number").last()


def check_in(team: Team, *, by: User | None) -> bool:
    """Note that a team is in the hall; False when it was noted already."""
    now = {"checked_in_at": timezone.now()}
    return _set(team, "team.checked_in", {"checked_in_at": None}, now, by=by)


def undo_check_in(team: Team, *, by: User | None) -> bool:
    """Take a check-in back; False when there was none."""
    there = {"checked_in_at__isnull": False}
    return _set(team, "team.check_in_undone", there, {"checked_in_at": None}, by=by)


def next_number(tournament: Tournament) -> int:
    """Return the number to propose for one more team."""
    (number,) = numbered([EMPTY_LINE], tournament.teams.values_list("number", flat=True))
    return number


EMPTY_LINE = TeamLine(line=0, number=None, name="", players=(), fee_paid=None)


def registered(created: Created) -> dict[str, Any]:
    """Say for the journal what a list has made."""
    teams = created.teams
    details: dict[str, Any] = {
        "teams": [team.pk for team in teams],
        "numbers": [team.number for team in teams],
    }
    if created.alone:
        details["players"] = [player.pk for player in created.alone]
    if teams and teams[0].entered_round > 1:
        details["round"] = teams[0].entered_round
    return details


def _same_team(tournament: Tournament, line: TeamLine) -> Team | None:
    if line.number is None:
        return None
    team = tournament.teams.filter(number=line.number).first()
    return team if team and state_of(line_of(team)) == state_of(line) else None


def _named(team: Team) -> dict[str, Any]:
    return {"team": team.pk, "number": team.number}


def _entered(team: Team) -> dict[str, Any]:
    late = {"round": team.entered_round} if team.entered_round > 1 else {}
    return _named(team) | late


@transaction.atomic
def _set(
    team: Team, kind: str, before: dict[str, Any], after: dict[str, Any], *, by: User | None
) -> bool:
    """Change a team that is as ``before``; a second click finds it done and writes nothing."""
    tournament = Tournament.objects.held(team.tournament_id)
    changed = tournament.teams.filter(pk=team.pk, **before).update(**after)
    if changed:
        # From which round on: a withdrawal during a round does not undo that round's seat.
        details = _named(team) | {"round": next_round(tournament)}
        journal.write(tournament, kind, by=by, details=details)
    return bool(changed)
