"""What a list would register or change, shown before anything is kept.

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
from tournament.teams.importing import team_lines
from tournament.teams.lines import TeamLine
from tournament.teams.reading import ListProblem, Row
from tournament.teams.rows import taken_in
from tournament.teams.updating import Change, plan_update
from tournament.teams.words import COLUMNS, amount, category_words, line_sentence, sentence

KEPT_FOR = 24 * 60 * 60
"""How long a preview may wait to be saved, in seconds."""
ALREADY = {"team_taken", "entrant_taken", "alone_taken"}
"""What a line is refused for when the list was given before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """One team as it would be, and what forbids it; ``change`` when the list is an update."""

    team: TeamLine
    number: int
    fee: str
    problems: tuple[str, ...]
    change: Change | None = None

    @property
    def categories(self) -> str:
        """The team's categories in words."""
        return category_words(self.team.categories)

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """What changes, in words: what it is, as it was, as it becomes."""
        found = self.change.differences if self.change else ()
        return [(str(COLUMNS[each.column]), each.old, each.new) for each in found]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The whole list, line by line; ``shown`` names what it was read with."""

    lines: tuple[PreviewLine, ...]
    general: tuple[str, ...]
    already: bool
    some_known: bool
    shown: str
    is_update: bool = False

    @property
    def refused(self) -> int:
        """How many lines have a problem."""
        return sum(1 for line in self.lines if line.problems)

    @property
    def is_clean(self) -> bool:
        """Whether the list can be registered as it is."""
        return not self.general and not self.refused

    @property
    def teams(self) -> int:
        """How many lines are teams."""
        return sum(1 for line in self.lines if not line.team.alone)

    @property
    def alone(self) -> int:
        """How many lines are players who wait for a partner."""
        return len(self.lines) - self.teams

    @property
    def added(self) -> int:
        """How many lines an update adds."""
        return sum(1 for line in self.lines if line.change and line.change.is_added)

    @property
    def changed(self) -> int:
        """How many lines an update changes."""
        return sum(1 for line in self.lines if line.differences)

    @property
    def unchanged(self) -> int:
        """How many lines an update leaves as they are."""
        return len(self.lines) - self.added - self.changed


def preview(tournament: Tournament, rows: Sequence[Row], layout: Layout) -> Preview:
    """Read a list as it would be registered in a tournament, keeping nothing."""
    lines, problems = team_lines(rows, layout, individual=tournament.is_individual)
    taken = taken_in(tournament)
    problems = problems + find_clashes(lines, taken)
    numbers = numbered(lines, taken.numbers)
    said = _said(problems)
    codes = [problem.code for problem in problems]
    return Preview(
        lines=tuple(
            PreviewLine(team=line, number=number, fee=_fee(line), problems=said.get(line.line, ()))
            for line, number in zip(lines, numbers, strict=True)
        ),
        general=general(problems, lines),
        already=bool(lines) and len(codes) == len(lines) and ALREADY.issuperset(codes),
        some_known=any(code.endswith("_taken") for code in codes),
        shown=written(layout),
    )


def update_preview(tournament: Tournament, rows: Sequence[Row], layout: Layout) -> Preview:
    """Read a list as it would change the teams registered, keeping nothing."""
    plan = plan_update(tournament, rows, layout)
    said = _said(plan.problems)
    return Preview(
        lines=tuple(
            PreviewLine(
                team=change.line,
                number=change.number,
                fee=_fee(change.line),
                problems=said.get(change.line.line, ()),
                change=change,
            )
            for change in plan.changes
        ),
        general=general(plan.problems, [change.line for change in plan.changes]),
        already=False,
        some_known=False,
        shown=f"{written(layout)},{plan.digest}",
        is_update=True,
    )


def general(problems: Sequence[ListProblem], lines: Sequence[TeamLine]) -> tuple[str, ...]:
    """Say the problems of no line that is shown: of the whole list, or of a line put aside."""
    shown = {line.line for line in lines}
    return tuple(line_sentence(problem) for problem in problems if problem.line not in shown)


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


def _fee(line: TeamLine) -> str:
    return "–" if line.fee_paid is None else amount(line.fee_paid)


def _said(problems: Sequence[ListProblem]) -> dict[int, tuple[str, ...]]:
    said: dict[int, tuple[str, ...]] = {}
    for problem in problems:
        said[problem.line] = (*said.get(problem.line, ()), sentence(problem))
    return said
