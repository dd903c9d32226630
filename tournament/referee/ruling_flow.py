"""From a form to a ruling: what it moves is looked at first, what is refused stands on the form."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import Fault
from tournament.deals.tally import SheetRow, match_sheet
from tournament.http import accepted
from tournament.models import Decision, RefereeCall, Ruling, Tournament, User
from tournament.referee.articles import article_of
from tournament.referee.calls import settle
from tournament.referee.drafts import Draft, decide_as_seen, previewed
from tournament.referee.precedents import Precedent, precedents
from tournament.referee.ruling_forms import RulingForm
from tournament.referee.ruling_words import category_words, decision_words, place_words
from tournament.referee.rulings import plays_in
from tournament.rounds.impact import Impact
from tournament.rounds.impact_words import deal_words, impact_page


def shown(form: RulingForm, draft: Draft) -> dict[str, Any] | None:
    """Return the page of what a ruling would move; None when the form says why it cannot be."""
    impact: Impact | None = accepted(form, previewed, draft, by=form.by)
    if impact is None:
        return None
    ruling = draft.ruling()
    return {
        "tournament": form.tournament,
        "form": form,
        "ruling": ruling,
        "category": category_words(ruling),
        "place": place_words(ruling),
        "decision": decision_words(ruling),
        "page": impact_page(impact),
        "seen": draft.seen(),
        "replaces": form.replaces,
    }


def decide(form: RulingForm, draft: Draft) -> Ruling | None:
    """Make the ruling of a whole form, and answer the call it was made for."""
    if not form.cleaned_data["explanation"].strip():
        form.add_error("explanation", _("Give the reason for the decision."))
        return None
    seen, call = form.cleaned_data["seen"], call_of(form)
    return accepted(form, _decided, draft, seen=seen, by=form.by, call=call)


@transaction.atomic
def _decided(draft: Draft, *, seen: str, by: User, call: RefereeCall | None) -> Ruling:
    ruling = decide_as_seen(draft, seen=seen, by=by)
    if call:
        for_nothing = ruling.category == Fault.CALL_FOR_NOTHING
        settle(call, by=by, ruling=ruling, for_nothing=for_nothing)
    return ruling


def call_of(form: RulingForm) -> RefereeCall | None:
    """Return the call that a form answers, if it is one of this contest."""
    key = form.number("call")
    calls = RefereeCall.objects.filter(match__round__tournament=form.tournament)
    return calls.filter(pk=key).first() if key else None


def beside(form: RulingForm) -> dict[str, Any]:
    """Return what stands beside the form: the deal, like cases, whether the referee plays there."""
    match, row = form.match_found, _row(form)
    return {
        "tournament": form.tournament,
        "form": form,
        "match": match,
        "row": row,
        "deal": deal_words(row, form.tournament.rulebook) if row else "",
        "precedents": _precedents(form),
        "plays_there": match is not None and plays_in(form.by, match),
        "lacks_deal": form.said("decision") == Decision.CORRECTED and form.deal_found is None,
        "replaces": form.replaces,
    }


def _row(form: RulingForm) -> SheetRow | None:
    if form.deal_found is None or form.match_found is None:
        return None
    rows = match_sheet(form.match_found).rows
    return next((row for row in rows if row.deal.pk == form.deal_found.pk), None)


def _precedents(form: RulingForm) -> list[Precedent]:
    article = article_of(form.tournament.rulebook, form.said("clause"))
    return precedents(
        form.tournament,
        category=form.said("category"),
        article=form.said("article") or (article.line if article else ""),
        facts=form.said("facts"),
        but=form.replaces,
    )


def numbered(tournament: Tournament, number: int) -> Ruling | None:
    """Return a ruling by its number, all that its page shows loaded."""
    rulings = tournament.rulings.select_related(
        "match__round", "deal", "team", "player", "by", "replaces", "replaced_by"
    )
    return rulings.prefetch_related("match__seats__team").filter(number=number).first()
