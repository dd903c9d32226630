"""What the pages say of the rounds: where each stands, and what the next draw would do."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.deals.tally import MatchSheet, match_sheets
from tournament.models import Match, Round, Team, Tournament
from tournament.rounds.services import LEAST_TEAMS, past


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A round in the list, with its tables and what was typed of it."""

    round: Round
    tables: int
    deals: int
    expected: int | None
    byes: tuple[Team, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDraw:
    """The next draw: whom it seats, whom it leaves out, what stands in its way."""

    number: int
    teams: tuple[Team, ...]
    withdrawn: tuple[Team, ...]
    may_sit_out: tuple[Team, ...]
    open_round: Round | None

    @property
    def tables(self) -> int:
        """How many tables there will be."""
        return len(self.teams) // 2

    @property
    def is_odd(self) -> bool:
        """Whether a team will sit out."""
        return len(self.teams) % 2 == 1

    @property
    def can_draw(self) -> bool:
        """Whether nothing stands in the way of the draw."""
        return self.open_round is None and len(self.teams) >= LEAST_TEAMS


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    """A round table by table; its rematches are the pairs that had met before."""

    sheets: tuple[MatchSheet, ...]
    byes: tuple[Team, ...]
    rematches: tuple[Match, ...]
    is_last: bool

    @property
    def complete(self) -> int:
        """How many tables have nothing left to type."""
        return sum(sheet.is_complete for sheet in self.sheets)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to type at any table."""
        return self.complete == len(self.sheets)

    @property
    def has_deals(self) -> bool:
        """Whether a deal was typed, so that the draw can no longer be taken back."""
        return any(sheet.rows for sheet in self.sheets)


def round_lines(tournament: Tournament) -> list[RoundLine]:
    """List the rounds, the last first."""
    typed = Q(matches__deals__accepted__isnull=False)
    counted = tournament.rounds.annotate(
        tables=Count("matches", distinct=True), deals=Count("matches__deals", filter=typed)
    ).prefetch_related("seats__team")
    each = tournament.match_end.deals
    return [
        RoundLine(
            round=round_,
            tables=round_.tables,
            deals=round_.deals,
            expected=each * round_.tables if each else None,
            byes=tuple(seat.team for seat in round_.seats.all() if seat.is_bye),
        )
        for round_ in counted.order_by("-number")
    ]


def next_draw(tournament: Tournament) -> NextDraw:
    """Say what the next draw would do with the teams as they are."""
    last = tournament.rounds.order_by("-number").first()
    teams = list(tournament.teams.prefetch_related("players"))
    playing = tuple(team for team in teams if not team.withdrawn)
    numbers = [team.number for team in playing]
    had_bye = set(past(tournament).had_bye(numbers)) if len(numbers) % 2 else set(numbers)
    return NextDraw(
        number=last.number + 1 if last else 1,
        teams=playing,
        withdrawn=tuple(team for team in teams if team.withdrawn),
        may_sit_out=tuple(team for team in playing if team.number not in had_bye),
        open_round=last if last and not last.is_closed else None,
    )


def round_page(round_: Round) -> RoundPage:
    """Gather what a round's own page shows."""
    sheets = tuple(match_sheets(round_))
    met = past(round_.tournament, before=round_.number).met
    byes = round_.seats.filter(match__isnull=True).select_related("team")
    return RoundPage(
        sheets=sheets,
        byes=tuple(seat.team for seat in byes.prefetch_related("team__players")),
        rematches=tuple(
            sheet.match
            for sheet in sheets
            if frozenset((sheet.match.team_a.number, sheet.match.team_b.number)) in met
        ),
        is_last=not round_.tournament.rounds.filter(number__gt=round_.number).exists(),
    )
