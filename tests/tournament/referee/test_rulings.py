"""The register of rulings: each decision does what it says, counts once, and can be lifted."""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction

from scoring import Side
from tests.tournament.builders import FACTS, a_deal, a_match, a_role, a_user
from tournament.deals.services import record_deal
from tournament.deals.tally import match_sheet, match_tallies
from tournament.models import Decision, Match, Outcome, RoleKind, Ruling, Source
from tournament.referee.rulings import decide

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = a_match(deals=3)
    for number in (1, 2):
        a_deal(match, number)
    a_role(referee(), match.round.tournament, RoleKind.REFEREE)
    return match


def referee():
    return a_user("rémi")


def ruling(match: Match, decision: Decision, number: int | None = None, **columns) -> Ruling:
    deal = match.deals.get(number=number) if number else None
    said = {"category": "revoke", "facts": "Renonce à cœur", "client_key": uuid4()} | columns
    return Ruling(
        tournament=match.round.tournament, match=match, deal=deal, decision=decision, **said
    )


def rule(match: Match, decision: Decision, number: int | None = None, **columns) -> Ruling:
    facts = columns.pop("corrected", None)
    return decide(ruling(match, decision, number, **columns), by=referee(), facts=facts)


def sheet_of(match: Match):
    matches = Match.objects.with_teams().select_related("round__tournament")
    return match_sheet(matches.get(pk=match.pk))


def totals(match: Match) -> tuple[int, int]:
    return sheet_of(match).tally.totals


def lifted(match: Match, before: Ruling) -> Ruling:
    return rule(match, Decision.NOTHING, replaces=before, facts="Levée")


def test_a_corrected_deal_counts_once_and_lifting_restores_it(match):
    made = rule(match, Decision.CORRECTED, 1, corrected=FACTS | {"takers": "B"})
    assert (totals(match), made.number) == ((290, 290), 1)
    assert sheet_of(match).rows[0].entry.source == Source.RULING
    lifted(match, made)
    assert totals(match) == (500, 80)


def test_an_annulled_deal_is_not_counted_and_not_missing(match):
    made = rule(match, Decision.ANNULLED, 1)
    sheet = sheet_of(match)
    assert (sheet.tally.totals, sheet.missing, sheet.expected) == ((250, 40), (3,), 3)
    lifted(match, made)
    assert totals(match) == (500, 80)


def test_a_replayed_deal_is_missing_until_it_is_played_again(match):
    made = rule(match, Decision.REPLAYED, 1)
    assert (totals(match), sheet_of(match).missing) == ((250, 40), (1, 3))
    lifted(match, made)
    assert totals(match) == (500, 80)
    rule(match, Decision.REPLAYED, 1)
    record_deal(match, 1, FACTS | {"takers": "B"}, by=a_user(), client_key=uuid4())
    assert totals(match) == (290, 290)


def test_a_replay_that_was_played_is_put_back_as_it_was(match):
    made = rule(match, Decision.REPLAYED, 1)
    record_deal(match, 1, FACTS | {"takers": "B"}, by=a_user(), client_key=uuid4())
    assert totals(match) == (290, 290)
    lifted(match, made)
    assert totals(match) == (500, 80)


def test_an_awarded_deal_gives_what_the_referee_says(match):
    made = rule(match, Decision.AWARDED, 1, marks_a=0, marks_b=280)
    sheet = sheet_of(match)
    assert (sheet.tally.totals, sheet.rows[0].marks, sheet.rows[0].counts) == (
        (250, 320),
        (0, 280),
        True,
    )
    assert sheet.rows[0].entry.outcome == Outcome.AWARDED
    tournament = match.round.tournament
    assert match_tallies(tournament, [match.round])[match.pk].totals == (250, 320)
    lifted(match, made)
    assert totals(match) == (500, 80)


def test_marks_are_added_to_a_side_of_the_match_and_may_turn_it(match):
    a_deal(match, 3)
    assert sheet_of(match).tally.winner == Side.A
    made = rule(match, Decision.MARKS, side="A", marks=-700)
    sheet = sheet_of(match)
    assert (sheet.tally.totals, sheet.adjusted_by, sheet.tally.winner) == (
        (50, 120),
        (-700, 0),
        Side.B,
    )
    other = rule(match, Decision.MARKS, side="A", marks=-100, replaces=made)
    assert totals(match) == (650, 120)
    lifted(match, other)
    assert totals(match) == (750, 120)


def test_a_match_can_be_awarded_and_given_back(match):
    made = rule(match, Decision.MATCH_AWARDED, marks_a=0, marks_b=1944)
    assert (totals(match), sheet_of(match).is_complete) == ((0, 1944), True)
    lifted(match, made)
    assert totals(match) == (500, 80)


def test_an_excluded_team_is_drawn_no_more_until_it_is_lifted(match):
    team = match.entrants(Side.A)[0]
    made = rule(match, Decision.EXCLUSION, team=team)
    team.refresh_from_db()
    assert team.withdrawn
    lifted(match, made)
    team.refresh_from_db()
    assert not team.withdrawn


def test_only_a_referee_rules(match):
    with pytest.raises(ValidationError):
        decide(ruling(match, Decision.WARNING), by=a_user())
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("decision", "field"),
    [
        (Decision.CORRECTED, "deal"),
        (Decision.WARNING, "team"),
        (Decision.MARKS, "marks"),
        (Decision.MATCH_AWARDED, "marks_a"),
    ],
)
def test_what_a_decision_lacks_is_asked_for(match, decision, field):
    with pytest.raises(ValidationError) as refused:
        rule(match, decision)
    assert field in refused.value.message_dict


def test_a_correction_that_cannot_be_changes_nothing(match):
    with pytest.raises(ValidationError) as refused, transaction.atomic():
        rule(match, Decision.CORRECTED, 1, corrected=FACTS | {"points": 163})
    assert "points" in refused.value.message_dict
    assert (totals(match), Ruling.objects.count()) == ((500, 80), 0)


def test_a_ruling_replaced_is_not_replaced_twice(match):
    made = rule(match, Decision.MARKS, side="A", marks=-10)
    lifted(match, made)
    with pytest.raises(ValidationError):
        lifted(match, Ruling.objects.get(pk=made.pk))


def test_sent_twice_it_decides_once(match):
    key = uuid4()
    one, other = (
        rule(match, Decision.MARKS, side="A", marks=-10, client_key=key) for _click in range(2)
    )
    assert (one.pk, totals(match)) == (other.pk, (490, 80))


def test_a_referee_who_plays_there_names_a_second_person(match):
    role = match.round.tournament.roles.get(user=referee())
    role.team = match.entrants(Side.B)[0]
    role.save()
    with pytest.raises(ValidationError) as refused:
        rule(match, Decision.MARKS, side="A", marks=-10)
    assert "second_person" in refused.value.message_dict
    rule(match, Decision.MARKS, side="A", marks=-10, second_person="Hélène")


def test_the_register_is_never_altered(match):
    made = rule(match, Decision.MARKS, side="A", marks=-10)
    with pytest.raises(DatabaseError), transaction.atomic():
        Ruling.objects.filter(pk=made.pk).update(marks=-20)
    with pytest.raises(DatabaseError), transaction.atomic():
        made.delete()


def test_the_desk_does_not_correct_what_was_ruled_on(match):
    made = rule(match, Decision.AWARDED, 1, marks_a=0, marks_b=280)
    base = made.deal.accepted_id or match.deals.get(number=1).accepted_id
    with pytest.raises(ValidationError):
        record_deal(match, 1, FACTS, by=a_user(), base=base, reason="relu", client_key=uuid4())
