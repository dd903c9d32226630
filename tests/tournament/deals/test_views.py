"""The desk's pages: what each visitor gets, and what a form sends."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.tournament.builders import a_deal, a_match, a_role, a_round, a_tournament, a_user
from tournament.models import Deal, Entry, RoleKind

pytestmark = pytest.mark.django_db

TYPED = {"takers": "A", "contract": "120", "trump": "diamonds", "points": "126", "belote": ""}


@pytest.fixture
def match():
    return a_match()


@pytest.fixture
def desk(client, match):
    a_role(a_user("keeper"), match.round.tournament, RoleKind.SCOREKEEPER)
    client.force_login(a_user("keeper"))
    return client


def sheet_url(match, deal=None):
    url = reverse("deals:sheet", args=[match.round.tournament_id, match.round.number, match.table])
    return f"{url}?deal={deal}" if deal else url


def send(client, match, deal=1, **typed):
    """Send what the page's form would send, hidden fields included."""
    page = client.get(sheet_url(match, deal)).content.decode()
    hidden = dict(re.findall(r'type="hidden" name="(base|client_key)" value="([^"]*)"', page))
    return client.post(sheet_url(match, deal), TYPED | {"outcome": "played"} | hidden | typed)


def test_the_hall_shows_every_table(desk, match):
    a_deal(match)
    page = desk.get(reverse("deals:hall", args=[match.round.tournament_id])).content.decode()
    assert "Équipe 1" in page
    assert "250" in page
    assert sheet_url(match) in page


def test_an_empty_hall_says_what_to_do_next(client):
    tournament = a_tournament(organiser=a_user())
    client.force_login(a_user())
    page = client.get(reverse("deals:hall", args=[tournament.pk])).content.decode()
    assert reverse("rounds:list", args=[tournament.pk]) in page


def test_a_deal_is_recorded_and_the_next_one_is_opened(desk, match):
    answer = send(desk, match)
    assert answer.status_code == 302
    page = desk.get(answer.url).content.decode()
    assert "250 – 40" in page
    assert "Donne 2" in page


def test_the_same_form_sent_twice_is_one_deal(desk, match):
    key = str(uuid4())
    for _twice in range(2):
        assert send(desk, match, client_key=key).status_code == 302
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("is_corrected", [False, True])
def test_the_same_line_sent_twice_is_recorded_once_and_answered_twice_alike(
    desk, match, is_corrected
):
    base = a_deal(match, points=140).pk if is_corrected else ""
    line = {"line": "a12k126", "reason": "mal lue", "client_key": str(uuid4()), "base": base}
    for _tap in range(2):
        assert desk.post(sheet_url(match, 1), line).status_code == 302
    assert Entry.objects.count() == 1 + is_corrected


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"points": "163"}, "163"),
        ({"points": "-1"}, "-1"),
        ({"points": "douze"}, "douze"),
        ({"contract": "85"}, "85"),
        ({"contract": "beaucoup"}, "beaucoup"),
        ({"takers": ""}, "126"),
        ({"sweep": "takers", "points": "150"}, "150"),
        ({"trump": "no_trumps", "belote": "A"}, "126"),
        ({"declarations_a": "quinte"}, "quinte"),
    ],
)
def test_a_refused_deal_keeps_what_was_typed(desk, match, typed, said):
    answer = send(desk, match, **typed)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'class="errorlist' in page
    assert said in page
    assert 'value="126"' in page or "points" in typed
    assert not Deal.objects.exists()


def test_a_correction_needs_a_reason_and_shows_both_versions(desk, match):
    a_deal(match)
    assert send(desk, match, points="116").status_code == 200
    assert send(desk, match, points="116", reason="relu").status_code == 302
    page = desk.get(sheet_url(match, 1)).content.decode()
    assert "relu" in page
    assert "250 – 40" in page
    assert "0 – 280" in page


def test_a_stale_form_is_told_and_may_be_sent_again_as_a_correction(desk, match):
    a_deal(match)
    answer = send(desk, match, base="", points="130")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "zoe" in page
    assert 'value="130"' in page
    assert Entry.objects.count() == 1
    base = re.search(r'name="base" value="(\d+)"', page).group(1)
    key = re.search(r'name="client_key" value="([^"]+)"', page).group(1)
    again = send(desk, match, base=base, client_key=key, points="130", reason="relu")
    assert again.status_code == 302
    assert Entry.objects.count() == 2


def test_the_marks_appear_before_saving_from_the_same_engine(desk, match):
    url = reverse("deals:preview", args=[match.round.tournament_id, 1, 1])
    page = desk.post(url, TYPED | {"outcome": "played", "client_key": uuid4()}).content.decode()
    assert "250 – 40" in page
    assert "120" in page
    assert "Points\u202f: A 126, B 36." in page or "Points: A 126, B 36." in page
    page = desk.post(url, TYPED | {"points": "163", "client_key": uuid4()}).content.decode()
    assert "162" in page
    assert not Deal.objects.exists()


def test_the_marks_can_be_seen_without_javascript(desk, match):
    answer = send(desk, match, preview="1")
    assert answer.status_code == 200
    assert "250 – 40" in answer.content.decode()
    assert not Deal.objects.exists()


def test_a_page_asks_only_what_its_rulebook_has(client):
    match = a_match("multijoueur", organiser=a_user())
    client.force_login(a_user())
    page = client.get(sheet_url(match)).content.decode()
    assert 'name="points"' in page
    assert 'name="contract"' not in page
    assert 'name="stake"' not in page
    assert 'name="declarations_a"' not in page
    assert (
        client.post(
            f"{sheet_url(match)}?deal=1",
            {
                "outcome": "played",
                "takers": "A",
                "trump": "hearts",
                "points": "82",
                "client_key": uuid4(),
            },
        ).status_code
        == 302
    )


