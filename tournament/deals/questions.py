"""What the desk asks about once before it records a deal: unusual, but possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2s

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import DealFacts, Rulebook, Sweep, notices, score_deal
from tournament import labels
from tournament.deals.paper import agrees, explanations
from tournament.deals.paper_words import clue_texts, difference_text
from tournament.deals.place import facts_at, rows_before
from tournament.deals.states import say_the_same
from tournament.deals.tally import MatchSheet
from tournament.models import Entry

SWEEP = "sweep"
"""The field that answers who took the eight tricks: sending the form again does not."""
FEW_POINTS = 20
"""Takers who make fewer are as rare as a digit that was not typed is common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question: ``key`` names it with its figures, so that other figures ask again.

    It is short, and the same in every language. ``clues`` are sentences that may
    help to answer it.
    """

    key: str
    field: str
    text: str
    clues: tuple[str, ...] = ()


def _key(*parts: object) -> str:
    said = ":".join(map(str, parts))
    return blake2s(said.encode(), digest_size=6).hexdigest()


def questions(entry: Entry, rulebook: Rulebook) -> list[Question]:
    """Ask about what is seldom true of a deal that the engine accepts.

    A sweep is never guessed from the points: all or none of them asks for it.
    """
    if not entry.is_played:
        return []
    facts = entry.facts()
    asked = [
        Question(
            key=_key(notice.code, *notice.params.values()),
            field=notice.field,
            text=labels.notice(notice),
        )
        for notice in notices(facts, rulebook)
    ]
    if is_extreme(entry, rulebook):
        text = str(labels.SWEEP_NOT_SAID) % {"points": facts.points}
        asked.append(Question(key=_key(SWEEP, facts.points), field=SWEEP, text=text))
    return [*asked, *_of_low_figures(facts, rulebook)]


def _of_low_figures(facts: DealFacts, rulebook: Rulebook) -> Iterator[Question]:
    bid, points = facts.contract.bid, facts.points
    if facts.sweep in {Sweep.TAKERS, Sweep.TAKERS_ALONE}:
        # The lowest bids are made by players who see far from eight tricks.
        if isinstance(bid, int) and bid <= rulebook.minimum + rulebook.step:
            text = _("The takers bid %(bid)s and took the eight tricks: is it right?")
            # Its key is that of « who took them? »: whoever answers that is not asked again.
            all_points = rulebook.pack_total(facts.contract.trump)
            yield Question(key=_key(SWEEP, all_points), field="contract", text=text % {"bid": bid})
    elif points and points < FEW_POINTS and not facts.sweep:
        text = ngettext(
            "Only %(points)s point for the takers: is it right?",
            "Only %(points)s points for the takers: is it right?",
            points,
        )
        yield Question(key=_key("few", points), field="points", text=text % {"points": points})


def is_extreme(entry: Entry, rulebook: Rulebook) -> bool:
    """Whether the points are all or none, which usually means eight tricks, and nothing says so."""
    if not entry.is_played or entry.sweep or entry.trump not in rulebook.played_trumps:
        return False
    return entry.points in {0, rulebook.pack_total(entry.facts().contract.trump)}


def questions_of_the_sheet(entry: Entry, number: int, now: MatchSheet) -> list[Question]:
    """Ask about what is seldom true of a deal at its place on the sheet.

    ``entry`` is to be the deal of that number, ``now`` the sheet without it.
    """
    asked = [*_of_the_number(number, now)]
    if entry.is_played:
        asked += [*_of_a_twin(entry, number, now), *_of_the_paper(entry, number, now)]
    return asked


def _of_the_number(number: int, now: MatchSheet) -> Iterator[Question]:
    skipped = number - now.following
    # A number that the match cannot have is refused, not asked about.
    is_refused = now.tally.is_finished or (now.expected is not None and number > now.expected)
    if skipped > 0 and not is_refused:
        text = ngettext(
            "Deal %(next)s comes next: is it deal %(number)s? Deal %(next)s will be missing.",
            "Deal %(next)s comes next: is it deal %(number)s? %(count)s deals will be missing.",
            skipped,
        )
        figures = {"next": now.following, "number": number, "count": skipped}
        yield Question(key=_key("gap", now.following, number), field="line", text=text % figures)


def _of_a_twin(entry: Entry, number: int, now: MatchSheet) -> Iterator[Question]:
    for row in now.rows:
        if abs(row.deal.number - number) == 1 and say_the_same(entry, row.entry):
            text = _("Deal %(other)s says exactly the same: is this one typed twice?")
            key = _key("twin", row.entry.pk, number)
            yield Question(key=key, field="line", text=text % {"other": row.deal.number})


def _of_the_paper(entry: Entry, number: int, now: MatchSheet) -> Iterator[Question]:
    paper = (entry.paper_a, entry.paper_b)
    rulebook = now.rulebook
    facts = facts_at(now, number, entry)
    score = score_deal(facts, rulebook)
    if agrees(paper, (score.mark_a, score.mark_b)):
        return
    before = rows_before(now, number)
    found = explanations(facts, paper, rulebook, before=before[-1].running if before else (0, 0))
    yield Question(
        key=_key("paper", number, paper, score.marks),
        field="paper_a",
        text=difference_text(paper, (score.mark_a, score.mark_b)),
        clues=clue_texts(found, facts, rulebook),
    )
