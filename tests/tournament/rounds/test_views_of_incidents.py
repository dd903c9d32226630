"""The pages for what goes wrong: what the organiser and the desk see and click."""

import datetime

import pytest
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext

from tests.tournament.builders import a_deal, a_role, a_round, a_team, a_tournament, a_user
from tests.tournament.upkeep.listing import backups
from tournament.models import EndKind, Match, RoleKind, Round, Tournament
from tournament.rounds.clock import ClockAct, turn_clock
from tournament.rounds.removal import remove_round
from tournament.rounds.services import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    return tmp_path


@pytest.fixture
def round_() -> Round:
    """Two tables (1 against 2, 3 against 4); team 5 sits out. A clock of 45 minutes."""
    tournament = a_tournament(
        organiser=a_user("organiser"), end_kind=EndKind.FIRST, deals=1, minutes=45
    )
    return a_round(tournament, 2, bye=True)


@pytest.fixture
def desk(client):
    client.force_login(a_user("organiser"))
    return client


@pytest.fixture
def keeper(client, round_):
    a_role(a_user("keeper"), round_.tournament, RoleKind.SCOREKEEPER)
    client.force_login(a_user("keeper"))
    return client


def address(tournament: Tournament, rest: str = "") -> str:
    return f"/tournaments/{tournament.pk}/rounds/{rest}"


def team(round_: Round, number: int) -> int:
    return round_.tournament.teams.get(number=number).pk


def match_at(round_: Round, table: int) -> Match:
    return round_.matches.with_teams().select_related("round__tournament").get(table=table)


def levels(answer) -> list[str]:
    return [message.level_tag for message in answer.context["messages"]]


# --- Seats --------------------------------------------------------------------------------------


def test_two_teams_change_places_with_one_click_and_the_round_says_so(desk, round_):
    url = address(round_.tournament, "1/seats/")
    seen = desk.get(url).context["seen"]
    form = {"act": "exchange", "one": team(round_, 1), "other": team(round_, 4), "seen": seen}
    for _click in range(2):
        answer = desk.post(url, form, follow=True)
        assert answer.redirect_chain == [(address(round_.tournament, "1/"), 302)]
    assert match_at(round_, 1).team_a.number == 4
    (change,) = answer.context["page"].seat_changes
    assert len(change.moves) == 2
    assert "1 · Équipe 1" in change.moves[0]


def test_what_a_change_does_is_shown_before_it_is_made(desk, round_):
    a_deal(match_at(round_, 1))
    url = address(round_.tournament, "1/seats/")
    form = {"act": "sides", "table": 1, "seen": desk.get(url).context["seen"]}
    page = desk.post(url, form)
    assert page.status_code == 200
    assert [each.marks for each in page.context["plan"].handed] == [250, 40]
    body = page.content.decode()
    assert "250" in body
    assert 'name="reason"' in body
    assert 'name="round_name"' not in body
    form |= {"shown": page.context["plan"].shown, "reason": "assises à l'envers"}
    answer = desk.post(url, form, follow=True)
    assert match_at(round_, 1).team_a.number == 2
    assert "assises à l&#x27;envers" in answer.content.decode()


def test_a_closed_round_asks_for_its_name_and_keeps_what_was_typed(desk, round_):
    close_round(round_, by=None, despite_missing=True)
    url = address(round_.tournament, "1/seats/")
    form = {
        "act": "exchange",
        "one": team(round_, 1),
        "other": team(round_, 3),
        "reason": "inversion",
    }
    form |= {"seen": desk.get(url).context["seen"]}
    page = desk.post(url, form)
    assert set(page.context["form"].errors) == {"round_name"}
    assert "inversion" in page.content.decode()
    form |= {"shown": page.context["plan"].shown, "round_name": "manche 1"}
    assert desk.post(url, form).status_code == 302


def test_a_late_team_is_seated_against_the_one_that_sits_out(desk, round_):
    a_team(round_.tournament, 6)
    page = desk.get(address(round_.tournament, "1/"))
    assert [late.number for late in page.context["page"].late] == [6]
    url = address(round_.tournament, "1/seats/")
    seen = desk.get(url).context["seen"]
    form = {"act": "new_table", "teams": [team(round_, 6), team(round_, 5)], "seen": seen}
    assert desk.post(url, form).status_code == 302
    assert (match_at(round_, 3).team_a.number, match_at(round_, 3).team_b.number) == (5, 6)


def test_the_page_says_what_a_team_that_left_leaves_to_the_other(desk, round_):
    a_deal(match_at(round_, 1))
    round_.tournament.teams.filter(number__in=[2, 3, 5]).update(withdrawn=True)
    page = desk.get(address(round_.tournament, "1/"))
    departures = {gone.team.number: gone for gone in page.context["page"].departures}
    assert departures[2].has_played
    assert departures[3].sheet.match.table == 2
    assert not departures[3].has_played
    assert departures[5].sheet is None
    assert page.content.decode().count('class="notice"') == 3


