"""The page of the entrance: for a keyboard and for a telephone."""

from __future__ import annotations

from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access import TREASURER_ROLES, welcome_door
from tournament.http import is_fragment, page_or_fragment
from tournament.models import Tournament
from tournament.teams import services
from tournament.teams.entrance import Answer, Outcome, answer_typed, entrance, welcome
from tournament.teams.forms import EntranceForm
from tournament.teams.words import amount


@welcome_door
@require_http_methods(["GET", "POST"])
def check_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who is there; check in, or take back, the team typed or touched."""
    text = request.GET.get("text", "")
    if request.method == "POST":
        form = EntranceForm(request.POST)
        if not form.is_valid():
            for sentence in form.refusals():
                messages.error(request, sentence)
            return show(request, tournament, request.POST.get("text", "").replace("\0", ""))
        answer = answered(request, tournament, form)
        if answer:
            say(request, answer)
        if answer is None or answer.outcome is not Outcome.SEVERAL:
            return redirect(f"{request.path}?typed=1" if request.POST.get("text") else request.path)
        text = form.cleaned_data["text"].rstrip("+ ")
    return show(request, tournament, text)


def answered(request: HttpRequest, tournament: Tournament, form: EntranceForm) -> Answer | None:
    """Do what the form asks for, and say what is refused."""
    try:
        return done(request, tournament, form)
    except ValidationError as refusal:
        for sentence in refusal.messages:
            messages.error(request, sentence)
        return None


def done(request: HttpRequest, tournament: Tournament, form: EntranceForm) -> Answer | None:
    """Do what the form asks for; None when it asks for nothing."""
    typed, by = form.cleaned_data, request.user
    may_take_money = bool(request.roles & TREASURER_ROLES)
    if typed["text"].strip():
        return answer_typed(
            tournament,
            typed["text"],
            seen=typed["present"],
            may_take_money=may_take_money,
            client_key=typed["client_key"],
            by=by,
        )
    touched = typed["pay"] or typed["check_in"] or typed["undo"]
    if not touched:
        return None
    team = get_object_or_404(tournament.teams.playing(), pk=touched)
    if typed["pay"] and may_take_money:
        return welcome(team, client_key=typed["client_key"], by=by)
    if typed["undo"]:
        services.undo_check_in(team, by=by)
        return Answer(outcome=Outcome.TAKEN_BACK, teams=(team,))
    fresh = services.check_in(team, by=by)
    return Answer(outcome=Outcome.CHECKED_IN if fresh else Outcome.ALREADY, teams=(team,))


def say(request: HttpRequest, answer: Answer) -> None:
    """Say what came of it, where the eye is."""
    team = answer.teams[0] if len(answer.teams) == 1 else None
    level = messages.SUCCESS
    if answer.outcome is Outcome.NOBODY:
        level, said = messages.WARNING, _("Nobody answers to this number or name.")
    elif answer.outcome is Outcome.SEVERAL:
        level, said = messages.WARNING, _("Several answer to this: touch the right one.")
    elif answer.outcome is Outcome.TAKEN_BACK:
        level, said = messages.WARNING, _("%(team)s: taken back, not there.") % {"team": team}
    elif answer.paid is not None:
        paid = amount(answer.paid)
        said = _("%(team)s: there, %(paid)s paid.") % {"team": team, "paid": paid}
    elif answer.outcome is Outcome.ALREADY:
        said = _("%(team)s was already there.") % {"team": team}
    else:
        said = _("%(team)s: there.") % {"team": team}
    messages.add_message(request, level, said)


def show(request: HttpRequest, tournament: Tournament, text: str) -> HttpResponse:
    """Answer the page, or its changing part."""
    may_take_money = bool(request.roles & TREASURER_ROLES)
    context = {
        "tournament": tournament,
        "entrance": entrance(tournament, text, with_fees=may_take_money),
        "text": text,
        # After a touch the cursor stays away: on a telephone it would bring the keyboard up.
        "focus": not is_fragment(request) or text or "typed" in request.GET,
        "client_key": uuid4(),
        "may_take_money": may_take_money,
        "individual": tournament.is_individual,
        "alone": tournament.players.alone().count(),
    }
    page, fragment = "teams/check_in.html", "teams/_check_in.html"
    return page_or_fragment(request, page, fragment, context)
