"""The time to complain: it counts down once a round is closed, then only the referee changes it."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.test import Client
from django.utils import timezone

from tests.tournament.builders import a_deal, a_role, a_round, a_tournament, a_user
from tournament.deals.guards import is_locked
from tournament.models import Match, RoleKind, Round, Tournament
from tournament.rounds.chairs import Act, Change
from tournament.rounds.clock import face
from tournament.rounds.reclaim import reclaim_of
from tournament.rounds.removal import remove_round
from tournament.rounds.seat_plan import plan
from tournament.rounds.seating import Consent, change_seats
from tournament.rounds.services import close_round, reopen_round

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def a_closed_round(*, minutes_ago: float, reclaim_minutes: int | None = 15) -> Round:
    """Return a round of two tables, one deal typed, that was closed some minutes ago."""
    round_ = a_round(a_tournament(deals=1, reclaim_minutes=reclaim_minutes), 2)
    a_deal(
        Match.objects.with_teams().select_related("round__tournament").get(round=round_, table=1)
    )
    close_round(round_, by=None, despite_missing=True)
    return moved(round_, minutes_ago)


def moved(round_: Round, minutes_ago: float) -> Round:
    """Move the time: the round was closed so many minutes ago."""
    closed_at = timezone.now() - timedelta(minutes=minutes_ago)
    Round.objects.filter(pk=round_.pk).update(closed_at=closed_at)
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def a_referee(tournament: Tournament, name: str = "arbitre"):
    user = a_user(name)
    a_role(user, tournament, RoleKind.REFEREE)
    return user


@pytest.fixture
def locked() -> Round:
    return a_closed_round(minutes_ago=20)


def test_nothing_runs_while_the_round_is_played_or_where_it_never_locks():
    assert reclaim_of(a_round(a_tournament(reclaim_minutes=15))) is None
    never = a_closed_round(minutes_ago=600, reclaim_minutes=None)
    assert reclaim_of(never) is None
    assert not is_locked(never, never.tournament)


@pytest.mark.parametrize(
    ("minutes_ago", "left", "shown"),
    [(0, 900, "15:00"), (10.5, 270, "04:30"), (15, 0, "00:00"), (600, 0, "00:00")],
)
def test_the_time_counts_down_to_the_lock(minutes_ago, left, shown):
    reclaim = reclaim_of(a_closed_round(minutes_ago=minutes_ago))
    assert abs(reclaim.left - left) <= 1
    assert reclaim.face in {shown, face(max(0, left - 1)), face(left + 1)}
    assert reclaim.is_locked == (left == 0)


def test_the_last_second_is_not_over_before_the_lock():
    round_ = a_closed_round(minutes_ago=0)
    almost = round_.locks_at(round_.tournament) - timedelta(milliseconds=10)
    assert reclaim_of(round_, almost).left == 1


def test_a_server_s_clock_set_back_gives_no_more_than_the_contest_has():
    round_ = a_closed_round(minutes_ago=-90)
    assert reclaim_of(round_).face == "15:00"


def test_no_time_at_all_locks_with_the_closing():
    round_ = a_closed_round(minutes_ago=0, reclaim_minutes=0)
    assert is_locked(round_, round_.tournament)


# --- What the lock keeps -------------------------------------------------------------------------


def test_until_then_the_organiser_opens_the_round_again():
    round_ = a_closed_round(minutes_ago=10)
    assert not reopen_round(round_, by=a_user("organiser")).is_closed


def test_a_locked_round_is_opened_again_by_the_referee_alone_and_with_a_reason(locked):
    with pytest.raises(ValidationError) as refused:
        reopen_round(locked, by=a_user("organiser"), reason="une marque oubliée")
    assert refused.value.code == "locked"
    with pytest.raises(ValidationError) as refused:
        reopen_round(locked, by=a_referee(locked.tournament), reason="  ")
    assert "reason" in refused.value.error_dict
    assert not reopen_round(locked, by=a_user("arbitre"), reason="une marque oubliée").is_closed
    entry = locked.tournament.journal.last()
    assert (entry.kind, entry.by) == ("round.reopened", a_user("arbitre"))
    assert entry.details == {"round": 1, "reason": "une marque oubliée"}


def test_a_referee_of_another_contest_opens_nothing(locked):
    with pytest.raises(ValidationError):
        reopen_round(locked, by=a_referee(a_tournament()), reason="une marque oubliée")


def test_a_locked_round_is_deleted_by_the_referee_alone_and_with_a_reason(locked):
    typed = {"typed_name": "Manche 1", "by": a_user("organiser")}
    with pytest.raises(ValidationError):
        remove_round(locked, **typed, reason="tirage faux")
    typed["by"] = a_referee(locked.tournament)
    with pytest.raises(ValidationError):
        remove_round(locked, **typed)
    remove_round(locked, **typed, reason="tirage faux")
    assert not locked.tournament.rounds.exists()
    assert locked.tournament.journal.last().details["reason"] == "tirage faux"


def test_the_seats_of_a_locked_round_change_by_the_referee_alone(locked):
    one, other = (seat.team_id for seat in locked.seats.filter(side="A"))
    planned = plan(locked, Change(act=Act.EXCHANGE, teams=(one, other)))
    consent = Consent(
        seen=planned.seen, shown=planned.shown, reason="tables interverties", round_name="Manche 1"
    )
    with pytest.raises(ValidationError) as refused:
        change_seats(locked, planned.change, consent=consent, by=a_user("organiser"))
    assert refused.value.code == "locked"
    change_seats(locked, planned.change, consent=consent, by=a_referee(locked.tournament))
    assert locked.seats.get(team_id=one).match.table == 2


# --- The pages -----------------------------------------------------------------------------------


@pytest.fixture
def visitor(client: Client):
    def enter(round_: Round, name: str, *kinds: str) -> Client:
        user = a_user(name)
        for kind in kinds:
            a_role(user, round_.tournament, kind)
        client.force_login(user)
        client.cookies["django_language"] = "en"
        return client

    return enter


def address(round_: Round, end: str = "") -> str:
    return f"/tournaments/{round_.tournament_id}/rounds/1/{end}"


def test_the_round_s_page_and_the_standings_count_down(visitor):
    round_ = a_closed_round(minutes_ago=5)
    client = visitor(round_, "reader", RoleKind.READER)
    page = client.get(address(round_)).content.decode()
    assert "Complaints about round 1 are taken until" in page
    assert 'data-left="600"' in page or 'data-left="599"' in page
    # The browser keeps this one: what is left is asked for when it shows.
    page = client.get(f"/tournaments/{round_.tournament_id}/standings/").content.decode()
    assert "Complaints about round 1 are taken until" in page
    assert "data-left" not in page
    assert 'hx-trigger="load, ' in page


def test_the_answer_to_a_countdown_is_its_own_part_and_stops_asking_once_locked(visitor):
    round_ = a_closed_round(minutes_ago=5)
    client = visitor(round_, "reader", RoleKind.READER)
    part = client.get(address(round_, "reclaim/"), headers=HTMX).content.decode()
    assert "<html" not in part
    assert "data-left" in part
    moved(round_, 16)
    part = client.get(address(round_, "reclaim/"), headers=HTMX).content.decode()
    assert "Round 1 is locked since" in part
    assert "hx-get" not in part


def test_standings_that_the_browser_kept_are_sent_again_once_the_round_locks(visitor):
    round_ = a_closed_round(minutes_ago=5)
    client = visitor(round_, "reader", RoleKind.READER)
    page = f"/tournaments/{round_.tournament_id}/standings/"
    kept = {"If-None-Match": client.get(page).headers["ETag"]}
    assert client.get(page, headers=kept).status_code == 304
    moved(round_, 16)
    again = client.get(page, headers=kept)
    assert again.status_code == 200
    assert "Round 1 is locked since" in again.content.decode()


def test_the_tag_shows_nothing_where_no_time_runs():
    template = Template("{% load clock %}{% reclaim round %}")
    for round_ in (None, a_round(a_tournament(reclaim_minutes=15))):
        assert template.render(Context({"round": round_})).strip() == ""


def test_the_organiser_of_a_locked_round_is_told_who_opens_it(visitor, locked):
    client = visitor(locked, "organiser")
    page = client.get(address(locked)).content.decode()
    assert "only the referee opens it again" in page
    assert 'action="' + address(locked, "reopen/") not in page
    said = client.post(address(locked, "reopen/"), {"reason": "x"}, follow=True)
    assert "only the referee changes it now" in said.content.decode()
    assert Round.objects.get().is_closed


def test_the_referee_of_a_locked_round_gives_a_reason_and_opens_it(visitor, locked):
    client = visitor(locked, "arbitre", RoleKind.REFEREE)
    assert 'name="reason"' in client.get(address(locked)).content.decode()
    said = client.post(address(locked, "reopen/"), {}, follow=True)
    assert "give the reason" in said.content.decode()
    client.post(address(locked, "reopen/"), {"reason": "une marque oubliée"})
    assert not Round.objects.get().is_closed


@pytest.mark.parametrize("end", ["reopen/", "remove/", "seats/"])
def test_until_it_is_locked_these_acts_are_the_organiser_s(visitor, end):
    round_ = a_closed_round(minutes_ago=5)
    client = visitor(round_, "arbitre", RoleKind.REFEREE)
    assert client.post(address(round_, end), {}).status_code == 403
    moved(round_, 16)
    assert client.post(address(round_, end), {}).status_code in {200, 302}


def test_the_page_that_deletes_a_locked_round_asks_for_the_reason_and_loses_nothing(
    visitor, locked
):
    client = visitor(locked, "arbitre", RoleKind.REFEREE)
    page = client.post(address(locked, "remove/"), {"round_name": "Round 1", "reason": ""})
    assert "give the reason" in page.content.decode()
    assert 'value="Round 1"' in page.content.decode()
    typed = {"round_name": "Round 1", "reason": "tirage faux"}
    assert client.post(address(locked, "remove/"), typed).status_code == 302
