"""A played contest, and its organiser before the journal's page."""

import pytest

from tests.tournament.builders import a_user
from tests.tournament.journal.played import a_played_contest
from tournament.models import Tournament


@pytest.fixture
def contest() -> Tournament:
    return a_played_contest()


@pytest.fixture
def organiser(client, contest):
    client.force_login(a_user("organiser"))
    return client
