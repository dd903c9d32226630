"""What stands on a screen of the hall, page after page: values, whatever they are drawn with.

A screen shows no more than the public pages do. One panel says more, where the organiser puts
it on a screen and shows the results to everybody: the finished tables of the round in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tournament.hall.publishing import Shown
from tournament.hall.wall import (
    Results,
    closed_numbers,
    closed_results,
    finished_tables,
    latest_draw,
    wall_standings,
)
from tournament.models import Display, Panel, Round, Tournament, number_after
from tournament.rounds.clock import clock_of
from tournament.rounds.progress import ending_of

TEAMS_A_PAGE = 16
TABLES_A_PAGE = TEAMS_A_PAGE // 2

NEEDS = {Panel.DRAW: Shown.DRAW, Panel.STANDINGS: Shown.STANDINGS, Panel.RESULTS: Shown.STANDINGS}
"""The switch without which a panel stays away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """One page of a screen; ``columns`` are its rows, side by side, ``name`` that of their pool."""

    panel: str
    page: int = 1
    pages: int = 1
    columns: tuple[tuple[Any, ...], ...] = ()
    about: Any = None
    name: str = ""

    @property
    def key(self) -> str:
        """Its name among the pages of a screen."""
        return f"{self.panel}-{self.page}"

    @property
    def template(self) -> str:
        """What draws it."""
        return f"hall/screens/_{self.panel}.html"


EMPTY = Slide(panel="empty")


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """The round that is next: its number, how many are planned, who may still complain.

    ``in_play`` is the round being played; after the last one the contest ``is_over``.
    """

    number: int
    planned: int | None
    in_play: int | None
    complaints_until: datetime | None
    is_over: bool

    @property
    def is_last(self) -> bool:
        """Whether the round being played is the last of those planned."""
        return bool(self.in_play and self.planned) and self.in_play >= self.planned


def may_show(panel: Panel, tournament: Tournament) -> bool:
    """Whether a panel may stand on a screen, as the switches are."""
    needed = NEEDS.get(panel)
    return needed is None or bool(getattr(tournament, needed.column))


def own_panels(display: Display) -> list[tuple[Panel, bool]]:
    """Return the panels that a screen was given, and whether each may stand on it now."""
    panels = [Panel(panel) for panel in display.panels if panel in PAGES]
    return [(panel, may_show(panel, display.tournament)) for panel in panels]


def shown_panels(display: Display) -> list[Panel]:
    """Return what a screen may show now: the panel it is held on, or each of its own."""
    held = display.held
    return [panel for panel, may in own_panels(display) if may and held in {"", panel}]


def slides(display: Display) -> list[Slide]:
    """Return the pages of a screen in their order; without any there is one that says so."""
    found = [slide for panel in shown_panels(display) for slide in panel_slides(display, panel)]
    return found or [EMPTY]


def panel_slides(display: Display, panel: Panel) -> list[Slide]:
    """Return the pages of one panel, the same on every screen of a contest."""
    return list(PAGES[panel](display.tournament))


def in_play(tournament: Tournament) -> Round | None:
    """Return the round that is being played."""
    found = tournament.rounds.in_play().defer("inputs").first()
    if found:
        found.tournament = tournament
    return found


def _draw(tournament: Tournament) -> Iterator[Slide]:
    draw = latest_draw(tournament)
    if draw and not draw.round.is_closed:
        yield from _paged(Panel.DRAW, [*draw.tables, *draw.byes], TABLES_A_PAGE, about=draw)


def _clock(tournament: Tournament) -> Iterator[Slide]:
    round_ = in_play(tournament)
    if round_ and clock_of(round_):
        yield Slide(panel=Panel.CLOCK.value, about=round_)


def _standings(tournament: Tournament) -> Iterator[Slide]:
    wall = wall_standings(tournament)
    if not wall.standings.after:
        return
    everybody, *pools = wall.lists
    # Once places are played for, the pools are of the past.
    shown = [everybody] if wall.standings.by_places or not pools else pools
    found = [
        replace(slide, name=name)
        for name, lines in shown
        for slide in _paged(Panel.STANDINGS, lines, TEAMS_A_PAGE, about=wall.standings)
    ]
    for page, slide in enumerate(found, 1):
        yield replace(slide, page=page, pages=len(found))


def _results(tournament: Tournament) -> Iterator[Slide]:
    found = _latest_results(tournament)
    if found and found.tables:
        yield from _paged(Panel.RESULTS, found.tables, TABLES_A_PAGE, about=found)


def _latest_results(tournament: Tournament) -> Results | None:
    """The finished tables of the round in play, else the last round that was closed."""
    playing = in_play(tournament)
    if playing:
        return finished_tables(playing)
    numbers = closed_numbers(tournament)
    return closed_results(tournament, numbers[-1]) if numbers else None


def _next(tournament: Tournament) -> Iterator[Slide]:
    last = tournament.rounds.defer("inputs").order_by("-number").first()
    is_open = last is not None and not last.is_closed
    yield Slide(
        panel=Panel.NEXT.value,
        about=Coming(
            number=number_after(last),
            planned=tournament.rounds_planned,
            in_play=last.number if is_open else None,
            complaints_until=last.locks_at(tournament) if last and not is_open else None,
            is_over=bool(ending_of(tournament, last)),
        ),
    )


def _pictures(tournament: Tournament) -> Iterator[Slide]:
    pictures = list(tournament.club.pictures.defer("content"))
    for page, picture in enumerate(pictures, 1):
        yield Slide(panel=Panel.PICTURES.value, page=page, pages=len(pictures), about=picture)


PAGES: dict[Panel, Callable[[Tournament], Iterator[Slide]]] = {
    Panel.DRAW: _draw,
    Panel.CLOCK: _clock,
    Panel.STANDINGS: _standings,
    Panel.RESULTS: _results,
    Panel.NEXT: _next,
    Panel.PICTURES: _pictures,
}


def _paged(panel: Panel, rows: Sequence[Any], most: int, *, about: object) -> Iterator[Slide]:
    """Share rows out over pages of two columns, one read down after the other."""
    pages = -(-len(rows) // most)
    half = most // 2
    for page in range(pages):
        own = tuple(rows[page * most : (page + 1) * most])
        columns = tuple(filter(None, (own[:half], own[half:])))
        yield Slide(panel=panel.value, page=page + 1, pages=pages, columns=columns, about=about)
