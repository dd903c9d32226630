"""Lifting a ruling restores what was, whatever was typed there since."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from hypothesis import event, given
from hypothesis import strategies as st

from scoring import Side, load_rulebook
from tests.tournament.builders import FACTS, a_deal, a_match, a_role, a_team, a_user
from tests.tournament.referee.random_contests import a_contest, a_ruling, facts, matches
from tests.tournament.referee.test_impact import FAIR, as_shown, forgotten, outcome_of
from tournament.deals.acts import last_act, move_sheet, swap_sides, undo
from tournament.deals.checks import seen_of
from tournament.deals.options_acts import choose_options, correct_options, options_seen
from tournament.deals.services import record_deal
from tournament.deals.tally import match_sheet
from tournament.journal.verification import verify
from tournament.models import (
    Deal,
    Decision,
    Match,
    RoleKind,
    Ruling,
    Seat,
    Source,
    Tournament,
    freeze,
)
from tournament.referee.rulings import decide
from tournament.rounds.impact import impact_of
from tournament.standings.services import standings
from tournament.teams.services import bring_back, withdraw

pytestmark = pytest.mark.django_db


def referee():
    return a_user("rémi")


@pytest.fixture
def match() -> Match:
    match = a_match(deals=3)
    for number in (1, 2):
        a_deal(match, number)
    a_role(referee(), match.round.tournament, RoleKind.REFEREE)
    return match


def rule(match: Match, decision: str, number: int | None = None, **columns: Any) -> Ruling:
    corrected = columns.pop("corrected", None)
    said = {"category": "revoke", "facts": "Renonce", "client_key": uuid4(), "match": match}
    deal = match.deals.get(number=number) if number else None
    ruling = Ruling(
        tournament=match.round.tournament, deal=deal, decision=decision, **(said | columns)
    )
    return decide(ruling, by=referee(), facts=corrected)


def lift(before: Ruling) -> Ruling:
    # As in another request: nothing of the ruling is kept in memory.
    before = Ruling.objects.get(pk=before.pk)
    ruling = Ruling(
        tournament=before.tournament,
        match=before.match,
        decision=Decision.NOTHING,
        category="revoke",
        facts="Levée",
        replaces=before,
        client_key=uuid4(),
    )
    return decide(ruling, by=referee())


def totals(match: Match) -> tuple[int, int]:
    fresh = Match.objects.with_teams().select_related("round__tournament", "totals")
    return match_sheet(fresh.get(pk=match.pk)).tally.totals


def typed_again(match: Match, number: int = 1) -> None:
    """The referee types a deal otherwise, whatever counts of it now."""
    base = match.deals.get(number=number).accepted_id
    record_deal(
        match,
        number,
        FACTS | {"takers": "B"},
        by=referee(),
        base=base,
        reason="relu",
        client_key=uuid4(),
    )


OF_A_DEAL: dict[str, dict[str, Any]] = {
    Decision.CORRECTED: {"corrected": FACTS | {"points": 100}},
    Decision.ANNULLED: {},
    Decision.AWARDED: {"marks_a": 0, "marks_b": 280},
    Decision.REPLAYED: {},
}


@pytest.mark.parametrize("decision", OF_A_DEAL)
def test_a_deal_typed_again_since_is_as_it_was_before_the_ruling(match, decision):
    before = totals(match)
    made = rule(match, decision, 1, **OF_A_DEAL[decision])
    typed_again(match)
    assert totals(match) == (290, 290)
    lift(made)
    assert totals(match) == before
    # The builders draw a round without an act.
    assert [fault.code for fault in verify(match.round.tournament).faults] == ["round_added"]


def swap(match: Match) -> None:
    swap_sides(match, seen=seen_of(match), by=referee(), reason="feuille à l'envers")


@pytest.mark.parametrize("decision", OF_A_DEAL)
def test_on_a_sheet_swapped_since_the_deal_is_as_it_would_be_swapped(match, decision):
    made = rule(match, decision, 1, **OF_A_DEAL[decision])
    swap(match)
    lift(made)
    assert totals(match) == (80, 500)
    assert [fault.code for fault in verify(match.round.tournament).faults] == ["round_added"]


def test_on_a_sheet_swapped_and_swapped_back_it_is_as_it_was(match):
    made = rule(match, Decision.ANNULLED, 1)
    swap(match)
    swap(match)
    lift(made)
    assert totals(match) == (500, 80)


def test_on_a_swap_taken_back_it_is_as_it_was(match):
    made = rule(match, Decision.ANNULLED, 1)
    swap(match)
    act = last_act(match.round.tournament, referee())
    undo(match.round.tournament, act.number, by=referee())
    lift(made)
    assert totals(match) == (500, 80)


@pytest.mark.parametrize("decision", OF_A_DEAL)
def test_on_a_sheet_moved_since_it_is_restored_where_the_sheet_is(match, decision):
    other = Match.objects.create(round=match.round, table=2)
    for number, side in enumerate("AB", start=11):
        team = a_team(match.round.tournament, number)
        Seat.objects.create(round=match.round, match=other, side=side, team=team)
    made = rule(match, decision, 1, **OF_A_DEAL[decision])
    move_sheet(match, other, seen=seen_of(match), by=referee(), reason="mauvaise table")
    later = other.deals.filter(number=1).first()
    if later:
        two = rule(other, Decision.AWARDED, 1, marks_a=5, marks_b=5)
        with pytest.raises(ValidationError):
            lift(made)
        lift(two)
    lift(made)
    assert (totals(match), totals(other)) == ((0, 0), (500, 80))


CLUB_A = Path(__file__).parents[2] / "scoring" / "rulebooks" / "club-a.toml"
WITH_BELOTE = {"contract": "100", "trump": "hearts", "points": 90, "belote_a": 1}
NO_TRUMPS = {"contract": "100", "trump": "no_trumps", "points": 110}


def at_a_table_that_chooses(*options: str, **deal: Any) -> Match:
    """A table of a rulebook that leaves it choices, with what it chose and one deal."""
    match = a_match(rulebook_frozen=freeze(load_rulebook(CLUB_A)))
    a_role(referee(), match.round.tournament, RoleKind.REFEREE)
    choose_options(match, options, seen="", by=referee())
    a_deal(match, 1, **deal)
    return match


def plays(match: Match, *options: str) -> None:
    """The referee corrects what a table plays."""
    match.refresh_from_db()
    seen = options_seen(match)
    correct_options(match, options, seen=seen, by=referee(), reason="mal noté")


@pytest.mark.parametrize("decision", [Decision.ANNULLED, Decision.AWARDED])
def test_the_deal_is_marked_by_what_its_table_is_known_to_play_since(decision):
    match = at_a_table_that_chooses(**WITH_BELOTE)
    as_first_said = totals(match)
    made = rule(match, decision, 1, **OF_A_DEAL[decision])
    plays(match, "belote-apart")
    lift(made)
    entry = match.deals.with_accepted().get().accepted
    assert (entry.options, entry.source) == ("belote-apart", Source.OPTIONS)
    assert totals(match) == (20, 260) != as_first_said
    assert [fault.code for fault in verify(match.round.tournament).faults] == ["round_added"]


def test_a_deal_that_its_table_is_known_not_to_play_since_is_not_brought_back():
    match = at_a_table_that_chooses("no-trumps", **NO_TRUMPS)
    made = rule(match, Decision.AWARDED, 1, marks_a=0, marks_b=160)
    plays(match)
    with pytest.raises(ValidationError, match="Donne 1"):
        lift(made)
    assert totals(match) == (0, 160)


def test_a_later_ruling_on_the_same_deal_is_lifted_first(match):
    one = rule(match, Decision.REPLAYED, 1)
    typed_again(match)
    two = rule(match, Decision.AWARDED, 1, marks_a=0, marks_b=100)
    with pytest.raises(ValidationError) as refused:
        lift(one)
    assert refused.value.params == {"later": 2, "number": 1}
    lift(two)
    assert totals(match) == (290, 290)
    lift(one)
    assert totals(match) == (500, 80)


def test_a_later_ruling_on_another_deal_is_no_obstacle(match):
    one = rule(match, Decision.ANNULLED, 1)
    rule(match, Decision.AWARDED, 2, marks_a=0, marks_b=100)
    lift(one)
    assert totals(match) == (250, 140)


def test_a_match_awarded_is_given_back_though_other_totals_were_taken_since(match):
    made = rule(match, Decision.MATCH_AWARDED, marks_a=0, marks_b=1944)
    other = rule(match, Decision.MATCH_AWARDED, marks_a=1, marks_b=1)
    with pytest.raises(ValidationError):
        lift(made)
    lift(other)
    lift(made)
    assert totals(match) == (500, 80)


def test_a_team_that_had_left_is_not_brought_back_by_lifting(match):
    team = match.entrants(Side.A)[0]
    withdraw(team, by=None)
    made = rule(match, Decision.EXCLUSION, team=team)
    lift(made)
    team.refresh_from_db()
    assert team.withdrawn


def test_an_excluded_team_comes_back_only_once_the_ruling_is_lifted(match):
    team = match.entrants(Side.A)[0]
    made = rule(match, Decision.EXCLUSION, team=team)
    with pytest.raises(ValidationError) as refused:
        bring_back(team, by=None)
    assert "1" in refused.value.messages[0]
    lift(made)
    team.refresh_from_db()
    assert not team.withdrawn


def test_a_team_is_excluded_once(match):
    team = match.entrants(Side.A)[0]
    made = rule(match, Decision.EXCLUSION, team=team)
    with pytest.raises(ValidationError) as refused:
        rule(match, Decision.EXCLUSION, team=team)
    assert "team" in refused.value.message_dict
    again = rule(match, Decision.EXCLUSION, team=team, replaces=made)
    lift(again)
    team.refresh_from_db()
    assert not team.withdrawn


# Any ruling, in any contest


@FAIR
@pytest.mark.parametrize("decision", Decision.values)
@given(data=st.data())
def test_lifting_a_ruling_restores_what_was(decision, data):
    with forgotten():
        tournament = a_contest(data.draw)
        act = a_ruling(tournament, data.draw, decision)
        before = counted(tournament)
        made, refused = outcome_of(act) if act else (None, ["nothing to rule on"])
        event(f"{decision}{', refused' if refused else ''}")
        if refused:
            return
        meanwhile(made, data.draw)
        shown = impact_of(tournament, lambda: lift(made))
        lift(made)
        tournament.refresh_from_db()
        assert counted(tournament) == before
        assert as_shown(shown.after) == as_shown(standings(tournament))


def counted(tournament: Tournament) -> dict[str, Any]:
    """All that counts in a contest, and who is still drawn."""
    pointers = ("pk", "accepted", "reading_a", "reading_b")
    deals = Deal.objects.filter(match__round__tournament=tournament, accepted__isnull=False)
    return as_shown(standings(tournament)) | {
        "deals": list(deals.order_by("pk").values_list(*pointers)),
        "totals": list(Match.objects.order_by("pk").values_list("pk", "totals")),
        "withdrawn": list(tournament.teams.order_by("pk").values_list("pk", "withdrawn")),
        "sheets": [
            match_sheet(match).tally.totals
            for round_ in tournament.rounds.all()
            for match in matches(round_)
        ],
    }


def meanwhile(made: Ruling, draw: Callable[[st.SearchStrategy], Any]) -> None:
    """Let the deal be typed again, or another ruling on it be made and lifted."""
    if made.deal is None:
        return
    deal, said = made.deal, draw(facts)
    if draw(st.booleans()):
        base = Deal.objects.get(pk=deal.pk).accepted_id
        again = {"base": base, "reason": "relu", "client_key": uuid4()}
        outcome_of(lambda: record_deal(made.match, deal.number, said, by=referee(), **again))
    if draw(st.booleans()):
        lift(rule(made.match, Decision.ANNULLED, deal.number))
