"""Accounts: one's own password; those of a club, given another password, closed, opened again."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.clubs.doors import club_door
from tournament.http import accepted, done
from tournament.models import Club, User
from tournament.people.accounts import (
    change_password,
    close_account,
    open_account,
    reset_password,
)
from tournament.people.forms import OwnPasswordForm


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Choose another password; the account is signed out everywhere else."""
    form = OwnPasswordForm(request.POST or None, request=request)
    if form.is_valid() and accepted(
        form, change_password, request.user, form.cleaned_data["password"]
    ):
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your password is changed. You are signed out elsewhere."))
        return redirect("home")
    return render(request, "people/password.html", {"form": form})


@never_cache
@club_door
@require_POST
def reset(request: HttpRequest, club: Club, user_id: int) -> HttpResponse:
    """Give an account another password, and show it this once."""
    user = get_object_or_404(User, pk=user_id, club=club)
    if user == request.user:
        # A desk left open gives nobody its account: one's own password asks for the one in use.
        return redirect("people:password")
    back = reverse("people:club", args=[club.pk])
    password = done(request, reset_password, club, user, by=request.user, key=_key(request))
    if not password:
        return redirect(back)
    context = {"name": user.username, "password": password, "back": back}
    return render(request, "people/password_made.html", context)


@club_door
@require_POST
def close(request: HttpRequest, club: Club, user_id: int) -> HttpResponse:
    """Close an account."""
    user = get_object_or_404(User, pk=user_id, club=club)
    if done(request, close_account, club, user, by=request.user):
        messages.success(request, _("The account %(name)s is closed.") % {"name": user})
    return redirect("people:club", club.pk)


@club_door
@require_POST
def open_again(request: HttpRequest, club: Club, user_id: int) -> HttpResponse:
    """Open an account that was closed."""
    user = get_object_or_404(User, pk=user_id, club=club)
    if done(request, open_account, club, user, by=request.user):
        messages.success(request, _("The account %(name)s is open again.") % {"name": user})
    return redirect("people:club", club.pk)


def _key(request: HttpRequest) -> UUID:
    """Return the key of the button that was pressed: two clicks give the same password."""
    try:
        return UUID(request.POST.get("client_key", ""))
    except ValueError:
        return uuid4()
