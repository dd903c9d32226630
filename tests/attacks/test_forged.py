"""Forms without their token, sent again, by the wrong method, or far too large."""

import random

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.test.utils import override_settings

from tests.attacks.targets import a_target, addresses, forms_of, is_uuid, served
from tests.soak.filling import filled
from tests.tournament.builders import a_user
from tournament.deals.presence import enter
from tournament.models import Presence

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(db):
    return a_target("mallory")


def signed_in(**options) -> Client:
    client = Client(**options)
    client.force_login(a_user("mallory"))
    return client


def everything() -> dict[str, int]:
    """Return how many rows each table has, but for sessions, which visitors make."""
    models = apps.get_app_config("tournament").get_models()
    return {model.__name__: model._default_manager.count() for model in models}


def test_no_form_is_taken_without_its_token(mine):
    browser, before = signed_in(enforce_csrf_checks=True), everything()
    for name, address in addresses(mine).items():
        said = browser.post(address, {"csrfmiddlewaretoken": "0" * 64})
        assert said.status_code in {403, 404, 405}, name
    assert everything() == before


@pytest.mark.parametrize("method", ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO"])
def test_no_page_fails_or_changes_anything_by_another_method(mine, method):
    browser = signed_in()
    before = everything()
    for name, address in addresses(mine).items():
        said = browser.generic(method, address, b"{}", content_type="application/json")
        assert said.status_code < 500, (method, name)
        if method not in {"HEAD", "OPTIONS"} and name not in {"clubs:login", "clubs:logout"}:
            assert said.status_code in {302, 403, 404, 405}, (method, name, said.status_code)
    assert everything() == before


def test_what_is_sent_twice_is_done_once(mine):
    """Every form that carries a key of its own, filled in sensibly and sent again."""
    browser, lot, failed, count = signed_in(), random.Random(4), [], 0
    for _page, form in list(forms_of(browser, mine)):
        if form.method != "post" or not any(is_uuid(each) for each in form.hidden().values()):
            continue
        with transaction.atomic():
            sent = filled(form, lot)
            first = browser.post(form.action, sent)
            held = everything()
            again = browser.post(form.action, sent)
            count += first.status_code == 302
            if max(first.status_code, again.status_code) >= 500 or everything() != held:
                failed.append((form.action, first.status_code, again.status_code))
            transaction.set_rollback(True)
    assert not failed
    assert count > 3


def test_what_is_too_large_is_refused(mine):
    browser = signed_in()
    failed = []
    for name, address in list(addresses(mine).items())[::8]:
        for sent, options in (
            ("a=" + "x" * 5_300_000, {}),
            ("&".join(f"f{number}=1" for number in range(5_100)), {}),
            ("a=1", {"headers": {"X-Long": "x" * 60_000, "HX-Request": "true"}}),
        ):
            kind = "application/x-www-form-urlencoded"
            said = browser.post(address, sent, content_type=kind, **options)
            if said.status_code >= 500:
                failed.append((name, len(sent), said.status_code))
    assert not failed


NAMES = ("../../evil.csv", "/etc/passwd", "..\\..\\evil.csv", "a\x00b.csv", "é" * 400, ".", "")


def test_the_name_of_a_file_is_never_a_path(mine, tmp_path):
    browser = signed_in()
    sent = [
        (form, each.name)
        for _page, form in forms_of(browser, mine)
        for each in form.fields.values()
        if each.kind == "file"
    ]
    assert len(sent) > 2
    with override_settings(FILE_UPLOAD_TEMP_DIR=str(tmp_path)):
        for form, field in sent:
            for name in NAMES:
                body = _multipart(served(form), field, name)
                kind = "multipart/form-data; boundary=limit"
                said = browser.generic("POST", form.action, body, content_type=kind)
                assert said.status_code in {200, 302, 400}, (form.action, name)
    assert not list(tmp_path.parent.rglob("*evil*"))


def _multipart(sent: dict[str, object], field: str, name: str) -> bytes:
    """Write a form with a file by hand: no client sends such names."""
    parts = [
        f'--limit\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in sent.items()
        if isinstance(value, str)
    ]
    parts.append(
        f'--limit\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
        f"Content-Type: text/csv\r\n\r\nÉquipe;Joueur 1;Joueur 2\r\nA;B;C\r\n\r\n--limit--\r\n"
    )
    return "".join(parts).encode()


@pytest.mark.django_db(transaction=True)
def test_a_sheet_whose_draw_is_cancelled_while_it_is_opened_notes_nobody(mine):
    """Found by the season at random: the row went between the reading and the note."""
    match = mine.match
    match.pk = 10**9
    enter(match, a_user("mallory"))
    assert not Presence.objects.exists()
