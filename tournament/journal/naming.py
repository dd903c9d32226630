"""What the identifiers of some acts stand for: loaded for all of them at once, when shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _

from scoring import Side
from tournament.journal.origin import Eras
from tournament.models import (
    Confirmation,
    Deal,
    Entry,
    JournalEntry,
    MatchTotals,
    Player,
    Season,
    Seat,
    Tournament,
    User,
)
from tournament.text import isolated

Place = tuple[int, int]
"""A round's number and a table's."""
ENTRY_KEYS = ("entry", "replaces", "chosen")
PLAYER_KEYS = ("player", "player_id", "out", "in")


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamName:
    """A team as it is named now."""

    number: int
    name: str

    def __str__(self) -> str:
        return f"{self.number} · {isolated(self.name)}"


@dataclass(frozen=True, slots=True)
class Names:
    """The names behind the identifiers of some acts; who is gone has none any more.

    ``apart`` are the deals of which only one of the two sheets is typed: whoever may still
    type the other reads the journal too, so it does not say what they are.
    """

    teams: dict[int, TeamName] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    seasons: dict[int, str] = field(default_factory=dict)
    users: dict[int, str] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    apart: frozenset[int] = frozenset()
    answers: dict[int, Confirmation] = field(default_factory=dict)
    totals: dict[int, MatchTotals] = field(default_factory=dict)
    sides: dict[Place, dict[str, str]] = field(default_factory=dict)
    eras: Eras = field(default_factory=Eras)

    @classmethod
    def of(cls, tournament: Tournament, acts: Iterable[JournalEntry]) -> Names:
        """Load what some acts of a contest name, in a few queries whatever their number."""
        eras = Eras.of(tournament)
        told = [eras.told(act) for act in acts if isinstance(act.details, dict)]
        teams = {
            key: TeamName(number=number, name=name)
            for key, number, name in tournament.teams.values_list("pk", "number", "name")
        }
        players = Player.objects.filter(tournament=tournament, pk__in=_keys(told, PLAYER_KEYS))
        seasons = Season.objects.filter(pk__in=_keys(told, ["season"]))
        users = User.objects.in_bulk(_keys(told, ["user"]))
        entries = Entry.objects.in_bulk(_keys(told, ENTRY_KEYS) | _first_sealed(told, "entry"))
        return cls(
            teams=teams,
            players=dict(players.values_list("pk", "name")),
            seasons=dict(seasons.values_list("pk", "name")),
            users={key: str(user) for key, user in users.items()},
            entries=entries,
            apart=_apart(entries.values()),
            answers=Confirmation.objects.in_bulk(_first_sealed(told, "confirmation")),
            totals=MatchTotals.objects.in_bulk(_first_sealed(told, "totals")),
            sides=_sides(tournament, told, teams),
            eras=eras,
        )

    def reason(self, told: Mapping[str, Any]) -> str:
        """Return why something was done: as the act says it, or the first row that it made."""
        if said := told.get("reason"):
            return str(said)
        for kind, key, _seal in told.get("seals", ())[:1]:
            if kind == "confirmation" and key in self.answers:
                return self.answers[key].note
            rows = {"entry": self.entries, "totals": self.totals}.get(kind, {})
            return rows[key].reason if key in rows else ""
        entry = self.entries.get(told.get("entry", 0))
        return entry.reason if entry else ""

    def team(self, key: object, number: object = None) -> str:
        """Name a team: « 7 · Les As »; one that is gone by its number, where that is known."""
        if isinstance(key, int) and key in self.teams:
            return str(self.teams[key])
        if number is not None:
            return _("%(number)s (deleted)") % {"number": number}
        return _("a deleted team")

    def team_numbered(self, number: int) -> str:
        """Name the team that has a number now."""
        found = (str(team) for team in self.teams.values() if team.number == number)
        return next(found, str(number))

    def player(self, key: object) -> str:
        """Name a player."""
        return self.players.get(key, _("a deleted player")) if isinstance(key, int) else ""


def _first_sealed(told: Iterable[Mapping[str, Any]], kind: str) -> set[int]:
    """Return the first row that each act made, where it is of a kind."""
    found = set()
    for details in told:
        match details.get("seals"):
            case [[str(name), key, str()], *_others] if name == kind and type(key) is int:
                found.add(key)
    return found


def _apart(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the deals of some entries of which one sheet alone is typed."""
    deals = {entry.deal_id for entry in entries if entry.sheet}
    alone = Q(reading_a=None, accepted=F("reading_b")) | Q(reading_b=None, accepted=F("reading_a"))
    found = Deal.objects.filter(alone, pk__in=deals) if deals else Deal.objects.none()
    return frozenset(found.values_list("pk", flat=True))


def _keys(told: Iterable[dict[str, Any]], names: Iterable[str]) -> set[int]:
    """Return the identifiers that some details hold under some names; ``players`` is a list."""
    return set(_ints(told, [*names, "players"] if "player" in names else names))


def _ints(told: Iterable[dict[str, Any]], names: Iterable[str]) -> Iterator[int]:
    for details in told:
        for name in names:
            value = details.get(name)
            yield from (
                key for key in (value if isinstance(value, list) else [value]) if type(key) is int
            )


def _sides(
    tournament: Tournament, told: Iterable[dict[str, Any]], teams: dict[int, TeamName]
) -> dict[Place, dict[str, str]]:
    """Name both sides of each table that some acts are about, as they sit now."""
    places = [(details.get("round"), details.get("table")) for details in told]
    wanted = {place for place in places if all(isinstance(each, int) for each in place)}
    if not wanted:
        return {}
    # A round deleted since, and drawn again, gives way to the one that is there.
    of_contest = Q(match__round__tournament=tournament) | Q(match__round__removed_from=tournament)
    seats = Seat.objects.filter(
        of_contest,
        match__round__number__in={round_ for round_, _table in wanted},
        match__table__in={table for _round, table in wanted},
    ).order_by(F("match__round__removed_at").desc(nulls_first=True), "match_id", "place")
    rows = seats.values_list("match__round__number", "match__table", "match_id", "side", "team_id")
    by_match: defaultdict[tuple[Place, int], defaultdict[str, list[str]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for round_, table, match_id, side, team_id in rows:
        by_match[(round_, table), match_id][side].append(str(teams.get(team_id, "?")))
    found: dict[Place, dict[str, str]] = {}
    for (place, _match), names in by_match.items():
        found.setdefault(place, {side.value: " + ".join(names[side.value]) for side in Side})
    return found
