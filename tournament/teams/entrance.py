"""The hall's entrance: who is there, who is not yet, and what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from uuid import UUID, uuid5

from django.db import transaction

from tournament.models import Team, Tournament, User
from tournament.teams.money import account_of, accounts, take_payment
from tournament.teams.services import check_in, undo_check_in

PAID_TOO = "+"
"""Typed after a number or a name: the team has paid what it owes."""


class Outcome(StrEnum):
    """What came of an act at the entrance."""

    CHECKED_IN = "checked_in"
    ALREADY = "already"
    TAKEN_BACK = "taken_back"
    SEVERAL = "several"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of what was typed: the team it was about, or those it may be about."""

    outcome: Outcome
    teams: tuple[Team, ...]
    paid: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One team at the entrance, and what it still has to pay."""

    team: Team
    due: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """Who is there and who is expected."""

    missing: tuple[Line, ...]
    present: tuple[Line, ...]
    here: int
    expected: int
    numbers: str

    @property
    def absent(self) -> int:
        """How many are not there yet, whatever is searched."""
        return self.expected - self.here


def entrance(tournament: Tournament, text: str = "", *, with_fees: bool = False) -> Entrance:
    """Return the state of the entrance; withdrawn teams are not expected."""
    playing = list(tournament.teams.playing().matching(text).prefetch_related("players"))
    due = {}
    if with_fees:
        due = {line.team.pk: line.due for line in accounts(tournament).lines if line.team}
    lines = [Line(team=team, due=max(due.get(team.pk, Decimal(0)), Decimal(0))) for team in playing]
    numbers = tournament.teams.playing().values_list("number", "checked_in_at")
    here = [number for number, since in numbers if since]
    return Entrance(
        missing=tuple(line for line in lines if line.team.checked_in_at is None),
        present=tuple(line for line in lines if line.team.checked_in_at is not None),
        here=len(here),
        expected=len(numbers),
        numbers=",".join(map(str, here)),
    )


def answer_typed(
    tournament: Tournament,
    text: str,
    *,
    seen: frozenset[int],
    may_take_money: bool,
    client_key: UUID,
    by: User | None,
) -> Answer:
    """Check in the one team that the text finds; take back one that was shown as present.

    ``seen`` are the numbers that the page showed as present: two Enters are one
    act, and nobody takes back what another desk has just noted. A text that ends
    with ``+`` also takes what the team still owes.
    """
    wants_payment = text.rstrip().endswith(PAID_TOO) and may_take_money
    found = find(tournament, text.rstrip().rstrip(PAID_TOO))
    if len(found) != 1:
        outcome = Outcome.SEVERAL if found else Outcome.NOBODY
        return Answer(outcome=outcome, teams=tuple(found))
    (team,) = found
    if wants_payment:
        return welcome(team, client_key=client_key, by=by)
    if team.number in seen:
        undo_check_in(team, by=by)
        return Answer(outcome=Outcome.TAKEN_BACK, teams=(team,))
    done = check_in(team, by=by)
    return Answer(outcome=Outcome.CHECKED_IN if done else Outcome.ALREADY, teams=(team,))


@transaction.atomic
def welcome(team: Team, *, client_key: UUID, by: User | None) -> Answer:
    """Check a team in and take what it still owes, in one act.

    ``client_key`` is the page's, which shows many teams. Raises ``ValidationError``
    as ``take_payment`` does.
    """
    done = check_in(team, by=by)
    due = account_of(team).due
    if due > 0:
        take_payment(team, due, client_key=uuid5(client_key, str(team.pk)), by=by)
    outcome = Outcome.CHECKED_IN if done else Outcome.ALREADY
    return Answer(outcome=outcome, teams=(team,), paid=due if due > 0 else None)


def find(tournament: Tournament, text: str) -> Sequence[Team]:
    """Return the expected teams that a text finds: the one of that number, or all by name."""
    playing = tournament.teams.playing()
    bare = text.strip()
    if not bare:
        return []
    if bare.isascii() and bare.isdecimal():
        return playing.filter(number=int(bare[:5]))
    return playing.matching(bare)
