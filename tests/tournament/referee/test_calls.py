"""Calls for the referee: one a table, taken, settled, withdrawn; and who may do what."""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import translation

from tests.tournament.builders import (
    a_call,
    a_deal,
    a_match,
    a_role,
    a_ruling,
    a_user,
)
from tests.tournament.journal.played import a_played_contest
from tournament.journal.listing import lines
from tournament.journal.verification import verify
from tournament.models import ClubRole, Match, RefereeCall, RoleKind
from tournament.referee.call_queue import became_words, call_shown, queue_of
from tournament.referee.calls import call_referee, calls_of, settle, take, with_places, withdraw
from tournament.rounds.names import round_name
from tournament.rounds.removal import remove_round

pytestmark = pytest.mark.django_db

NOBODY = "Nobody is the referee of this contest."


@pytest.fixture
def match() -> Match:
    match = a_match()
    a_role(referee(), match.round.tournament, RoleKind.REFEREE)
    return match


def referee():
    return a_user("rémi")


def again(call: RefereeCall) -> RefereeCall:
    return RefereeCall.objects.get(pk=call.pk)


def kinds(match: Match) -> list[str]:
    acts = match.round.tournament.journal.order_by("number")
    return [act.kind for act in acts if "call" in act.kind]


def test_a_second_press_returns_the_open_call(match):
    first = a_call(match, "A", "revoke")
    assert a_call(match, "B", "conduct") == first
    assert a_call(match, "A", "revoke") == first
    assert kinds(match) == ["referee.called"]


def test_the_database_keeps_one_open_call_a_table(match):
    a_call(match)
    with pytest.raises(IntegrityError), transaction.atomic():
        RefereeCall.objects.create(match=match, category="revoke", client_key=uuid4())


def test_a_form_sent_again_after_the_call_is_over_makes_no_other(match):
    key = uuid4()
    call = call_referee(match, side="A", category="revoke", client_key=key)
    settle(call, by=referee())
    assert call_referee(match, side="A", category="revoke", client_key=key) == call
    assert RefereeCall.objects.count() == 1


def test_a_table_calls_again_once_it_is_over(match):
    settle(a_call(match), by=referee())
    a_call(match)
    assert RefereeCall.objects.count() == 2
    assert len(calls_of(match.round.tournament)) == 1


@pytest.mark.parametrize("category", ["", "lateness", "x" * 500])
def test_a_call_says_what_for(match, category):
    with pytest.raises(ValidationError):
        a_call(match, "A", category)


def test_a_call_is_taken_once_and_by_one_referee(match):
    call = a_call(match)
    take(call, by=referee())
    assert again(call).taken_by == referee()
    at = again(call).taken_at
    take(call, by=referee())
    assert again(call).taken_at == at
    a_role(a_user("other"), match.round.tournament, RoleKind.REFEREE)
    with pytest.raises(ValidationError, match="rémi"):
        take(call, by=a_user("other"))
    assert kinds(match) == ["referee.called", "call.taken"]


@pytest.mark.parametrize("kind", [RoleKind.SCOREKEEPER, RoleKind.READER, RoleKind.TREASURER])
def test_only_the_referee_takes_and_settles(match, kind):
    call = a_call(match)
    a_role(a_user("keeper"), match.round.tournament, kind)
    for act in (take, settle):
        with pytest.raises(ValidationError):
            act(call, by=a_user("keeper"))
    assert again(call).taken_at is None


def test_a_call_settled_by_a_ruling_is_settled_once(match):
    call, ruling = a_call(match), a_ruling(match)
    settle(call, by=referee(), ruling=ruling)
    settle(call, by=referee(), ruling=ruling)
    settle(call, by=referee(), for_nothing=True)
    found = again(call)
    assert (found.ruling, found.for_nothing, found.taken_by) == (ruling, False, referee())
    assert kinds(match) == ["referee.called", "call.settled"]


def test_a_call_of_a_round_that_was_deleted_is_settled_no_more(match):
    call = a_call(match)
    remove_round(match.round, typed_name=round_name(match.round), by=referee())
    with pytest.raises(ValidationError, match="annulée entre-temps"):
        settle(again(call), by=referee(), for_nothing=True)


def test_a_call_settled_without_a_ruling_takes_the_one_made_later(match):
    call = a_call(match)
    settle(call, by=referee())
    at = again(call).settled_at
    settle(call, by=referee(), ruling=a_ruling(match))
    assert again(call).ruling
    assert again(call).settled_at == at


