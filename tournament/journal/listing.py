"""The acts that somebody looks for, the newest first, each with its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import DatabaseError
from django.db.models import Q, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.journal.naming import Names
from tournament.journal.origin import Eras
from tournament.journal.reading import Unreadable, readable
from tournament.journal.words import SENTENCES, Group, group_of, kinds_of, sentence, who
from tournament.models import JournalEntry, Seat, Team, Tournament, User
from tournament.spreadsheets import Sheet, csv_of
from tournament.text import alphabetical, search_key

BATCH = 500
NOBODY = "0"
"""What a filter by person calls those who have no account: the phones, the command line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is looked for; what is empty does not matter."""

    group: str = ""
    person: str = ""
    table: int | None = None
    team: Team | None = None
    since: datetime | None = None
    until: datetime | None = None
    text: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether every act is looked for."""
        return self == Search()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One act as it is shown."""

    number: int
    at: datetime | None
    who: str
    group: str
    sentence: str
    digest: str


def find(tournament: Tournament, search: Search, *, shows_money: bool) -> list[int]:
    """Return the numbers of the acts that are looked for, the newest first."""
    found = _by_columns(tournament, search)
    if search.table is None and search.team is None and not search.text.strip():
        return list(found.order_by("-number").values_list("number", flat=True))
    concerns = _Concerns(search, Eras.of(tournament))
    words = search_key(search.text).split()
    try:
        return _kept(tournament, concerns.nearly(found), concerns, words, shows_money=shows_money)
    except DatabaseError:
        # Details that are no JSON, which the database cannot look into: read them all.
        return _kept(tournament, found, concerns, words, shows_money=shows_money)


def _kept(
    tournament: Tournament,
    found: QuerySet[JournalEntry],
    concerns: _Concerns,
    words: Sequence[str],
    *,
    shows_money: bool,
) -> list[int]:
    kept: list[int] = []
    for acts in _batches(found):
        near = [act for act in acts if concerns.all_of(act)]
        names = Names.of(tournament, near) if words else Names()
        kept += [
            act.number
            for act in near
            if not words or _holds(_line(act, names, shows_money=shows_money), words)
        ]
    return kept[::-1]


def lines(tournament: Tournament, numbers: Sequence[int], *, shows_money: bool) -> list[Line]:
    """Tell some acts, in the order of their numbers as given."""
    told: dict[object, Line] = {}
    for start in range(0, len(numbers), BATCH):
        wanted = tournament.journal.filter(number__in=numbers[start : start + BATCH])
        rows = list(readable(wanted.select_related("by"), "number"))
        acts = [row for row in rows if isinstance(row, JournalEntry)]
        names = Names.of(tournament, acts)
        for row in rows:
            told |= (
                {row.key: _unreadable(row)}
                if isinstance(row, Unreadable)
                else {row.number: _line(row, names, shows_money=shows_money)}
            )
    return [told[number] for number in numbers if number in told]


def people(tournament: Tournament) -> list[tuple[str, str]]:
    """List who has done something, as choices: their accounts, then nobody known."""
    keys = tournament.journal.order_by().values_list("by", flat=True).distinct()
    known = User.objects.filter(pk__in=[key for key in keys if key])
    named = [(str(user.pk), str(user)) for user in alphabetical(known, str)]
    return [*named, (NOBODY, _("without an account"))]


def journal_csv(tournament: Tournament, numbers: Sequence[int], *, shows_money: bool) -> str:
    """Write some acts for a spreadsheet, each with the digest that proves it."""
    head = [
        _("Number"),
        _("Time"),
        pgettext("an act", "By"),
        _("Kind"),
        _("What happened"),
        _("Digest"),
    ]
    rows = [
        [line.number, line.at, line.who, line.group, line.sentence, line.digest]
        for line in lines(tournament, numbers, shows_money=shows_money)
    ]
    return csv_of(Sheet(title=_("Journal"), head=head, rows=rows))


def moment(at: datetime) -> str:
    """Write a moment as a sentence takes it, to the second."""
    return formats.date_format(timezone.localtime(at), "DATETIME_FORMAT")


def _by_columns(tournament: Tournament, search: Search) -> QuerySet[JournalEntry]:
    found = tournament.journal.select_related("by")
    if search.group == Group.OTHER:
        found = found.exclude(kind__in=SENTENCES)
    elif search.group:
        found = found.filter(kind__in=kinds_of(search.group))
    if search.person:
        found = found.filter(by=None if search.person == NOBODY else int(search.person))
    if search.since:
        found = found.filter(at__gte=search.since)
    if search.until:
        found = found.filter(at__lte=search.until)
    return found


def _batches(found: QuerySet[JournalEntry]) -> Iterator[list[JournalEntry]]:
    acts = (row for row in readable(found, "number") if isinstance(row, JournalEntry))
    while batch := list(islice(acts, BATCH)):
        yield batch


class _Concerns:
    """Whether acts are about the table and the team that are looked for."""

    def __init__(self, search: Search, eras: Eras) -> None:
        self.eras = eras
        self.table = search.table
        self.team = search.team
        self.seats = _seats(search.team) if search.team else frozenset()
        self.players = set(search.team.players.values_list("pk", flat=True)) if self.team else set()

    def nearly(self, found: QuerySet[JournalEntry]) -> QuerySet[JournalEntry]:
        """Leave out what is plainly about another table: most of a journal are its deals."""
        of_a_deal = Q(kind__startswith="deal.")
        if self.table is not None:
            found = found.filter(~of_a_deal | Q(details__table=self.table))
        if self.team is not None:
            seats = Q(pk=None)
            for round_, table in self.seats:
                seats |= Q(details__round=round_, details__table=table)
            found = found.filter(~of_a_deal | seats)
        return found

    def all_of(self, act: JournalEntry) -> bool:
        """Say so of one act; one that was altered past telling is about nothing."""
        try:
            told = self.eras.told(act)
            return self._table(told) and self._team(told)
        except (AttributeError, LookupError, TypeError, ValueError):
            return False

    def _table(self, told: dict[str, Any]) -> bool:
        return self.table is None or self.table in {table for _round, table in places_of(told)}

    def _team(self, told: dict[str, Any]) -> bool:
        if self.team is None:
            return True
        named = {*_list(told.get("team")), *_list(told.get("team_id")), *_list(told.get("teams"))}
        named |= {team for team, _before, _after in told.get("moves", ())}
        players = {*_list(told.get("players"))}
        players |= {told.get(name) for name in ("player", "player_id", "out", "in")}
        return (
            self.team.pk in named
            or bool(players & self.players)
            or self.team.number in told.get("byes", ())
            or bool(self.seats & places_of(told))
        )


def places_of(told: dict[str, Any]) -> set[tuple[int, int]]:
    """Return the tables that an act is about, each with its round; a draw is about none alone."""
    round_ = told.get("round")
    found = {(round_, told["table"])} if isinstance(told.get("table"), int) else set()
    if isinstance(told.get("to"), dict):
        found.add((told["to"]["round"], told["to"]["table"]))
    for row in told.get("deals", ()) if isinstance(told.get("deals"), list) else ():
        found.add((round_, row[0]))
    for _team, *chairs in told.get("moves", ()):
        found |= {(round_, chair[0]) for chair in chairs if isinstance(chair, list)}
    return found


def _seats(team: Team) -> frozenset[tuple[int, int]]:
    seats = Seat.objects.filter(Q(team=team), match__isnull=False).order_by()
    return frozenset(seats.values_list("match__round__number", "match__table"))


def _list(value: object) -> Iterable[Any]:
    return value if isinstance(value, list) else [value]


def _holds(line: Line, words: Iterable[str]) -> bool:
    text = search_key(f"{line.number} {line.who} {line.sentence}")
    return all(word in text for word in words)


def _line(act: JournalEntry, names: Names, *, shows_money: bool) -> Line:
    return Line(
        number=act.number,
        at=act.at,
        who=who(act),
        group=str(group_of(act.kind).label),
        sentence=sentence(act, names, shows_money=shows_money),
        digest=act.digest,
    )


def _unreadable(row: Unreadable) -> Line:
    return Line(
        number=row.key if isinstance(row.key, int) else 0,
        at=None,
        who="",
        group="",
        sentence=_("This act cannot be read: it was altered."),
        digest="",
    )
