"""The copies of the database, one put back, and what there is to know of the site."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.fields import LONGEST_KEY
from tournament.http import accepted, done
from tournament.models import Installation
from tournament.upkeep.about import about as look_at_everything
from tournament.upkeep.bundle import diagnostic_bundle
from tournament.upkeep.doors import copies_door, keepers_door
from tournament.upkeep.forms import CopiesForm, RestoreForm
from tournament.upkeep.ring import Copy
from tournament.upkeep.services import (
    compared,
    copy_now,
    differences,
    placed_copies,
    put_back,
    set_copies,
)
from tournament.upkeep.verifying import verify_all
from tournament.upkeep.words import contests_as_written


@keepers_door
@require_http_methods(["GET", "POST"])
def backups(request: HttpRequest) -> HttpResponse:
    """List the copies; set how often they are made and where else they go."""
    form = CopiesForm(request.POST or None, instance=Installation.here())
    if form.is_valid() and accepted(form, set_copies, **form.columns()):
        messages.success(request, _("The copies are made so from now on."))
        return redirect("upkeep:backups")
    context = {"form": form, "copies": placed_copies(), "about": look_at_everything()}
    return render(request, "upkeep/backups.html", context)


@keepers_door
@require_POST
def now(request: HttpRequest) -> HttpResponse:
    """Copy the database now."""
    if done(request, copy_now):
        messages.success(request, _("The copy is made."))
    return redirect("upkeep:backups")


@copies_door
@require_GET
@never_cache
def download(request: HttpRequest, copy: Copy) -> HttpResponseBase:
    """Give a copy as a file."""
    try:
        content = copy.path.open("rb")
    except FileNotFoundError as gone:
        raise Http404 from gone
    return FileResponse(
        content,
        as_attachment=True,
        filename=f"dix-de-der-{copy.path.name}",
        content_type="application/vnd.sqlite3",
    )


@copies_door
@require_http_methods(["GET", "POST"])
def restore(request: HttpRequest, copy: Copy) -> HttpResponse:
    """Show what would be lost, then put a copy back."""
    try:
        found = compared(copy)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return redirect("upkeep:backups")
    form = RestoreForm(request.POST if request.method == "POST" else None, loses=found.loses)
    if form.is_valid() and accepted(
        form, put_back, copy, seen=form.cleaned_data["seen"], by=request.user
    ):
        messages.success(request, _("The copy is restored. What there was before is a copy too."))
        return redirect("upkeep:backups")
    context = {"copy": copy, "why": copy.why(contests_as_written()), "form": form, "found": found}
    return render(request, "upkeep/restore.html", context | {"contests": differences(found)})


@keepers_door
@require_GET
def about(request: HttpRequest) -> HttpResponse:
    """Show the version, the database, the copies, the disk and the clock."""
    return render(request, "upkeep/about.html", {"about": look_at_everything()})


@keepers_door
@require_POST
def verify(request: HttpRequest) -> HttpResponse:
    """Verify the journals, a few seconds of them, and say how far that went."""
    after = request.POST.get("after", "")
    progress = verify_all(int(after) if after.isdecimal() and len(after) <= LONGEST_KEY else 0)
    context = {"about": look_at_everything(), "progress": progress}
    return render(request, "upkeep/about.html", context)


@keepers_door
@require_GET
@never_cache
def bundle(request: HttpRequest) -> HttpResponse:
    """Give what whoever looks for a fault needs, without anybody's name."""
    response = HttpResponse(diagnostic_bundle(), content_type="application/zip")
    name = f"dix-de-der-diagnostic-{timezone.localtime():%Y%m%d-%H%M}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
