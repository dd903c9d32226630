"""The list of contests: each account's own, with where each stands."""

import pytest

from tests.tournament.builders import a_role, a_round, a_team, a_tournament, a_user
from tournament.clubs.progress import contests_of
from tournament.models import RoleKind

pytestmark = pytest.mark.django_db


def test_an_account_lists_its_own_contests_and_its_roles(django_assert_num_queries):
    mine, other = a_tournament(), a_tournament()
    reader = a_user("reader")
    a_role(reader, mine, RoleKind.READER)
    a_role(reader, mine, RoleKind.REFEREE)
    a_team(mine, 1)
    a_team(mine, 2)
    a_team(other, 1)
    with django_assert_num_queries(4):
        (listed,) = contests_of(reader)
        roles = set(listed.own_roles)
    assert (listed.pk, listed.playing, listed.closed, listed.in_play) == (mine.pk, 2, 0, 0)
    assert roles == {RoleKind.READER, RoleKind.REFEREE}


def test_a_contest_in_play_says_so_in_the_list():
    contest = a_tournament()
    a_round(contest, tables=3)
    (listed,) = contests_of(a_user("organiser"))
    assert (listed.playing, listed.in_play) == (6, 1)
