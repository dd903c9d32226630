"""What the page says of a role is what the doors do: each sentence against its pages' lines."""

import pytest
from django.utils import translation

from tests.tournament.test_doors import DOORS, POSTS, VISITORS, whole
from tournament.models import RoleKind
from tournament.people.rights import IN_A_CLUB, IN_A_CONTEST, in_words

IN_CONTEST = {
    RoleKind.READER: "reader",
    RoleKind.SCOREKEEPER: "keeper",
    RoleKind.REFEREE: "referee",
    RoleKind.TREASURER: "treasurer",
    RoleKind.ORGANISER: "organiser",
}
OF_CLUB = {RoleKind.SCOREKEEPER: "club keeper", RoleKind.ORGANISER: "club organiser"}
"""Of a club's roles the table has these two: the others have no more in it."""
RIGHTS = [(right, IN_CONTEST) for right in IN_A_CONTEST] + [(right, OF_CLUB) for right in IN_A_CLUB]


def lets_in(page: str, visitor: str) -> bool:
    line = whole(DOORS.get(page) or POSTS[page])
    return line[VISITORS.index(visitor)] not in {302, 403, 404}


@pytest.mark.parametrize(("right", "visitors"), RIGHTS, ids=[str(each.words) for each, _ in RIGHTS])
def test_a_role_can_do_what_is_said_and_nothing_else(right, visitors):
    for kind, visitor in visitors.items():
        for page in right.pages:
            assert lets_in(page, visitor) is (kind in right.roles), (page, visitor)


def test_each_role_is_told_what_it_can_and_what_it_cannot_do():
    with translation.override("en"):
        told = {role.kind: role for role in in_words(IN_A_CONTEST)}
    assert list(told) == list(RoleKind)
    assert told[RoleKind.READER].can == [IN_A_CONTEST[0].words]
    # To rule is the referee's alone: whoever organises gives himself that role if need be.
    assert len(told[RoleKind.ORGANISER].cannot) == 1
