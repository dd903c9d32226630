"""A person's names: finding them, giving what is kept of him, erasing it; and for how long."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from tournament.clubs.doors import club_door
from tournament.http import accepted, file_to_save
from tournament.models import Club, Player
from tournament.people.erasure import (
    becoming,
    contests_reached,
    due,
    erase,
    found_by,
    keep_names_for,
    namesakes,
    not_yet,
    players_of,
    reaches_all,
)
from tournament.people.erasure_forms import ErasureForm, RetentionForm
from tournament.people.erasure_kept import as_csv, as_json, kept_of, written_of
from tournament.people.erasure_seasons import split_by


@club_door
@require_GET
def find(request: HttpRequest, club: Club) -> HttpResponse:
    """Find a person by a part of the name, in all contests of the club."""
    asked = request.GET.get("q", "")
    found = found_by(contests_reached(club, request.user), asked)
    context = {"club": club, "asked": asked, "players": found}
    context["reaches_all"] = reaches_all(club, request.user)
    return render(request, "people/erasure_find.html", context)


@club_door
@require_http_methods(["GET", "POST"])
def person(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    """Show what is kept of a name; erase it, once what that leaves was shown."""
    contests = contests_reached(club, request.user)
    player = get_object_or_404(players_of(contests), pk=player_id)
    same = namesakes(player, contests)
    form = ErasureForm(request.POST or None, players=same)
    chosen = form.is_valid() and form.cleaned_data["players"].values_list("pk", flat=True)
    if chosen and form.is_sure and accepted(form, erase, contests, chosen, by=request.user):
        messages.success(request, _("The name is erased; the marks stay."))
        return redirect("persons:find", club.pk)
    context = {"club": club, "player": player, "form": form}
    context["written"] = written_of(contests, player.name)
    return render(request, "people/erasure_person.html", context | _shown(same, chosen or ()))


def _shown(same: list[Player], chosen: Collection[int]) -> dict[str, Any]:
    """Show what is kept of a name contest by contest, and what becomes of those that are chosen."""
    waits = [not_yet(each.tournament) for each in same]
    free = (each.pk for each, said in zip(same, waits, strict=True) if not said)
    ticked = set(chosen or free)
    erased = [each for each in same if each.pk in ticked]
    return {
        "kept": list(zip(same, kept_of(same), waits, strict=True)),
        "may_erase": not all(waits),
        "is_shown": bool(chosen),
        "ticked": ticked,
        "split": split_by(erased),
        "becoming": becoming(erased),
    }


@club_door
@require_GET
def export(request: HttpRequest, club: Club, player_id: int, extension: str) -> HttpResponse:
    """Give all that is kept of a name, as a file."""
    if extension not in {"csv", "json"}:
        raise Http404
    contests = contests_reached(club, request.user)
    player = get_object_or_404(players_of(contests), pk=player_id)
    said = kept_of(namesakes(player, contests)), written_of(contests, player.name)
    if extension == "csv":
        return file_to_save(as_csv(*said), "personne", player)
    written = json.dumps(as_json(*said), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return file_to_save(written, "personne", player, extension="json")


@club_door
@require_http_methods(["GET", "POST"])
def retention(request: HttpRequest, club: Club) -> HttpResponse:
    """Set for how long names are kept; what that erases at once is shown first."""
    if not reaches_all(club, request.user):
        raise PermissionDenied
    form = RetentionForm(request.POST or None, initial={"months": club.names_kept_months})
    contests = due(club, form.cleaned_data["months"]) if form.is_valid() else []
    shown = ",".join(str(contest.pk) for contest in contests)
    if form.is_valid() and shown != form.cleaned_data["seen"] and contests:
        form.must_see(shown)
    elif form.is_valid():
        count = keep_names_for(club, form.cleaned_data["months"], by=request.user)
        said = ngettext("Saved; %(count)s name erased.", "Saved; %(count)s names erased.", count)
        messages.success(request, said % {"count": count} if count else _("Saved."))
        return redirect("persons:find", club.pk)
    context = {"club": club, "form": form, "contests": contests}
    return render(request, "people/erasure_retention.html", context)