@pytest.mark.parametrize(
    ("act", "fields"),
    [("leave", {"one": 2}), ("take", {"one": 5, "other": 2})],
)
def test_the_place_of_a_team_that_left_is_given_up_or_taken(desk, round_, act, fields):
    round_.tournament.teams.filter(number=2).update(withdrawn=True)
    url = address(round_.tournament, "1/seats/")
    seen = desk.get(url).context["seen"]
    form = {"act": act, "seen": seen} | {name: team(round_, n) for name, n in fields.items()}
    assert desk.post(url, form).status_code == 302
    assert not round_.seats.filter(team__number=2).exists()


@pytest.mark.parametrize(
    "form",
    [
        {"act": "exchange"},
        {"act": "exchange", "one": "x", "other": "-1"},
        {"act": "sides", "table": "99"},
        {"act": "new_table"},
        {"act": "new_table", "teams": [2**63, -(10**40), "x"]},
        {"act": "take", "one": "1"},
        {"act": "nonsense"},
        {},
    ],
)
def test_a_form_that_says_nothing_useful_moves_nobody(desk, round_, form):
    answer = desk.post(address(round_.tournament, "1/seats/"), form)
    assert answer.status_code == 200
    assert not round_.tournament.journal.exists()


def test_a_form_of_a_page_left_open_is_shown_again(desk, round_):
    url = address(round_.tournament, "1/seats/")
    form = {"act": "sides", "table": 1, "seen": "somethingelse"}
    page = desk.post(url, form)
    assert page.context["form"].non_field_errors()
    assert desk.post(url, form | {"seen": page.context["seen"]}).status_code == 302


def test_closing_does_not_wait_for_a_team_that_left(desk, round_):
    round_.tournament.teams.filter(number=2).update(withdrawn=True)
    page = desk.get(address(round_.tournament, "1/close/"))
    assert [each.match.table for each in page.context["loose"]] == [2]


def test_only_teams_that_are_there_are_said_to_be_late(desk, round_):
    late = a_team(round_.tournament, 6)
    Tournament.objects.update(check_in=True)
    assert desk.get(address(round_.tournament, "1/")).context["page"].late == ()
    late.checked_in_at = timezone.now()
    late.save()
    assert desk.get(address(round_.tournament, "1/")).context["page"].late == (late,)


@pytest.mark.parametrize("rest", ["", "1/", "1/clock/"])
def test_a_reader_is_offered_no_act(client, round_, rest):
    a_role(a_user("reader"), round_.tournament, RoleKind.READER)
    client.force_login(a_user("reader"))
    a_team(round_.tournament, 6)
    body = client.get(address(round_.tournament, rest)).content.decode()
    for act in ("seats/", "remove/", "plan/", "turn/", "restore/"):
        assert act not in body


# --- Deleting and restoring ---------------------------------------------------------------------


def test_a_round_is_deleted_once_its_name_is_typed_and_brought_back_from_the_list(desk, round_):
    a_deal(match_at(round_, 1))
    url = address(round_.tournament, "1/remove/")
    assert desk.get(url).status_code == 200
    refused = desk.post(url, {"round_name": "1"})
    assert set(refused.context["form"].errors) == {"round_name"}
    answer = desk.post(url, {"round_name": "manche 1"}, follow=True)
    assert answer.redirect_chain == [(address(round_.tournament), 302)]
    assert not round_.tournament.rounds.exists()
    assert backups() or connection.vendor != "sqlite"
    (line,) = answer.context["removed"]
    assert (line.deals, line.obstacle) == (1, "")
    back = address(round_.tournament, f"restore/{round_.pk}/")
    for _click in range(2):
        answer = desk.post(back, follow=True)
        assert levels(answer) == ["success"]
    assert round_.tournament.rounds.get() == round_


def test_a_deleted_round_has_no_page(desk, round_):
    remove_round(round_, typed_name="manche 1", by=None)
    for rest in ("1/", "1/seats/", "1/clock/", "1/remove/"):
        assert desk.get(address(round_.tournament, rest)).status_code == 404


def test_another_contest_s_deleted_round_is_not_brought_back(desk, round_):
    other = a_tournament(name="Un autre", organiser=a_user("organiser"))
    remove_round(round_, typed_name="manche 1", by=None)
    assert desk.post(address(other, f"restore/{round_.pk}/")).status_code == 404
    assert not round_.tournament.rounds.exists()


