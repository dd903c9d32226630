"""From what a phone sends to the page that answers it: recorded, asked about, or refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any
from uuid import uuid4

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm
from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext as _

from scoring import DealFacts, DealScore, score_deal
from tournament import labels
from tournament.deals.compare import Compared, compared
from tournament.deals.place import facts_at
from tournament.deals.questions import questions
from tournament.deals.services import check_entry
from tournament.deals.why import Why, why
from tournament.http import accepted
from tournament.models import TableCode
from tournament.referee.calls import open_call
from tournament.tables.codes import is_open, with_places
from tournament.tables.doors import held_codes
from tournament.tables.forms import AnswerForm, PhoneForm
from tournament.tables.options import Left, left_to
from tournament.tables.services import type_deal
from tournament.tables.sheets import PhoneRow, PhoneSheet
from tournament.text import marks

MOST_NOTE = 200
"""The length of a note that says what is wrong."""


class Outcome(StrEnum):
    """What became of a deal that was sent."""

    RECORDED = "recorded"
    ASKED = "asked"
    REFUSED = "refused"
    STALE = "stale"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A deal that a side may answer, and the form to do it with."""

    row: PhoneRow
    form: AnswerForm


def wanted_line(request: HttpRequest, now: PhoneSheet) -> int | None:
    """Return the number of the deal to show: the one asked for, else the next to type."""
    asked = request.GET.get("deal", "")
    if not asked and request.method == "GET":
        return now.sheet.next_number
    if not re.fullmatch(r"[1-9][0-9]{0,2}", asked):
        raise Http404
    return int(asked)


def form_for(now: PhoneSheet, line: int | None, data: QueryDict | None = None) -> PhoneForm:
    """Return the form to type a deal, or to correct it where this side may."""
    row = now.row(line)
    return PhoneForm(
        data,
        rulebook=now.sheet.rulebook,
        teams=(now.match.team_a, now.match.team_b),
        correcting=row.entry if row and row.may_correct else None,
    )


def take(form: PhoneForm, now: PhoneSheet, line: int) -> Outcome:
    """Record what a form says, or put on the form why not."""
    if not form.is_valid():
        return Outcome.REFUSED
    entry = now.sheet.typed(form.facts())
    if not accepted(form, check_entry, entry, now.sheet.tournament):
        return Outcome.REFUSED
    if form.ask(questions(entry, now.sheet.rulebook)):
        return Outcome.ASKED
    typed = {name: form.cleaned_data[name] for name in ("client_key", "base")}
    if accepted(form, partial(type_deal, now.code, line, form.facts(), **typed)):
        return Outcome.RECORDED
    codes = {error.code for error in form.non_field_errors().as_data()}
    return next((Outcome(code) for code in ("stale", "closed") if code in codes), Outcome.REFUSED)


def context(
    request: HttpRequest,
    now: PhoneSheet,
    line: int | None,
    *,
    form: PhoneForm | None = None,
    answering: AnswerForm | None = None,
    choosing: Left | None = None,
) -> dict[str, Any]:
    """Return what a table's page shows to a side; ``form`` is a deal that was not recorded.

    ``answering`` and ``choosing`` are what was sent and refused of an answer, of what is played.
    """
    row = now.row(line)
    if form and form.has_error(NON_FIELD_ERRORS, "stale"):
        form.rebased(row.entry if row else None)
    typed = typed_why(form, now, line) if form and line else None
    shown = {
        "code": now.code,
        "side": now.code.side,
        "contest": now.sheet.tournament,
        "now": now,
        "sheet": now.sheet,
        "line": line,
        "row": row,
        "form": form or form_for(now, line),
        "typed": typed,
        "versions": _versions(form, row, now) if form and row else (),
        # Called by the whole page only: it does not change with the deals.
        "blank": partial(form_for, now, None),
        "cards": [_card(other, answering) for other in now.to_answer if other is not row],
        "held": other_sides(request, now.code),
        "key": now.key,
        "left": choosing or left_to(now),
        "call": open_call(now.match),
        "call_key": uuid4(),
        "faults": labels.fault_choices(),
    }
    if row and row.may_answer:
        # Who contests a deal that they typed otherwise says what they typed.
        shown["card"] = _card(row, answering, note=typed.said if typed else "")
    return shown


