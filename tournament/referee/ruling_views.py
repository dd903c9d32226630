"""Rulings: the form, what it moves, the decision; the register, and each ruling's page."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access import DESK_ROLES, desk_door, referees_door
from tournament.http import page_or_fragment
from tournament.models import RoleKind, Ruling, Tournament
from tournament.referee import ruling_flow
from tournament.referee.desk_forms import PlayingForm
from tournament.referee.playing import play_in, team_of
from tournament.referee.register import RegisterFilters, what_it_changed
from tournament.referee.ruling_forms import RulingForm
from tournament.referee.ruling_words import category_words, decision_words, place_words
from tournament.roles import roles_by_contest


@referees_door
@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Write a ruling: the case, the decision, what it would move, then decide."""
    return _write(request, tournament)


@referees_door
@require_http_methods(["GET", "POST"])
def replace(request: HttpRequest, tournament: Tournament, ruling: int) -> HttpResponse:
    """Write the ruling that replaces one, and so lifts what that one did."""
    found = _numbered(tournament, ruling)
    if not found.is_in_force:
        messages.warning(request, _("This ruling was replaced already: replace the later one."))
        return redirect("referee:ruling", tournament.pk, found.replaced_by.number)
    return _write(request, tournament, replaces=found)


@desk_door
@require_GET
def ruling(request: HttpRequest, tournament: Tournament, ruling: int) -> HttpResponse:
    """Show one ruling whole."""
    found = _numbered(tournament, ruling)
    context = {
        "tournament": tournament,
        "ruling": found,
        "category": category_words(found),
        "place": place_words(found),
        "decision": decision_words(found),
        "changed": what_it_changed(found, tournament.rulebook),
        "calls": found.calls.select_related("match", "by").all(),
        "is_referee": RoleKind.REFEREE in request.roles,
    }
    return render(request, "referee/ruling.html", context)


@desk_door
@require_GET
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the rulings of the contest, or of all the club's evenings."""
    filters = RegisterFilters(request.GET, tournament=tournament)
    is_referee = RoleKind.REFEREE in request.roles
    own_team = team_of(request.user, tournament)
    own_roles = roles_by_contest(request.user, Tournament.objects.filter(club=tournament.club_id))
    context = {
        "tournament": tournament,
        "filters": filters,
        "lines": [
            {
                "ruling": each,
                "category": category_words(each),
                "place": place_words(each),
                "decision": decision_words(each),
            }
            for each in filters.rulings()
        ],
        # Of an evening in which one had no role, the register is all that one sees.
        "readable": {contest for contest, held in own_roles.items() if held & DESK_ROLES},
        "is_referee": is_referee,
        "playing": PlayingForm(tournament=tournament, plays_in=own_team) if is_referee else None,
    }
    return render(request, "referee/register.html", context)


@referees_door
@require_POST
def playing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Note in which team the referee plays."""
    own_team = team_of(request.user, tournament)
    form = PlayingForm(request.POST, tournament=tournament, plays_in=own_team)
    if form.is_valid():
        play_in(request.user, tournament, form.chosen())
        messages.success(request, _("It is noted."))
    else:
        messages.error(request, _("Choose one of the teams."))
    return redirect("referee:register", tournament.pk)


def _write(
    request: HttpRequest, tournament: Tournament, *, replaces: Ruling | None = None
) -> HttpResponse:
    """Show the form, then what its ruling would move, then make it."""
    step = request.POST.get("step", "")
    form = _form(request, tournament, step, replaces)
    if form.is_bound and form.is_whole():
        draft = form.draft()
        made = ruling_flow.decide(form, draft) if step == "decide" else None
        if made:
            messages.success(request, _("Ruling %(number)s is made.") % {"number": made.number})
            return redirect("referee:ruling", tournament.pk, made.number)
        if shown := ruling_flow.shown(form, draft):
            return render(request, "referee/ruling_impact.html", shown)
    context = ruling_flow.beside(form)
    return page_or_fragment(
        request, "referee/ruling_form.html", "referee/_ruling_fields.html", context
    )


def _form(
    request: HttpRequest, tournament: Tournament, step: str, replaces: Ruling | None
) -> RulingForm:
    """Return the form as sent; unfinished, or gone back to, it is shown without being judged."""
    sent = request.POST if request.method == "POST" else None
    asked = request.GET.dict() if sent is None else None
    if sent is not None and step in {"fields", "back"}:
        sent, asked = None, sent.dict()
    return RulingForm(sent, tournament=tournament, by=request.user, asked=asked, replaces=replaces)


def _numbered(tournament: Tournament, number: int) -> Ruling:
    found = ruling_flow.numbered(tournament, number)
    if found is None:
        raise Http404
    return found
