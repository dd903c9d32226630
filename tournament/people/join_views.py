"""The page that an invitation's link opens: whoever has it accepts, or makes an account first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.http import accepted, done
from tournament.limits import WITHIN, MustWait, guessed
from tournament.models import Invitation, RoleKind
from tournament.people.forms import JoinForm
from tournament.people.invitations import SENTENCES, State, accept, accept_as_new, find, state_of

View = Callable[[HttpRequest, Invitation], HttpResponse]

WRONG = gettext_lazy("This link is no invitation: look at it again, or ask the organiser.")
WAIT = gettext_lazy("Too many wrong links: wait five minutes, or ask the organiser.")


def invitation_door(view: View) -> Callable[[HttpRequest, str], HttpResponse]:
    """Let through who has an invitation that is still good; hand the view its row."""

    @wraps(view)
    @never_cache
    def guarded(request: HttpRequest, secret: str) -> HttpResponse:
        try:
            invitation = guessed(request, partial(find, secret))
        except MustWait:
            answer = _shut(request, WAIT, HTTPStatus.TOO_MANY_REQUESTS)
            answer["Retry-After"] = str(int(WITHIN.total_seconds()))
            return answer
        if invitation is None:
            return _shut(request, WRONG, HTTPStatus.NOT_FOUND)
        state = state_of(invitation)
        if state is not State.OPEN:
            return _shut(request, SENTENCES[state], HTTPStatus.GONE)
        return view(request, invitation)

    return guarded


@invitation_door
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Show what the invitation gives; take it for the account, or for a new one."""
    if request.user.is_authenticated:
        if request.method == "POST" and done(request, accept, invitation, user=request.user):
            return _welcome(request, invitation)
        return _asked(request, invitation)
    form = JoinForm(request.POST or None)
    if form.is_valid() and accepted(form, _enter, request, invitation, **form.cleaned_data):
        return _welcome(request, invitation)
    return _asked(request, invitation, form)


def _enter(request: HttpRequest, invitation: Invitation, *, name: str, password: str) -> None:
    login(request, accept_as_new(invitation, name=name, password=password))


def _asked(
    request: HttpRequest, invitation: Invitation, form: JoinForm | None = None
) -> HttpResponse:
    context = {"invitation": invitation, "role": RoleKind(invitation.kind), "form": form}
    return render(request, "people/join.html", context)


def _welcome(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    said = {
        "role": RoleKind(invitation.kind).label,
        "place": invitation.tournament or invitation.club,
    }
    messages.success(request, _("You are %(role)s: %(place)s.") % said)
    if invitation.tournament_id:
        return redirect("clubs:tournament", invitation.tournament_id)
    return redirect("home")


def _shut(request: HttpRequest, sentence: object, status: HTTPStatus) -> HttpResponse:
    return render(request, "people/join_shut.html", {"sentence": sentence}, status=status)
