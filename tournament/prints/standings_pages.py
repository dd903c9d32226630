"""How high the lines of printed standings are: ``print.css`` says the same."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.prints.paging import MM, lines_in, turns_of
from tournament.prints.sheets import StandingsLine, StandingsPaper

WIDTH = 182 * MM
PAGE = (297 - 18 - 22) * MM
LINE = 1.25
"""A line's height, its letters' being 1."""
ASCENT, DESCENT = 0.928, 0.236
"""How far its letters go above and below the line that they stand on."""
RANK, USUAL, SMALL, HEADING, TITLE, SAID = 11, 9, 8, 8, 22, 10
PADDING, ABOVE = 1 * MM, 0.8 * MM
RULE, THICK = 0.4, 1.2
COLUMNS = (13 + 9 + 18 + 15 + 17) * MM
PLAYERS, MORE = 53 * MM, 17 * MM
"""The rank, the number and the figures that all standings have; then those of some."""


def turns(paper: StandingsPaper) -> list[int]:
    """Return the rows that the pages of standings begin with."""
    others = PAGE - _heading(paper)
    return turns_of(_heights(paper), first=others - _title(paper), others=others)


def _heights(paper: StandingsPaper) -> Iterator[float]:
    players = 0 if paper.of_players else PLAYERS - 2 * PADDING
    team = WIDTH - COLUMNS - MORE * len(paper.more) - 2 * PADDING
    team -= 0 if paper.of_players else PLAYERS
    for row in paper.rows:
        yield max(LINE * RANK, *_sides(row, team, players)) + 2 * ABOVE + RULE


def _sides(row: StandingsLine, team: float, players: float) -> Iterator[float]:
    """Yield how high the wrapped cells of a row are, from the top of its rank."""
    lines = lines_in(row.team.name, team, USUAL, is_bold=True)
    lines += sum(lines_in(note, team, USUAL, is_bold=True) for note in row.notes)
    yield _below(USUAL) + lines * LINE * USUAL
    if players:
        lines = lines_in(" · ".join(row.team.players), players, SMALL)
        yield _below(SMALL) + lines * LINE * SMALL


def _below(size: float) -> float:
    """Return by how much smaller letters begin below those of a rank: they stand on one line."""
    return (RANK - size) * ((LINE - ASCENT - DESCENT) / 2 + ASCENT)


def _heading(paper: StandingsPaper) -> float:
    """Return how high the head of the table is; only the words over ``more`` may wrap."""
    lines = [lines_in(words, MORE - 2 * PADDING, HEADING, is_bold=True) for words in paper.more]
    return max([1, *lines]) * LINE * HEADING + 2 * PADDING + THICK


def _title(paper: StandingsPaper) -> float:
    """Return how high the title is, at most: what is said beside the criteria is short."""
    room = WIDTH - 60 * MM
    said = [
        f"{paper.tournament}, {'0' * 25}, {paper.venue}",
        f"{'0' * 60} {paper.lot_seed} {', '.join(paper.criteria)}",
        *paper.notes,
    ]
    lines = sum(lines_in(words, room, SAID, is_bold=True) for words in said)
    return lines * LINE * SAID + TITLE * 1.1 + 5 * MM + THICK
