"""A table's sheet as its page shows it: two sheets, states, locks, what is missing, the paper."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.builders import (
    FACTS,
    a_deal,
    a_match,
    a_role,
    a_round,
    a_tournament,
    a_user,
)
from tournament.deals.acts import take_totals
from tournament.deals.services import record_deal
from tournament.models import Checking, Deal, Entry, Match, RoleKind, Round, Tournament

pytestmark = pytest.mark.django_db

BLANK = {"takers": "", "contract": "", "trump": "", "points": "", "stake": "plain"}


@pytest.fixture
def match():
    return a_match()


@pytest.fixture
def desk(client, match):
    return seated(client, match, "keeper")


def seated(client, match, name, kind=RoleKind.SCOREKEEPER):
    user = a_user(name)
    a_role(user, match.round.tournament, kind)
    client.force_login(user)
    return client


def url_of(match, **query):
    path = reverse("deals:sheet", args=[match.round.tournament_id, match.round.number, match.table])
    words = "&".join(f"{name}={value}" for name, value in query.items())
    return f"{path}?{words}" if words else path


def shown(client, match, **query):
    return client.get(url_of(match, **query)).content.decode()


def enter(client, match, line, *, follow=None, **typed):
    """Send a line as the page just shown would send it."""
    query = follow or {}
    page = shown(client, match, **query)
    action = re.search(r'<form method="post" action="([^"]*deal=[^"]*)"', page)
    hidden = dict(re.findall(r'type="hidden" name="(base|client_key)" value="([^"]*)"', page))
    address = url_of(match) + action[1].replace("&amp;", "&")
    return client.post(address, BLANK | hidden | {"line": line, "outcome": "played"} | typed)


def read(match, side, number, by, **facts):
    return record_deal(match, number, FACTS | facts, by=a_user(by), client_key=uuid4(), sheet=side)


def double(match):
    Match.objects.filter(pk=match.pk).update(checking=Checking.TWO_SHEETS)
    match.checking = Checking.TWO_SHEETS
    return match


# --- What the line says beside the deal -----------------------------------------------------------


@pytest.mark.parametrize("line", ["1:a12k126", "01: a12k126"])
def test_a_line_may_name_the_deal_that_the_page_is_at(desk, match, line):
    assert enter(desk, match, line).status_code == 302
    assert match.deals.get().number == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [("1:a12k120", "1"), ("13:a12k120", "12"), ("0:a12k120", "0")],
)
def test_a_number_that_cannot_be_is_named_in_one_sentence(desk, match, line, said):
    a_deal(match)
    page = enter(desk, match, line)
    errors = re.findall(r'class="errorlist[^>]*>(.*?)</ul>', page.content.decode(), re.S)
    assert page.status_code == 200
    assert len(errors) == 1
    assert said in errors[0]
    assert Deal.objects.count() == 1


def test_a_number_further_on_is_asked_about_then_recorded_and_the_gap_is_named(desk, match):
    a_deal(match)
    asked = enter(desk, match, "4:a10c110")
    assert asked.status_code == 200
    page = asked.content.decode()
    answered = re.search(r'name="answered" value="([^"]+)"', page)[1]
    assert enter(desk, match, "4:a10c110", answered=answered).status_code == 302
    page = shown(desk, match)
    assert sorted(match.deals.values_list("number", flat=True)) == [1, 4]
    assert "2, 3" in page
    assert "?deal=2" in page
    assert "?deal=3" in page
    assert "Donne 2" in page, "the first gap is typed next"


def test_a_correction_stays_at_its_deal(desk, match):
    a_deal(match)
    page = enter(desk, match, "2:a12k116", follow={"deal": 1}, reason="relu")
    assert page.status_code == 200
    assert Entry.objects.count() == 1


def test_a_numbered_line_sent_twice_is_one_deal(desk, match):
    key = str(uuid4())
    for _twice in range(2):
        assert enter(desk, match, "1:a12k126", client_key=key).status_code == 302
        assert enter(desk, match, "1:a12k126", client_key=key, follow={"deal": 2}).status_code
    assert Entry.objects.count() == 1


def test_the_same_deal_twice_in_a_row_is_asked_about(desk, match):
    a_deal(match)
    page = enter(desk, match, "a12k126")
    assert page.status_code == 200
    answered = re.search(r'name="answered" value="([^"]+)"', page.content.decode())[1]
    assert enter(desk, match, "a12k126", answered=answered).status_code == 302


@pytest.mark.parametrize("line", ["a12k126=250/40", "a12k126=/40"])
def test_a_paper_that_agrees_is_kept_and_says_nothing(desk, match, line):
    assert enter(desk, match, line).status_code == 302
    assert Entry.objects.get().paper_b == 40


def test_a_paper_that_does_not_agree_is_asked_about_once_with_likely_slips(desk, match):
    page = enter(desk, match, "a12k126=270/40")
    text = page.content.decode()
    assert page.status_code == 200
    assert "270 – 40" in text
    assert "250 – 40" in text
    answered = re.search(r'name="answered" value="([^"]+)"', text)[1]
    assert enter(desk, match, "a12k126=270/40", answered=answered).status_code == 302
    assert Entry.objects.get().paper_a == 270


def test_the_paper_is_compared_with_the_marks_at_that_place_of_the_sheet(client):
    """Under this rulebook the points are exact on the last deal, and rounded before."""
    match = a_match("multijoueur", organiser=a_user(), deals=2)
    client.force_login(a_user())
    assert enter(client, match, "ac126=126/36").status_code == 302
    assert enter(client, match, "bc126=36/126").status_code == 302


def test_columns_for_the_paper_are_shown_when_the_contest_has_them(desk, match):
    assert 'name="paper_a"' not in shown(desk, match)
    Tournament.objects.update(paper_marks=True)
    a_deal(match, paper_a=260, paper_b=40)
    page = shown(desk, match)
    assert 'name="paper_a"' in page
    assert "260 – 40" in page
    assert "≠" in page


def test_either_side_s_points_will_do_field_by_field(desk, match):
    typed = {"takers": "A", "contract": "12", "trump": "diamonds", "others": "36"}
    assert enter(desk, match, "", **typed).status_code == 302
    assert (Entry.objects.get().contract, Entry.objects.get().points) == ("120", 126)


@pytest.mark.parametrize("others", ["46", "163"])
def test_points_that_do_not_add_up_are_refused_in_one_sentence(desk, match, others):
    typed = {"takers": "A", "contract": "120", "trump": "diamonds", "points": "126"}
    page = enter(desk, match, "", **typed, others=others).content.decode()
    assert "162" in page
    assert len(re.findall('class="errorlist', page)) == 1
    assert not Deal.objects.exists()


def test_a_field_may_say_what_the_line_leaves_out(desk, match):
    assert enter(desk, match, "a12k126", belote="A", stake="coinche").status_code == 302
    entry = Entry.objects.get()
    assert (entry.belote_a, entry.stake) == (1, "coinche")


def test_a_sweep_that_is_said_fills_in_the_points(desk, match):
    assert enter(desk, match, "a12kcapot").status_code == 302
    assert enter(desk, match, "a12k-capot").status_code == 302
    assert list(Entry.objects.values_list("points", flat=True)) == [162, 0]


def test_a_correction_shows_the_deal_as_a_line_and_by_fields(desk, match):
    a_deal(match, belote_a=1)
    page = shown(desk, match, deal=1)
    assert 'value="a12k126b"' in page
    assert (
        enter(
            desk,
            match,
            "a12k126b",
            follow={"deal": 1},
            takers="B",
            contract="120",
            trump="diamonds",
            points="126",
            belote="A",
            reason="relu",
        ).status_code
        == 302
    )
    assert match.deals.get().accepted.takers == "B", "the line left as it was denies nothing"


@pytest.mark.parametrize("line", ["a11h126", "a11c126"])
def test_an_english_page_reads_its_own_letters_and_the_french_ones(desk, match, line):
    desk.cookies["django_language"] = "en"
    page = shown(desk, match)
    assert 'placeholder="a11h126"' in page
    assert "<kbd>h</kbd>" in page
    assert enter(desk, match, line).status_code == 302
    assert Entry.objects.get().trump == "hearts"


def test_a_deal_that_the_referee_awarded_shows_its_marks_and_can_be_opened(desk, match):
    entry = a_deal(match)
    awarded = Entry.objects.create(
        deal=entry.deal, outcome="awarded", awarded_a=270, awarded_b=10, client_key=uuid4()
    )
    Deal.objects.update(accepted=awarded)
    page = shown(desk, match, deal=1)
    assert ">270<" in page
    assert ">10<" in page


# --- Stale saves ----------------------------------------------------------------------------------


def test_a_deal_taken_back_meanwhile_is_told_and_nothing_typed_is_lost(desk, match):
    entry = a_deal(match)
    Deal.objects.update(accepted=None)
    page = desk.post(
        url_of(match, deal=1),
        BLANK | {"line": "a12k116", "base": entry.pk, "client_key": uuid4(), "reason": "relu"},
    )
    text = page.content.decode()
    assert page.status_code == 200
    assert 'value="a12k116"' in text
    hidden = dict(re.findall(r'type="hidden" name="(base|client_key)" value="([^"]*)"', text))
    again = desk.post(url_of(match, deal=1), BLANK | {"line": "a12k116"} | hidden)
    assert again.status_code == 302


def test_a_deal_of_another_number_recorded_meanwhile_is_refused_by_its_name(desk, match):
    key = uuid4()
    page = desk.post(url_of(match, deal=1), BLANK | {"line": "2:a12k116", "client_key": key})
    answered = re.search(r'name="answered" value="([^"]+)"', page.content.decode())[1]
    a_deal(match, 2)
    page = desk.post(
        url_of(match, deal=1),
        BLANK | {"line": "2:a12k116", "client_key": key, "answered": answered},
    )
    assert page.status_code == 200
    assert Entry.objects.count() == 1


# --- Two sheets -----------------------------------------------------------------------------------


def test_the_first_sheet_that_this_person_may_type_opens_by_itself(client, match):
    double(match)
    read(match, "A", 1, "max")
    zoe = seated(client, match, "zoe")
    assert "sheet=A&amp;deal=2" in shown(zoe, match)
    seated(client, match, "max")
    page = shown(client, match)
    assert "sheet=A&amp;deal=2" in page, "who began a sheet goes on with it"


def test_who_typed_one_sheet_is_told_that_the_other_is_for_somebody_else(client, match):
    double(match)
    read(match, "A", 1, "max")
    seated(client, match, "max")
    page = shown(client, match, sheet="B")
    assert '<form method="post" action="?sheet=B' not in page


def test_a_sheet_shows_what_is_on_it_and_not_what_the_other_says(client, match):
    double(match)
    read(match, "A", 1, "max", points=130)
    zoe = seated(client, match, "zoe")
    page = shown(zoe, match, sheet="B")
    assert "130 – 32" not in page
    assert "sheet=B&amp;deal=1" in page
    assert enter(zoe, match, "a12k126", follow={"sheet": "B"}).status_code == 302
    deal = match.deals.get()
    assert (deal.reading_a.points, deal.reading_b.points) == (130, 126)
    page = shown(zoe, match, sheet="B", deal=1)
    assert "is-differs" in page
    assert "130" not in re.search(r'<ol class="versions".*?</ol>', page, re.S)[0]


def test_a_form_of_two_sheets_names_its_sheet(client, match):
    double(match)
    zoe = seated(client, match, "zoe")
    for query in ({"deal": 1}, {"deal": 1, "sheet": "Z"}):
        assert zoe.post(url_of(match, **query), {"line": "a12k126"}).status_code == 404
    assert zoe.get(url_of(match, sheet="Z")).status_code == 200


def test_a_sheet_asked_of_a_match_that_has_one_is_that_match(desk, match):
    assert desk.get(url_of(match, sheet="B")).status_code == 200


# --- States, locks, totals ------------------------------------------------------------------------


def test_a_deal_to_confirm_says_so_in_its_row(desk, match):
    a_deal(match)
    assert "is-waiting" not in shown(desk, match)
    Match.objects.update(checking=Checking.CONFIRMED)
    assert "is-waiting" in shown(desk, match)


def test_totals_only_are_said_and_nothing_is_typed_any_more(desk, match):
    a_deal(match)
    take_totals(match, (1200, 900), base=None, by=a_user(), reason="illisible", client_key=uuid4())
    page = shown(desk, match)
    assert "banner totals" in page
    assert "illisible" in page
    assert 'name="line"' not in page


def closed_long_ago(match, **ago):
    Tournament.objects.update(reclaim_minutes=30)
    Round.objects.update(closed_at=timezone.now() - timedelta(**ago))


def test_a_closed_round_says_how_long_results_may_be_contested(desk, match):
    a_deal(match)
    closed_long_ago(match, minutes=10)
    page = shown(desk, match, deal=1)
    assert "reclaim" in page
    assert 'name="line"' in page


def test_a_locked_round_is_the_referee_s_with_a_reason(client, match):
    a_deal(match)
    closed_long_ago(match, minutes=31)
    keeper = seated(client, match, "keeper")
    page = shown(keeper, match, deal=1)
    assert "banner locked" in page
    assert 'name="line"' not in page
    referee = seated(client, match, "arbitre", RoleKind.REFEREE)
    page = shown(referee, match, deal=2)
    assert 'name="reason"' in page
    assert enter(referee, match, "a12k100", follow={"deal": 2}).status_code == 200
    done = enter(referee, match, "a12k100", follow={"deal": 2}, reason="oubliée")
    assert done.status_code == 302


def test_an_act_refused_by_the_service_is_said_beside_the_line(client, match):
    """Somebody who confirmed a deal may not correct it: the page keeps what was typed."""
    double(match)
    read(match, "A", 1, "max")
    seated(client, match, "max")
    page = client.post(
        url_of(match, sheet="B", deal=1), BLANK | {"line": "a12k116", "client_key": uuid4()}
    )
    assert page.status_code == 200


# --- The next table -------------------------------------------------------------------------------


def complete(match, numbers=range(1, 3)):
    for number in numbers:
        a_deal(match, number, points=100 + number, contract="100")


def test_after_the_last_deal_the_next_table_is_one_with_something_to_type(client):
    tournament = a_tournament(organiser=a_user(), deals=2)
    round_ = a_round(tournament, tables=4)
    first, second, third, fourth = Match.objects.with_teams().filter(round=round_)
    client.force_login(a_user())
    complete(third)
    complete(second)
    page = shown(client, third)
    assert url_of(fourth) in page
    complete(fourth)
    assert url_of(first) in shown(client, third), "after the last table, the first"
    complete(first)
    page = shown(client, third)
    assert "autofocus" in page
    assert reverse("deals:hall", args=[tournament.pk]) in page


def test_a_table_of_two_sheets_awaits_only_who_may_type_one(client):
    tournament = a_tournament(organiser=a_user("max"), deals=1, checking=Checking.TWO_SHEETS)
    round_ = a_round(tournament, tables=2)
    first, second = Match.objects.with_teams().select_related("round").filter(round=round_)
    read(first, "A", 1, "max")
    read(second, "A", 1, "max")
    client.force_login(a_user("max"))
    assert url_of(second) not in re.search(r'<div class="entry".*', shown(client, first), re.S)[0]
    client.force_login(seat_of(tournament, "zoe"))
    assert "sheet=B&amp;deal=1" in shown(client, first)


def seat_of(tournament, name):
    user = a_user(name)
    a_role(user, tournament, RoleKind.SCOREKEEPER)
    return user


# --- The paper's totals ---------------------------------------------------------------------------


@pytest.fixture
def whole(client):
    match = a_match(organiser=a_user(), deals=2)
    client.force_login(a_user())
    a_deal(match, 1)
    a_deal(match, 2, points=120)
    return match


def totals(client, match, a, b):
    page = shown(client, match, total_a=a, total_b=b)
    return re.search(r'id="totals".*?<form', page, re.S)[0]


def test_equal_totals_are_said(client, whole):
    assert 'class="flash"' in totals(client, whole, 490, 80)


def test_the_deal_that_explains_a_difference_is_named(client, whole):
    said = totals(client, whole, 510, 80)
    assert 'class="notice"' in said
    assert "?deal=1" in said
    assert "?deal=2" in said


def test_a_deal_left_out_of_the_paper_is_named_alone(client, whole):
    said = totals(client, whole, 240, 40)
    assert "?deal=1" in said
    assert "?deal=2" not in said


def test_the_paper_s_own_addition_is_checked(client):
    match = a_match(organiser=a_user(), deals=1)
    client.force_login(a_user())
    a_deal(match, 1, paper_a=250, paper_b=40)
    assert "250 – 40" in totals(client, match, 260, 40)


@pytest.mark.parametrize("typed", ["", "-1", "beaucoup", "9" * 30])
def test_totals_that_are_no_figures_are_refused_beside_their_field(client, whole, typed):
    page = client.get(url_of(whole, total_a=typed, total_b=3))
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()


# --- Never a 500 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        {"line": "a11ta-36"},
        {"line": "a11sz126"},
        {"line": "999:a11c126"},
        {"line": "a11c126=99999/99999"},
        {"line": "a11c126=" + "9" * 40},
        {"line": "x" * 100_000},
        {"line": "\x00a11c126"},
        {"line": "", "trump": "schmurtz", "others": "36", "takers": "A", "contract": "110"},
        {"line": "", "sweep": "none", "points": "162"},
        {"line": "", "paper_a": "-1"},
        {"line": "a11c126", "answered": "z" * 10_000},
        {"line": "a11c126", "base": "9" * 40},
        {"line": "a11c126", "client_key": "no"},
    ],
)
def test_whatever_is_posted_is_answered(desk, match, typed):
    page = enter(desk, match, typed.pop("line"), **typed)
    assert page.status_code in {200, 302}
    preview = reverse("deals:preview", args=[match.round.tournament_id, 1, 1])
    assert desk.post(preview, BLANK | {"line": "a11ta-36"} | typed).status_code == 200


def test_a_deal_that_takes_none_of_the_agreed_number_is_said_to(desk, match):
    desk.cookies["django_language"] = "en"
    a_deal(match, 1)
    assert "not count" not in shown(desk, match)
    for number in (2, 3):
        a_deal(match, number, **FACTS | BLANK | {"outcome": "passed", "points": None})
        words = " ".join(shown(desk, match).split())
        assert f"deal {number} / {11 + number}<br>" in words
    assert "2 deals do not count: as many lines more" in words
