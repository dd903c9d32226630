"""What a table still owes: deals to type, deals that wait, differ or are in dispute.

A round may be closed in spite of it; the standings then say so for as long as it is so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from tournament.deals.states import DealState, TableState
from tournament.deals.tally import MatchSheet, match_sheets
from tournament.models import Checking, Confirmation, Entry, Round, Source, Tournament

GRAVEST = (
    (DealState.CONTESTED, TableState.DISPUTE),
    (DealState.DIFFERS, TableState.DIFFERS),
    (DealState.WAITING, TableState.WAITING),
)
"""What a deal may wait for, the gravest first, and what its table shows for it."""
TAKING_AWAY = frozenset({"act.undone", "ruling.made", "sheet.moved", "totals.dropped"})
"""The acts after which a deal that counted may be missing, though none was typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """What one table of a round owes; the deals are known by their numbers.

    ``is_missing`` with no ``missing`` deal: the match just is not over, or with
    ``is_untyped`` nothing of it was brought. ``state`` is None where every deal
    typed is settled; ``deals`` are those that are not.
    """

    round: int
    table: int
    is_missing: bool = False
    is_untyped: bool = False
    missing: tuple[int, ...] = ()
    state: TableState | None = None
    deals: tuple[int, ...] = ()

    @property
    def ranges(self) -> list[str]:
        """The missing deals as one writes them: ``["3", "6–12"]``."""
        return ranges(self.missing)

    @property
    def unsettled_ranges(self) -> list[str]:
        """The deals that are not settled, as one writes them."""
        return ranges(self.deals)


def doubt_of(sheet: MatchSheet) -> Doubt | None:
    """Say what a sheet owes; None where it is whole and settled."""
    by_state: dict[DealState, list[int]] = defaultdict(list)
    # Of a match taken as its totals no deal counts, so none is waited for.
    for row in () if sheet.totals_only else sheet.rows:
        by_state[row.state].append(row.deal.number)
    found = [(state, by_state[deal]) for deal, state in GRAVEST if by_state[deal]]
    if sheet.is_complete and not found:
        return None
    return Doubt(
        round=sheet.match.round.number,
        table=sheet.match.table,
        is_missing=not sheet.is_complete,
        is_untyped=not sheet.rows,
        missing=sheet.missing,
        state=found[0][0] if found else None,
        deals=tuple(sorted(number for _state, numbers in found for number in numbers)),
    )


def doubts_of(tournament: Tournament, closed: Sequence[Round]) -> tuple[Doubt, ...]:
    """List what the tables of some closed rounds owe, in their order.

    Only the tables are looked at that were in doubt when their round was closed or owed
    nothing for a team that had left, or of which something was corrected, contested or typed
    to be checked since.
    """
    suspects = _suspects(tournament, closed)
    found = []
    for round_ in closed:
        if tables := suspects.get(round_.number):
            sheets = match_sheets(round_, tables)
            found += [doubt for sheet in sheets if (doubt := doubt_of(sheet))]
    return tuple(found)


def ranges(numbers: Iterable[int]) -> list[str]:
    """Write numbers as one does: ``["3", "6–12"]``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]


def _suspects(tournament: Tournament, closed: Sequence[Round]) -> dict[int, Collection[int]]:
    """Return the tables that may be in doubt, by the number of their round, in three queries."""
    found: dict[int, set[int]] = {}
    acts = tournament.journal.filter(kind__in=["round.closed", *TAKING_AWAY]).order_by("number")
    for kind, details in acts.values_list("kind", "details"):
        if kind in TAKING_AWAY:
            for place in (details, details.get("to") or {}):
                if "table" in place:
                    found.setdefault(place["round"], set()).add(place["table"])
            continue
        # A round is closed again, or another one in its place: the last closing is the one.
        owed = [*details.get("missing", ()), *details.get("unsettled", ())]
        found[details["round"]] = {table for table, *_what in owed} | {*details.get("excused", ())}
    of_rounds = {"accepted_for__match__round__in": closed}
    place = ("accepted_for__match__round__number", "accepted_for__match__table")
    checked = [Checking.CONFIRMED.value, Checking.TWO_SHEETS.value]
    if tournament.checking in checked:
        checked.append("")
    since = Entry.objects.filter(
        ~Q(reason="") | Q(source=Source.PHONE) | Q(accepted_for__match__checking__in=checked),
        created_at__gt=F("accepted_for__match__round__closed_at"),
        **of_rounds,
    )
    contested = Confirmation.objects.filter(
        agrees=False, **{f"entry__{name}": value for name, value in of_rounds.items()}
    )
    later = [*since.order_by().values_list(*place)]
    later += contested.order_by().values_list(*(f"entry__{name}" for name in place))
    for number, table in later:
        found.setdefault(number, set()).add(table)
    return found
