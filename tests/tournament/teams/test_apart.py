"""Teams that must not meet."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.tournament.builders import a_team, a_tournament, a_user
from tournament.models import Apart
from tournament.rounds.gathering import gather
from tournament.teams.apart import keep_apart, let_meet

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = a_tournament(organiser=a_user())
    for number in range(1, 5):
        a_team(tournament, number)
    return tournament


def test_two_teams_are_kept_apart_once_whichever_is_named_first(tournament):
    one, other = tournament.teams.all()[:2]
    assert keep_apart(one, other, by=None) == keep_apart(other, one, by=None)
    assert tournament.journal.count() == 1
    assert [1, 2] in gather(tournament, 1, "lot").to_json()["apart"]


def test_a_team_is_not_kept_apart_from_itself(tournament):
    team = tournament.teams.first()
    with pytest.raises(ValidationError) as caught:
        keep_apart(team, team, by=None)
    assert "other" in caught.value.message_dict


def test_they_may_meet_again(tournament):
    apart = keep_apart(*tournament.teams.all()[:2], by=None)
    for _twice in range(2):
        let_meet(tournament, apart.pk, by=None)
    assert not Apart.objects.exists()
    assert tournament.journal.count() == 2


def test_the_page_keeps_apart_and_lets_meet(client, tournament):
    client.force_login(a_user())
    page = reverse("teams:apart", args=[tournament.pk])
    one, other = tournament.teams.all()[:2]
    assert client.post(page, {"one": one.pk, "other": one.pk}).status_code == 200
    assert client.post(page, {"one": one.pk, "other": other.pk}).status_code == 302
    assert "Équipe 2" in client.get(page).content.decode()
    apart = Apart.objects.get()
    client.post(reverse("teams:meet", args=[tournament.pk, apart.pk]))
    assert not Apart.objects.exists()


def test_another_contest_s_teams_are_no_choice(client, tournament):
    client.force_login(a_user())
    stranger = a_team(a_tournament(), 1)
    page = reverse("teams:apart", args=[tournament.pk])
    answer = client.post(page, {"one": tournament.teams.first().pk, "other": stranger.pk})
    assert answer.status_code == 200
    assert not Apart.objects.exists()


def test_a_team_struck_off_meanwhile_is_kept_apart_from_nobody(tournament):
    one, other = tournament.teams.all()[:2]
    tournament.teams.filter(pk=one.pk).delete()
    with pytest.raises(ValidationError):
        keep_apart(one, other, by=None)
    assert not Apart.objects.exists()
