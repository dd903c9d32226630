"""All the papers of a round as one file."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Round
from tournament.prints.draw_papers import draw_printout, names_printout
from tournament.prints.joining import joined
from tournament.prints.printing import Printout, round_words, titled
from tournament.prints.results_papers import results_printout
from tournament.prints.score_sheets import score_sheets_printout

TEMPLATE = "prints/everything.html"


def everything_printout(round_: Round, *, phones_at: str = "") -> Printout:
    """Print what a round wants now: before any deal what the tables need, then what they made."""
    if round_.matches.begun().exists():
        parts = [results_printout(round_), score_sheets_printout(round_, filled=True)]
    else:
        parts = [
            draw_printout(round_),
            names_printout(round_),
            score_sheets_printout(round_, filled=False, phones_at=phones_at),
        ]
    title = titled(round_.tournament, round_words(round_.number), _("papers"))
    context = {
        "title": title,
        "at": timezone.localtime(),
        "tournament": round_.tournament,
        "round": round_,
        "parts": parts,
    }
    return Printout(
        title=title, template=TEMPLATE, context=context, pdf=lambda: _as_one(parts, title)
    )


def _as_one(parts: Sequence[Printout], title: str) -> bytes:
    return joined([part.pdf() for part in parts], title=title)
