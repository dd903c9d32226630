"""Restore a contest from its archive: all of it or nothing, with keys of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from scoring import Refusal
from tournament.archive.reading import Archive, Row
from tournament.archive.tables import CONTEST, OF_MODEL, ROWS, Table
from tournament.clubs.services import club_of
from tournament.journal.comparison import Fault
from tournament.journal.faults import sentence
from tournament.journal.listing import lines
from tournament.journal.origin import Ids
from tournament.journal.verification import Verified, verify
from tournament.models import Club, Evening, Role, RoleKind, Season, Tournament, User
from tournament.standings.services import standings

MOST_TOLD = 200
"""So many of its last acts are told in the trial of an archive."""
UNFIT = (
    Refusal,
    ArithmeticError,
    AttributeError,
    DatabaseError,
    LookupError,
    ObjectDoesNotExist,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What reading a contest raises whose rows do not fit together."""

Moved = dict[str, dict[int, int]]
"""For each model, what became of the keys of the archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What an archive holds, as it would be restored."""

    name: str
    date: datetime
    made_at: datetime
    teams: int
    rounds: int
    deals: int
    rulings: int
    people: tuple[str, ...]
    verified: Verified


class AlreadyHere(ValidationError):
    """The contest of an archive is in this installation; ``tournament`` is it."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        super().__init__(
            _("This contest is already here. Delete it first to restore it from this archive.")
        )


def tried(archive: Archive, *, by: User | None) -> Held:
    """Say what an archive would give: it is restored, looked at, and taken away again.

    Raises ``ValidationError`` as ``restore`` does.
    """
    with transaction.atomic():
        tournament, verified = _restored(archive, by=by)
        held = Held(
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
        transaction.set_rollback(True)
    return held


@transaction.atomic
def restore(archive: Archive, *, by: User | None, accept: bool = False) -> Tournament:
    """Restore the contest of an archive, and make who restores it an organiser.

    Raises ``ValidationError``, and changes nothing: where the contest is here already
    (``AlreadyHere``), where the archive does not fit together, and where its journal
    does not verify, unless that is accepted.
    """
    tournament, verified = _restored(archive, by=by)
    if verified.faults and not accept:
        raise ValidationError(_unverified(verified.faults))
    return tournament


def _unverified(faults: Iterable[Fault]) -> str:
    first = sentence(next(iter(faults)))
    return _("The journal of this archive does not verify: %(why)s") % {"why": first}


def _restored(archive: Archive, *, by: User | None) -> tuple[Tournament, Verified]:
    _check_absent(archive)
    try:
        with transaction.atomic():
            tournament = _Restoration(archive, club_of(by)).made()
            if by:
                Role.objects.get_or_create(user=by, tournament=tournament, kind=RoleKind.ORGANISER)
            return tournament, _looked_at(tournament)
    except UNFIT as failure:
        # Or somebody restored it since it was looked for.
        _check_absent(archive)
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
    str(tournament.end_words), tournament.match_end, tournament.ranked_by
    standings(tournament)
    acts = tournament.journal.order_by("-number").values_list("number", flat=True)
    lines(tournament, list(acts[:MOST_TOLD]), shows_money=True)
    return verify(tournament)


class _Restoration:
    """One restoration: the rows made so far, by the keys that they had."""

    def __init__(self, archive: Archive, club: Club) -> None:
        self.archive = archive
        self.club = club
        self.moved: Moved = defaultdict(dict)

    def made(self) -> Tournament:
        """Make every row, then have the contest keep how the keys moved."""
        self._people()
        tournament = self._contest()
        self._seasons(tournament)
        for table in ROWS:
            self._rows(table, tournament)
        tournament.origin = self._origin()
        tournament.save(update_fields=["origin"])
        return tournament

    def _contest(self) -> Tournament:
        row = self.archive.contest
        columns = {name: value for name, value in row.items() if name not in {"id", "origin"}}
        return self._kept(CONTEST, row["id"], Tournament(club=self.club, **columns))

    def _people(self) -> None:
        """Find the accounts by their names, of the club or of none; make the others.

        An account that is made has no password: nobody enters by an archive.
        """
        for row in self.archive.rows["users"]:
            name = row["username"]
            user = User.objects.filter(username=name).first()
            if user and user.club_id not in {None, self.club.pk}:
                user, name = None, _free_name(name)
            if user is None:
                user = User(username=name, club=self.club)
                user.set_unusable_password()
                user.save()
            self.moved["user"][row["id"]] = user.pk

    def _seasons(self, tournament: Tournament) -> None:
        """Put the contest into the club's seasons of these names; make those that are not there."""
        for row in self.archive.rows["seasons"]:
            columns = {name: value for name, value in row.items() if name not in {"id", "name"}}
            season = self.club.seasons.filter(name=row["name"]).order_by("pk").first()
            if season is None:
                columns |= {"name": row["name"], "client_key": uuid4()}
                season = Season.objects.create(club=self.club, **columns)
            Evening.objects.create(season=season, tournament=tournament)
            self.moved["season"][row["id"]] = season.pk

    def _rows(self, table: Table, tournament: Tournament) -> None:
        later = {column.name for column in table.columns if self._comes_later(table, column)}
        whole = [
            column.name for column in table.model._meta.concrete_fields if table.is_contest(column)
        ]
        for row in self.archive.rows[table.name]:
            columns = self._columns(table, row)
            now = {name: value for name, value in columns.items() if name not in later}
            made = table.model(**now)
            for name in whole:
                setattr(made, name, tournament)
            for name, make in table.made.items():
                setattr(made, name, make(made))
            self._kept(table, row["id"], made)
        self._point_back(table)

    def _comes_later(self, table: Table, column: Any) -> bool:  # noqa: ANN401 - a field
        """Whether a column points at rows that are made after its own."""
        target = OF_MODEL.get(column.related_model)
        return target in ROWS and ROWS.index(target) > ROWS.index(table)

    def _point_back(self, table: Table) -> None:
        """Have the rows made before point at those of this table."""
        for other in ROWS[: ROWS.index(table)]:
            names = [each.name for each in other.columns if each.related_model is table.model]
            late = [name for name in names if self._comes_later(other, _column(other, name))]
            for row in self.archive.rows[other.name] if late else ():
                at = {name: self._now(table.kind, row[name]) for name in late}
                if any(at.values()):
                    key = self.moved[other.kind][row["id"]]
                    other.model._default_manager.filter(pk=key).update(
                        **{f"{name}_id": value for name, value in at.items()}
                    )

    def _columns(self, table: Table, row: Row) -> dict[str, Any]:
        """Return a row's columns with the keys of here."""
        columns: dict[str, Any] = {}
        for column in table.columns:
            value = row[column.name]
            if column.primary_key:
                continue
            if column.is_relation and not self._comes_later(table, column):
                kind = str(column.related_model._meta.model_name)
                columns[column.attname] = self._now(kind, value)
            else:
                columns[column.name] = value
        if table.name == "rulings":
            columns["changes"] = Ids(runs_of(self.moved)).changes(columns["changes"])
        return columns

    def _now(self, kind: str, key: int | None) -> int | None:
        return None if key is None else self.moved[kind][key]

    def _kept(self, table: Table, was: int, made: Model) -> Any:  # noqa: ANN401 - the row itself
        # As it was, moments too: nothing of the row is filled in on the way.
        made.save_base(raw=True, force_insert=True)
        self.moved[table.kind][was] = made.pk
        return made

    def _origin(self) -> list[dict[str, Any]]:
        """Return the eras of the journal: those it came with, and the one that ends here."""
        row, last = self.archive.contest, 0
        eras = []
        for era in row["origin"] or ():
            last = era["acts"]
            eras.append({"acts": last, "ids": composed(era["ids"], self.moved)})
        if row["version"] > last:
            eras.append({"acts": row["version"], "ids": runs_of(self.moved)})
        return eras


def _column(table: Table, name: str) -> Any:  # noqa: ANN401 - a field
    return table.model._meta.get_field(name)


def _free_name(name: str) -> str:
    number = 2
    while User.objects.filter(username=f"{name[:140]}.{number}").exists():
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
