"""Restore a contest from its archive: all of it or nothing, with keys of its own."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from itertools import repeat
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring import Refusal
from tournament.archive.aside import aside
from tournament.archive.reading import Archive, Row
from tournament.archive.rows import insert, new_keys
from tournament.archive.tables import CONTEST, ROWS, Table
from tournament.clubs.checks import check
from tournament.clubs.naming import clubs_organised_by
from tournament.clubs.services import club_of
from tournament.deals.tally import match_sheets
from tournament.journal.faults import sentence
from tournament.journal.listing import lines
from tournament.journal.origin import Ids
from tournament.journal.verification import Verified, verify
from tournament.logins import account_like
from tournament.models import Club, Evening, Role, RoleKind, Season, Shape, Tournament, User
from tournament.standings.services import standings

MOST_TOLD = 200
"""So many of its last acts are told in the trial of an archive."""
UNFIT = (
    Refusal,
    ArithmeticError,
    AttributeError,
    DataError,
    IntegrityError,
    LookupError,
    ObjectDoesNotExist,
    RecursionError,
    TypeError,
    ValueError,
)
"""What reading a contest raises whose rows do not fit together; what the disk does is not of it."""

log = logging.getLogger(__name__)

Moved = dict[str, dict[int, int]]
"""For each model, what became of the keys of the archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What an archive holds, as it would be restored."""

    name: str
    date: date
    made_at: datetime
    teams: int
    rounds: int
    deals: int
    rulings: int
    people: tuple[str, ...]
    verified: Verified

    @property
    def fault(self) -> str:
        """What a journal that does not verify shows first; nothing where it does."""
        return sentence(self.verified.faults[0]) if self.verified.faults else ""


class AlreadyHere(ValidationError):
    """The contest of an archive is in this installation; ``tournament`` is it."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        super().__init__(
            _("This contest is already here. Delete it first to restore it from this archive.")
        )


def tried(archive: Archive, *, by: User | None) -> Held:
    """Say what an archive would give: it is restored aside, looked at, and never was.

    Raises ``ValidationError``: where the contest is here already (``AlreadyHere``), and where
    the archive does not fit together.
    """
    with aside():
        tournament = put_in(archive, by=by)
        with _fitting(archive):
            verified = _looked_at(tournament)
            return Held(
                name=tournament.name,
                date=tournament.date,
                made_at=archive.made_at,
                teams=len(archive.rows["teams"]),
                rounds=tournament.rounds.count(),
                deals=sum(row["accepted"] is not None for row in archive.rows["deals"]),
                rulings=len(archive.rows["rulings"]),
                people=tuple(row["username"] for row in archive.rows["users"]),
                verified=verified,
            )


def restore(archive: Archive, *, by: User | None, accept: bool = False) -> Tournament:
    """Try an archive, then put it in; a journal that does not verify must be accepted.

    Raises ``ValidationError``, and changes nothing, as ``tried`` does.
    """
    held = tried(archive, by=by)
    if held.fault and not accept:
        raise ValidationError(unverified(held.fault))
    return put_in(archive, by=by)


def unverified(fault: str) -> str:
    """Say that a journal does not verify, and what was found first."""
    return _("The journal of this archive does not verify: %(why)s") % {"why": fault}


@transaction.atomic
def put_in(archive: Archive, *, by: User | None) -> Tournament:
    """Make the contest of an archive that was tried, and whoever restores it its organiser.

    Raises ``ValidationError``, and changes nothing, where it is here already.
    """
    _check_absent(archive)
    with _fitting(archive):
        club = club_of(by)
        tournament = _Restoration(archive, club, with_seasons=_decides(by, club)).made()
        if by:
            Role.objects.get_or_create(user=by, tournament=tournament, kind=RoleKind.ORGANISER)
        return tournament


def _decides(by: User | None, club: Club) -> bool:
    """Whether who restores says what counts in a club's seasons: who organises or begins it."""
    if by is None or not club.tournaments.exists():
        return True
    return clubs_organised_by(by).filter(pk=club.pk).exists()


@contextmanager
def _fitting(archive: Archive) -> Iterator[None]:
    """Say in one sentence what an archive makes impossible."""
    try:
        with transaction.atomic():
            yield
    except ValidationError as refusal:
        raise ValidationError(
            _("The contest of this archive could not be played as it is set: %(why)s")
            % {"why": refusal.messages[0]}
        ) from refusal
    except UNFIT as failure:
        # Or somebody restored it since it was looked for.
        _check_absent(archive)
        # A bug looks the same: the log tells where.
        log.warning("An archive does not fit together", exc_info=failure)
        raise ValidationError(
            _("This archive does not fit together: its contest could not be shown.")
        ) from failure


def _check_absent(archive: Archive) -> None:
    there = Tournament.objects.filter(client_key=archive.contest["client_key"]).first()
    if there:
        raise AlreadyHere(there)


def _looked_at(tournament: Tournament) -> Verified:
    """Read a contest as its pages do, so that what does not fit together shows now."""
    tournament.rulebook.fingerprint()
    # Another copy: what a check tidies is not what the archive holds.
    check(Tournament.objects.get(pk=tournament.pk))
    standings(tournament)
    # The standings are of the closed rounds: what is being played is shown sheet by sheet.
    for round_ in tournament.rounds.in_play():
        match_sheets(round_)
    acts = tournament.journal.order_by("-number").values_list("number", flat=True)
    lines(tournament, list(acts[:MOST_TOLD]), shows_money=True)
    return verify(tournament)