@pytest.mark.parametrize("deal", ["0", "-1", "abc", "99999999999999999999", "1.5", "²"])
def test_a_deal_that_cannot_be_is_not_found(desk, match, deal):
    assert desk.get(sheet_url(match, deal)).status_code == 404


def test_a_form_names_its_deal(desk, match):
    assert desk.post(sheet_url(match), TYPED).status_code == 404


def test_another_contest_s_table_is_not_found(desk):
    other = a_round(a_tournament())
    assert desk.get(reverse("deals:hall", args=[other.tournament_id])).status_code == 404
    assert desk.get(reverse("deals:sheet", args=[other.tournament_id, 1, 1])).status_code == 404


def test_a_reader_may_not_type(client, match):
    a_role(a_user("reader"), match.round.tournament, RoleKind.READER)
    client.force_login(a_user("reader"))
    assert client.get(sheet_url(match)).status_code == 403


def test_a_stranger_is_asked_who_he_is(client, match):
    assert client.get(sheet_url(match)).status_code == 302


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"points": "161"}, "161"),
        ({"points": "12"}, "12"),
        ({"contract": "80", "points": "", "sweep": "takers"}, "80"),
        ({"contract": "200", "points": "150"}, "182"),
    ],
)
def test_an_unusual_deal_is_asked_about_once(desk, match, typed, said):
    first = send(desk, match, **typed)
    page = first.content.decode()
    assert first.status_code == 200
    assert said in page
    assert not Deal.objects.exists()
    answered = re.search(r'name="answered" value="([^"]+)"', page).group(1)
    other = send(desk, match, **(typed | {"answered": answered, "points": "1"}))
    assert other.status_code == 200, "other figures are another question"
    assert send(desk, match, **typed, answered=answered).status_code == 302


@pytest.mark.parametrize("points", ["162", "0"])
def test_who_took_the_eight_tricks_is_asked_until_it_is_said(desk, match, points):
    page = send(desk, match, points=points).content.decode()
    assert f"{points} point" in page
    answered = re.search(r'name="answered" value="([^"]+)"', page).group(1)
    assert send(desk, match, points=points, answered=answered).status_code == 200, "never guessed"
    assert not Deal.objects.exists()
    assert send(desk, match, points=points, answered=answered, sweep="none").status_code == 302
    assert Entry.objects.get().sweep == ""


def test_whoever_says_who_swept_is_not_asked_again_about_the_low_contract(desk, match):
    page = send(desk, match, contract="80", points="162").content.decode()
    answered = re.search(r'name="answered" value="([^"]+)"', page).group(1)
    again = send(desk, match, contract="80", points="162", sweep="takers", answered=answered)
    assert again.status_code == 302


def test_a_sweep_that_is_said_is_not_asked_about(desk, match):
    assert send(desk, match, points="162", sweep="takers").status_code == 302


def test_a_joke_of_the_rulebook_is_said(client):
    match = a_match("kchanaise", organiser=a_user())
    client.force_login(a_user())
    answer = send(client, match, contract="capot belote", points="", sweep="takers", belote="A")
    assert answer.status_code == 200
    assert (
        match.round.tournament.rulebook.named["capot_belote"].notice.fr in answer.content.decode()
    )


def test_a_deal_is_recorded_from_one_line(desk, match):
    only = {"line": "a12k-36", "takers": "", "contract": "", "trump": "", "points": ""}
    assert send(desk, match, **only).status_code == 302
    assert Entry.objects.get().points == 126
    page = desk.get(sheet_url(match)).content.decode()
    assert "<details>" in page, "who types by the line is not shown the fields again"


def test_a_line_that_cannot_be_read_names_the_part_and_is_kept(desk, match):
    answer = send(desk, match, line="a12k126?")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "tapez par exemple a11c126" in page
    assert 'value="a12k126?"' in page
    assert not Deal.objects.exists()


ONLY_LINE = {"takers": "", "contract": "", "trump": "", "points": ""}


@pytest.mark.parametrize("line", ["a11z126", "s9 95", "a11"])
def test_a_line_that_cannot_be_read_asks_for_nothing_else(desk, match, line):
    page = send(desk, match, **(ONLY_LINE | {"line": line})).content.decode()
    assert page.count('class="errorlist') == 1


def test_more_belotes_than_one_stand_apart(desk, match):
    page = desk.get(sheet_url(match)).content.decode()
    (belotes,) = re.findall(r'<select name="belote".*?</select>', page, re.S)
    before, _group, apart = belotes.partition("<optgroup")
    assert 'value="A"' in before
    assert "A + B" not in before
    assert "A + B" in apart


def test_a_refused_line_is_mended_on_the_line_and_fills_no_field(desk, match):
    page = send(desk, match, line="a11c163", **ONLY_LINE).content.decode()
    assert 'value="163"' not in page
    assert re.search(r'id="id_line_error".*162', page, re.S) or "162" in page
    assert 'value="a11c163"' in page


def test_a_line_that_the_fields_contradict_is_refused(desk, match):
    answer = send(desk, match, **(ONLY_LINE | {"line": "a11c126", "points": "100"}))
    assert answer.status_code == 200
    assert "ne disent pas la même chose" in answer.content.decode()
    assert not Deal.objects.exists()


def test_a_correction_by_line_is_not_contradicted_by_the_fields_shown(desk, match):
    a_deal(match)
    assert send(desk, match, line="a12k116", reason="relu").status_code == 302
    assert match.deals.get().accepted.points == 116
