"""The rules on the pages: a contest's own, the library's, two side by side."""

import pytest
from django.urls import reverse

from scoring import load_rulebook, shipped_rulebooks
from tests.tournament.builders import a_role, a_round, a_tournament, a_user
from tournament.models import RoleKind, Tournament, freeze

pytestmark = pytest.mark.django_db

ENGLISH = {"headers": {"accept-language": "en"}}


@pytest.fixture
def contest() -> Tournament:
    tournament = a_tournament(organiser=a_user("organiser"))
    a_round(tournament)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def reader(client, contest):
    a_role(a_user("luc"), contest, RoleKind.READER)
    client.force_login(a_user("luc"))
    return client


def shown(client, name: str, *args: object, **query: str) -> str:
    answer = client.get(reverse(name, args=args), query, **ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_rulebook_in_force_is_the_frozen_copy(reader, contest):
    own = load_rulebook("grenobloise").switched("five-down")
    Tournament.objects.filter(pk=contest.pk).update(rulebook_frozen=freeze(own))
    page = shown(reader, "rulebooks:rules", contest.pk)
    assert own.short_fingerprint in page
    assert "Read otherwise here" in page
    assert 'id="rounding"' in page


def test_a_contest_that_has_not_begun_shows_the_rulebook_it_chose(client):
    tournament = a_tournament("competition", organiser=a_user("organiser"))
    client.force_login(a_user("organiser"))
    page = shown(client, "rulebooks:rules", tournament.pk)
    assert "it is fixed when the first round is drawn" in page
    assert load_rulebook("competition").short_fingerprint in page


def test_the_rules_are_searched_and_htmx_gets_them_alone(reader, contest):
    page = shown(reader, "rulebooks:rules", contest.pk, q="overtrump")
    assert 'id="over_trump"' in page
    assert 'id="dealing"' not in page
    assert "No rule holds “xyzzy”." in shown(reader, "rulebooks:rules", contest.pk, q="xyzzy")
    address = reverse("rulebooks:rules", args=[contest.pk])
    part = reader.get(address, {"q": "trump"}, headers={"hx-request": "true"}).content
    assert b"<html" not in part
    assert b'id="rules"' in part


def test_what_is_searched_is_shown_as_text(reader, contest):
    page = shown(reader, "rulebooks:rules", contest.pk, q="<script>alert(1)</script>")
    assert "<script>alert" not in page


@pytest.mark.parametrize("key", [*shipped_rulebooks(), "grenobloise+five-down"])
def test_the_library_shows_each_rulebook(reader, key):
    name = key.split("+")[0]
    assert load_rulebook(name).title.en in shown(reader, "library:rules", key)


def test_the_library_lists_every_rulebook(reader):
    page = shown(reader, "library:list")
    for name in shipped_rulebooks():
        assert reverse("library:rules", args=[name]) in page


@pytest.mark.parametrize("key", ["nothing", "grenobloise+nothing", "..", "%00"])
def test_a_rulebook_that_does_not_exist_is_not_found(reader, key):
    assert reader.get(f"/rulebooks/{key}/").status_code == 404


def test_a_contest_s_rulebook_is_put_beside_another(reader, contest):
    page = shown(reader, "rulebooks:compare", contest.pk, other="competition")
    assert "16 of these" in page
    assert "not played" in page
    assert "These are the same rulebook." in shown(
        reader, "rulebooks:compare", contest.pk, other="grenobloise"
    )


def test_every_rule_is_listed_when_asked_for(reader, contest):
    few = shown(reader, "rulebooks:compare", contest.pk, other="competition")
    every = shown(reader, "rulebooks:compare", contest.pk, other="competition", all="1")
    assert "Show every rule" in few
    assert "Show only what differs" in every
    assert len(every) > len(few)


def test_one_reading_turned_is_compared_by_its_address(reader, contest):
    page = shown(reader, "rulebooks:compare", contest.pk, other="grenobloise+five-down")
    assert "1 rule of 41 is not the same." in page
    switch = load_rulebook("grenobloise").switch("five-down")
    assert switch.other.en in page
    assert 'value="grenobloise+five-down" selected' in page


@pytest.mark.parametrize("other", ["nothing", "x" * 5000, "grenobloise+", "\x00"])
def test_a_rulebook_that_cannot_be_compared_is_said_beside_its_field(reader, contest, other):
    page = shown(reader, "rulebooks:compare", contest.pk, other=other)
    assert "errorlist" in page
    assert "Typical deals" not in page


def test_two_rulebooks_of_the_library_are_put_side_by_side(reader):
    page = shown(reader, "library:compare", one="ffb-fiche", other="kchanaise")
    assert load_rulebook("kchanaise").title.en in page
    assert "Rule by rule" in page
    assert "Rule by rule" not in shown(reader, "library:compare")
    assert "errorlist" in shown(reader, "library:compare", one="ffb-fiche")


def test_a_stranger_must_sign_in(client, contest):
    for address in (
        reverse("library:list"),
        reverse("library:compare"),
        reverse("library:rules", args=["competition"]),
        reverse("rulebooks:rules", args=[contest.pk]),
    ):
        assert client.get(address).status_code == 302
