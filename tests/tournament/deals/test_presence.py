"""Two people at one table's sheet see each other, and what the other typed."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.builders import a_deal, a_match, a_role, a_user
from tournament.deals.acts import last_act, undo
from tournament.deals.by_table import kept_sheet
from tournament.deals.checks import seen_of
from tournament.deals.presence import company, enter, last_entry
from tournament.models import Presence, RoleKind
from tournament.templatetags.desk import presence

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    match = a_match(organiser=a_user())
    for name in ("paul", "marie"):
        a_role(a_user(name), match.round.tournament, RoleKind.SCOREKEEPER)
    return match


def opened(match) -> dict[str, object]:
    """What a page shows of the sheet now."""
    return {"since": last_entry(match), "seen": seen_of(match)}


def others(match, name):
    return [user.username for user in company(match, a_user(name), **opened(match)).others]


def aged(seconds):
    Presence.objects.update(seen_at=timezone.now() - timedelta(seconds=seconds))


def test_who_is_at_a_sheet_is_seen_by_the_others_not_by_oneself(match):
    enter(match, a_user("paul"))
    assert others(match, "marie") == ["paul"]
    assert others(match, "paul") == []


def test_who_is_not_heard_of_for_half_a_minute_is_forgotten(match):
    enter(match, a_user("paul"))
    aged(29)
    assert others(match, "marie") == ["paul"]
    aged(31)
    assert others(match, "marie") == []


def test_a_page_that_asks_often_writes_once_in_fifteen_seconds(match):
    enter(match, a_user("paul"))
    aged(14)
    before = Presence.objects.get().seen_at
    enter(match, a_user("paul"))
    assert Presence.objects.get().seen_at == before
    aged(16)
    enter(match, a_user("paul"))
    assert Presence.objects.get().seen_at > before


def test_a_clock_that_was_set_back_keeps_nobody_at_a_sheet_for_ever(match):
    enter(match, a_user("paul"))
    aged(-3600)
    enter(match, a_user("paul"))
    assert Presence.objects.get().seen_at <= timezone.now()


def test_what_was_typed_since_the_page_was_opened_is_told(match):
    a_deal(match, 1)
    page = opened(match)
    assert company(match, a_user("paul"), **page).entries == ()
    entry = a_deal(match, 2)
    now = company(match, a_user("paul"), **page)
    assert now.entries == (entry,)
    assert now.is_changed


def test_what_is_typed_between_the_sheet_and_its_page_is_told_too(match, rf):
    request = rf.get("/")
    request.user = a_user("paul")
    sheet = kept_sheet(match.round.tournament, 1, match.table)
    entry = a_deal(match, 1)
    page = presence({"request": request}, sheet)
    now = company(match, a_user("paul"), since=page["since"], seen=page["seen"])
    assert now.entries == (entry,)
    assert now.is_changed


def test_a_deal_taken_back_changed_the_sheet_although_nothing_was_typed(match):
    a_deal(match, 1)
    page = opened(match)
    tournament = match.round.tournament
    undo(tournament, last_act(tournament, a_user()).number, by=a_user())
    now = company(match, a_user("paul"), **page)
    assert (now.entries, now.is_changed) == ((), True)


class TestThePoll:
    def url(self, match):
        return reverse("deals:presence", args=[match.round.tournament_id, 1, match.table])

    def test_a_poll_says_who_and_what_is_new_and_nothing_the_second_time(self, client, match):
        enter(match, a_user("marie"))
        client.force_login(a_user("paul"))
        page = opened(match)
        a_deal(match, 1)
        answer = client.post(self.url(match), page)
        text = answer.content.decode()
        assert "marie" in text
        assert "zoe" in text
        assert Presence.objects.filter(user=a_user("paul"), match=match).exists()
        again = client.post(self.url(match), page | {"shown": answer.context["company"].key})
        assert (again.status_code, again.content) == (204, b"")

    def test_names_are_escaped(self, client, match):
        enter(match, a_user("marie"))
        a_user("marie").__class__.objects.filter(username="marie").update(first_name="<b>M</b>")
        client.force_login(a_user("paul"))
        assert "<b>" not in client.post(self.url(match), opened(match)).content.decode()

    @pytest.mark.parametrize(
        "page",
        [
            {},
            {"since": "x", "seen": "\x00", "shown": "é"},
            {"since": "9" * 30},
            {"since": "-1", "seen": "x" * 9999},
        ],
    )
    def test_nonsense_is_answered_as_a_page_that_knows_nothing(self, client, match, page):
        a_deal(match, 1)
        client.force_login(a_user("paul"))
        assert client.post(self.url(match), page).status_code == 200

    def test_the_round_may_be_gone(self, client, match):
        client.force_login(a_user("paul"))
        url = self.url(match)
        match.round.delete()
        assert client.post(url, {"client_key": uuid4()}).status_code == 404
