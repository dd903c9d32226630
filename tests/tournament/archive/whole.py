"""A contest of which every table has rows, and its archive restored elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tests.tournament.builders import (
    a_call,
    a_club,
    a_match,
    a_player_alone,
    a_role,
    a_ruling,
    a_season,
    a_user,
)
from tests.tournament.journal.played import a_played_contest, decided, typed
from tournament.archive.reading import read_archive
from tournament.archive.restoring import restore
from tournament.archive.tables import CONTEST, ROWS, SEASONS
from tournament.archive.writing import archive_of
from tournament.deals.acts import last_act, swap_sides, take_totals, undo
from tournament.deals.checks import answer, seen_of
from tournament.journal.listing import lines
from tournament.models import (
    Checking,
    ClubRole,
    Display,
    Evening,
    Match,
    Presence,
    Printed,
    Prize,
    RefereeCall,
    RoleKind,
    TableCode,
    Tournament,
    User,
)
from tournament.referee.calls import settle
from tournament.referee.playing import play_in
from tournament.rounds.removal import remove_round
from tournament.rounds.services import close_round, open_round
from tournament.seasons.services import add_evening
from tournament.teams.apart import keep_apart
from tournament.teams.partners import replace_player


def a_whole_contest() -> Tournament:
    """Return a contest in which nearly everything was done once; a deleted round is in it."""
    by = a_user("organiser")
    contest = a_played_contest()
    one, other = tables(contest, 2)
    for match in (one, other):
        Match.objects.filter(pk=match.pk).update(checking=Checking.CONFIRMED)
    first = typed(one, 1)
    answer(first, agrees=False, by=a_user("lea"), note="130 sur le papier")
    decided(first, by="lea", reason="vu avec la table")
    swap_sides(one, seen=seen_of(one), by=by, reason="feuille à l'envers")
    undo(contest, last_act(contest, by).number, by=by)
    take_totals(other, (900, 700), base=None, by=by, reason="illisible", client_key=uuid4())
    call = a_call(one)
    a_ruling(one, "marks", side="A", marks=-50)
    settle(RefereeCall.objects.get(pk=call.pk), by=a_user("rémi"), ruling=contest.rulings.get())
    play_in(a_user("rémi"), contest, contest.teams.first())
    second = close_round(contest.rounds.get(number=2), by=by, despite_missing=True)
    remove_round(second, typed_name="Manche 2", by=by, reason="rejouée")
    open_round(contest, 2, kind="lot", by=by, accept=True)
    typed(tables(contest, 2)[0], 1, points=140)
    add_evening(a_season(), contest, by=by)
    teams = list(contest.teams.all())
    keep_apart(teams[0], teams[1], by=by)
    replace_player(teams[2], teams[2].players.first(), "Zoé Neuve", by=by)
    a_player_alone(contest)
    a_role(a_user("trésorier"), contest, RoleKind.TREASURER)
    Prize.objects.create(tournament=contest, place=1, award="un jambon", amount="50.00")
    Display.objects.create(
        tournament=contest, name="Écran", code="abc", panels=["draw"], client_key=uuid4()
    )
    contest.refresh_from_db()
    return contest


def tables(tournament: Tournament, number: int) -> list[Match]:
    """Return the matches of a round."""
    matches = Match.objects.with_teams().select_related("round__tournament")
    return list(matches.filter(round__tournament=tournament, round__number=number))


def the_file(tournament: Tournament) -> bytes:
    """Return the archive of a contest."""
    with archive_of(tournament) as made:
        return made.read()


_sample: list[bytes] = []


def a_file() -> bytes:
    """Return the archive of a whole contest, which is nowhere: it is played once for all tests."""
    if not _sample:
        _sample.append(the_file(a_whole_contest()))
    forgotten()
    return _sample[0]


def altered(content: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return an archive after somebody changed it by hand."""
    whole = json.loads(content)
    change(whole)
    return json.dumps(whole).encode()


def elsewhere(content: bytes, *, by: User | None = None, accept: bool = False) -> Tournament:
    """Restore an archive into an installation that holds other contests, with other keys."""
    forgotten()
    for _each in range(3):
        a_match()
    found = restore(read_archive(content), by=by or _who_organises(), accept=accept)
    found.refresh_from_db()
    return found


def _who_organises() -> User:
    somebody = a_user("somebody")
    ClubRole.objects.get_or_create(user=somebody, club=a_club(), kind=RoleKind.ORGANISER)
    return somebody


def forgotten() -> None:
    """Delete every contest, as an installation that never had them; the keys go on."""
    Tournament.objects.update(deleting=True)
    for model in (Evening, Presence, Printed, TableCode):
        model.objects.all().delete()
    for table in (*reversed(ROWS), SEASONS, CONTEST):
        table.model._default_manager.all()._raw_delete("default")


def told(tournament: Tournament) -> list[tuple[str, str]]:
    """Return every act of a contest in words."""
    numbers = list(tournament.journal.values_list("number", flat=True))
    return [(line.who, line.sentence) for line in lines(tournament, numbers, shows_money=True)]
