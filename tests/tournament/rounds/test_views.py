"""The pages of the rounds: what a person sees and clicks."""

import re

import pytest

from tests.tournament.builders import a_deal, a_role, a_team, a_tournament, a_user
from tournament.models import RoleKind, Round, Tournament
from tournament.rounds.services import close_round, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return a_user("organiser")


@pytest.fixture
def tournament(organiser):
    tournament = a_tournament(deals=1, organiser=organiser)
    for number in range(1, 6):
        a_team(tournament, number)
    return tournament


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


def address(tournament: Tournament, rest: str = "") -> str:
    return f"/tournaments/{tournament.pk}/rounds/{rest}"


def drawn(tournament: Tournament, number: int = 1, kind: str = "lot") -> Round:
    return open_round(tournament, number, kind=kind, by=a_user("organiser"))


def text(response) -> str:
    """The words of a page, without its marks."""
    body = re.sub(r"(?s)<(head|header class=\"bar\").*?</\1?", " ", response.content.decode())
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def test_drawing_leads_to_the_round(desk, tournament):
    page = desk.get(address(tournament, "draw/"))
    assert page.context["next"].is_odd
    answer = desk.post(address(tournament, "draw/"), {"number": 1, "kind": "lot"})
    assert answer.status_code == 302
    assert answer["Location"] == address(tournament, "1/")
    round_page = desk.get(answer["Location"])
    round_ = Round.objects.get()
    shown = text(round_page)
    assert round_.seed in shown
    for team in tournament.teams.all():
        assert str(team) in shown


def test_a_double_click_draws_one_round(desk, tournament):
    form = {"number": 1, "kind": "lot"}
    answers = [desk.post(address(tournament, "draw/"), form) for _click in range(2)]
    assert [answer["Location"] for answer in answers] == [address(tournament, "1/")] * 2
    assert Round.objects.count() == 1


def test_a_draw_that_is_refused_says_why_on_the_page(desk, tournament):
    drawn(tournament)
    answer = desk.post(address(tournament, "draw/"), {"number": 2, "kind": "lot"})
    assert answer.status_code == 200
    assert answer.context["form"].non_field_errors()
    assert str(answer.context["form"].non_field_errors()[0]) in answer.content.decode().replace(
        "&#x27;", "'"
    )


@pytest.mark.parametrize("form", [{}, {"number": 1}, {"number": "x", "kind": "lot"}])
def test_a_form_that_says_nothing_useful_draws_nothing(desk, tournament, form):
    assert desk.post(address(tournament, "draw/"), form).status_code == 200
    assert not Round.objects.exists()


def test_the_first_draw_offers_the_lot_alone_and_the_next_the_standings_first(desk, tournament):
    first = desk.get(address(tournament, "draw/")).context["form"]
    assert [kind for kind, _label in first.fields["kind"].choices] == ["lot"]
    close_round(drawn(tournament), by=None, despite_missing=True)
    later = desk.get(address(tournament, "draw/")).context["form"]
    assert [kind for kind, _label in later.fields["kind"].choices] == ["standings", "lot"]
    assert later.initial == {"number": 2, "kind": "standings"}


def test_closing_lists_what_is_missing_and_wants_to_be_told(desk, tournament):
    round_ = drawn(tournament)
    first, _second = round_.matches.with_teams().select_related("round__tournament")
    a_deal(first)
    page = desk.get(address(tournament, "1/close/"))
    loose = [(each.match.table, each.doubt.missing) for each in page.context["loose"]]
    assert loose == [(2, (1,))]
    refused = desk.post(address(tournament, "1/close/"))
    assert refused.status_code == 200
    assert refused.context["form"].errors["despite_missing"]
    told = desk.post(address(tournament, "1/close/"), {"despite_missing": "on"})
    assert told["Location"] == f"/tournaments/{tournament.pk}/standings/"
    assert Round.objects.get().is_closed
    assert desk.get(address(tournament, "1/close/")).status_code == 200


