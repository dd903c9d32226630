"""The contest that the crowd plays, made and read back through the site's own services."""

from __future__ import annotations

import datetime
import math
import random
from dataclasses import dataclass

from django.test import Client

from tournament.clubs.services import create_first_organiser, create_tournament
from tournament.deals.services import record_deals
from tournament.demo import a_deal
from tournament.models import (
    DrawKind,
    EndKind,
    Ranking,
    Role,
    RoleKind,
    Round,
    Shape,
    Tournament,
    User,
)
from tournament.rounds.services import close_round, open_round
from tournament.tables.codes import codes_of
from tournament.teams.importing import TeamLine
from tournament.teams.services import register_teams

DEALS = 20
"""Deals of a match."""
DRAWN_TEAMS = 24
"""Teams of the second contest, whose rounds are drawn and closed all the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How many people come, how often each does something, and for how long."""

    seconds: float = 60
    seed: int = 5
    scorekeepers: int = 32
    phones: int = 64
    readers: int = 200
    desk_every: float = 3
    phone_every: float = 10
    poll_every: float = 5

    @property
    def desk_tables(self) -> int:
        """Tables enough for what the scorekeepers type."""
        return self.scorekeepers * math.ceil((self.seconds / self.desk_every + 2) / DEALS)

    @property
    def phone_tables(self) -> int:
        """Tables enough for what the phones type, two phones at each."""
        return self.phones // 2 * math.ceil((2 * self.seconds / self.phone_every + 2) / DEALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What was prepared: the contests, each person's session, the codes of the phones' tables."""

    tournament: int
    drawn: int
    round: int
    desk_tables: tuple[int, ...]
    codes: tuple[tuple[int, tuple[str, str]], ...]
    organiser: str
    scorekeepers: tuple[str, ...]
    readers: tuple[str, ...]

    @property
    def tables(self) -> range:
        """Every table of the round in play."""
        return range(1, len(self.desk_tables) + len(self.codes) + 1)


def prepare(size: Size) -> Stage:
    """Make a contest of one closed round and one in play, and sign everybody in."""
    lot = random.Random(size.seed)
    organiser = create_first_organiser("the password of nobody", club_name="Club")
    tables = size.desk_tables + size.phone_tables
    tournament = a_contest("Charge", 2 * tables, Shape.SWISS, organiser)
    first = open_round(tournament, 1, kind=DrawKind.LOT, by=organiser)
    rows = [
        (match, number, a_deal(lot))
        for match in first.matches.all()
        for number in range(1, DEALS + 1)
    ]
    record_deals(first, rows, by=organiser)
    close_round(first, by=organiser)
    second = open_round(tournament, 2, kind=DrawKind.STANDINGS, by=organiser)
    drawn = a_contest("Tirages", DRAWN_TEAMS, Shape.LOT, organiser)
    return Stage(
        tournament=tournament.pk,
        drawn=drawn.pk,
        round=2,
        desk_tables=tuple(range(1, size.desk_tables + 1)),
        codes=_codes(second, after=size.desk_tables),
        organiser=_signed_in(organiser),
        scorekeepers=_crew(tournament, "marqueur", size.scorekeepers),
        readers=_crew(tournament, "lecteur", size.readers),
    )


def a_contest(
    name: str, teams: int, shape: Shape, organiser: User, *, deals: int = DEALS
) -> Tournament:
    """Make a contest with its teams, nothing drawn yet."""
    tournament = create_tournament(
        by=organiser,
        name=name,
        date=datetime.date(2026, 11, 30),
        rulebook_name="grenobloise",
        end_kind=EndKind.DEALS,
        deals=deals,
        ranking=Ranking.MARKS,
        shape=shape,
        phones=True,
    )
    size = 1 if shape == Shape.INDIVIDUAL else 2
    lines = [
        TeamLine(
            line=number,
            number=number,
            name=f"Équipe {number}",
            players=(f"Joueuse {number}", f"Joueur {number}")[:size],
            fee_paid=None,
            size=size,
        )
        for number in range(1, teams + 1)
    ]
    register_teams(tournament, lines, by=organiser)
    return tournament


def _codes(round_: Round, *, after: int) -> tuple[tuple[int, tuple[str, str]], ...]:
    """Return the codes of both sides of the tables from a number on."""
    codes = codes_of(round_)
    matches = round_.matches.filter(table__gt=after).order_by("table")
    return tuple(
        (match.table, tuple(codes[match.pk, side].code for side in "AB")) for match in matches
    )


def _crew(tournament: Tournament, name: str, count: int) -> tuple[str, ...]:
    """Make accounts of the desk and return the session of each."""
    users = [User(username=f"{name}-{number}") for number in range(1, count + 1)]
    for user in users:
        user.set_unusable_password()
    made = User.objects.bulk_create(users)
    Role.objects.bulk_create(
        Role(user=user, tournament=tournament, kind=RoleKind.SCOREKEEPER) for user in made
    )
    return tuple(map(_signed_in, made))


def _signed_in(user: User) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value