def test_a_round_that_cannot_come_back_says_why(desk, round_):
    remove_round(round_, typed_name="manche 1", by=None)
    Round.objects.create(tournament=round_.tournament, number=1, draw_kind="lot")
    answer = desk.post(address(round_.tournament, f"restore/{round_.pk}/"), follow=True)
    assert levels(answer) == ["error"]


def test_the_evening_is_cut_from_5_rounds_to_4(desk, round_):
    url = address(round_.tournament, "plan/")
    assert desk.post(url, {"rounds_planned": "5"}).status_code == 302
    assert 'value="5"' in desk.get(url).content.decode()
    assert desk.post(url, {"rounds_planned": "4"}).status_code == 302
    assert set(desk.post(url, {"rounds_planned": "0"}).context["form"].errors) == {"rounds_planned"}
    round_.tournament.refresh_from_db()
    assert round_.tournament.rounds_planned == 4


def test_once_the_rounds_planned_are_played_the_list_says_so(desk, round_):
    desk.post(address(round_.tournament, "plan/"), {"rounds_planned": "1"})
    close_round(round_, by=None, despite_missing=True)
    page = desk.get(address(round_.tournament))
    assert page.context["next"].is_beyond_plan
    assert 'class="btn big"' not in page.content.decode()


# --- The clock ----------------------------------------------------------------------------------


def test_the_desk_starts_pauses_and_calls_time(keeper, round_):
    url = address(round_.tournament, "1/clock/turn/")
    for act, state in (
        ("start", "running"),
        ("pause", "ready"),
        ("call", "called"),
        ("uncall", "ready"),
    ):
        answer = keeper.post(url, {"act": act}, follow=True)
        assert answer.redirect_chain == [(address(round_.tournament, "1/"), 302)]
        assert answer.context["page"].clock.state == state
    answer = keeper.post(url, {"act": "nonsense", "back": "nowhere"})
    assert answer["Location"] == address(round_.tournament, "1/")


def test_the_large_clock_polls_its_face_alone(keeper, round_):
    turn_clock(round_, ClockAct.START, by=None)
    url = address(round_.tournament, "1/clock/")
    whole = keeper.get(url).content.decode()
    face = keeper.get(url, headers={"HX-Request": "true"}).content.decode()
    assert "<html" in whole
    assert "<html" not in face
    assert "data-left=" in face
    assert gettext("The deal in progress counts.") in face


def test_the_hall_shows_the_clock_too(keeper, round_):
    turn_clock(round_, ClockAct.START, by=None)
    page = keeper.get(f"/tournaments/{round_.tournament.pk}/desk/").content.decode()
    assert "data-left=" in page
    assert "tournament/clock.js" in page


def test_what_becomes_of_the_deal_in_progress_is_said_as_it_is_set(keeper, round_):
    Tournament.objects.update(finish_deal=False)
    page = keeper.get(address(round_.tournament, "1/")).content.decode()
    assert gettext("The deal in progress does not count.") in page


def test_a_contest_without_a_clock_shows_none(desk):
    tournament = a_tournament(organiser=a_user("organiser"))
    a_round(tournament)
    assert "clock" not in desk.get(address(tournament, "1/")).content.decode()
    assert desk.get(address(tournament, "1/clock/")).status_code == 200
    answer = desk.post(address(tournament, "1/clock/turn/"), {"act": "start"}, follow=True)
    assert levels(answer) == ["error"]


def test_closing_says_that_it_calls_time(desk, round_):
    for table in (1, 2):
        a_deal(match_at(round_, table))
    turn_clock(round_, ClockAct.START, by=None)
    past = timezone.now() - datetime.timedelta(hours=2)
    Round.objects.update(clock_from=past)
    page = desk.get(address(round_.tournament, "1/close/"))
    assert page.context["called_by_closing"]
    assert desk.post(address(round_.tournament, "1/close/")).status_code == 302
    assert Round.objects.get().time_called_at


# --- Backups ------------------------------------------------------------------------------------


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own backups")
def test_a_copy_is_kept_of_the_moment_before_a_draw_and_before_a_closing(desk, round_):
    desk.post(address(round_.tournament, "1/close/"), {"despite_missing": "on"})
    desk.post(address(round_.tournament, "draw/"), {"number": 2, "kind": "lot"})
    assert [copy.stem.split("-", 3)[3] for copy in backups()] == [
        "close-1-concours-dautomne",
        "draw-2-concours-dautomne",
    ]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own backups")
def test_a_copy_that_cannot_be_made_is_said_and_the_draw_goes_on(desk, settings, round_):
    settings.BACKUP_DIR = "/proc/backups"
    answer = desk.post(
        address(round_.tournament, "1/close/"), {"despite_missing": "on"}, follow=True
    )
    assert "warning" in levels(answer)
    assert Round.objects.get().is_closed