def test_the_ruling_of_another_contest_settles_nothing(match):
    call, other = a_call(match), a_ruling(a_match())
    with pytest.raises(ValidationError):
        settle(call, by=referee(), ruling=other)
    assert again(call).settled_at is None


def test_a_call_for_nothing_is_noted(match):
    call = settle(a_call(match), by=referee(), for_nothing=True)
    assert again(call).for_nothing
    with translation.override("en"):
        assert became_words(call) == "called for nothing"


def test_a_table_takes_its_call_back_until_the_referee_comes(match):
    call = a_call(match)
    withdraw(call, side="B")
    withdraw(call, side="B")
    assert again(call).settled_at
    assert again(call).taken_by is None
    with pytest.raises(ValidationError):
        take(call, by=referee())
    second = a_call(match)
    take(second, by=referee())
    with pytest.raises(ValidationError):
        withdraw(second, side="A")
    assert kinds(match).count("call.withdrawn") == 1


def test_the_queue_has_the_oldest_first_and_tells_its_states_apart(match):
    tournament = match.round.tournament
    assert queue_of(tournament).waiting == ()
    empty = queue_of(tournament).key
    call = a_call(match, "B", "conduct", note="il parle")
    queue = queue_of(tournament)
    assert queue.key != empty
    with translation.override("en"):
        (shown,) = queue_of(tournament).waiting
    assert (shown.about, shown.who, shown.waited) == (
        "conduct",
        "Équipe 2 (B)",
        "less than a minute",
    )
    take(call, by=referee())
    assert queue_of(tournament).key != queue.key


def test_the_journal_tells_each_act_of_a_call(match):
    take(a_call(match, "A", "revoke"), by=referee())
    settle(calls_of(match.round.tournament)[0], by=referee())
    withdraw(a_call(match, "", "conduct", by=a_user()), by=a_user())
    settle(a_call(match), by=referee(), for_nothing=True)
    settle(a_call(match), by=referee(), ruling=a_ruling(match))
    tournament = match.round.tournament
    numbers = [act.number for act in tournament.journal.order_by("number") if "call" in act.kind]
    with translation.override("en"):
        told = lines(tournament, numbers, shows_money=True)
    place = "Table 1, round 1 (1 · Équipe 1 – 2 · Équipe 2)"
    assert [line.sentence.replace(place, "…") for line in told] == [
        "… calls the referee: revoke.",
        "…: the referee takes the call.",
        "…: the call is settled without a ruling.",
        "… calls the referee: conduct.",
        "… takes its call back.",
        "… calls the referee: revoke.",
        "…: the call was for nothing.",
        "… calls the referee: revoke.",
        "…: the call is answered by ruling 1.",
    ]
    assert told[0].who != told[3].who


def test_a_contest_with_calls_is_as_its_journal_says():
    tournament = a_played_contest()
    match = Match.objects.get(round__tournament=tournament, round__number=2, table=1)
    a_role(referee(), tournament, RoleKind.REFEREE)
    settle(a_call(match), by=referee(), ruling=a_ruling(match))
    withdraw(a_call(match), side="B")
    assert verify(tournament).faults == ()


def client_of(name: str, match: Match | None = None, kind: str = "") -> Client:
    if match and kind:
        a_role(a_user(name), match.round.tournament, kind)
    client = Client()
    client.force_login(a_user(name))
    return client


def url(match: Match, path: str) -> str:
    return f"/tournaments/{match.round.tournament_id}/referee/{path}"


def test_the_desk_calls_and_its_sheet_says_so(match):
    a_deal(match)
    desk = client_of("keeper", match, RoleKind.SCOREKEEPER)
    address = url(match, "rounds/1/tables/1/call/")
    page = desk.get(address).content.decode()
    assert 'name="category"' in page
    refused = desk.post(address, {"client_key": uuid4()})
    assert refused.status_code == 200
    assert "errorlist" in refused.content.decode()
    sent = {"category": "conduct", "note": "<b>cris</b>", "client_key": str(uuid4())}
    for _click in range(2):
        assert desk.post(address, sent).status_code == 302
    call = RefereeCall.objects.get()
    assert (call.by, call.side, call.note) == (a_user("keeper"), "", "<b>cris</b>")
    sheet = desk.get(f"/tournaments/{match.round.tournament_id}/desk/rounds/1/tables/1/")
    assert "is-called" in sheet.content.decode()
    queue = desk.get(url(match, "calls/")).content.decode()
    assert "&lt;b&gt;cris" in queue
    assert "/take/" not in queue


