"""Logging in, the list of contests, one contest's first page and its settings."""

from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import a_role, a_round, a_tournament, a_user
from tournament.clubs.services import settings_digest
from tournament.models import RoleKind, Tournament

pytestmark = pytest.mark.django_db

CREATE = "/tournaments/new/"


@pytest.fixture
def organiser(client):
    user = a_user("organiser")
    client.force_login(user)
    return user


def a_form(**fields):
    typed = {
        "client_key": str(uuid4()),
        "name": "Concours d'hiver",
        "date": "2026-12-12",
        "place": "Voiron",
        "rulebook_name": "grenobloise",
        "end": "deals",
        "end_number": "12",
        "ranking": "marks",
        "bye_kind": "fixed",
        "bye_marks": "0",
    }
    return typed | fields


def test_a_visitor_is_asked_to_log_in(client):
    assert client.get("/").headers["Location"] == "/login/?next=/"


def test_logging_in_leads_to_the_contests(client):
    a_user("zoe")
    response = client.post("/login/", {"username": "zoe", "password": "zoe"})
    assert response.headers["Location"] == "/"


def test_a_wrong_password_is_refused_in_one_sentence(client):
    a_user("zoe")
    page = client.post(
        "/login/", {"username": "zoe", "password": "ZOE"}, headers={"accept-language": "fr"}
    )
    assert page.status_code == 200
    assert "ne vont pas ensemble" in page.content.decode()
    assert 'value="zoe"' in page.content.decode()


def test_logging_out_needs_a_post(client, organiser):
    assert client.get("/logout/").status_code == 405
    assert client.post("/logout/").headers["Location"] == "/login/"
    assert client.get("/").status_code == 302


def test_the_language_can_be_changed(client, organiser):
    assert "Nouveau concours" in client.get(CREATE).content.decode()
    client.post("/i18n/setlang/", {"language": "en", "next": CREATE})
    assert "New contest" in client.get(CREATE).content.decode()


def test_without_a_contest_the_page_says_what_to_do(client, organiser):
    page = client.get("/").content.decode()
    assert "Aucun concours" in page
    assert CREATE in page


def test_one_sees_only_the_contests_one_has_a_role_in(client):
    a_tournament(name="Le mien")
    a_tournament(name="Celui d'un autre", organiser=a_user("other"))
    client.force_login(a_user("organiser"))
    page = client.get("/").content.decode()
    assert "Le mien" in page
    assert "Celui d" not in page


def test_a_contest_is_created_and_opens_on_its_first_page(client, organiser):
    response = client.post(CREATE, a_form(), follow=True)
    contest = Tournament.objects.get()
    assert response.redirect_chain == [(f"/tournaments/{contest.pk}/", 302)]
    assert (contest.name, contest.deals, contest.target) == ("Concours d'hiver", 12, None)
    assert "Le concours est créé" in response.content.decode()


def test_two_clicks_create_one_contest(client, organiser):
    typed = a_form()
    first, second = client.post(CREATE, typed), client.post(CREATE, typed)
    assert first.headers["Location"] == second.headers["Location"]
    assert Tournament.objects.count() == 1


def test_going_back_to_the_form_and_typing_another_name_makes_another_contest(client, organiser):
    typed = a_form()
    client.post(CREATE, typed)
    for _click in range(2):
        client.post(CREATE, typed | {"name": "Concours du jeudi"})
        client.post(CREATE, typed | {"date": "2027-01-07"})
    names = sorted(Tournament.objects.values_list("name", "date__year"))
    assert names == [
        ("Concours d'hiver", 2026),
        ("Concours d'hiver", 2027),
        ("Concours du jeudi", 2026),
    ]


