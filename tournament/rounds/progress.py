"""Where a contest stands, and what its people do next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournament.deals.tally import match_sheets
from tournament.models import Round, Shape, Tournament, number_after
from tournament.rounds.drawable import fewest
from tournament.rounds.gathering import brackets_now, draw_kinds
from tournament.rounds.shapes.brackets import are_over


class Step(StrEnum):
    """The acts of an evening, in order."""

    REGISTER = "register"
    CHECK_IN = "check_in"
    DRAW = "draw"
    ENTER = "enter"
    CLOSE = "close"
    END = "end"


class Ending(StrEnum):
    """Whether a contest has come to its end: every match of it, or the rounds planned."""

    NOT_YET = ""
    PLANNED = "planned"
    PLAYED = "played"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The figures of a contest's first page; a table is ``complete`` when the desk says so.

    ``teams`` are those that the next draw seats, ``registered`` those that play: fewer are
    seated where only those checked in are. ``fewest`` are needed for one more draw.
    """

    teams: int
    registered: int
    closed: int
    latest: Round | None
    tables: int
    started: int
    complete: int
    deals: int
    fewest: int
    ending: Ending

    @property
    def enough(self) -> bool:
        """Whether there are teams for one more draw."""
        return self.teams >= self.fewest

    @property
    def open_round(self) -> Round | None:
        """The round in play, if there is one."""
        return None if self.latest is None or self.latest.is_closed else self.latest

    @property
    def round_number(self) -> int:
        """The number of the round in play, or of the next to draw."""
        if self.open_round:
            return self.open_round.number
        return number_after(self.latest)

    @property
    def step(self) -> Step:
        """What is to be done next."""
        if self.open_round:
            return Step.CLOSE if self.complete == self.tables else Step.ENTER
        if self.ending:
            return Step.END
        if self.enough:
            return Step.DRAW
        return Step.CHECK_IN if self.registered >= self.fewest else Step.REGISTER


def progress_of(tournament: Tournament) -> Progress:
    """Count a contest's teams, rounds, tables and deals."""
    latest = tournament.rounds.order_by("-number").first()
    in_play = latest is not None and not latest.is_closed
    sheets = match_sheets(latest) if in_play else []
    playing = tournament.teams.playing().count()
    number = number_after(latest)
    return Progress(
        teams=tournament.teams.seatable().count() if tournament.check_in else playing,
        registered=playing,
        closed=tournament.rounds.closed().count(),
        latest=latest,
        tables=len(sheets),
        started=sum(bool(sheet.rows or sheet.totals_only) for sheet in sheets),
        complete=sum(sheet.is_complete for sheet in sheets),
        deals=sum(len(sheet.rows) for sheet in sheets),
        fewest=fewest(draw_kinds(tournament, number)[0]),
        ending=ending_of(tournament, latest),
    )


def ending_of(tournament: Tournament, latest: Round | None) -> Ending:
    """Say whether a contest has come to its end, ``latest`` being its last round."""
    if latest is None or not latest.is_closed:
        return Ending.NOT_YET
    if tournament.shape == Shape.POOLS and are_over(brackets_now(tournament)[0]):
        return Ending.PLAYED
    planned = tournament.rounds_planned
    return Ending.NOT_YET if planned is None or latest.number < planned else Ending.PLANNED