def test_the_desk_withdraws_and_the_referee_s_acts_are_his(match):
    call = a_call(match)
    desk, other = client_of("keeper", match, RoleKind.SCOREKEEPER), client_of("rémi")
    for act in ("take", "settle"):
        assert desk.post(url(match, f"calls/{call.pk}/{act}/")).status_code == 403
    assert other.post(url(match, f"calls/{call.pk}/take/")).status_code == 302
    desk.post(url(match, f"calls/{call.pk}/withdraw/"))
    assert again(call).settled_at is None
    other.post(url(match, f"calls/{call.pk}/settle/"), {"for_nothing": "on"})
    assert again(call).for_nothing


def test_a_call_of_another_contest_is_not_found(match):
    call = a_call(a_match())
    client = client_of("rémi")
    for act in ("take", "settle", "withdraw"):
        assert client.post(url(match, f"calls/{call.pk}/{act}/")).status_code == 404


def test_the_referee_s_desk_shows_the_queue_and_asks_again_for_news_only(match):
    a_call(match, "B", "conduct")
    client = client_of("rémi")
    page = client.get(url(match, "")).content.decode()
    assert f'hx-get="{url(match, "calls/")}"' in page
    assert "?call=" in page
    seen = {"seen": queue_of(match.round.tournament).key}
    with translation.override("fr"):
        seen = {"seen": queue_of(match.round.tournament).key}
    headers = {"HX-Request": "true"}
    assert client.get(url(match, "calls/"), seen, headers=headers).status_code == 204
    fresh = client.get(url(match, "calls/"), {"seen": "x"}, headers=headers)
    assert "<html" not in fresh.content.decode()
    assert "Équipe 2 (B)" in fresh.content.decode()


def test_the_hall_shows_a_table_that_calls(match):
    client = client_of("rémi")
    hall = f"/tournaments/{match.round.tournament_id}/desk/"
    before = client.get(hall).content.decode()
    assert "is-called" not in before
    seen = before.split('id="hall-seen" name="seen" value="', 1)[1].split('"', 1)[0]
    call = a_call(match)
    news = client.get(hall, {"seen": seen}, headers={"HX-Request": "true"})
    assert "is-called" in news.content.decode()
    settle(call, by=referee())
    assert "is-called" not in client.get(hall).content.decode()


def test_a_withdrawn_call_is_told_apart_from_a_settled_one(match):
    withdraw(a_call(match), side="A")
    settle(a_call(match), by=referee())
    calls = with_places(match.round.tournament)
    with translation.override("en"):
        assert [became_words(call) for call in calls] == [
            "taken back by the table",
            "settled without a ruling",
        ]
        assert call_shown(calls[0]).who == "Équipe 1 (A)"


def in_english(name: str) -> Client:
    client = client_of(name)
    client.cookies["django_language"] = "en"
    return client


def test_where_nobody_is_referee_the_pages_say_so_and_who_gives_the_role():
    match = a_match(phones=True)
    contest = match.round.tournament
    a_deal(match)
    a_role(a_user("keeper"), contest, RoleKind.SCOREKEEPER)
    pages = ("", "referee/", "referee/calls/", "referee/rounds/1/tables/1/deals/1/")

    def said(name: str) -> list[bool]:
        client = in_english(name)
        found = [client.get(f"/tournaments/{contest.pk}/{page}") for page in pages]
        assert {answer.status_code for answer in found} == {200}
        return [NOBODY in answer.content.decode() for answer in found]

    assert said("organiser") == said("keeper") == [True] * 4
    desk = in_english("organiser").get(f"/tournaments/{contest.pk}/referee/")
    assert f'href="/tournaments/{contest.pk}/people/"' in desk.content.decode()
    ClubRole.objects.create(user=referee(), club=contest.club, kind=RoleKind.REFEREE)
    assert said("organiser") == [False] * 4


def test_a_contest_s_page_asks_for_no_referee_before_a_table_may_call():
    match = a_match()
    page = f"/tournaments/{match.round.tournament_id}/"
    assert NOBODY not in in_english("organiser").get(page).content.decode()
    a_call(match)
    assert NOBODY in in_english("organiser").get(page).content.decode()


def test_what_turns_or_hides_words_is_kept_neither_of_a_call_nor_of_a_ruling(match):
    call = a_call(match, note="Renonce \u202eici\u200b ")
    ruling = a_ruling(match, facts="Au pli 5,\u2066 le roi.\nRien d'autre.\u0007")
    assert (call.note, ruling.facts) == ("Renonce ici", "Au pli 5, le roi.\nRien d'autre.")
