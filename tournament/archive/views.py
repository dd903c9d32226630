"""Download the archive of a contest; show what one holds, then restore it."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access import organisers_door
from tournament.archive.forms import ArchiveForm, RestoreForm
from tournament.archive.keeping import drop, keep
from tournament.archive.restoring import AlreadyHere, Held, put_in, tried
from tournament.archive.writing import archive_of
from tournament.clubs.doors import creators_door
from tournament.http import file_to_save
from tournament.journal.faults import verdict
from tournament.models import Tournament


@organisers_door
@require_GET
def download(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Give a contest as one file, which another installation can restore."""
    kind = f"archive-{tournament.date:%Y-%m-%d}"
    return file_to_save(archive_of(tournament), kind, tournament, extension="json")


@creators_door
@require_http_methods(["GET", "POST"])
def give(request: HttpRequest) -> HttpResponse:
    """Take the file of an archive and show what it holds; nothing is restored yet."""
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    there = None
    if form.is_valid():
        try:
            held = tried(form.archive, by=request.user)
            key = keep(form.content, request.user, fault=held.fault)
            asked = RestoreForm(initial={"key": key}, by=request.user, is_whole=not held.fault)
            return _shown(request, held, asked)
        except ValidationError as refusal:
            form.add_error("archive_file", refusal)
            there = _seen_by(request, refusal)
    return render(request, "archive/give.html", {"form": form, "there": there})


@creators_door
@require_POST
def confirm(request: HttpRequest) -> HttpResponse:
    """Restore an archive that was shown, whole or not at all."""
    form = RestoreForm(request.POST, by=request.user)
    is_agreed = form.is_valid()
    if form.has_error("key"):
        messages.error(request, form.errors["key"][0])
        return redirect("archive:give")
    try:
        if not is_agreed:
            return _shown(request, tried(form.archive, by=request.user), form)
        restored = put_in(form.archive, by=request.user)
    except ValidationError as refusal:
        return _back_to(request, refusal)
    drop(request.user)
    messages.success(request, _("The contest is restored: you are its organiser."))
    return redirect("clubs:tournament", restored.pk)


def _shown(request: HttpRequest, held: Held, form: RestoreForm) -> HttpResponse:
    context = {"held": held, "form": form, "verdict": verdict(held.verified)}
    return render(request, "archive/confirm.html", context)


def _back_to(request: HttpRequest, refusal: ValidationError) -> HttpResponse:
    """Answer a second click, most often: the contest is there, the first one made it."""
    messages.info(request, refusal.messages[0])
    there = _seen_by(request, refusal)
    return redirect("clubs:tournament", there.pk) if there else redirect("archive:give")


def _seen_by(request: HttpRequest, refusal: ValidationError) -> Tournament | None:
    """Return the contest that is there already, to whoever has a part in it."""
    if not isinstance(refusal, AlreadyHere):
        return None
    return Tournament.objects.visible_to(request.user).filter(pk=refusal.tournament.pk).first()
