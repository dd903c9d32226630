"""Who does what: roles given and taken, accounts made, invitations, in a contest or in a club."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.access import organisers_door
from tournament.clubs.doors import club_door
from tournament.hosts import phone_address
from tournament.http import accepted, done
from tournament.models import Club, Tournament
from tournament.people.accounts import make_account
from tournament.people.forms import GiveForm, InviteForm, NewAccountForm, RoleForm
from tournament.people.invitations import invite as make_invitation
from tournament.people.invitations import withdraw as withdraw_invitation
from tournament.people.listing import holders, invited, own_accounts
from tournament.people.rights import IN_A_CLUB, IN_A_CONTEST, in_words
from tournament.people.scopes import Scope
from tournament.people.services import give_role, take_role


@never_cache
@organisers_door
@require_GET
def contest(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who has which role in a contest."""
    return _page(request, Scope.of(tournament))


@never_cache
@club_door
@require_GET
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """Show who has which role in a whole club, and its accounts."""
    return _page(request, Scope.of(club))


def give(request: HttpRequest, place: Tournament | Club) -> HttpResponse:
    """Give an account a role."""
    scope = Scope.of(place)
    form = GiveForm(request.POST, scope=scope)
    if not form.is_valid():
        return _page(request, scope, give=form)
    user, kind = form.cleaned_data["account"], form.cleaned_data["kind"]
    if not accepted(form, give_role, scope, user, kind, by=request.user):
        return _page(request, scope, give=form)
    messages.success(request, _("%(name)s is %(role)s.") % {"name": user, "role": kind.label})
    return _back(scope)


def take(request: HttpRequest, place: Tournament | Club) -> HttpResponse:
    """Take a role away."""
    scope = Scope.of(place)
    form = RoleForm(request.POST, scope=scope)
    if form.is_valid():
        user, kind = form.cleaned_data["account"], form.cleaned_data["kind"]
        if done(request, take_role, scope, user, kind, by=request.user):
            said = {"name": user, "role": kind.label}
            messages.success(request, _("%(name)s is not %(role)s any more.") % said)
    # Who takes the role from himself has nothing more to see here.
    return _back(scope) if scope.is_organised_by(request.user) else redirect("home")


def new_account(request: HttpRequest, place: Tournament | Club) -> HttpResponse:
    """Make an account with a role, and show its password this once."""
    scope = Scope.of(place)
    form = NewAccountForm(request.POST)
    made: dict[str, Any] = {}
    if form.is_valid():
        name, kind = form.cleaned_data["name"], form.cleaned_data["kind"]

        def make() -> None:
            made["password"] = make_account(scope, name, kind, by=request.user, key=form.once_key())

        if accepted(form, make):
            return render(
                request, "people/password_made.html", _shown(scope, made | {"name": name})
            )
    return _page(request, scope, new=form)


def invite(request: HttpRequest, place: Tournament | Club) -> HttpResponse:
    """Make an invitation, and show its link this once."""
    scope = Scope.of(place)
    form = InviteForm(request.POST)
    made: dict[str, Any] = {}
    if form.is_valid():
        kind, hours = form.cleaned_data["kind"], form.cleaned_data["hours"]

        def make() -> None:
            secret = make_invitation(scope, kind, hours, by=request.user, key=form.once_key())
            made["address"] = phone_address(request) + reverse("people:join", args=[secret])

        if accepted(form, make):
            context = made | {"kind": kind, "hours": hours}
            return render(request, "people/invitation_made.html", _shown(scope, context))
    return _page(request, scope, invite=form)


def withdraw(request: HttpRequest, place: Tournament | Club, invitation_id: int) -> HttpResponse:
    """Have an invitation let nobody in any more."""
    scope = Scope.of(place)
    found = get_object_or_404(scope.invitations(), pk=invitation_id)
    if done(request, withdraw_invitation, scope, found.pk, by=request.user):
        messages.success(request, _("The invitation is withdrawn."))
    return _back(scope)


ACTS = {
    view.__name__: (
        never_cache(organisers_door(require_POST(view))),
        never_cache(club_door(require_POST(view))),
    )
    for view in (give, take, new_account, invite, withdraw)
}
"""Each act as a contest's organiser does it, and as a club's."""


def _page(request: HttpRequest, scope: Scope, **forms: Form) -> HttpResponse:
    """Show everything about a contest's or a club's roles, with what was refused if anything."""
    shown = {"give": GiveForm(scope=scope), "new": NewAccountForm(), "invite": InviteForm()} | forms
    for name, form in shown.items():
        form.auto_id = f"id_{name}_%s"
    context = shown | {
        "holders": holders(scope),
        "invited": invited(scope),
        "rights": in_words(IN_A_CONTEST if scope.tournament else IN_A_CLUB + IN_A_CONTEST),
        "organises_club": Scope.of(scope.club).is_organised_by(request.user),
        "accounts": [] if scope.tournament else own_accounts(scope.club, viewer=request.user),
    }
    return render(request, "people/roles.html", _shown(scope, context))


def _shown(scope: Scope, context: dict[str, Any]) -> dict[str, Any]:
    """Add to what a page shows where it is about, and what its acts are called there."""
    kind = "" if scope.tournament else "_in_club"
    return context | {
        "scope": scope,
        "tournament": scope.tournament,
        "place": scope.tournament or scope.club,
        "acts": {name: f"people:{name}{kind}" for name in ACTS},
        "back": _home_of(scope),
    }


def _home_of(scope: Scope) -> str:
    if scope.tournament:
        return reverse("people:contest", args=[scope.tournament.pk])
    return reverse("people:club", args=[scope.club.pk])


def _back(scope: Scope) -> HttpResponse:
    return redirect(_home_of(scope))
