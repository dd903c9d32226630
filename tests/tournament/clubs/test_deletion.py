"""A whole contest deleted by its organiser: shown first, then gone, and nothing else with it."""

from decimal import Decimal
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests.browser.in_play import a_contest_in_play
from tests.tournament.builders import (
    a_call,
    a_code,
    a_match,
    a_role,
    a_ruling,
    a_season,
    a_tournament,
    a_user,
    an_invitation,
)
from tournament.clubs.deletion import delete_tournament
from tournament.models import (
    Club,
    Decision,
    Display,
    Presence,
    Prize,
    PrizeKind,
    RoleKind,
    Round,
    Ruling,
    Season,
    Tournament,
    User,
)
from tournament.referee.rulings import decide
from tournament.teams.money import take_payment

pytestmark = pytest.mark.django_db

KEPT = {User, Club, Season}
"""What a contest is of, and what it is in."""
UNFILLED = {
    *("Picture", "ClubRole", "ClubRulebook", "RulebookExample", "RulebookVersion"),
    *("Printed", "Installation", "WrongCode", "WrongLogin"),
}
"""Of a club, written by a paper, or of nobody."""


def counts() -> dict[str, int]:
    models = set(apps.get_app_config("tournament").get_models()) - KEPT
    return {model.__name__: model.objects.count() for model in models}


@pytest.fixture
def contest() -> Tournament:
    """A contest with a row of everything; rulings of every kind, one lifted, a round removed."""
    match = a_contest_in_play()
    tournament = match.round.tournament
    one = match.round.matches.with_teams().get(table=1)
    about = {"team": one.team_a, "player": one.team_a.players.first()}
    warned = a_ruling(one, Decision.WARNING, **about)
    a_ruling(one, Decision.ANNULLED, deal=one.deals.get(number=1))
    a_ruling(one, Decision.MATCH_AWARDED, side="A", marks_a=100, marks_b=0)
    lifted = Ruling(
        tournament=tournament,
        match=one,
        decision=Decision.NOTHING,
        category=warned.category,
        facts="Non.",
        client_key=uuid4(),
        replaces=warned,
    )
    decide(lifted, by=a_user("rémi"))
    a_code(match)
    call = a_call(match)
    call.ruling = lifted
    call.save(update_fields=["ruling"])
    Presence.objects.get_or_create(match=one, user=a_user(), defaults={"seen_at": timezone.now()})
    Display.objects.create(
        tournament=tournament, name="Bar", code="bar", panels=["draw"], client_key=uuid4()
    )
    Prize.objects.create(tournament=tournament, kind=PrizeKind.RANK, place=1, award="un jambon")
    Round.objects.filter(tournament=tournament, number=1).update(
        tournament=None, removed_from=tournament
    )
    take_payment(one.team_a, Decimal(10), client_key=uuid4(), by=a_user("organisateur"))
    an_invitation(tournament)
    tournament.refresh_from_db()
    return tournament


def page(contest: Tournament) -> str:
    return reverse("clubs:delete", args=[contest.pk])


def test_it_goes_with_all_it_holds_and_nothing_else_does(
    client, contest, django_assert_max_num_queries
):
    client.force_login(a_user("organisateur"))
    Tournament.objects.exclude(pk=contest.pk).delete()
    held = counts()
    assert {name for name, count in held.items() if not count} <= UNFILLED
    other = a_match(organiser=a_user("max"))
    a_season(other.round.tournament)
    both = counts()
    shown = client.get(page(contest))
    assert reverse("archive:download", args=[contest.pk]) in shown.content.decode()
    assert "Challenge" in shown.content.decode()
    found = [int(loss.split()[0]) for loss in shown.context["losses"]]
    names = ("Team", "Player", "Payment", "Round", "Deal", "Ruling", "JournalEntry")
    assert found == [held[name] for name in names]
    sent = {"name": contest.name.upper(), "seen": contest.version}
    with django_assert_max_num_queries(60):
        assert client.post(page(contest), sent).url == reverse("home")
    connection.check_constraints()
    assert counts() == {name: both[name] - held[name] for name in both}
    assert Tournament.objects.get() == other.round.tournament
    assert client.get(page(contest)).status_code == 404


@pytest.mark.parametrize("wrong", [{"name": "Concours"}, {"name": ""}, {"seen": 99}, {"seen": ""}])
def test_another_name_or_another_state_deletes_nothing(client, wrong):
    contest = a_tournament(organiser=a_user())
    client.force_login(a_user())
    sent = {"name": contest.name, "seen": contest.version} | wrong
    answer = client.post(page(contest), sent)
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert Tournament.objects.exists()


def test_only_its_organiser_deletes_it(client):
    contest = a_tournament(organiser=a_user())
    a_role(a_user("juge"), contest, RoleKind.REFEREE)
    client.force_login(a_user("juge"))
    sent = {"name": contest.name, "seen": contest.version}
    assert client.post(page(contest), sent).status_code == 403
    with pytest.raises(ValidationError):
        delete_tournament(contest, name=contest.name, seen=contest.version, by=a_user("juge"))
    assert Tournament.objects.exists()
