"""The desk's page of codes: shown, renewed, revoked, with two clicks or with one."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.builders import a_code, a_match, a_user
from tournament.models import TableCode
from tournament.tables.codes import shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return a_match(phones=True, organiser=a_user())


@pytest.fixture
def desk(client, match):
    client.force_login(a_user())
    return client


def page(desk, match):
    url = reverse("phones:codes", args=[match.round.tournament_id, 1])
    return desk.get(url).content.decode()


def act(desk, match, name, side="A", **sent):
    url = reverse(f"phones:{name}", args=[match.round.tournament_id, 1, 1, side])
    return desk.post(url, sent)


def test_the_page_makes_the_codes_and_shows_them(desk, match):
    first = page(desk, match)
    codes = TableCode.objects.all()
    assert len(codes) == 2
    assert all(shown(code.code) in first for code in codes)
    assert "/t/" in first


def test_a_code_is_renewed_once_whatever_the_clicks(desk, match):
    old = a_code(match)
    for _click in range(2):
        assert act(desk, match, "renew", code=old.pk).status_code == 302
    assert TableCode.objects.filter(side="A").count() == 2
    assert shown(old.code) not in page(desk, match)


@pytest.mark.parametrize("code", ["", "x", "-1", "9" * 30, "9" * 5000, "²"])
def test_a_renewal_of_nothing_shown_changes_nothing(desk, match, code):
    a_code(match)
    assert act(desk, match, "renew", code=code).status_code == 302
    assert TableCode.objects.filter(side="A").count() == 1


def test_a_code_is_revoked(desk, match):
    code = a_code(match)
    act(desk, match, "revoke")
    assert shown(code.code) not in page(desk, match)
    assert "révoqué" in page(desk, match)
    assert TableCode.objects.get(pk=code.pk).revoked_at


@pytest.mark.parametrize("side", ["C", "a", "AB"])
def test_a_table_has_two_sides(desk, match, side):
    assert act(desk, match, "revoke", side).status_code == 404


def test_a_closed_round_says_that_its_codes_are_closed(desk, match):
    code = a_code(match)
    match.round.closed_at = timezone.now()
    match.round.save()
    assert shown(code.code) not in page(desk, match)
    answer = act(desk, match, "renew", code=code.pk)
    assert desk.get(answer.url).status_code == 200
    assert TableCode.objects.filter(side="A").count() == 1


def test_a_contest_without_phones_says_so(client):
    match = a_match(organiser=a_user())
    client.force_login(a_user())
    assert "ne tapent pas" in page(client, match)
    assert not TableCode.objects.exists()
