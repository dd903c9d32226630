"""The first start of an installation."""

import io
import random
import re

import pytest
from django.core.management import call_command

from scoring import load_rulebook, score_deal
from tests.tournament.builders import a_user
from tournament.demo import IN_PLAY, RULEBOOK, a_deal
from tournament.journal.services import first_broken
from tournament.models import Deal, Entry, Tournament, User
from tournament.rounds.progress import Step, progress_of
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db


def started() -> str:
    out = io.StringIO()
    call_command("first_run", stdout=out)
    return out.getvalue()


def test_the_first_start_prints_a_password_that_works_and_loads_the_demonstration(client):
    said = started()
    (password,) = re.findall(r"\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b", said)
    assert "Premier démarrage" in said
    assert client.login(username="organisateur", password=password)
    contest = Tournament.objects.get()
    progress = progress_of(contest)
    assert (progress.teams, progress.closed, progress.round_number) == (16, 2, 3)
    assert (progress.step, progress.deals) == (Step.ENTER, sum(IN_PLAY))
    assert len(standings(contest).lines) == 16
    assert first_broken(contest.journal.order_by("number")) is None


def test_a_second_start_says_and_changes_nothing():
    started()
    before = (User.objects.get().password, Deal.objects.count(), Entry.objects.count())
    assert started() == ""
    assert before == (User.objects.get().password, Deal.objects.count(), Entry.objects.count())


def test_an_installation_in_use_is_left_alone():
    a_user()
    assert started() == ""
    assert not Tournament.objects.exists()


def test_every_deal_of_the_demonstration_can_be_marked():
    rulebook = load_rulebook(RULEBOOK)
    lot = random.Random(7)
    for _deal in range(2000):
        score_deal(Entry(**a_deal(lot)).facts(), rulebook)
