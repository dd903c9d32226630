"""From the rows of a contest to the values that are ranked, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from scoring import Side
from tournament.deals.tally import match_tallies
from tournament.models import DrawKind, Round, Seat, Tournament
from tournament.standings.results import Gift, MatchResult, RoundResult, Terms


def terms_of(tournament: Tournament) -> Terms:
    """Return what a contest gives, as it is set."""
    return Terms(
        bye=Gift(kind=tournament.bye_kind, marks=tournament.bye_marks),
        missed=Gift(kind=tournament.missed_kind, marks=tournament.missed_marks),
        bye_wins=tournament.bye_wins,
        deals=tournament.match_end.deals,
        win=tournament.points_win,
        tie=tournament.points_tie,
        loss=tournament.points_loss,
        absent=tournament.points_absent,
    )


def results_of(
    tournament: Tournament, closed: Sequence[Round], *, excluded: frozenset[int] = frozenset()
) -> tuple[RoundResult, ...]:
    """Return the closed rounds as values, in their order, in two queries.

    ``excluded`` are the teams whose matches are nobody's any more.
    """
    tallies = match_tallies(tournament, closed)
    byes: defaultdict[int, list[int]] = defaultdict(list)
    tables: dict[int, dict[int, dict[str, Any]]] = defaultdict(dict)
    sides: dict[int, dict[str, list[int]]] = defaultdict(lambda: {side: [] for side in Side})
    rows = (
        Seat.objects.filter(round__in=closed)
        .order_by("match__table", "side", "place")
        .values_list(
            "round_id",
            "match_id",
            "side",
            "team__number",
            "match__table",
            "match__label",
            "match__totals",
        )
    )
    for round_id, match_id, side, team, table, label, totals in rows:
        if match_id is None:
            byes[round_id].append(team)
            continue
        of_match = {"table": table, "label": label, "totals_only": totals is not None}
        tables[round_id][match_id] = of_match
        sides[match_id][side].append(team)

    def match_result(match_id: int, of_match: dict[str, Any]) -> MatchResult:
        tally = tallies.get(match_id)
        own, other = sides[match_id].values()
        return MatchResult(
            sides=(tuple(own), tuple(other)),
            totals=tally.totals if tally else None,
            winner=tally.winner if tally else None,
            **of_match,
        )

    return tuple(
        RoundResult(
            number=round_.number,
            matches=tuple(
                match_result(match_id, found) for match_id, found in tables[round_.pk].items()
            ),
            byes=tuple(sorted(byes[round_.pk])),
            knockout=round_.draw_kind == DrawKind.BRACKETS,
            excluded=excluded,
        )
        for round_ in closed
    )
