"""What a list would register, shown before anything is kept.

Between the preview and the save the rows travel in the form itself, signed: a
server that restarts loses nothing, and nobody can send other rows back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core import signing

from tournament.models import Tournament, User
from tournament.teams.clashes import find_clashes, numbered
from tournament.teams.columns import Layout
from tournament.teams.importing import TeamLine, team_lines
from tournament.teams.reading import ListProblem, Row
from tournament.teams.services import taken_in
from tournament.teams.words import amount, sentence

KEPT_FOR = 24 * 60 * 60
"""How long a preview may wait to be saved, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """One team as it would be registered, and what forbids it."""

    team: TeamLine
    number: int
    fee: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The whole list, line by line; ``shown`` names the columns it was read with."""

    lines: tuple[PreviewLine, ...]
    general: tuple[str, ...]
    already: bool
    shown: str

    @property
    def refused(self) -> int:
        """How many lines have a problem."""
        return sum(1 for line in self.lines if line.problems)

    @property
    def is_clean(self) -> bool:
        """Whether the list can be registered as it is."""
        return not self.general and not self.refused


def preview(tournament: Tournament, rows: Sequence[Row], layout: Layout) -> Preview:
    """Read a list as it would be registered in a tournament, keeping nothing."""
    lines, problems = team_lines(rows, layout)
    taken = taken_in(tournament)
    problems = problems + find_clashes(lines, taken)
    numbers = numbered(lines, taken.numbers)
    return Preview(
        lines=tuple(
            PreviewLine(
                team=line,
                number=number,
                fee="–" if line.fee_paid is None else amount(line.fee_paid),
                problems=_said(problems, line.line),
            )
            for line, number in zip(lines, numbers, strict=True)
        ),
        general=_said(problems, 0),
        already=bool(lines) and [each.code for each in problems] == ["team_taken"] * len(lines),
        shown=written(layout),
    )


def written(layout: Layout) -> str:
    """Write a layout in one word, to know whether it is the one that was shown."""
    return ",".join(("titles" if layout.has_titles else "no-titles", *layout.columns))


def pack(rows: Sequence[Row], tournament: Tournament, user: User) -> str:
    """Sign a list for the preview's form, for this tournament and this account only."""
    return signing.dumps(
        [[row.line, *row.cells] for row in rows], salt=_salt(tournament, user), compress=True
    )


def unpack(token: str, tournament: Tournament, user: User) -> list[Row] | None:
    """Return the rows that were signed, or None: too old, altered or from elsewhere."""
    try:
        rows = signing.loads(token, salt=_salt(tournament, user), max_age=KEPT_FOR)
    except signing.BadSignature:
        return None
    return [Row(line, tuple(cells)) for line, *cells in rows]


def _salt(tournament: Tournament, user: User) -> str:
    return f"teams.import.{tournament.pk}.{user.pk}"


def _said(problems: Sequence[ListProblem], line: int) -> tuple[str, ...]:
    return tuple(sentence(problem) for problem in problems if problem.line == line)
