"""Whoever has no part any more, or never had one, gets nowhere by what a browser still holds."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.attacks.targets import a_target, addresses, forms_of, served
from tests.tournament.builders import a_deal, a_match, a_role, a_tournament, a_user, an_invitation
from tests.tournament.test_doors import assert_secure
from tournament.models import ClubRole, Invitation, JournalEntry, Role, RoleKind, Tournament, User
from tournament.people.passwords import secret_of

pytestmark = pytest.mark.django_db

ELSEWHERE = (
    "//evil.example",
    "https://evil.example/",
    "http:///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\thttps://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "https://testserver@evil.example/",
    "https://testserver.evil.example/",
)


@pytest.mark.parametrize("address", ELSEWHERE)
def test_nobody_is_led_elsewhere_by_signing_in_out_or_by_a_language(address):
    a_user("mallory")
    typed = {"username": "mallory", "password": "mallory", "next": address}
    browser = Client()
    answers = [
        browser.post("/login/", typed, query_params={"next": address}),
        # Who is signed in already is sent on at once.
        browser.get("/login/", {"next": address}),
        browser.post("/i18n/setlang/", {"language": "en", "next": address}),
        browser.post("/logout/", {"next": address}),
    ]
    for answer in answers:
        assert answer.status_code == 302
        assert re.match(r"/(?![/\\])", answer["Location"])


def test_no_header_of_the_visitor_s_makes_an_address(db):
    """What a page prints as its own address is the one that the site was asked at."""
    mine, said = a_target("mallory"), []
    browser = Client(
        headers={"x-forwarded-host": "evil.example", "x-forwarded-server": "evil.example"}
    )
    browser.force_login(a_user("mallory"))
    for name in ("phones:codes", "hall:index", "people:contest", "rounds:detail"):
        said.append(browser.get(addresses(mine)[name]).content)
    assert not any(b"evil.example" in content for content in said)


def test_a_session_that_somebody_chose_is_nobody_s():
    a_user("zoe")
    browser = Client()
    browser.cookies["sessionid"] = "chosenbysomebody0123456789abcdef"
    assert browser.post("/login/", {"username": "zoe", "password": "zoe"}).status_code == 302
    assert browser.cookies["sessionid"].value != "chosenbysomebody0123456789abcdef"


def test_a_session_ends_as_it_is_signed_out_whoever_else_holds_it():
    contest = a_tournament(organiser=a_user("olga"))
    browser, thief = Client(), Client()
    browser.force_login(a_user("olga"))
    thief.cookies["sessionid"] = browser.cookies["sessionid"].value
    page = reverse("clubs:tournament", args=[contest.pk])
    assert thief.get(page).status_code == 200
    assert browser.post("/logout/").status_code == 302
    assert [each.get(page).status_code for each in (browser, thief)] == [302, 302]


def test_whatever_an_account_is_shown_is_kept_by_nobody_between():
    mine, failed = a_target("mallory"), []
    browser = Client()
    browser.force_login(a_user("mallory"))
    for name, address in addresses(mine).items():
        if name.startswith("prints:"):
            continue
        answer = browser.get(address)
        answer.getvalue()  # what is sent piece by piece is closed once it is read
        depends = "Cookie" in answer.headers.get("Vary", "") and answer.status_code == 200
        kept = answer.headers.get("Cache-Control", "")
        if depends and not ("private" in kept or "no-store" in kept or "no-cache" in kept):
            failed.append(name)
    assert not failed


def test_an_error_too_is_never_framed():
    browser = Client()
    for address in ("/nothing/", "/tournaments/1/", "/login/", "/t/ABCDEFGH/", "/join/x/"):
        assert_secure(browser.get(address))
    assert_secure(Client(enforce_csrf_checks=True).post("/login/", {}))


def test_a_page_left_open_does_nothing_once_the_role_is_gone():
    """Every form of the organiser's pages, sent by who has become a reader meanwhile."""
    mine = a_target("mallory")
    contest = Tournament.objects.get(pk=mine.contest)
    a_role(a_user("olga"), contest, RoleKind.ORGANISER)
    browser = Client()
    browser.force_login(a_user("mallory"))
    forms = [form for _page, form in forms_of(browser, mine) if form.method == "post"]
    Role.objects.filter(user=a_user("mallory")).delete()
    a_role(a_user("mallory"), contest, RoleKind.READER)
    may = {form.action for _page, form in forms_of(browser, mine)}
    before = JournalEntry.objects.count()
    refused = 0
    for form in forms:
        if f"/tournaments/{mine.contest}/" in form.action and form.action not in may:
            said = browser.post(form.action, served(form))
            assert said.status_code in {403, 404}, (form.action, said.status_code)
            refused += 1
    assert refused > 5
    assert JournalEntry.objects.count() == before


