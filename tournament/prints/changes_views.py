"""The page that says what is to be printed again, and takes note of what was."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access import desk_door
from tournament.deals.addresses import find_round
from tournament.http import done
from tournament.models import Tournament
from tournament.prints.changes import PARTS, note_printed
from tournament.prints.listing import changes_page


@desk_door
@require_http_methods(["GET", "POST"])
def changes(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """List what has changed since the last print; note a paper as printed."""
    round_ = find_round(tournament, number)
    if request.method == "POST":
        key = request.POST.get("paper", "")
        if key not in PARTS:
            raise Http404
        if done(request, note_printed, round_, key, seen=request.POST.get("seen", "")):
            messages.success(request, _("Noted as printed."))
        return redirect("prints:changes", tournament.pk, number)
    context = {"tournament": tournament, "round": round_, "lines": changes_page(round_)}
    return render(request, "prints/changes.html", context)