def reply(outcome: Outcome, form: PhoneForm, now: PhoneSheet, line: int) -> dict[str, Any]:
    """Return the answer to a script that sent a deal, its page to be added."""
    if outcome is Outcome.RECORDED:
        sentences = [recorded_in_words(form, now, line)]
    elif outcome is Outcome.ASKED:
        sentences = [question.text for question in form.asked]
    else:
        sentences = sentences_of(form)
    theirs = now.row(line)
    if outcome is Outcome.STALE and theirs and theirs.why:
        sentences.append(_said_with_marks(theirs.why))
    return {"outcome": outcome.value, "deal": line, "sentences": sentences}


def typed_why(form: PhoneForm, now: PhoneSheet, line: int) -> Why | None:
    """Explain the marks of what a form holds, or put on the form why there are none."""
    marked = _marked(form, now, line)
    return why(*marked, now.sheet.tournament.rulebook) if marked else None


def _marked(form: PhoneForm, now: PhoneSheet, line: int) -> tuple[DealFacts, DealScore] | None:
    if not form.is_valid() and not form.has_error(NON_FIELD_ERRORS, "stale"):
        return None
    entry = now.sheet.typed(form.facts())
    if not entry.is_played or not accepted(form, check_entry, entry, now.sheet.tournament):
        return None
    facts, rulebook = facts_at(now.sheet, line, entry), now.sheet.tournament.rulebook
    return facts, score_deal(facts, rulebook)


def recorded_in_words(form: PhoneForm, now: PhoneSheet, line: int) -> str:
    """Say that a deal is recorded, with its marks, A's first."""
    marked = _marked(form, now, line)
    if marked is None:
        return _("Deal %(number)s is recorded: no marks.") % {"number": line}
    _facts, score = marked
    a, b = marks(score.mark_a), marks(score.mark_b)
    return _("Deal %(number)s is recorded: %(a)s – %(b)s.") % {"number": line, "a": a, "b": b}


def sentences_of(form: BaseForm) -> list[str]:
    """Return every refusal of a form, once."""
    return list(dict.fromkeys(str(error) for errors in form.errors.values() for error in errors))


def other_sides(request: HttpRequest, code: TableCode | None = None) -> list[TableCode]:
    """Return the codes that this phone was let in with and that are still good, but this one."""
    held = [other for other in held_codes(request) if code is None or other != code.code]
    if not held:
        return []
    found = {row.code: row for row in with_places().filter(code__in=held)}
    return [found[other] for other in held if other in found and is_open(found[other])]


def _card(row: PhoneRow, answering: AnswerForm | None, *, note: str = "") -> Card:
    """Return the form to answer a deal with: the one just refused, where it is of this deal."""
    if answering and answering["entry"].value() == str(row.entry.pk):
        return Card(row=row, form=answering)
    initial = {"entry": row.entry.pk, "note": note[:MOST_NOTE]}
    return Card(row=row, form=AnswerForm(initial=initial, auto_id=f"id_{row.number}_%s"))


def _versions(form: PhoneForm, row: PhoneRow, now: PhoneSheet) -> tuple[Compared, ...]:
    """Set what was typed beside what is recorded, fact by fact."""
    if not form.has_error(NON_FIELD_ERRORS, "stale"):
        return ()
    return compared(now.sheet.typed(form.facts()), row.entry, now.sheet.rulebook)


def _said_with_marks(said: Why) -> str:
    a, b = (marks(side.total) for side in said.sides)
    return f"{said.said} {a} – {b}"
