"""The desk's page of a round's codes: shown, renewed, revoked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scoring import Side
from tournament.access import desk_door
from tournament.deals.addresses import find_match, find_round
from tournament.hosts import phone_address
from tournament.http import done
from tournament.models import Match, Round, TableCode, Team, Tournament
from tournament.tables.codes import codes_of, renew, revoke, shown, takes_phones


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeLine:
    """A side of a table, and the code that opens it."""

    table: int
    side: Side
    team: Team
    code: TableCode | None

    @property
    def shown(self) -> str:
        """The code as it is printed; nothing where none opens this side."""
        return shown(self.code.code) if self.code and not self.code.revoked_at else ""


@never_cache
@desk_door
@require_GET
def codes(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """List the codes of a round, made when they are first asked for."""
    round_ = find_round(tournament, number)
    context = {
        "tournament": tournament,
        "round": round_,
        "lines": code_lines(round_),
        "is_open": takes_phones(round_),
        "address": phone_address(request),
    }
    return render(request, "tables/codes.html", context)


@desk_door
@require_POST
def renew_code(
    request: HttpRequest, tournament: Tournament, number: int, table: int, side: str
) -> HttpResponse:
    """Give a side another code: the one before opens nothing any more."""
    match = _match(tournament, number, table, side)
    replaces = request.POST.get("code", "")
    last = int(replaces) if re.fullmatch(r"[0-9]{1,19}", replaces) else None
    if done(request, renew, match, Side(side), replaces=last, by=request.user):
        said = {"table": table, "side": side}
        messages.success(request, _("Table %(table)s, side %(side)s: a new code.") % said)
    return redirect("phones:codes", tournament.pk, number)


@desk_door
@require_POST
def revoke_code(
    request: HttpRequest, tournament: Tournament, number: int, table: int, side: str
) -> HttpResponse:
    """Have a side's code open nothing any more."""
    match = _match(tournament, number, table, side)
    if done(request, revoke, match, Side(side), by=request.user):
        said = {"table": table, "side": side}
        messages.success(request, _("Table %(table)s, side %(side)s: its code is revoked.") % said)
    return redirect("phones:codes", tournament.pk, number)


def code_lines(round_: Round) -> list[CodeLine]:
    """Return both sides of each table of a round, in order, with their codes."""
    found = codes_of(round_)
    return [
        CodeLine(
            table=match.table,
            side=side,
            team=match.team(side),
            code=found.get((match.pk, side.value)),
        )
        for match in round_.matches.with_teams().order_by("table")
        for side in Side
    ]


def _match(tournament: Tournament, number: int, table: int, side: str) -> Match:
    if side not in list(Side):
        raise Http404
    return find_match(tournament, number, table)
