"""The checks by cards: each is one address, that can be shown to the table or sent to somebody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from tournament.access import desk_door
from tournament.http import page_or_fragment
from tournament.models import RoleKind, Tournament
from tournament.referee.cards.calls import CallForm
from tournament.referee.cards.declared import DeclaredForm
from tournament.referee.cards.fields import CheckForm
from tournament.referee.cards.legal import LegalForm
from tournament.referee.cards.menu import menu
from tournament.referee.cards.recount import RecountForm
from tournament.referee.cards.revoke import RevokeForm

LONGEST_ADDRESS = 8000
"""An address beyond this is answered where it is: no browser is sent to it."""


@desk_door
@require_GET
def checks(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the checks."""
    place = CheckForm(request.GET, tournament=tournament).place
    context = {"tournament": tournament, "menu": menu(tournament, place=place)}
    return render(request, "referee/cards/checks.html", context)


@desk_door
@require_GET
def legal(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Was that card legal."""
    return _check(request, tournament, LegalForm, "legal")


@desk_door
@require_GET
def revoke(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Was there a revoke."""
    return _check(request, tournament, RevokeForm, "revoke")


@desk_door
@require_GET
def call(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Was that call legal."""
    return _check(request, tournament, CallForm, "call")


@desk_door
@require_GET
def recount(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Count a pile again."""
    return _check(request, tournament, RecountForm, "recount")


@desk_door
@require_GET
def declared(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Whose declarations score."""
    return _check(request, tournament, DeclaredForm, "declared")


def _check(
    request: HttpRequest, tournament: Tournament, kind: type[CheckForm], name: str
) -> HttpResponse:
    """Show a check with its answer; a button pressed leads to the address that says so."""
    form = kind(request.GET, tournament=tournament)
    after = form.pressed()
    if after is not None:
        address = f"{request.path}?{after.urlencode()}"
        if len(address) <= LONGEST_ADDRESS:
            return redirect(address)
        form = kind(after, tournament=tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "answer": form.answer(),
        "said": f"referee/cards/_{name}_said.html" if form.sequence else "",
        "menu": menu(tournament, here=request.path, place=form.place),
        "is_referee": RoleKind.REFEREE in request.roles,  # type: ignore[attr-defined]
    }
    page = f"referee/cards/{name}.html"
    return page_or_fragment(request, page, "referee/cards/_answered.html", context)
