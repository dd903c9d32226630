"""The draw of a round on paper, as values: by table, and by name so that all find their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.prints.columns import entrant
from tournament.prints.lists import ROOMY, Block, Column, ListPaper, Look, plain, row, strong
from tournament.prints.sheets import Paper, PaperTeam
from tournament.teams.lines import name_after
from tournament.text import search_key

Said = tuple[str, str]
"""A part of what a draw was made from: what it is, and the numbers themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Who meets at a table; ``stake`` is what the match is played for, where there is one."""

    table: int
    a: PaperTeam
    b: PaperTeam
    room: str = ""
    stake: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPaper(Paper):
    """A round as it was drawn, and all that anybody needs to draw it again.

    Without a ``seed`` nothing was drawn: the tables were given. ``left_out`` are teams
    that were not seated, each with why. ``moved`` counts the changes of seats since.
    """

    round: int
    kind: str
    seed: str
    drawn_at: datetime
    is_individual: bool
    meetings: tuple[Meeting, ...]
    byes: tuple[PaperTeam, ...] = ()
    left_out: tuple[tuple[PaperTeam, str], ...] = ()
    made_from: tuple[Said, ...] = ()
    again: str = ""
    moved: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finder:
    """One line of the list where all look for themselves: a team, or ``of`` it a player.

    ``table`` is 0 for who sits the round out.
    """

    name: str
    number: int | str
    table: int = 0
    side: str = ""
    room: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesPaper(Paper):
    """A round's draw by name, in the order of a French dictionary."""

    title: str
    lines: tuple[str, ...]
    entries: tuple[Finder, ...]
    state: str = ""
    notes: tuple[str, ...] = ()


def by_table(paper: DrawPaper) -> ListPaper:
    """Lay a draw out table by table, who sits out under it, then what it was made from."""
    return ListPaper(
        **_head(paper),
        title=_("Round %(round)s: the draw") % {"round": paper.round},
        lines=_drawn(paper),
        notes=_notes(paper),
        blocks=(_tables(paper), *_aside(paper), *_made_from(paper)),
    )


def by_name(paper: DrawPaper) -> NamesPaper:
    """List every team and every player with the table where they sit."""
    entries = [
        entry
        for meeting in paper.meetings
        for side, team in (("A", meeting.a), ("B", meeting.b))
        for entry in _finders(team, meeting, side, is_individual=paper.is_individual)
    ]
    entries += [entry for team in paper.byes for entry in _finders(team)]
    return NamesPaper(
        **_head(paper),
        title=_("Round %(round)s: who sits where") % {"round": paper.round},
        lines=_drawn(paper)[:1],
        notes=_notes(paper),
        entries=tuple(sorted(entries, key=_dictionary)),
    )


def _head(paper: Paper) -> dict[str, object]:
    names = ("tournament", "date", "venue", "rules", "journal", "printed_at")
    return {name: getattr(paper, name) for name in names}


def _dictionary(entry: Finder) -> tuple[str, str, str]:
    """Order as a French dictionary does: accents and case only part what is else the same."""
    return search_key(entry.name), entry.name, str(entry.number)


def _finders(
    team: PaperTeam, meeting: Meeting | None = None, side: str = "", *, is_individual: bool = False
) -> list[Finder]:
    seat = {"table": meeting.table, "room": meeting.room, "side": side} if meeting else {}
    if is_individual and len(team.players) > 1:
        numbers = str(team.number).split(" + ")
        partners = zip(team.players, numbers, strict=False)
        return [Finder(name=name, number=number, **seat) for name, number in partners]
    own = Finder(name=team.name, number=team.number, **seat)
    if team.name == name_after(team.players):
        # Named after its players, who are found under their own names.
        return [replace(own, name=name) for name in team.players]
    return [own, *(replace(own, name=name, of=team.name) for name in team.players)]


def _drawn(paper: DrawPaper) -> tuple[str, ...]:
    words = _("Drawn %(how)s at %(time)s") if paper.seed else _("%(how)s, at %(time)s")
    how = words % {"how": paper.kind, "time": date_format(paper.drawn_at, "DATETIME_FORMAT")}
    tables = ngettext("%(tables)s table", "%(tables)s tables", len(paper.meetings))
    first = f"{how[:1].upper()}{how[1:]} · {tables % {'tables': len(paper.meetings)}}"
    if not paper.seed:
        return (first,)
    return (first, _("Seed of the draw: %(seed)s") % {"seed": paper.seed})


def _notes(paper: DrawPaper) -> tuple[str, ...]:
    if not paper.moved:
        return ()
    words = ngettext(
        "%(changes)s change of seats since the draw: the tables are as they are now.",
        "%(changes)s changes of seats since the draw: the tables are as they are now.",
        paper.moved,
    )
    return (words % {"changes": paper.moved},)


def _tables(paper: DrawPaper) -> Block:
    has_rooms = any(meeting.room for meeting in paper.meetings)
    has_stakes = any(meeting.stake for meeting in paper.meetings)
    columns = [Column(words=pgettext("column on paper", "Table"), look=Look.TABLE)]
    if has_rooms:
        columns.append(Column(words=pgettext("column on paper", "Room"), look=Look.ROOM))
    columns += [
        Column(words=pgettext("column on paper", "Side A"), look=Look.NAME),
        Column(words=pgettext("column on paper", "Side B"), look=Look.NAME),
    ]
    if has_stakes:
        columns.append(Column(words=pgettext("column on paper", "Played for"), look=Look.ROOM))
    return Block(
        said=() if paper.meetings else (_("This round has no table: draw it first."),),
        columns=tuple(columns),
        is_dense=len(paper.meetings) > ROOMY,
        rows=tuple(
            row(
                strong(meeting.table),
                *([meeting.room] if has_rooms else []),
                _seated(meeting.a, paper),
                _seated(meeting.b, paper),
                *([meeting.stake] if has_stakes else []),
            )
            for meeting in paper.meetings
        ),
    )


def _seated(team: PaperTeam, paper: DrawPaper) -> object:
    has_room = len(paper.meetings) <= ROOMY and not paper.is_individual
    players = (" · ".join(team.players),) if has_room else ()
    return strong(f"{team.number} · {team.name}", *players)


def _aside(paper: DrawPaper) -> list[Block]:
    """Say who sits out and who was not seated."""
    blocks = []
    if paper.byes:
        heading = ngettext("Sits this round out", "Sit this round out", len(paper.byes))
        columns = (entrant(of_players=paper.is_individual),)
        rows = tuple(row(_seated(team, paper)) for team in paper.byes)
        blocks.append(Block(heading=heading, columns=columns, rows=rows))
    if paper.left_out:
        columns = (
            entrant(of_players=paper.is_individual),
            Column(words=pgettext("column on paper", "Why"), look=Look.TEXT),
        )
        rows = tuple(
            row(plain(f"{team.number} · {team.name}"), why) for team, why in paper.left_out
        )
        blocks.append(Block(heading=_("Not seated"), columns=columns, rows=rows))
    return blocks


def _made_from(paper: DrawPaper) -> list[Block]:
    if not paper.seed:
        return []
    return [
        Block(
            heading=_("What the draw was made from"),
            said=(
                _("The same seed and the same lists give the same draw."),
                *(f"{label} {numbers}" for label, numbers in paper.made_from),
                *([paper.again] if paper.again else []),
            ),
            is_small=True,
        )
    ]
