"""A copy is kept of the moment before an act, and none of one that is refused."""

import pytest
from django.db import connection
from django.urls import reverse

from tests.tournament.builders import a_team, a_tournament, a_user
from tournament.models import Round
from tournament.upkeep.ring import copies_in

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own backups"),
]


def test_what_is_done_leaves_one_copy_and_what_is_refused_none(client, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    organiser = a_user("organiser")
    contest = a_tournament(organiser=organiser, deals=4)
    for number in (1, 2):
        a_team(contest, number)
    client.force_login(organiser)

    def reasons() -> list[str]:
        return [copy.reason.split("-")[0] for copy in copies_in(tmp_path)]

    draw = reverse("rounds:draw", args=[contest.pk])
    for _click in range(2):
        assert client.post(draw, {"number": 1, "kind": "lot"}).status_code == 302
    close = reverse("rounds:close", args=[contest.pk, 1])
    # Nothing was typed yet: it is asked for.
    assert client.post(close).status_code == 200
    assert reasons() == ["draw"]
    assert client.post(close, {"despite_missing": "on"}).status_code == 302
    # The two teams meet again: whether to accept that is asked.
    assert client.post(draw, {"number": 2, "kind": "lot"}).status_code == 200
    assert Round.objects.count() == 1
    assert reasons() == ["draw", "close"]
