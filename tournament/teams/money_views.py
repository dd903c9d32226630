"""The pages of the treasurer: all accounts, one account, and a file of them."""

from __future__ import annotations

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament.access import ORGANISER_ROLES, treasurers_door
from tournament.http import accepted, file_to_save
from tournament.models import Player, Team, Tournament
from tournament.teams import money
from tournament.teams.forms import PaymentForm, typed_amount
from tournament.teams.words import amount


@treasurers_door
@require_GET
def fees(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what is owed, paid and due, and what each person took."""
    context = {
        "tournament": tournament,
        "accounts": money.accounts(tournament),
        "individual": tournament.is_individual,
        "organises": bool(request.roles & ORGANISER_ROLES),
    }
    return render(request, "teams/fees.html", context)


@treasurers_door
@require_GET
def fees_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the accounts for a spreadsheet."""
    content = money.accounts_csv(money.accounts(tournament))
    response = file_to_save(content, "droits", tournament)
    patch_cache_control(response, private=True, no_store=True)
    return response


@treasurers_door
@require_http_methods(["GET", "POST"])
def team_payments(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Show what a team has paid, and take or give back money."""
    teams = tournament.teams.prefetch_related("players")
    return account_page(request, tournament, get_object_or_404(teams, pk=team_id))


@treasurers_door
@require_http_methods(["GET", "POST"])
def player_payments(request: HttpRequest, tournament: Tournament, player_id: int) -> HttpResponse:
    """Show what a player who came alone has paid, and take or give back money."""
    player = get_object_or_404(tournament.players.alone(), pk=player_id)
    return account_page(request, tournament, player)


def account_page(
    request: HttpRequest, tournament: Tournament, payer: Team | Player
) -> HttpResponse:
    """Answer one account, with the form that adds a payment to it."""
    account = money.account_of(payer)
    due = typed_amount(account.due) if account.due > 0 else ""
    initial = {"amount": due, "client_key": uuid4()}
    form = PaymentForm(request.POST or None, initial=initial)
    if form.is_valid() and accepted(
        form,
        money.take_payment,
        payer,
        form.euros(),
        client_key=form.cleaned_data["client_key"],
        by=request.user,
    ):
        messages.success(request, said(form))
        return redirect("teams:fees", tournament.pk)
    if form.has_error("amount", "sent_before"):
        form.renew()
    context = {
        "tournament": tournament,
        "account": account,
        "payments": payer.payments.select_related("taken_by"),
        "form": form,
    }
    return render(request, "teams/payments.html", context)


def said(form: PaymentForm) -> str:
    """Say what was taken or given back."""
    euros = form.euros()
    if euros < 0:
        return _("%(amount)s given back.") % {"amount": amount(-euros)}
    return _("%(amount)s taken.") % {"amount": amount(euros)}
