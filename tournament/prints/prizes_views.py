"""The page where the organiser sets the prizes, and sees who has them as things stand."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access import organisers_door
from tournament.http import accepted
from tournament.models import Tournament
from tournament.prints.prize_papers import offers_of, prizes_paper
from tournament.prints.prizes_forms import MORE_PLACES, PrizesForm
from tournament.prints.prizes_services import digest_of, set_prizes


@organisers_door
@require_http_methods(["GET", "POST"])
def prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the prizes and who has them now; set them all at once."""
    offers = offers_of(tournament)
    form = PrizesForm(
        request.POST or None, offers=offers, places=_places(request), seen=digest_of(offers)
    )
    if form.is_valid():
        said = {"seen": form.cleaned_data["seen"], "by": request.user}
        if accepted(form, set_prizes, tournament, form.offers(), **said):
            messages.success(request, _("The prizes are saved."))
            return redirect("prints:prizes", tournament.pk)
    more = sum(slot.place is not None for slot in form.slots.values()) + MORE_PLACES
    context = {"tournament": tournament, "form": form, "more": more}
    context["paper"] = prizes_paper(tournament)
    return render(request, "prints/prizes.html", context)


def _places(request: HttpRequest) -> int:
    asked = request.GET.get("places", "")
    return int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 5 else 0  # noqa: PLR2004