class _Restoration:
    """One restoration: what the keys of the archive become, then the rows with these keys.

    Without its seasons the contest counts in none.
    """

    def __init__(self, archive: Archive, club: Club, *, with_seasons: bool) -> None:
        self.archive = archive
        self.club = club
        self.season_rows = archive.rows["seasons"] if with_seasons else []
        self.moved: Moved = {}
        self.runs: dict[str, list[list[int]]] = {}

    def made(self) -> Tournament:
        """Make every row; the contest keeps how the keys moved."""
        self.moved["user"] = people = {}
        for row in self.archive.rows["users"]:
            people[row["id"]] = self._person(row["username"])
        seasons = {row["id"]: self._season(row) for row in self.season_rows}
        self.moved["season"] = {key: season.pk for key, season in seasons.items()}
        for table in (CONTEST, *ROWS):
            was = [row["id"] for row in self.archive.rows[table.name]]
            self.moved[table.kind] = dict(zip(was, new_keys(table.model, len(was)), strict=True))
        self.runs = runs_of(self.moved)
        for table in (CONTEST, *ROWS):
            insert(table.model, map(self._row, repeat(table), self.archive.rows[table.name]))
        (key,) = self.moved["tournament"].values()
        tournament = Tournament.objects.get(pk=key)
        for season in seasons.values():
            Evening.objects.create(season=season, tournament=tournament)
        return tournament

    def _person(self, name: str) -> int:
        """Find an account by its name, of the club or of none; make one where there is not.

        An account that is made has no password: nobody enters by an archive. Two names of an
        archive are never one account.
        """
        user = account_like(name)
        is_given = user and user.pk in self.moved["user"].values()
        if user and user.club_id in {None, self.club.pk} and not is_given:
            return int(user.pk)
        made = User(username=_free_name(name) if user else name, club=self.club)
        made.set_unusable_password()
        made.save()
        return int(made.pk)

    def _season(self, row: Row) -> Season:
        """Find the club's season of a name; make it where there is none.

        One of pairs is not one of single players.
        """
        is_single = self.archive.contest["shape"] == Shape.INDIVIDUAL
        single = Tournament.objects.filter(shape=Shape.INDIVIDUAL)
        others = Tournament.objects.exclude(pk__in=single) if is_single else single
        alike = self.club.seasons.exclude(evenings__tournament__in=others)
        found = alike.filter(name=row["name"]).order_by("pk").first()
        columns = {name: value for name, value in row.items() if name != "id"}
        return found or Season.objects.create(club=self.club, **columns)

    def _row(self, table: Table, row: Row) -> dict[str, Any]:
        """Return a row's columns with the keys of here."""
        columns: dict[str, Any] = {name: make(row) for name, make in table.made.items()}
        for column in table.columns:
            value = row[column.name]
            if column.primary_key or column.is_relation:
                model = table.model if column.primary_key else column.related_model
                value = value and self.moved[str(model._meta.model_name)][value]
            columns[column.name] = value
        if table is CONTEST:
            columns |= {"club": self.club.pk, "deleting": False, "origin": self._origin()}
        else:
            (contest,) = self.moved["tournament"].values()
            fields = table.model._meta.concrete_fields
            columns |= {field.name: contest for field in fields if table.is_contest(field)}
        if table.name == "rulings":
            columns["changes"] = Ids(self.runs).changes(row["changes"])
        return columns

    def _origin(self) -> list[dict[str, Any]]:
        """Return the eras of the journal: those it came with, and the one that ends here."""
        contest, last, eras = self.archive.contest, 0, []
        for era in contest["origin"] or ():
            last = era["acts"]
            eras.append({"acts": last, "ids": composed(era["ids"], self.moved)})
        if contest["version"] > last:
            eras.append({"acts": contest["version"], "ids": self.runs})
        return eras


def _free_name(name: str) -> str:
    number = 2
    while account_like(f"{name[:140]}.{number}"):
        number += 1
    return f"{name[:140]}.{number}"


def runs_of(moved: Mapping[str, Mapping[int, int]]) -> dict[str, list[list[int]]]:
    """Write how keys moved: ``{"team": [[7, 19, 24]]}`` says 7 to 30 became 19 to 42."""
    found: dict[str, list[list[int]]] = {}
    for kind, keys in sorted(moved.items()):
        runs: list[list[int]] = []
        for was, now in sorted(keys.items()):
            if runs and (was, now) == (runs[-1][0] + runs[-1][2], runs[-1][1] + runs[-1][2]):
                runs[-1][2] += 1
            else:
                runs.append([was, now, 1])
        found[kind] = runs
    return found


def composed(
    former: Mapping[str, Iterable[tuple[int, int, int]]], moved: Moved
) -> dict[str, list[list[int]]]:
    """Write how keys of an earlier era moved, and moved again; those that are gone are left out."""
    again: dict[str, dict[int, int]] = {}
    for kind, runs in former.items():
        here = moved.get(kind, {})
        again[kind] = {
            was + step: here[now + step]
            for was, now, count in runs
            for step in range(count)
            if now + step in here
        }
    return runs_of(again)
