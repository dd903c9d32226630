"""What the impact screen shows is what will be, for any contest and any act."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from tests.tournament.referee.random_contests import KINDS, Act, a_contest, an_act, matches
from tournament.deals.tally import match_sheet, match_tallies
from tournament.models import Deal, Match, Tournament
from tournament.rounds.draw import DrawInputs
from tournament.rounds.impact import MOST_SHEETS, Impact, impact_of
from tournament.rounds.otherwise import conditions_of, shared_ranks
from tournament.standings.services import Standings, standings

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("IMPACT_EXAMPLES", "3"))
"""How many contests for each kind of act; more by hand, for an hour."""
FAIR = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


class Over(Exception):
    """Raised to forget an example's contest."""


@contextmanager
def forgotten() -> Iterator[None]:
    """Take back all that an example did: each starts without a contest."""
    try:
        with transaction.atomic():
            yield
            raise Over
    except Over:
        pass


def as_shown(found: Standings) -> dict[str, Any]:
    """All of the standings but when the rulebook was changed, which no preview can know."""
    return {
        "lines": found.lines,
        "pools": found.pools,
        "excluded": found.excluded,
        "places": found.places,
        "after": found.after,
        "open_round": found.open_round,
        "doubts": found.doubts,
        "changes": [(each.before, each.after) for each in found.changes],
    }


def everything(tournament: Tournament) -> dict[str, Any]:
    """All that an act may leave behind."""
    deals = Deal.objects.filter(match__round__tournament=tournament)
    return {
        "journal": list(tournament.journal.order_by("number").values_list("digest", flat=True)),
        "version": Tournament.objects.get(pk=tournament.pk).version,
        "rulings": tournament.rulings.count(),
        "rulebook": Tournament.objects.get(pk=tournament.pk).rulebook,
        "deals": list(deals.order_by("pk").values_list("pk", "accepted", "reading_a", "reading_b")),
        "totals": list(Match.objects.order_by("pk").values_list("pk", "totals")),
        "teams": list(tournament.teams.values_list("number", "withdrawn")),
        "standings": as_shown(standings(tournament)),
    }


@FAIR
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_the_previewed_standings_are_those_after_doing_it(kind, data):
    with forgotten():
        tournament = a_contest(data.draw)
        act = an_act(tournament, kind, data.draw)
        before = everything(tournament)
        previewed, refused = outcome_of(lambda: impact_of(tournament, act))
        assert everything(tournament) == before
        _done, refused_then = outcome_of(act)
        event(f"{kind}{', refused' if refused else ''}")
        assert refused == refused_then
        if refused:
            return
        tournament.refresh_from_db()
        assert as_shown(previewed.before) == before["standings"]
        assert as_shown(previewed.after) == as_shown(standings(tournament))
        check_rows(previewed)
        check_matches(previewed, tournament)


def outcome_of(act: Act) -> tuple[Any, list[str]]:
    """Return what an act gives, or the sentences that refuse it."""
    try:
        with transaction.atomic():
            return act(), []
    except ValidationError as refusal:
        return None, refusal.messages


def check_rows(previewed: Impact) -> None:
    """Every line that differs is told of, and no other."""
    was = {line.team.pk: line.row for line in previewed.before.lines}
    now = {line.team.pk: line.row for line in previewed.after.lines}
    moved = {row.team.pk: (row.before, row.after) for row in previewed.rows}
    assert moved == {
        key: (was.get(key), now.get(key)) for key in {**was, **now} if was.get(key) != now.get(key)
    }
    assert previewed.unchanged == len(now.keys() - moved.keys())


def check_matches(previewed: Impact, tournament: Tournament) -> None:
    """The matches told of are as the sheets have them afterwards; the others have not moved."""
    told = {moved.match.pk: moved for moved in previewed.matches}
    by_sheet = len(told) <= MOST_SHEETS
    tallies = match_tallies(tournament, tournament.rounds.all())
    for round_ in tournament.rounds.all():
        for match in matches(round_):
            if match.pk not in told:
                continue
            after = told[match.pk].after
            tally = match_sheet(match).tally if by_sheet else tallies.get(match.pk)
            if after.totals is None:
                assert tally is None or not tally.running
            else:
                assert (after.totals, after.winner) == (tally.totals, tally.winner)


@settings(FAIR, max_examples=4 * EXAMPLES)
@given(data=st.data())
def test_a_round_is_drawn_again_from_the_results_as_it_was_drawn(data):
    with forgotten():
        tournament = a_contest(data.draw)
        rounds = list(tournament.rounds.order_by("number"))
        ruled = tournament.rulings.exists()
        event(f"{tournament.shape}, {len(rounds)} rounds{', ruled' if ruled else ''}")
        if ruled:
            return
        found = conditions_of(tournament, rounds, standings(tournament))
        for round_ in rounds[1:]:
            kept = shared_ranks(DrawInputs.from_json(round_.inputs))
            assert found[round_.number].inputs == kept
