"""Decide: a numbered ruling, and what it does to a deal, a match or a team."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from tournament.deals.guards import held_match, is_referee, place_of
from tournament.deals.options import options_of
from tournament.deals.pointers import READINGS, Change, add_entry, point, point_totals
from tournament.deals.services import check_entry
from tournament.journal import services as journal
from tournament.models import (
    Deal,
    Decision,
    Entry,
    Match,
    MatchTotals,
    Outcome,
    Ruling,
    Source,
    Tournament,
    User,
)
from tournament.models.ruling import row_of
from tournament.referee.lifting import MADE, WITHDREW, Lifted, lift
from tournament.teams.services import exclusion_of, withdraw
from tournament.text import plain

SENTENCES = ("facts", "article", "explanation", "second_person")
"""What the referee writes in words."""


class Done(NamedTuple):
    """What a decision did at once: the columns it moved, the rows it added.

    ``said`` is what the act says of it besides.
    """

    changes: list[Change] = []
    added: tuple[Model, ...] = ()
    said: Mapping[str, Any] = {}


Effect = Callable[[Ruling, Mapping[str, Any]], Done]


@transaction.atomic
def decide(ruling: Ruling, *, by: User, facts: Mapping[str, Any] | None = None) -> Ruling:
    """Record a ruling and do what it decides, in one act.

    ``ruling`` is not saved yet and says everything but its number; ``facts`` are the
    columns of an Entry where a deal is corrected. With ``replaces`` the ruling
    before is lifted first: what it changed is put back. Sent twice (same
    ``client_key``) it decides once. Raises ``ValidationError``, by field for what is
    missing, when a later ruling decides of what is to be put back, or when ``by`` is
    not the referee.
    """
    tournament = Tournament.objects.held(ruling.tournament_id)
    sent_before = Ruling.objects.filter(client_key=ruling.client_key, tournament=tournament).first()
    if sent_before:
        return sent_before
    ruling.tournament = tournament
    ruling.by = by
    ruling.number = tournament.rulings.count() + 1
    _check(ruling, by)
    lifted = lift(ruling.replaces, by=by) if ruling.replaces else Lifted()
    effect = EFFECTS.get(Decision(ruling.decision))
    done = effect(ruling, facts or {}) if effect else Done()
    ruling.changes = done.changes
    ruling.full_clean(exclude=["by"])
    ruling.save(force_insert=True)
    details = row_of(ruling) | {"ruling": ruling.pk, "changes": [*lifted.changes, *done.changes]}
    details |= done.said | _places(ruling)
    if ruling.deal:
        details |= {"deal": ruling.deal.number}
    added = [ruling, *lifted.added, *done.added]
    journal.write(tournament, MADE, by=by, details=details, added=added)
    return ruling


def _places(ruling: Ruling) -> dict[str, Any]:
    """Say which table it is about, and ``to`` which one another is that it gives back."""
    matches = [each.match for each in (ruling, ruling.replaces) if each and each.match]
    # Of a round that was removed there is no table any more.
    places = [place_of(match) for match in matches if match.round.tournament_id]
    if not places:
        return {}
    other = next((place for place in places if place != places[0]), None)
    return places[0] | ({"to": other} if other else {})


def plays_in(user: User, match: Match) -> bool:
    """Whether an account plays at a table, as its roles in the contest say."""
    teams = match.seats.values("team")
    return match.round.tournament.roles.filter(user=user, team__in=teams).exists()


def _check(ruling: Ruling, by: User) -> None:
    """Refuse what a ruling of its kind cannot do without."""
    if not is_referee(by, ruling.tournament):
        raise ValidationError(_("Only the referee rules."))
    if ruling.match:
        ruling.match = held_match(ruling.match)
    for column in SENTENCES:
        setattr(ruling, column, plain(getattr(ruling, column)))
    missing = {
        column: sentence()
        for column, (is_needed, sentence) in NEEDED.items()
        if is_needed(ruling) and getattr(ruling, column) in EMPTY
    }
    if ruling.decision in AWARDS and None in {ruling.marks_a, ruling.marks_b}:
        missing["marks_a"] = _("Say what each side marks.")
    if ruling.match and not ruling.second_person and plays_in(by, ruling.match):
        missing["second_person"] = _("You play at this table: name the person who rules with you.")
    if missing:
        raise ValidationError(missing)
    if ruling.decision == Decision.EXCLUSION:
        _check_not_excluded(ruling)


def _check_not_excluded(ruling: Ruling) -> None:
    """Refuse to exclude a team twice: one ruling to lift is one that can be."""
    found = exclusion_of(ruling.team, but=ruling.replaces)
    if found:
        words = _("Ruling %(number)s excludes this team already: replace that one.")
        raise ValidationError({"team": words % {"number": found.number}})


def _is_of_a_team(ruling: Ruling) -> bool:
    of_marks = ruling.decision == Decision.MARKS and ruling.match is None
    return of_marks or ruling.decision in OF_A_TEAM


def _is_of_a_side(ruling: Ruling) -> bool:
    return ruling.decision == Decision.MARKS and ruling.match is not None


def _correct(ruling: Ruling, facts: Mapping[str, Any]) -> Done:
    entry = Entry(**facts, options=options_of(ruling.match, ruling.tournament.rulebook))
    check_entry(entry, ruling.tournament)
    return _enter(ruling, entry)


def _annul(ruling: Ruling, _facts: Mapping[str, Any]) -> Done:
    return _enter(ruling, Entry(outcome=Outcome.VOID))


def _award(ruling: Ruling, _facts: Mapping[str, Any]) -> Done:
    marks = {"awarded_a": ruling.marks_a, "awarded_b": ruling.marks_b}
    return _enter(ruling, Entry(outcome=Outcome.AWARDED, **marks))


def _replay(ruling: Ruling, _facts: Mapping[str, Any]) -> Done:
    """Leave the deal to be typed again: only what is played then counts."""
    return Done(point(_deal_of(ruling), dict.fromkeys(("accepted", *READINGS.values()))))


def _award_match(ruling: Ruling, _facts: Mapping[str, Any]) -> Done:
    totals = MatchTotals(
        match=ruling.match,
        marks_a=ruling.marks_a,
        marks_b=ruling.marks_b,
        author=ruling.by,
        reason=_("ruling %(number)s") % {"number": ruling.number},
        client_key=uuid4(),
    )
    totals.full_clean()
    totals.save(force_insert=True)
    return Done(point_totals(ruling.match, totals), (totals,))


def _exclude(ruling: Ruling, _facts: Mapping[str, Any]) -> Done:
    was_drawn = ruling.tournament.teams.filter(pk=ruling.team_id, withdrawn=False).exists()
    withdraw(ruling.team, by=ruling.by)
    return Done(said={WITHDREW: was_drawn})


def _enter(ruling: Ruling, entry: Entry) -> Done:
    entry.author, entry.source = ruling.by, Source.RULING
    entry.client_key = uuid4()
    entry.reason = _("ruling %(number)s") % {"number": ruling.number}
    deal = _deal_of(ruling)
    add_entry(deal, entry)
    return Done(point(deal, {"accepted": entry}), (entry,))


def _deal_of(ruling: Ruling) -> Deal:
    deal = Deal.objects.with_checks().get(pk=ruling.deal_id)
    deal.match = ruling.match
    return deal


EFFECTS: dict[Decision, Effect] = {
    Decision.CORRECTED: _correct,
    Decision.ANNULLED: _annul,
    Decision.AWARDED: _award,
    Decision.REPLAYED: _replay,
    Decision.MATCH_AWARDED: _award_match,
    Decision.EXCLUSION: _exclude,
}
OF_A_DEAL = {Decision.CORRECTED, Decision.ANNULLED, Decision.REPLAYED, Decision.AWARDED}
OF_A_MATCH = {*OF_A_DEAL, Decision.MATCH_AWARDED}
OF_A_TEAM = {Decision.BID_BAN, Decision.WARNING, Decision.EXCLUSION}
AWARDS = {Decision.AWARDED, Decision.MATCH_AWARDED}
EMPTY = frozenset({None, "", 0})
NEEDED: dict[str, tuple[Callable[[Ruling], bool], Callable[[], str]]] = {
    "facts": (lambda ruling: True, lambda: _("Say what happened.")),
    "deal": (lambda ruling: ruling.decision in OF_A_DEAL, lambda: _("Say which deal it is.")),
    "match": (lambda ruling: ruling.decision in OF_A_MATCH, lambda: _("Say which table it is.")),
    "team": (_is_of_a_team, lambda: _("Say which team it is.")),
    "marks": (
        lambda ruling: ruling.decision == Decision.MARKS,
        lambda: _("Say how many marks, less than 0 to take them away."),
    ),
    "side": (_is_of_a_side, lambda: _("Say which side.")),
}
"""What a ruling cannot do without: when, and what is asked then; by column."""
