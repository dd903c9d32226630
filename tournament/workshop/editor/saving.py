"""Saving what a form of the editor asks for, and saying on the next page what has changed."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament.models import ClubRulebook
from tournament.workshop import services
from tournament.workshop.editor.answers import Answer, answer
from tournament.workshop.editor.page import Said, changes, form_page
from tournament.workshop.editor.posted import Posted, figures, one
from tournament.workshop.editor.topics import Topic

NEWS = "editor_news"
SEEN = "seen"
UNSEEN = 0
"""The number of no draft: the first is 1."""


def saved(request: HttpRequest, own: ClubRulebook, topic: Topic) -> dict[str, Any] | None:
    """Save what the form asks for; return the page to show again where it cannot be.

    Nothing typed is lost. A draft that somebody else has changed meanwhile is shown as it
    would become: saving once more does it.
    """
    posted: Posted = dict(request.POST.lists())
    given = answer(own.rulebook, topic, posted)
    typed = figures(one(posted, SEEN))
    # Looking at what would change is not reading what somebody else has changed meanwhile.
    seen = UNSEEN if typed is None else typed
    context = form_page(topic, own.rulebook, posted, given) | {"seen": seen}
    if not given.final or given.rulebook is None:
        return context
    try:
        services.save_draft(own, given.rulebook, seen=seen, by=request.user)
    except ValidationError as refusal:
        own.refresh_from_db()
        return context | _refused(own, refusal)
    _remember(request, own, given)
    return None


def _refused(own: ClubRulebook, refusal: ValidationError) -> dict[str, Any]:
    if getattr(refusal, "code", "") != "stale":
        return {"general": refusal.messages}
    who = str(own.drafted_by or _("Somebody"))
    said = _(
        "%(who)s has changed these rules since this page was opened. What you typed is still"
        " here, and below is what it would change now: save again to do it."
    )
    return {"general": [str(said % {"who": who})], "seen": own.draft_number}


def _remember(request: HttpRequest, own: ClubRulebook, given: Answer) -> None:
    """Keep for the next page what has changed."""
    if given.rulebook is None:
        return
    said = changes(own.rulebook, given.rulebook)
    request.session[NEWS] = {
        "own": own.pk,
        "said": [[each.before, each.after] for each in said],
        "also": list(given.also),
    }


def news_of(request: HttpRequest, own: ClubRulebook) -> dict[str, Any]:
    """Return what the last save has changed, once; and which draft the page shows."""
    news = request.session.get(NEWS)
    shown: dict[str, Any] = {"seen": own.draft_number}
    if news and news["own"] == own.pk:
        del request.session[NEWS]
        said = [Said(before=before, after=after) for before, after in news["said"]]
        shown |= {"said": said, "also": news["also"], "is_saved": True}
    return shown
