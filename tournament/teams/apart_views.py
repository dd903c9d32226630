"""The page of the teams that must not meet."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import organisers_door
from tournament.http import accepted
from tournament.models import Team, Tournament
from tournament.teams.apart import keep_apart, let_meet


class ApartForm(forms.Form):
    """Two teams of the contest."""

    one = forms.ModelChoiceField(Team.objects.none(), label=gettext_lazy("This team"))
    other = forms.ModelChoiceField(Team.objects.none(), label=gettext_lazy("must not meet"))

    def __init__(self, *args: object, tournament: Tournament, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            self.fields[name].queryset = tournament.teams.all()
        if tournament.is_individual:
            self.fields["one"].label = gettext_lazy("This player")


@organisers_door
@require_http_methods(["GET", "POST"])
def apart(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the teams kept apart, and keep two more from meeting."""
    form = ApartForm(request.POST or None, tournament=tournament)
    if form.is_valid() and accepted(
        form, keep_apart, form.cleaned_data["one"], form.cleaned_data["other"], by=request.user
    ):
        messages.success(request, _("The draws keep these two apart."))
        return redirect("teams:apart", tournament.pk)
    pairs = tournament.aparts.select_related("one", "other").order_by("one__number")
    context = {"tournament": tournament, "form": form, "pairs": pairs}
    return render(request, "teams/apart.html", context)


@organisers_door
@require_POST
def meet(request: HttpRequest, tournament: Tournament, apart_id: int) -> HttpResponse:
    """Let two teams meet again."""
    let_meet(tournament, apart_id, by=request.user)
    messages.success(request, _("These two may meet again."))
    return redirect("teams:apart", tournament.pk)
