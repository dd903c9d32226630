"""The page of the draw: who plays, who does not and why, what has to be accepted or decided."""

import html

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.builders import a_deal, a_team, a_tournament, a_user
from tournament.models import Shape, Tournament
from tournament.rounds.gathering import draw_kinds
from tournament.rounds.services import close_round, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(client: Client) -> Client:
    client.force_login(a_user("organiser"))
    # English words are those of the code: the test does not depend on the catalogue.
    client.cookies["django_language"] = "en"
    return client


def contest(shape: str, count: int, **columns: object) -> Tournament:
    tournament = a_tournament(shape=shape, **({"deals": 1} | columns))
    for number in range(1, count + 1):
        a_team(tournament, number)
    return tournament


def played(tournament: Tournament, rounds: int) -> Tournament:
    """Play rounds in the contest's own way; side A wins every match."""
    for number in range(1, rounds + 1):
        kind = draw_kinds(tournament, number)[0]
        round_ = open_round(tournament, number, kind=kind, by=None, accept=True)
        for match in round_.matches.with_teams().select_related("round__tournament"):
            a_deal(match)
        close_round(round_, by=None)
    return tournament


def page(tournament: Tournament) -> str:
    return reverse("rounds:draw", args=[tournament.pk])


def text(response: object) -> str:
    return html.unescape(response.content.decode())


def test_pairs_that_repeat_are_shown_before_the_round_is_recorded(organiser):
    tournament = played(contest(Shape.SWISS, 4), 3)
    asked = organiser.post(page(tournament), {"number": 4, "kind": "standings"})
    assert asked.status_code == 200
    assert text(asked).count("meet again.") == 2
    assert tournament.rounds.count() == 3
    form = asked.context["form"]
    sent = {"number": 4, "kind": "standings", "token": form["token"].value()}
    again = organiser.post(page(tournament), sent)
    assert again.status_code == 200
    assert tournament.rounds.count() == 3
    sent["token"] = again.context["form"]["token"].value()
    done = organiser.post(page(tournament), sent | {"accept": "on"})
    assert done.status_code == 302
    assert tournament.rounds.get(number=4).inputs["drawn"]["rematches"]


def test_a_draw_of_another_kind_is_not_accepted_with_the_first(organiser):
    tournament = played(contest(Shape.SWISS, 2), 1)
    asked = organiser.post(page(tournament), {"number": 2, "kind": "standings"})
    token = asked.context["form"]["token"].value()
    sent = {"number": 2, "kind": "nonsense", "token": token, "accept": "on"}
    assert organiser.post(page(tournament), sent).status_code == 200
    assert tournament.rounds.count() == 1


@pytest.mark.parametrize("changed", [{"kind": "lot"}, {"token": ""}, {"token": "nonsense"}])
def test_what_was_not_shown_is_not_accepted(organiser, changed):
    tournament = played(contest(Shape.SWISS, 4), 3)
    asked = organiser.post(page(tournament), {"number": 4, "kind": "standings"})
    token = asked.context["form"]["token"].value()
    sent = {"number": 4, "kind": "standings", "token": token, "accept": "on"} | changed
    again = organiser.post(page(tournament), sent)
    assert text(again).count("meet again.") == 2
    assert tournament.rounds.count() == 3


def test_two_clicks_lead_to_the_same_round(organiser):
    tournament = contest(Shape.LOT, 8)
    sent = {"number": 1, "kind": "lot"}
    first = organiser.post(page(tournament), sent)
    assert organiser.post(page(tournament), sent).url == first.url
    assert tournament.rounds.count() == 1


def test_who_is_not_seated_is_listed_with_the_reason(organiser):
    tournament = contest(Shape.LOT, 5, check_in=True)
    tournament.teams.exclude(number=4).update(checked_in_at=timezone.now())
    tournament.teams.filter(number=2).update(withdrawn=True)
    shown = text(organiser.get(page(tournament)))
    assert "2 are not seated" in shown
    assert "withdrawn" in shown
    assert "not checked in" in shown
    assert "3 teams take part" in shown


def test_the_pools_to_be_and_the_pools_made_are_shown(organiser):
    tournament = contest(Shape.POOLS, 7)
    assert "2 pools will be made: 4 + 3 teams." in text(organiser.get(page(tournament)))
    shown = text(organiser.get(page(played(tournament, 1))))
    assert "Pool A" in shown
    assert "Pool B" in shown


def test_a_match_nobody_won_is_asked_for_and_nothing_typed_is_lost(organiser):
    tournament = played(contest(Shape.POOLS, 8), 3)
    round_ = open_round(tournament, 4, kind="brackets", by=None)
    for match in round_.matches.with_teams().select_related("round__tournament")[2:]:
        a_deal(match)
    close_round(round_, by=None, despite_missing=True)
    shown = organiser.get(page(tournament))
    assert text(shown).count("who goes on?") == 2
    one, other = shown.context["form"].deciding
    _goes, _on, first, _second = one.split("_")
    sent = {"number": 5, "kind": "brackets", one: first}
    refused = organiser.post(page(tournament), sent)
    assert refused.status_code == 200
    assert refused.context["form"].errors.keys() == {other}
    assert refused.context["form"][one].value() == first
    assert organiser.post(page(tournament), sent | {other: other.split("_")[2]}).status_code == 302


def test_the_name_of_a_team_that_led_is_text_and_nothing_else(organiser):
    tournament = played(contest(Shape.POOLS, 8), 3)
    Tournament.objects.update(deals=2)
    tournament.refresh_from_db()
    tournament.teams.update(name="<i hx-trigger=load hx-post=/logout/>")
    round_ = open_round(tournament, 4, kind="brackets", by=None)
    for match in round_.matches.with_teams().select_related("round__tournament"):
        a_deal(match, 1)
        a_deal(match, 2, takers="B")
    close_round(round_, by=None, despite_missing=True)
    shown = organiser.get(page(tournament)).content.decode()
    assert "was ahead last" in shown
    assert "<i hx" not in shown


def test_when_every_place_is_played_the_places_are_shown(organiser):
    tournament = played(contest(Shape.POOLS, 4), 4)
    shown = organiser.get(page(tournament))
    assert "Every place has been played for." in text(shown)
    assert [each.place for each in shown.context["next"].places] == [1, 2, 3, 4]
    refused = organiser.post(page(tournament), {"number": 5, "kind": "brackets"})
    assert refused.status_code == 200
    assert tournament.rounds.count() == 4


def test_one_round_more_than_planned_is_said(organiser):
    tournament = played(contest(Shape.LOT, 4, rounds_planned=1), 1)
    assert "1 round was planned: this is one more." in text(organiser.get(page(tournament)))


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_page_of_hardly_anybody_is_a_page(organiser, shape, count):
    tournament = contest(shape, count)
    assert organiser.get(page(tournament)).status_code == 200
    for kind in draw_kinds(tournament, 1):
        sent = {"number": 1, "kind": kind.value}
        assert organiser.post(page(tournament), sent).status_code in {200, 302}


def test_a_first_round_by_lot_is_said_under_the_title_of_its_draw(organiser):
    tournament = contest(Shape.SWISS, 4)
    said = "By the standings, without rematches; the first round by lot"
    assert said in text(organiser.get(page(tournament)))
    assert said not in text(organiser.get(page(played(tournament, 1))))