FORGED = {
    "kind": "organiser",
    "role": "organiser",
    "roles": "organiser",
    "is_staff": "1",
    "is_superuser": "1",
    "organiser": "mallory",
    "user": "1",
    "by": "1",
    "author": "1",
    "tournament": "1",
    "deleting": "1",
    "rulebook_frozen": "{}",
    "accepted": "1",
    "source": "ruling",
}


def test_no_field_that_a_form_does_not_have_gives_a_role_or_another_s_name():
    """A scorekeeper adds to every form that he is shown what only others may say."""
    target = a_target("olga")
    contest = Tournament.objects.get(pk=target.contest)
    a_role(a_user("mallory"), contest, RoleKind.SCOREKEEPER)
    browser = Client()
    browser.force_login(a_user("mallory"))
    roles = sorted(Role.objects.values_list("user__username", "kind"))
    for _page, form in list(forms_of(browser, target)):
        if form.method == "post" and not form.action.startswith(("/logout", "/join/")):
            sent = served(form)
            browser.post(form.action, FORGED | sent)
    assert sorted(Role.objects.values_list("user__username", "kind")) == roles
    assert not ClubRole.objects.filter(user=a_user("mallory")).exists()
    assert not User.objects.filter(is_superuser=True).exists()
    contest.refresh_from_db()
    assert not contest.deleting
    by = set(JournalEntry.objects.filter(tournament=contest).values_list("by__username", flat=True))
    assert by <= {"olga", "mallory", "rémi", "zoe", None}


@pytest.mark.django_db(transaction=True)
def test_an_invitation_that_two_browsers_take_at_once_lets_one_in():
    invitation = an_invitation(a_tournament(organiser=a_user("olga")))
    link, together = f"/join/{secret_of(invitation.client_key)}/", Barrier(2)

    def joins(name: str) -> int:
        browser = Client()
        try:
            together.wait(timeout=60)
            return browser.post(link, {"name": name, "password": "carreau-pique-9"}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        got = sorted(pool.map(joins, ["Ana", "Bob"]))
    assert got[0] in {200, 302}
    assert got != [302, 302]
    assert Role.objects.filter(kind=RoleKind.REFEREE).count() == 1
    assert User.objects.filter(username__in=["Ana", "Bob"]).count() == 1
    assert Invitation.objects.get().taken_by.username in {"Ana", "Bob"}
    assert Client().post(link, {"name": "Carl", "password": "carreau-pique-9"}).status_code == 410


def test_a_code_of_a_table_is_worth_nothing_at_the_desk():
    match = a_match(organiser=a_user("olga"), phones=True)
    a_deal(match)
    target = a_target("mallory")
    phone = Client()
    phone.get(f"/t/{target.known['code']}/")
    for name, address in addresses(target).items():
        if name.startswith(("deals:", "referee:", "rounds:", "clubs:settings")):
            said = phone.post(address, {})
            assert said.status_code in {302, 404, 405, 429}, name
            assert said.status_code != 302 or said["Location"].startswith("/login/"), name
