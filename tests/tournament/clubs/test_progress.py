"""Where a contest stands, and what comes next."""

import pytest
from django.utils import timezone

from tests.tournament.builders import a_deal, a_role, a_round, a_team, a_tournament, a_user
from tournament.clubs.progress import Step, contests_of, progress_of
from tournament.models import Match, RoleKind

pytestmark = pytest.mark.django_db


def matches(round_):
    return list(Match.objects.with_teams().select_related("round__tournament").filter(round=round_))


def test_a_new_contest_first_needs_teams():
    contest = a_tournament()
    assert progress_of(contest).step == Step.REGISTER
    a_team(contest, 1)
    assert progress_of(contest).step == Step.REGISTER


def test_two_teams_can_be_drawn():
    contest = a_tournament()
    a_team(contest, 1)
    a_team(contest, 2)
    progress = progress_of(contest)
    assert (progress.step, progress.round_number, progress.teams) == (Step.DRAW, 1, 2)


def test_a_withdrawn_team_does_not_count():
    contest = a_tournament()
    a_team(contest, 1)
    a_team(contest, 2)
    contest.teams.filter(number=2).update(withdrawn=True)
    assert progress_of(contest).step == Step.REGISTER


def test_a_drawn_round_waits_for_its_deals():
    contest = a_tournament(deals=2)
    first, _second = matches(a_round(contest, tables=2))
    for number in (1, 2):
        a_deal(first, number)
    progress = progress_of(contest)
    assert progress.step == Step.ENTER
    assert (progress.tables, progress.started, progress.complete, progress.deals) == (2, 1, 1, 2)


def test_four_passes_use_no_line_of_the_agreed_number():
    contest = a_tournament(deals=2)
    (match,) = matches(a_round(contest))
    a_deal(match, 1)
    a_deal(match, 2, outcome="passed", takers="", contract="", trump="", points=None)
    assert progress_of(contest).complete == 0
    a_deal(match, 3)
    assert progress_of(contest).complete == 1


def test_a_round_whose_deals_are_all_typed_is_to_be_closed():
    contest = a_tournament(deals=1)
    (match,) = matches(a_round(contest))
    a_deal(match)
    assert progress_of(contest).step == Step.CLOSE


def test_under_a_target_only_the_marks_know_when_a_table_has_finished():
    contest = a_tournament(end_kind="target", target=2000, deals=None)
    a_round(contest)
    progress = progress_of(contest)
    assert progress.complete is None
    assert progress.step == Step.ENTER


def test_after_a_closed_round_the_next_is_drawn():
    contest = a_tournament()
    round_ = a_round(contest)
    contest.rounds.filter(pk=round_.pk).update(closed_at=timezone.now())
    progress = progress_of(contest)
    assert (progress.step, progress.closed, progress.round_number) == (Step.DRAW, 1, 2)


def test_an_account_lists_its_own_contests_and_its_roles(django_assert_num_queries):
    mine, other = a_tournament(), a_tournament()
    reader = a_user("reader")
    a_role(reader, mine, RoleKind.READER)
    a_role(reader, mine, RoleKind.REFEREE)
    a_team(mine, 1)
    a_team(mine, 2)
    a_team(other, 1)
    with django_assert_num_queries(2):
        (listed,) = contests_of(reader)
        roles = {role.kind for role in listed.own_roles}
    assert (listed.pk, listed.playing, listed.closed, listed.in_play) == (mine.pk, 2, 0, 0)
    assert roles == {RoleKind.READER, RoleKind.REFEREE}


def test_a_contest_in_play_says_so_in_the_list():
    contest = a_tournament()
    a_round(contest, tables=3)
    (listed,) = contests_of(a_user("organiser"))
    assert (listed.playing, listed.in_play) == (6, 1)
