"""A contest played through the services, and somebody who alters its file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.db import connection
from django.db.models import Model

from tests.tournament.builders import FACTS, a_user
from tournament.clubs.services import change_settings, create_tournament, settings_digest
from tournament.deals.checks import settle
from tournament.deals.services import record_deal
from tournament.journal.guards import GUARDED
from tournament.migrations._append_only import (
    CONFIRMATIONS,
    ENTRIES,
    JOURNAL,
    RULINGS,
    TOTALS,
    put_on,
)
from tournament.models import Deal, DrawKind, EndKind, Entry, Match, Payment, Tournament
from tournament.rounds.services import close_round, open_round
from tournament.teams.importing import TeamLine
from tournament.teams.money import take_payment
from tournament.teams.services import register_teams


def a_played_contest(deals: int = 2) -> Tournament:
    """Return a contest of four teams: a fee paid, a round played and closed, another drawn."""
    organiser = a_user("organiser")
    tournament = create_tournament(
        by=organiser,
        name="Concours d'automne",
        date="2026-11-30",
        rulebook_name="grenobloise",
        end_kind=EndKind.DEALS,
        deals=deals,
        fee=Decimal(5),
    )
    lines = [
        TeamLine(
            line=number,
            number=number,
            name=f"Équipe {number}",
            players=(f"Joueur {number}.1", f"Joueur {number}.2"),
            fee_paid=None,
        )
        for number in range(1, 5)
    ]
    team = register_teams(tournament, lines, by=organiser)[0]
    take_payment(team, Decimal(10), client_key=uuid4(), by=organiser)
    tournament.refresh_from_db()
    change_settings(tournament, {"bye_marks": 100}, by=organiser, seen=settings_digest(tournament))
    round_ = open_round(tournament, 1, kind=DrawKind.LOT, by=organiser)
    for match in round_.matches.all():
        for number in range(1, deals + 1):
            typed(match, number)
    first = round_.matches.first()
    shown = first.deals.get(number=1).accepted_id
    typed(first, 1, base=shown, reason="le papier dit 130", points=130)
    close_round(round_, by=organiser)
    open_round(tournament, 2, kind=DrawKind.LOT, by=organiser, accept=True)
    tournament.refresh_from_db()
    return tournament


def typed(
    match: Match,
    number: int,
    *,
    who: str = "zoe",
    base: int | None = None,
    reason: str = "",
    sheet: str = "",
    **facts: Any,
) -> Entry:
    """Record a deal as the desk does."""
    return record_deal(
        match,
        number,
        FACTS | facts,
        by=a_user(who),
        client_key=uuid4(),
        base=base,
        reason=reason,
        sheet=sheet,
    )


def decided(entry: Entry, *, by: str, reason: str) -> Entry:
    """Decide for a reading of a deal, as a second person does."""
    deal = Deal.objects.get(pk=entry.deal_id)
    base = deal.accepted_id
    return settle(deal, entry, base=base, by=a_user(by), reason=reason, client_key=uuid4())


def a_payment(tournament: Tournament) -> Payment:
    """Return the one payment of the contest."""
    return Payment.objects.get(team__tournament=tournament)


def take_the_guards_off() -> None:
    """Do what somebody does first who has the database's file: drop its triggers."""
    with connection.cursor() as cursor:
        for table in GUARDED:
            if connection.vendor == "sqlite":
                for act in ("update", "delete"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{act}")
            else:
                cursor.execute(f"DROP FUNCTION IF EXISTS {table}_append_only() CASCADE")


def put_the_guards_back() -> None:
    """Put the triggers on again, where a test really commits and others follow it."""
    take_the_guards_off()
    every = JOURNAL | ENTRIES | CONFIRMATIONS | TOTALS | RULINGS
    with connection.schema_editor() as editor:
        put_on(every).code(None, editor)


def alter(model: type[Model], change: str, **which: Any) -> None:
    """Alter rows in the file, whatever Django would say of it: ``"points = 99"``."""
    take_the_guards_off()
    (column, value), *_none = which.items()
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET {change} WHERE {column} = %s",  # noqa: S608 - a test's own words
            [value],
        )


@contextmanager
def anything_goes() -> Iterator[None]:
    """Have SQLite check nothing of what is put into its columns."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        yield
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
