"""The pages of the editor: the whole draft, and one topic at a time."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from tournament.http import page_or_fragment
from tournament.models import ClubRulebook
from tournament.workshop.doors import workshop_door
from tournament.workshop.editor.page import form_page, index_page
from tournament.workshop.editor.saving import news_of, saved
from tournament.workshop.editor.topics import TOPICS
from tournament.workshop.worked import worked


@workshop_door
@require_GET
def index(request: HttpRequest, own: ClubRulebook) -> HttpResponse:
    """Show the whole draft by topic, in the sentences that its keys make."""
    context = {"own": own, "rulebook": own.rulebook, "topics": index_page(own.rulebook)}
    return render(request, "workshop/editor/index.html", context | news_of(request, own))


@workshop_door
@require_http_methods(["GET", "POST"])
def topic(request: HttpRequest, own: ClubRulebook, topic: str) -> HttpResponse:
    """Show the form of one topic, and take one change."""
    if topic not in TOPICS:
        raise Http404
    if request.method == "POST":
        context = saved(request, own, TOPICS[topic])
        if context is None:
            return redirect("workshop:editor:topic", own.pk, topic)
    else:
        context = form_page(TOPICS[topic], own.rulebook) | news_of(request, own)
    table = worked(own.came_from, context["rulebook"], own.examples.all())
    context |= {"own": own, "worked": table, "topics": TOPICS.values()}
    page = ("workshop/editor/topic.html", "workshop/editor/_would.html")
    return page_or_fragment(request, *page, context)
