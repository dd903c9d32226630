"""Who does what: roles given and taken, accounts made, invitations, in a contest or in a club."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.access import View, organisers_door
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

ACTS = ("give", "take", "new_account", "invite", "withdraw")
"""What is done in a contest, and by the same view in a whole club."""


def scope_door(view: View) -> View:
    """Let through who organises the contest, or the whole club, that the address names.

    Hand the view that scope instead of its id.
    """

    @wraps(view)
    def entered(
        request: HttpRequest, place: Tournament | Club, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        return view(request, Scope.of(place), *args, **kwargs)

    of_contest, of_club = organisers_door(entered), club_door(entered)

    @wraps(view)
    def guarded(request: HttpRequest, **named: int) -> HttpResponse:
        return (of_contest if "tournament_id" in named else of_club)(request, **named)

    return guarded


@never_cache
@scope_door
@require_GET
def roles(request: HttpRequest, scope: Scope) -> HttpResponse:
    """Show who has which role here; of a whole club, its accounts too."""
    return _page(request, scope)


@never_cache
@scope_door
@require_POST
def give(request: HttpRequest, scope: Scope) -> HttpResponse:
    """Give an account a role."""
    form = GiveForm(request.POST, scope=scope)
    if not form.is_valid():
        return _page(request, scope, give=form)
    user, kind = form.cleaned_data["account"], form.cleaned_data["kind"]
    if not accepted(form, give_role, scope, user, kind, by=request.user):
        return _page(request, scope, give=form)
    messages.success(request, _("%(name)s is %(role)s.") % {"name": user, "role": kind.label})
    return _back(scope)


@never_cache
@scope_door
@require_POST
def take(request: HttpRequest, scope: Scope) -> HttpResponse:
    """Take a role away."""
    form = RoleForm(request.POST, scope=scope)
    if form.is_valid():
        user, kind = form.cleaned_data["account"], form.cleaned_data["kind"]
        if done(request, take_role, scope, user, kind, by=request.user):
            said = {"name": user, "role": kind.label}
            messages.success(request, _("%(name)s is not %(role)s any more.") % said)
    # Who takes the role from himself has nothing more to see here.
    return _back(scope) if scope.is_organised_by(request.user) else redirect("home")


@never_cache
@scope_door
@require_POST
def new_account(request: HttpRequest, scope: Scope) -> HttpResponse:
    """Make an account with a role, and show its password this once."""
    form = NewAccountForm(request.POST)
    if form.is_valid():
        name, kind, key = form.cleaned_data["name"], form.cleaned_data["kind"], form.once_key()
        password = accepted(form, make_account, scope, name, kind, by=request.user, key=key)
        if password:
            context = _shown(scope, {"password": password, "name": name})
            return render(request, "people/password_made.html", context)
    return _page(request, scope, new=form)


@never_cache
@scope_door
@require_POST
def invite(request: HttpRequest, scope: Scope) -> HttpResponse:
    """Make an invitation, and show its link this once."""
    form = InviteForm(request.POST)
    if form.is_valid():
        kind, hours, key = form.cleaned_data["kind"], form.cleaned_data["hours"], form.once_key()
        secret = accepted(form, make_invitation, scope, kind, hours, by=request.user, key=key)
        if secret:
            address = phone_address(request) + reverse("people:join", args=[secret])
            context = {"address": address, "kind": kind, "hours": hours}
            return render(request, "people/invitation_made.html", _shown(scope, context))
    return _page(request, scope, invite=form)


@never_cache
@scope_door
@require_POST
def withdraw(request: HttpRequest, scope: Scope, invitation_id: int) -> HttpResponse:
    """Have an invitation let nobody in any more."""
    found = get_object_or_404(scope.invitations(), pk=invitation_id)
    if done(request, withdraw_invitation, scope, found.pk, by=request.user):
        messages.success(request, _("The invitation is withdrawn."))
    return _back(scope)


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
    where = "" if scope.tournament else "_in_club"
    return context | {
        "scope": scope,
        "tournament": scope.tournament,
        "place": scope.tournament or scope.club,
        "acts": {act: f"people:{act}{where}" for act in ACTS},
        "back": _home_of(scope),
    }


def _home_of(scope: Scope) -> str:
    if scope.tournament:
        return reverse("people:contest", args=[scope.tournament.pk])
    return reverse("people:club", args=[scope.club.pk])


def _back(scope: Scope) -> HttpResponse:
    return redirect(_home_of(scope))
