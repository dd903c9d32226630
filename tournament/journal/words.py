"""Each kind of act in words: its group, and the sentence that tells it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.journal.naming import Names
from tournament.journal.sentences import (
    contest,
    deals,
    names,
    people,
    referee,
    rounds,
    tables,
    teams,
    upkeep,
    wall,
)
from tournament.journal.telling import Group, Sentence, Told
from tournament.models import JournalEntry

SENTENCES: dict[str, tuple[Group, Sentence]] = {
    **deals.SENTENCES,
    **rounds.SENTENCES,
    **teams.SENTENCES,
    **contest.SENTENCES,
    **referee.SENTENCES,
    **wall.SENTENCES,
    **people.SENTENCES,
    **names.SENTENCES,
    **upkeep.SENTENCES,
    **tables.SENTENCES,
}
"""The sentence of every kind of act that the site writes."""

_UNTELLABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def sentence(act: JournalEntry, names: Names, *, shows_money: bool = True) -> str:
    """Tell an act in the reader's language; one that was altered past telling, by its kind."""
    try:
        _group, words = SENTENCES[act.kind]
        told = Told(act, names, shows_money=shows_money)
        return words(told) if callable(words) else str(words) % told
    except _UNTELLABLE:
        return _("An act that cannot be told: %(kind)s.") % {"kind": act.kind}


def group_of(kind: str) -> Group:
    """Return what a kind of act is looked for with."""
    return SENTENCES[kind][0] if kind in SENTENCES else Group.OTHER


def kinds_of(group: str) -> list[str]:
    """Return the kinds of a group."""
    return [kind for kind, (found, _words) in SENTENCES.items() if found == group]


def who(act: JournalEntry) -> str:
    """Say who did it: an account, the phone of a table, or nobody who is known."""
    if act.by:
        return str(act.by)
    details = act.details if isinstance(act.details, dict) else {}
    if details.get("sheet") in {"A", "B"} and "table" in details:
        return _("phone of %(side)s, table %(table)s") % {
            "side": details["sheet"],
            "table": details["table"],
        }
    return _("without an account")
