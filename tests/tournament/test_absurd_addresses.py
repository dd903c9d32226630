"""Numbers in an address that no row can have: nothing is found there, and nothing fails."""

import pytest
from django.urls import get_resolver, reverse

from tests.tournament.builders import a_deal, a_match, a_role, a_user
from tests.tournament.test_doors import arguments, identifiers, named_pages
from tournament.models import Match, RoleKind

pytestmark = pytest.mark.django_db

FOUND_OR_NOT = {200, 302, 403, 404, 405}
ABSURD = (10**25, 2**31)
"""More than any key is, and more than any number of a round, a table or a deal."""


@pytest.fixture
def everywhere(client):
    """Return a client that every door lets in, and the identifiers of its contest."""
    match = a_match(organiser=a_user())
    a_deal(match)
    a_role(a_user(), match.round.tournament, RoleKind.REFEREE)
    client.force_login(a_user())
    return client, identifiers(Match.objects.with_teams().get())


@pytest.mark.parametrize("number", ABSURD)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_number_that_is_of_nothing_is_not_found(everywhere, method, number):
    client, known = everywhere
    for name in named_pages(get_resolver()):
        asked = arguments(name, known)
        for key in asked:
            if isinstance(asked[key], int):
                url = reverse(name, kwargs=asked | {key: number})
                assert getattr(client, method)(url).status_code in FOUND_OR_NOT, url