@pytest.mark.parametrize(
    ("end", "number", "target"),
    [("rulebook", "", 2000), ("700", "", 700), ("1000", "", 1000), ("target", "1500", 1500)],
)
def test_a_match_ends_at_the_chosen_target(client, organiser, end, number, target):
    client.post(CREATE, a_form(end=end, end_number=number))
    assert Tournament.objects.get().target == target


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Donnez un nom au concours."),
        ({"date": "hier"}, "date"),
        ({"rulebook_name": ""}, "Choisissez un des règlements."),
        ({"end": ""}, "Choisissez ce qui termine une partie."),
        ({"end_number": ""}, "de 1 à 99"),
        ({"end_number": "0"}, "de 1 à 99"),
        ({"end_number": "100"}, "de 1 à 99"),
        ({"end_number": "douze"}, "Tapez un nombre entier"),
        ({"end": "target", "end_number": ""}, "la cible à atteindre"),
        ({"bye_marks": "-5"}, "jamais négative"),
        ({"bye_kind": "half_table", "end": "700"}, "demande un nombre de donnes"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(client, organiser, wrong, sentence):
    page = client.post(CREATE, a_form(**wrong))
    html = page.content.decode()
    assert page.status_code == 200
    assert sentence in html
    assert 'value="Voiron"' in html
    assert not Tournament.objects.exists()


def test_a_refusal_is_tied_to_its_field(client, organiser):
    html = client.post(CREATE, a_form(name="")).content.decode()
    assert 'aria-invalid="true" aria-describedby="id_name_error" id="id_name"' in html
    assert 'id="id_name_error"' in html


def test_hostile_input_is_refused_without_an_error(client, organiser):
    for name in ("client_key", "name", "date", "end", "end_number", "bye_marks", "rulebook_name"):
        assert client.post(CREATE, a_form(**{name: "\x00<b>'😀" * 40})).status_code == 200


def test_a_name_is_text_and_not_html(client, organiser):
    client.post(CREATE, a_form(name="<b>L'été</b> & Cie"))
    assert "&lt;b&gt;L&#x27;été&lt;/b&gt; &amp; Cie" in client.get("/").content.decode()


def test_the_first_page_says_what_comes_next(client, organiser):
    contest = a_tournament()
    page = client.get(f"/tournaments/{contest.pk}/").content.decode()
    assert "Inscrire les équipes" in page
    assert reverse("teams:list", args=[contest.pk]) in page
    a_round(contest)
    page = client.get(f"/tournaments/{contest.pk}/").content.decode()
    assert reverse("deals:hall", args=[contest.pk]) in page


def test_a_reader_gets_no_button_of_the_organiser(client):
    contest = a_tournament()
    reader = a_user("reader")
    a_role(reader, contest, RoleKind.READER)
    client.force_login(reader)
    page = client.get(f"/tournaments/{contest.pk}/").content.decode()
    assert "settings" not in page
    assert "btn big" not in page
    assert client.get(f"/tournaments/{contest.pk}/settings/").status_code == 403


@pytest.mark.parametrize("page", ["", "settings/"])
def test_a_contest_does_not_exist_for_those_without_a_role(client, page):
    contest = a_tournament()
    client.force_login(a_user("stranger"))
    assert client.get(f"/tournaments/{contest.pk}/{page}").status_code == 404


def test_settings_are_changed(client, organiser):
    contest = a_tournament()
    typed = a_form(end="2000", seen=settings_digest(contest))
    response = client.post(f"/tournaments/{contest.pk}/settings/", typed, follow=True)
    contest.refresh_from_db()
    assert (contest.target, contest.name) == (2000, "Concours d'hiver")
    assert "Les réglages sont enregistrés" in response.content.decode()


def test_the_form_shows_the_settings_as_they_are(client, organiser):
    contest = a_tournament(end_kind="target", target=1500, deals=None, bye_wins=True)
    form = client.get(f"/tournaments/{contest.pk}/settings/").context["form"]
    assert (form["end"].value(), form["end_number"].value()) == ("target", 1500)
    assert form["bye_wins"].value() is True


def test_settings_changed_meanwhile_are_shown_again_and_then_saved(client, organiser):
    contest = a_tournament()
    address = f"/tournaments/{contest.pk}/settings/"
    typed = a_form(seen="what was there before")
    page = client.post(address, typed)
    assert "entre-temps" in page.content.decode()
    assert client.post(address, typed | {"seen": page.context["seen"]}).status_code == 302


def test_a_frozen_rulebook_is_shown_with_its_fingerprint(client, organiser):
    contest = a_tournament()
    a_round(contest)
    contest.refresh_from_db()
    page = client.get(f"/tournaments/{contest.pk}/settings/").content.decode()
    assert contest.rulebook.short_fingerprint in page
    assert "rulebook_name" not in page


def test_after_the_freeze_a_forged_form_changes_no_rule(client, organiser):
    contest = a_tournament()
    a_round(contest)
    contest.refresh_from_db()
    typed = a_form(rulebook_name="kchanaise", end="700", seen=settings_digest(contest))
    client.post(f"/tournaments/{contest.pk}/settings/", typed)
    contest.refresh_from_db()
    assert (contest.rulebook_name, contest.deals, contest.place) == ("grenobloise", 12, "Voiron")


def test_a_page_that_is_not_there_is_said_in_french(client, organiser):
    page = client.get("/nothing/here/")
    assert page.status_code == 404
    assert "Page introuvable" in page.content.decode()


def test_a_form_from_before_the_login_is_refused_in_french(organiser):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(organiser)
    page = strict.post(CREATE, a_form())
    assert page.status_code == 403
    assert "Cette page était trop ancienne" in page.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("template", ["400.html", "500.html"])
def test_the_pages_of_last_resort_need_nothing(template):
    assert "Dix de der" in render_to_string(template)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"end": "clock"}, "minutes"),
        ({"end": "first", "first_target": "1000"}, "deux limites"),
        ({"ranking": "custom"}, "premier critère"),
        ({"ranking": "custom", "criterion_1": "lot", "criterion_2": "marks"}, "en dernier"),
        ({"tables_out": "trois"}, "numéros de table"),
        ({"rooms": "Salle 2"}, "Écrivez une salle"),
        ({"points_win": "-1"}, "0 ou plus"),
        ({"fee": "dix"}, "montant"),
        ({"reclaim_minutes": "un quart d'heure"}, "nombre entier"),
        ({"checking": "thrice"}, "checking"),
        ({"missed_kind": "half_table", "end": "700"}, "demande un nombre de donnes"),
    ],
)
def test_an_advanced_setting_that_is_wrong_is_shown_unfolded(client, organiser, typed, sentence):
    html = client.post(CREATE, a_form(**typed)).content.decode()
    assert sentence in html
    assert '<details class="card" open>' in html
    assert not Tournament.objects.exists()


