"""`make soak` for some seconds, in process: a few people, everything at random, seeded."""

import pytest
from django.test import Client

from tests.soak import cast, checks, used
from tests.soak.browsers import InProcess
from tests.soak.people import Season
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
STEPS = 20
"""How many things each of the people does."""


def enter(name):
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    if name:
        client.cookies["sessionid"] = cast.signed_in(name)
    return InProcess(client)


def test_whatever_people_do_no_page_fails_and_every_table_holds():
    cast.set_stage(teams=8)
    season = Season(start=cast.bookmarks, archive=cast.an_archive())
    people = cast.cast(season, 3, enter, part=5)
    for _round in range(STEPS):
        for person in people:
            person.step()
    assert not season.problems
    assert not list(checks.broken())
    for contest in Tournament.objects.all():
        csv = enter("organiser-1").get(f"/tournaments/{contest.pk}/standings/csv/")
        assert csv.body.decode() == checks.recomputed(contest)
    assert len(used.pages() - used.unused(season)) > 35
    assert used.pages() >= used.MAY_GO_UNUSED.keys()
    assert not list(used.missed(season, minutes=1))
    assert list(used.missed(season, used.ALL_WITHIN))
