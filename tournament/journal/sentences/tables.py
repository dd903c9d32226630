"""What the tables chose of what the rulebook leaves to them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring import Refusal, typeset
from tournament import labels
from tournament.journal.telling import Group, Sentence, Told


def _words(told: Told, ids: Iterable[str]) -> str:
    """Say each choice as the rulebook does; by its name where the rulebook is another since."""
    rulebook, language = told.act.tournament.rulebook, labels.language()
    found = []
    for name in ids:
        try:
            words = rulebook.switch(name).other
        except Refusal:
            found.append(name)
        else:
            text = words[language] or words.fr or name
            found.append(typeset(text, language).rstrip("."))
    return told.listed(_("“%(choice)s”") % {"choice": each} for each in found)


def _chosen(told: Told) -> str:
    figures = {"place": told.place(), "options": _words(told, told["options"])}
    if not told["options"]:
        return _("%(place)s plays as the rulebook has it.") % figures
    return _("%(place)s chose to play: %(options)s.") % figures


def _corrected(told: Told) -> str:
    figures = {"place": told.place(), "options": _words(told, told["options"])}
    if told["options"]:
        words = _("%(place)s: what it plays is corrected, every deal is marked again: %(options)s.")
    else:
        words = _(
            "%(place)s: what it plays is corrected, every deal is marked again as the rulebook"
            " has it."
        )
    return told.with_reason(words % figures)


SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "match.options_chosen": (Group.SHEETS, _chosen),
    "match.options_corrected": (Group.SHEETS, _corrected),
}
