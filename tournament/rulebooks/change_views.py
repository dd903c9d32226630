"""Change the rulebook of a contest being played: what moves first, then the reason."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import labels
from tournament.access import organisers_door
from tournament.http import accepted
from tournament.models import Tournament
from tournament.rounds.impact import NO_REASON_YET, Impact
from tournament.rounds.impact_words import impact_page
from tournament.rulebooks.change import change_rulebook, impact_of_change
from tournament.rulebooks.change_forms import ChangeForm


@organisers_door
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose another rulebook, look at every mark and rank that moves, then change it."""
    if not tournament.is_frozen:
        messages.warning(request, _("No round is drawn yet: choose the rulebook in the settings."))
        return redirect("clubs:settings", tournament.pk)
    step = request.POST.get("step", "")
    form = ChangeForm(request.POST or None, tournament=tournament)
    if form.is_valid() and step != "back":
        asked, reason = (tournament, form.choice()), form.cleaned_data["reason"]
        said = {"seen": form.cleaned_data["seen"], "by": request.user}
        if step == "change" and accepted(form, change_rulebook, *asked, **said, reason=reason):
            messages.success(request, _("The rulebook is changed, and every deal marked again."))
            return redirect("standings:table", tournament.pk)
        said["reason"] = reason.strip() or NO_REASON_YET
        if impact := accepted(form, impact_of_change, *asked, **said):
            return render(request, "rulebooks/change_impact.html", _shown(form, impact, tournament))
    return render(request, "rulebooks/change.html", {"tournament": tournament, "form": form})


def _shown(form: ChangeForm, impact: Impact, tournament: Tournament) -> dict[str, object]:
    before, after = impact.rulebooks
    language = labels.language()
    return {
        "tournament": tournament,
        "form": form,
        "page": impact_page(impact),
        "is_same": before == after,
        "before": before,
        "after": after,
        "before_title": before.title[language],
        "after_title": after.title[language],
    }
