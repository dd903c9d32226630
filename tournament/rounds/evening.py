"""Load a played evening into a new contest, through the services that the pages use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import shipped_rulebooks
from tournament.clubs.services import create_tournament
from tournament.deals.services import RefusedRow, record_deals
from tournament.models import ByeKind, EndKind, Ranking, Round, Source, Team, Tournament, User
from tournament.models.tournament import shipped_rulebook
from tournament.rounds.evening_files import (
    DEALS,
    ROUNDS,
    TEAMS,
    BadEvening,
    DealLine,
    Evening,
    read_evening,
)
from tournament.rounds.services import close_round, given_round, missing_deals
from tournament.teams.services import register_teams

Say = Callable[[str], object]


def import_evening(
    folder: Path,
    *,
    rulebook: str,
    name: str = "",
    bye_marks: int = 0,
    by: User | None = None,
    say: Say = lambda _sentence: None,
) -> Tournament:
    """Load a folder into a new contest and return it; all of it or nothing.

    ``say`` is told what is worth knowing on the way. Raises ``BadEvening``.
    """
    if rulebook not in shipped_rulebooks():
        raise BadEvening(
            _("There is no rulebook named %(name)s. There are: %(names)s.")
            % {"name": rulebook, "names": ", ".join(shipped_rulebooks())}
        )
    evening = read_evening(folder, is_take=shipped_rulebook(rulebook).is_take)
    with transaction.atomic():
        tournament = _create(
            by=by,
            name=name or folder.resolve().name,
            date=timezone.localdate(),
            rulebook_name=rulebook,
            end_kind=EndKind.DEALS,
            deals=evening.deals_a_match,
            ranking=Ranking.MARKS,
            bye_kind=ByeKind.FIXED,
            bye_marks=bye_marks,
            bye_wins=False,
        )
        teams = _register(tournament, evening, by=by)
        for number in range(1, evening.rounds + 1):
            _play(tournament, number, evening, teams, by=by, say=say)
    return tournament


def _create(**settings: Any) -> Tournament:
    try:
        return create_tournament(**settings)
    except ValidationError as refusal:
        raise BadEvening(refusal.messages[0]) from refusal


def _register(tournament: Tournament, evening: Evening, *, by: User | None) -> dict[int, Team]:
    try:
        registered = register_teams(tournament, evening.teams, by=by)
    except ValidationError as refusal:
        raise BadEvening(refusal.messages[0], file=TEAMS) from refusal
    teams = {team.number: team for team in registered}
    for table in evening.tables:
        for number in table.teams:
            if number not in teams:
                sentence = _("There is no team %(number)s.") % {"number": number}
                raise BadEvening(sentence, file=ROUNDS, line=table.line)
    return teams


def _play(
    tournament: Tournament,
    number: int,
    evening: Evening,
    teams: dict[int, Team],
    *,
    by: User | None,
    say: Say,
) -> None:
    """Draw a round as given, record its deals, close it."""
    lines = [line for line in evening.tables if line.round == number]
    tables = {
        line.table: (teams[line.teams[0]], teams[line.teams[1]])
        for line in sorted(lines, key=lambda line: line.table or 0)
        if line.table is not None
    }
    byes = [teams[line.teams[0]] for line in lines if line.table is None]
    try:
        round_ = given_round(tournament, number, tables, byes, by=by)
    except ValidationError as refusal:
        raise BadEvening(refusal.messages[0], file=ROUNDS, line=lines[0].line) from refusal
    deals = [deal for deal in evening.deals if deal.round == number]
    _record(round_, deals, by=by)
    for missing in missing_deals(round_):
        say(
            _("Round %(round)s, table %(table)s: deals missing: %(deals)s.")
            % {
                "round": number,
                "table": missing.match.table,
                "deals": ", ".join(missing.doubt.ranges),
            }
        )
    close_round(round_, by=by, despite_missing=True)


def _record(round_: Round, deals: Sequence[DealLine], *, by: User | None) -> None:
    matches = {match.table: match for match in round_.matches.all()}
    rows = [(matches[deal.table], deal.number, deal.facts) for deal in deals]
    try:
        record_deals(round_, rows, by=by, source=Source.IMPORT)
    except RefusedRow as refusal:
        line = deals[refusal.row].line
        raise BadEvening(refusal.messages[0], file=DEALS, line=line) from refusal