def test_the_numbers_that_are_missing_are_written_as_ranges(desk, organiser):
    tournament = a_tournament(organiser=organiser)
    for number in (1, 2):
        a_team(tournament, number)
    round_ = drawn(tournament)
    (match,) = round_.matches.with_teams().select_related("round__tournament")
    for number in (1, 2, 4, 5, 11):
        a_deal(match, number)
    (loose,) = desk.get(address(tournament, "1/close/")).context["loose"]
    assert loose.doubt.ranges == ["3", "6–10", "12"]


def test_a_round_is_opened_again_and_a_draw_taken_back(desk, tournament):
    close_round(drawn(tournament), by=None, despite_missing=True)
    assert desk.post(address(tournament, "1/reopen/"))["Location"] == address(tournament, "1/")
    assert not Round.objects.get().is_closed
    for _click in range(2):
        assert desk.post(address(tournament, "1/cancel/"))["Location"] == address(tournament)
    assert not Round.objects.exists()


def test_what_cannot_be_taken_back_is_said_on_the_round(desk, tournament):
    round_ = drawn(tournament)
    a_deal(round_.matches.with_teams().select_related("round__tournament")[0])
    answer = desk.post(address(tournament, "1/cancel/"), follow=True)
    assert answer.redirect_chain == [(address(tournament, "1/"), 302)]
    assert [message.level_tag for message in answer.context["messages"]] == ["error"]
    assert Round.objects.count() == 1


def test_pairs_that_meet_again_are_named(desk, organiser):
    tournament = a_tournament(deals=1, organiser=organiser)
    for number in (1, 2):
        a_team(tournament, number)
    close_round(drawn(tournament), by=None, despite_missing=True)
    page = desk.get(address(tournament, "1/"))
    assert page.context["page"].again == ()
    open_round(tournament, 2, kind="standings", by=None, accept=True)
    page = desk.get(address(tournament, "2/"))
    assert [(each.table, each.number) for each in page.context["page"].again] == [(1, 1)]
    assert 'class="notice"' in page.content.decode()


def test_the_list_shows_each_round_and_what_comes_next(desk, tournament):
    assert desk.get(address(tournament)).context["next"].number == 1
    round_ = drawn(tournament)
    a_deal(round_.matches.with_teams().select_related("round__tournament")[0])
    page = desk.get(address(tournament))
    (line,) = page.context["rounds"]
    assert (line.tables, line.deals, line.expected, len(line.byes)) == (2, 1, 2, 1)
    assert page.context["next"].open_round == round_


@pytest.mark.parametrize("rest", ["", "1/"])
def test_a_reader_reads_and_is_offered_no_act(client, tournament, rest):
    drawn(tournament)
    a_role(a_user("reader"), tournament, RoleKind.READER)
    client.force_login(a_user("reader"))
    page = client.get(address(tournament, rest))
    assert page.status_code == 200
    body = page.content.decode()
    for act in ("draw/", "close/", "reopen/", "cancel/"):
        assert f'{act}"' not in body
    assert f"/tournaments/{tournament.pk}/desk/" not in body


@pytest.mark.parametrize("kind", [RoleKind.READER, RoleKind.SCOREKEEPER, RoleKind.REFEREE])
@pytest.mark.parametrize("rest", ["draw/", "1/close/", "1/reopen/", "1/cancel/"])
def test_only_the_organiser_acts(client, tournament, kind, rest):
    drawn(tournament)
    a_role(a_user("other"), tournament, kind)
    client.force_login(a_user("other"))
    assert client.post(address(tournament, rest), {"number": 1, "kind": "lot"}).status_code == 403
    assert not Round.objects.get().is_closed


@pytest.mark.parametrize("rest", ["7/", "7/close/"])
def test_a_round_that_is_not_there_is_not_found(desk, tournament, rest):
    assert desk.get(address(tournament, rest)).status_code == 404


def test_the_pages_ask_as_many_questions_however_many_tables(
    desk, organiser, django_assert_max_num_queries
):
    tournament = a_tournament(deals=1, organiser=organiser)
    for number in range(1, 42):
        a_team(tournament, number)
    drawn(tournament)
    for rest in ("", "1/", "1/close/", "1/seats/"):
        with django_assert_max_num_queries(30):
            assert desk.get(address(tournament, rest)).status_code == 200
