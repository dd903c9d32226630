"""What a correction typed at the desk would move, before it is recorded."""

from __future__ import annotations

import re
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournament.access import desk_door
from tournament.deals.addresses import find_match
from tournament.deals.forms import DealForm
from tournament.deals.guards import hidden_from
from tournament.deals.options import rulebook_at
from tournament.deals.services import record_deal
from tournament.http import accepted
from tournament.models import Entry, Match, Tournament
from tournament.rounds.impact import NO_REASON_YET, Impact, impact_of
from tournament.rounds.impact_words import impact_page


@desk_door
@require_POST
def impact_of_correction(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Show what the deal typed in the sheet's form would move, and offer to record it."""
    match = find_match(tournament, number, table)
    line, side = _asked(request)
    correcting = Entry.objects.filter(accepted_for__match=match, accepted_for__number=line).first()
    hidden = hidden_from(request.user, match, match.deals.with_accepted())
    form = DealForm(
        request.POST,
        rulebook=rulebook_at(match, tournament.rulebook),
        correcting=correcting,
    )
    impact: Impact | None = None
    if form.is_valid() and not hidden:
        impact = accepted(form, _impact, form, match, line, side, request)
    context = {
        "tournament": tournament,
        "match": match,
        "line": line,
        "side": side,
        "form": form,
        "correcting": correcting,
        "hidden": hidden,
        "page": impact_page(impact) if impact else None,
    }
    return render(request, "referee/correction_impact.html", context)


def _impact(form: DealForm, match: Match, line: int, side: str, request: HttpRequest) -> Impact:
    cleaned = form.cleaned_data
    return impact_of(
        match.round.tournament,
        lambda: record_deal(
            match,
            line,
            form.facts(),
            by=request.user,
            client_key=uuid4(),
            base=cleaned["base"],
            reason=cleaned["reason"] or NO_REASON_YET,
            sheet=side,
        ),
    )


def _asked(request: HttpRequest) -> tuple[int, str]:
    """Return the deal's number and whose sheet is typed, as the form's address says."""
    line, side = request.GET.get("deal", ""), request.GET.get("sheet", "")
    if not re.fullmatch(r"[1-9][0-9]{0,2}", line) or side not in {"", "A", "B"}:
        raise Http404
    return int(line), side
