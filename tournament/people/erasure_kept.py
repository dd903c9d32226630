"""What is kept of a person: each time he played, and what people wrote of him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from tournament.models import (
    Confirmation,
    Entry,
    MatchTotals,
    Payment,
    Player,
    RefereeCall,
    Ruling,
    Tournament,
)
from tournament.spreadsheets import Cell, Sheet, csv_of, figure
from tournament.text import search_key

WRITTEN: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (Entry, "deal__match__round__tournament", ("reason",)),
    (Confirmation, "entry__deal__match__round__tournament", ("note",)),
    (MatchTotals, "match__round__tournament", ("reason",)),
    (RefereeCall, "match__round__tournament", ("note",)),
    (Ruling, "tournament", ("facts", "explanation", "second_person")),
)
"""Where people write in their own words, by how the contest is found from there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One time that somebody played: everything the site holds of it under his name."""

    contest: str
    date: date
    place: str
    name: str
    team: str
    team_number: int | None
    partner: str
    club: str
    categories: tuple[str, ...]
    checked_in_at: datetime | None
    replaced_at: datetime | None
    paid: tuple[tuple[Decimal, datetime], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A sentence in which somebody's name stands, and the contest it was written in."""

    contest: str
    text: str


def kept_of(players: Iterable[Player]) -> list[Kept]:
    """Return what is kept of some players, in the order they come."""
    return [_kept(player) for player in players]


def _kept(player: Player) -> Kept:
    team = player.team or player.played_for
    # A team pays for both, unless one of them paid before he had a team.
    of_team = Q(team=team, player=None) if team else Q(pk=None)
    payments = Payment.objects.filter(Q(player=player) | of_team)
    partners = team.players.exclude(pk=player.pk) if team else Player.objects.none()
    return Kept(
        contest=player.tournament.name,
        date=player.tournament.date,
        place=player.tournament.place,
        name=player.name,
        team=team.name if team else "",
        team_number=team.number if team else None,
        partner=", ".join(partners.values_list("name", flat=True)),
        club=team.club if team else "",
        categories=tuple(team.category_labels) if team else (),
        checked_in_at=team.checked_in_at if team else None,
        replaced_at=player.replaced_at,
        paid=tuple((each.amount, each.taken_at) for each in payments),
    )


def written_of(contests: QuerySet[Tournament], name: str) -> list[Written]:
    """Return the sentences of some contests in which every word of a name stands."""
    return list(_written(contests, search_key(name).split()))


def _written(contests: QuerySet[Tournament], words: list[str]) -> Iterator[Written]:
    for model, contest, columns in WRITTEN:
        some = Q()
        for column in columns:
            some |= ~Q(**{column: ""})
        within = {f"{contest}__in": contests.order_by().values("pk")}
        rows = model._default_manager.filter(some, **within)
        for name, *texts in rows.values_list(f"{contest}__name", *columns).order_by("pk"):
            for text in texts:
                if words and all(word in search_key(text) for word in words):
                    yield Written(contest=name, text=text)


def as_json(kept: Iterable[Kept], written: Iterable[Written]) -> dict[str, Any]:
    """Return what is kept as a mapping of plain values, for a program."""
    return {
        "played": [_plain(asdict(each)) for each in kept],
        "written": [asdict(each) for each in written],
    }


def _plain(said: dict[str, Any]) -> dict[str, Any]:
    said["paid"] = [{"amount": amount, "at": at} for amount, at in said["paid"]]
    return said


def as_csv(kept: Iterable[Kept], written: Iterable[Written]) -> str:
    """Return what is kept as a file for a spreadsheet."""
    head = [
        _("Contest"),
        _("Date"),
        _("Place"),
        _("Player"),
        _("Number"),
        _("Team"),
        _("Partner"),
        _("Club"),
        _("Categories"),
        _("Checked in"),
        _("Paid"),
    ]
    rows: list[list[Cell]] = [
        [
            each.contest,
            each.date,
            each.place,
            each.name,
            each.team_number,
            each.team,
            each.partner,
            each.club,
            ", ".join(each.categories),
            each.checked_in_at,
            ", ".join(figure(amount) for amount, _at in each.paid),
        ]
        for each in kept
    ]
    below = [f"{each.contest}: {each.text}" for each in written]
    return csv_of(Sheet(title=_("What is kept"), head=head, rows=rows, below=below))
