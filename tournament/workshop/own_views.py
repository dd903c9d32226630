"""One rulebook of the club's own: its draft, its examples, publishing it, its versions."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.http import accepted, done
from tournament.models import ClubRulebook
from tournament.workshop import services
from tournament.workshop.doors import workshop_door
from tournament.workshop.example_forms import ExampleForm
from tournament.workshop.examples import prove
from tournament.workshop.forms import PublishForm
from tournament.workshop.shelves import draft_page, publishing_page


@workshop_door
@require_GET
def own_page(request: HttpRequest, own: ClubRulebook) -> HttpResponse:
    """Show a rulebook: its draft beside what it came from, its examples, its versions."""
    return render(request, "workshop/own.html", draft_page(own))


@workshop_door
@require_http_methods(["GET", "POST"])
def examples(request: HttpRequest, own: ClubRulebook) -> HttpResponse:
    """Show what the draft makes of the club's own examples, and add one."""
    form = ExampleForm(request.POST or None, rulebook=own.rulebook)
    if form.is_valid():
        given = {"by": request.user, "client_key": form.once_key()}
        if accepted(form, services.add_example, own, form.deal(), form.marks(), **given):
            messages.success(request, _("The example is added."))
            return redirect("workshop:examples", own.pk)
    proofs = prove(own.examples.all(), own.rulebook)
    return render(request, "workshop/examples.html", {"own": own, "form": form, "proofs": proofs})


@workshop_door
@require_POST
def remove_example(request: HttpRequest, own: ClubRulebook, example_id: int) -> HttpResponse:
    """Take an example out."""
    if done(request, services.remove_example, own, example_id):
        messages.success(request, _("The example is taken out."))
    return redirect("workshop:examples", own.pk)


@workshop_door
@require_http_methods(["GET", "POST"])
def publish(request: HttpRequest, own: ClubRulebook) -> HttpResponse:
    """Show what a new version would change, and publish it."""
    page = publishing_page(own)
    form = PublishForm(request.POST or None, initial=page["shown"])
    if form.is_valid():
        if accepted(form, services.publish, own, by=request.user, **form.cleaned_data):
            messages.success(request, _("The version is published: contests may choose it."))
            return redirect("workshop:own", own.pk)
        page = publishing_page(ClubRulebook.objects.get(pk=own.pk))
        form.show(page["shown"])
    return render(request, "workshop/publish.html", page | {"form": form})


@workshop_door
@require_POST
def retire(request: HttpRequest, own: ClubRulebook) -> HttpResponse:
    """Offer a rulebook to no contest any more, or again."""
    is_retired = request.POST.get("retired") != "no"
    if done(request, services.retire, own, is_retired=is_retired):
        words = _("It is retired: no contest is offered it.")
        messages.success(request, words if is_retired else _("Contests may choose it again."))
    return redirect("workshop:own", own.pk)


@workshop_door
@require_POST
def delete(request: HttpRequest, own: ClubRulebook) -> HttpResponse:
    """Delete a draft of which no version was ever published."""
    if not done(request, services.delete_draft, own):
        return redirect("workshop:own", own.pk)
    messages.success(request, _("The draft is deleted."))
    return redirect("workshop:list")
