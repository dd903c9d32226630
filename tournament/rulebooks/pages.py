"""What the pages of the rules show, whichever rulebook it is and whoever reads it."""

from __future__ import annotations

from django.http import HttpRequest

from scoring import Rulebook
from scoring import reminder as reminder_of
from tournament import labels
from tournament.rulebooks.browsing import browse, tariffs, turned
from tournament.rulebooks.comparing import compare
from tournament.rulebooks.samples import typical


def rules_page(request: HttpRequest, rulebook: Rulebook) -> dict[str, object]:
    """Return what the page of a rulebook shows."""
    text, lang = request.GET.get("q", ""), labels.language()
    return {
        "rulebook": rulebook,
        "title": rulebook.title[lang],
        "source": rulebook.source[lang],
        "turned": turned(rulebook, lang),
        "reminder": reminder_of(rulebook, lang),
        "topics": browse(rulebook, lang, text),
        "tariffs": tariffs(rulebook, lang),
        "worked": [sample.one for sample in typical(rulebook, rulebook, lang)],
        "text": text,
    }


def comparison_page(
    request: HttpRequest, one: Rulebook | None, other: Rulebook | None
) -> dict[str, object]:
    """Return what the page of two rulebooks shows; nothing while one is still to be chosen."""
    if one is None or other is None:
        return {}
    lang, everything = labels.language(), "all" in request.GET
    return {
        "comparison": compare(one, other, lang, everything=everything),
        "one_title": one.title[lang],
        "other_title": other.title[lang],
        "one_turned": turned(one, lang),
        "other_turned": turned(other, lang),
        "everything": everything,
    }