def test_a_first_contest_keeps_the_advanced_settings_folded(client, organiser):
    html = client.get(CREATE).content.decode()
    assert '<details class="card">' in html
    before, _folded = html.split("<details")
    for name in ("ranking", "shape", "bye_kind", "fee"):
        assert f'name="{name}"' not in before


def test_every_advanced_setting_is_saved_and_shown_again(client, organiser):
    typed = a_form(
        end="first",
        end_number="",
        first_target="1000",
        first_deals="12",
        minutes="45",
        finish_deal="on",
        equal_kind="one_more_deal",
        shape="pools",
        pool_size="5",
        rounds_planned="6",
        ranking="custom",
        criterion_1="points",
        criterion_3="head_to_head",
        points_win="3",
        missed_marks="300",
        check_in="on",
        fee="7,50",
        tables_out="3, 4",
        rooms="Salle 2 : 21-40",
        checking="two_sheets",
        paper_marks="on",
        phones="on",
        reclaim_minutes="15",
        excluded_kind="bye",
        names_sanctioned="on",
    )
    client.post(CREATE, typed)
    contest = Tournament.objects.get()
    assert (contest.end_kind, contest.target, contest.deals, contest.minutes) == (
        "first",
        1000,
        12,
        45,
    )
    assert (contest.shape, contest.pool_size, contest.rounds_planned) == ("pools", 5, 6)
    assert contest.criteria == ["points", "head_to_head"]
    assert (contest.points_win, contest.points_tie, str(contest.fee)) == (3, 1, "7.50")
    assert contest.tables_out == [3, 4]
    assert (contest.checking, contest.paper_marks, contest.phones, contest.reclaim_minutes) == (
        "two_sheets",
        True,
        True,
        15,
    )
    assert (contest.excluded_kind, contest.names_sanctioned) == ("bye", True)
    page = client.get(f"/tournaments/{contest.pk}/settings/")
    form, html = page.context["form"], page.content.decode()
    assert (form["excluded_kind"].value(), form["names_sanctioned"].value()) == ("bye", True)
    for shown in ('value="3, 4"', "Salle 2 : 21-40", 'value="7,50"'):
        assert shown in html


def test_once_a_round_is_open_the_evening_may_still_be_cut(client, organiser):
    contest = a_tournament(rounds_planned=5)
    a_round(contest)
    contest.refresh_from_db()
    address = f"/tournaments/{contest.pk}/settings/"
    form = client.get(address).context["form"]
    assert "shape" not in form.fields
    assert "minutes" not in form.fields
    typed = a_form(rounds_planned="4", seen=settings_digest(contest))
    assert client.post(address, typed).status_code == 302
    contest.refresh_from_db()
    assert contest.rounds_planned == 4
    (entry,) = contest.journal.all()
    assert entry.details["values"] == {"rounds_planned": [5, 4]}


def test_the_phones_are_offered_beside_the_folded_settings(client):
    client.force_login(a_user("organiser"))
    a_tournament()
    shown = client.get(reverse("clubs:create")).content.decode()
    before, folded = shown.split("<details", 1)
    assert 'name="phones"' in before
    assert 'name="phones"' not in folded
