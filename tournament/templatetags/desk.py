"""What stands on every page of a table's sheet: ``{% load desk %}{% presence sheet %}``."""

from typing import Any

from django import template
from django.utils import timezone

from tournament.deals.options import choices_of, has_chosen
from tournament.deals.options_acts import MAY_CORRECT
from tournament.deals.options_forms import OptionsForm
from tournament.deals.presence import first_company, known_by
from tournament.deals.sheet_acts import undoable
from tournament.deals.sheet_checks import checks_of
from tournament.deals.tally import MatchSheet

register = template.Library()


@register.inclusion_tag("deals/_presence.html", takes_context=True)
def presence(context: template.Context, sheet: MatchSheet) -> dict[str, Any]:
    """Show who else is at the sheet, and ask again now and then."""
    since, seen = sheet.known_by or known_by(sheet.match)
    return {
        "tournament": sheet.tournament,
        "sheet": sheet,
        "since": since,
        "seen": seen,
        "company": first_company(sheet.match, context["request"].user),
    }


@register.inclusion_tag("deals/_options.html", takes_context=True)
def table_options(context: template.Context, sheet: MatchSheet) -> dict[str, Any]:
    """Say what the table plays of what is left to it; ask, until it chose or a deal is typed."""
    match, choices = sheet.match, choices_of(sheet.tournament.rulebook, sheet.match.options)
    shown = {"tournament": sheet.tournament, "sheet": sheet, "choices": choices}
    if not choices:
        return shown
    asks = not sheet.rows and not has_chosen(match)
    return shown | {
        "form": OptionsForm(choices, initial={"seen": match.options}) if asks else None,
        "is_begun": bool(sheet.rows),
        "may_correct": bool(context["request"].roles & MAY_CORRECT),
    }


@register.inclusion_tag("deals/_checks.html", takes_context=True)
def checks(context: template.Context, sheet: MatchSheet) -> dict[str, Any]:
    """Say what the sheet waits for, with a way to what this person can do about it."""
    seen = checks_of(sheet, by=context["request"].user)
    return {"tournament": sheet.tournament, "sheet": sheet, "checks": seen}


@register.inclusion_tag("deals/_acts.html", takes_context=True)
def acts(context: template.Context, sheet: MatchSheet) -> dict[str, Any]:
    """Offer to take back one's last act, and the acts on the whole sheet."""
    locks_at = sheet.match.round.locks_at(sheet.tournament)
    return {
        "takes_complaints": locks_at is not None and timezone.now() < locks_at,
        "tournament": sheet.tournament,
        "sheet": sheet,
        "side": context.get("side", ""),
        "act": undoable(sheet.tournament, context["request"].user),
    }
