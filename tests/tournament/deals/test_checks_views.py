"""A sheet checked by a second person at the desk: what each sees, may do, and is told."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
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
from tournament.deals.acts import move_sheet
from tournament.deals.checks import answer, seen_of
from tournament.deals.services import record_deal
from tournament.deals.states import DealState, TableState
from tournament.deals.tally import match_sheet
from tournament.models import Checking, Confirmation, Entry, Match, RoleKind, Source

pytestmark = pytest.mark.django_db


def a_desk(**columns) -> Match:
    """A match, and three scorekeepers beside the organiser."""
    match = a_match(organiser=a_user("organiser"), **({"deals": 2} | columns))
    for name in ("zoe", "paul", "marie"):
        a_role(a_user(name), match.round.tournament, RoleKind.SCOREKEEPER)
    return match


def confirmed_desk(**columns) -> Match:
    return a_desk(checking=Checking.CONFIRMED, **columns)


def address(match: Match, page: str, query: str = "") -> str:
    return reverse(f"deals:{page}", args=[match.round.tournament_id, 1, match.table]) + query


def fresh(match: Match):
    found = Match.objects.with_teams().select_related("round__tournament").get(pk=match.pk)
    return match_sheet(found)


def by(client, name):
    client.force_login(a_user(name))
    return client


def hidden(page: str, name: str) -> str:
    return re.search(rf'name="{name}" value="([^"]*)"', page).group(1)


def seen(client, match, page="confirm") -> str:
    return hidden(client.get(address(match, page)).content.decode(), "seen")


def read(match, sheet, name, number=1, **facts) -> Entry:
    return record_deal(
        match, number, FACTS | facts, by=a_user(name), client_key=uuid4(), sheet=sheet
    )


def text(response) -> str:
    return response.content.decode()


KEYS = re.compile(r'(?:href|action|src|hx-[a-z]+)="[^"]*"|<input type="hidden"[^>]*>')
"""Where a page writes the numbers of rows and the keys of forms, which may be any figures."""


def told(response) -> str:
    """Return a page without its addresses and keys: what is left is told to who reads it."""
    return KEYS.sub("", text(response))


class TestConfirm:
    def test_somebody_else_confirms_the_whole_sheet_in_one_act(self, client):
        match = confirmed_desk()
        for number in (1, 2):
            a_deal(match, number, points=100 + number)
        by(client, "paul")
        key = seen(client, match)
        done = client.post(address(match, "confirm"), {"seen": key})
        assert done.url.endswith("?show=waiting")
        assert fresh(match).state == TableState.FINISHED
        assert client.post(address(match, "confirm"), {"seen": key}).status_code == 302
        assert Confirmation.objects.count() == 2, "two clicks make one"

    def test_who_typed_sees_no_button_and_is_refused_all_the_same(self, client):
        match = confirmed_desk()
        a_deal(match)
        by(client, "zoe")
        page = text(client.get(address(match, "confirm")))
        assert f'action="{address(match, "confirm")}"' not in page
        refused = client.post(address(match, "confirm"), {"seen": seen_of(match)})
        assert refused.status_code == 200
        assert "errorlist" in text(refused)
        assert not Confirmation.objects.exists()

    def test_the_sheet_s_page_offers_it_to_others_only(self, client):
        match = confirmed_desk()
        a_deal(match)
        link = address(match, "confirm")
        assert link in text(by(client, "paul").get(address(match, "sheet")))
        assert link not in text(by(client, "zoe").get(address(match, "sheet")))

    def test_a_locked_round_offers_its_button_to_the_referee_only(self, client):
        match = confirmed_desk()
        a_deal(match)
        tournament = match.round.tournament
        tournament.reclaim_minutes = 5
        tournament.save()
        match.round.closed_at = timezone.now() - timedelta(minutes=6)
        match.round.save()
        for page in ("sheet", "confirm"):
            shown = text(by(client, "paul").get(address(match, page)))
            assert f'="{address(match, "confirm")}"' not in shown
        a_role(a_user("paul"), tournament, RoleKind.REFEREE)
        assert f'action="{address(match, "confirm")}"' in text(
            client.get(address(match, "confirm"))
        )

    def test_what_one_typed_oneself_goes_on_waiting(self, client):
        match = confirmed_desk()
        a_deal(match, 1)
        record_deal(match, 2, FACTS, by=a_user("paul"), client_key=uuid4())
        by(client, "paul")
        client.post(address(match, "confirm"), {"seen": seen(client, match)})
        assert [row.state for row in fresh(match).rows] == [DealState.COUNTED, DealState.WAITING]

    def test_a_sheet_that_changed_meanwhile_is_shown_again(self, client):
        match = confirmed_desk()
        a_deal(match, 1)
        by(client, "paul")
        key = seen(client, match)
        a_deal(match, 2)
        page = text(client.post(address(match, "confirm"), {"seen": key}))
        assert not Confirmation.objects.exists()
        assert "errorlist" in page
        assert hidden(page, "seen") != key
        client.post(address(match, "confirm"), {"seen": hidden(page, "seen")})
        assert Confirmation.objects.count() == 2

    @pytest.mark.parametrize("typed", [{}, {"seen": ""}, {"seen": "x" * 30_000}, {"seen": "\x00"}])
    def test_nonsense_confirms_nothing(self, client, typed):
        match = confirmed_desk()
        a_deal(match)
        assert by(client, "paul").post(address(match, "confirm"), typed).status_code == 200
        assert not Confirmation.objects.exists()

    def test_two_sheets_are_compared_not_confirmed(self, client):
        match = a_desk(checking=Checking.TWO_SHEETS)
        read(match, "A", "paul")
        page = text(by(client, "marie").get(address(match, "confirm")))
        assert f'action="{address(match, "confirm")}"' not in page
        assert address(match, "settle") in page


class TestContest:
    def test_a_deal_is_contested_with_what_is_wrong(self, client):
        match = confirmed_desk()
        entry = a_deal(match)
        by(client, "paul")
        page = text(client.post(address(match, "contest"), {"entry": entry.pk, "note": " "}))
        assert "errorlist" in page
        assert fresh(match).rows[0].state == DealState.WAITING
        said = {"entry": entry.pk, "note": "belote oubliée"}
        for _twice in range(2):
            assert client.post(address(match, "contest"), said).status_code == 302
        assert Confirmation.objects.get().note == "belote oubliée"
        assert fresh(match).state == TableState.DISPUTE
        assert "belote oubliée" in text(client.get(address(match, "settle")))

    def test_a_deal_corrected_meanwhile_is_no_longer_contested(self, client):
        match = confirmed_desk()
        entry = a_deal(match)
        correction = {"base": entry.pk, "reason": "relu", "client_key": uuid4()}
        record_deal(match, 1, FACTS | {"points": 130}, by=a_user(), **correction)
        said = {"entry": entry.pk, "note": "belote oubliée"}
        page = by(client, "paul").post(address(match, "contest"), said)
        assert page.status_code == 200
        assert "belote oubliée" in text(page), "what was typed is not lost"
        assert not Confirmation.objects.exists()

    @pytest.mark.parametrize("entry", ["", "x", "0", "9" * 30, "-1"])
    def test_nonsense_contests_nothing(self, client, entry):
        match = confirmed_desk()
        a_deal(match)
        said = {"entry": entry, "note": "faux"}
        assert by(client, "paul").post(address(match, "contest"), said).status_code == 200
        assert not Confirmation.objects.exists()


class TestSettle:
    def choose(self, client, match, choice: Entry, deal=1, **typed):
        page = text(client.get(address(match, "settle", f"?deal={deal}")))
        sent = {name: hidden(page, name) for name in ("base", "client_key")}
        return client.post(
            address(match, "settle", f"?deal={deal}"), sent | {"choice": choice.pk} | typed
        )

    @pytest.fixture
    def double(self) -> Match:
        """Deals 1 and 3 differ, deal 2 is the same on both sheets."""
        match = a_desk(checking=Checking.TWO_SHEETS, deals=3)
        for number in (1, 2, 3):
            read(match, "A", "paul", number)
            read(match, "B", "marie", number, points=126 if number == 2 else 116)
        return match

    def test_the_first_difference_comes_first_and_the_next_one_follows(self, client, double):
        by(client, "zoe")
        for number in (1, 3):
            page = client.get(address(double, "settle"))
            assert page.context["asked"].row.deal.number == number
            assert 'class="differs"' in text(page)
            deal = page.context["asked"].row.deal
            assert self.choose(client, double, deal.reading_b, number).status_code == 302
        assert client.get(address(double, "settle")).context["asked"] is None
        assert [row.points for row in fresh(double).rows] == [(116, 46), (126, 36), (116, 46)]

    def test_what_one_sheet_alone_says_is_shown_to_the_referee_only(self, client):
        double = a_desk(checking=Checking.TWO_SHEETS, deals=3)
        read(double, "A", "zoe", 3, points=137)
        page = address(double, "settle")
        for query in ("", "?deal=3"):
            shown = told(by(client, "marie").get(page + query))
            assert "137" not in shown
            assert "reste à saisir" in shown
        assert "137" not in told(client.get(address(double, "confirm")))
        a_role(a_user("marie"), double.round.tournament, RoleKind.REFEREE)
        assert "137" in told(client.get(page + "?deal=3"))

    def test_what_one_sheet_alone_says_is_changed_by_who_typed_it_only(self, client):
        double = a_desk(checking=Checking.TWO_SHEETS, deals=3)
        read(double, "A", "zoe", 1, points=137)
        for page, sent in (("swap", {"sheet": "A"}), ("swap", {}), ("move", {})):
            by(client, "marie")
            asked = {"seen": "1.1.", "reason": "à l'envers"} | sent
            text(client.post(address(double, page), asked))
            assert Entry.objects.count() == 1
        effect = reverse("referee:impact_of_correction", args=[double.round.tournament_id, 1, 1])
        typed = {"line": "a12c121", "client_key": uuid4(), "base": ""}
        shown = client.post(f"{effect}?deal=1&sheet=B", typed).context
        assert shown["page"] is None
        assert by(client, "zoe").get(address(double, "swap")).context["hidden"] == frozenset()

    def test_who_saves_a_deal_that_somebody_else_just_typed_is_not_shown_it(self, client):
        double = a_desk(checking=Checking.TWO_SHEETS, deals=3)
        read(double, "A", "zoe", 1, points=137)
        typed = {"line": "a12c121", "client_key": uuid4(), "base": "", "said": ""}
        here = address(double, "sheet", "?sheet=A&deal=1")
        shown = told(by(client, "marie").post(here, typed))
        assert "137" not in shown
        assert "a12c121" in shown
        assert Entry.objects.count() == 1

    def test_who_types_on_a_sheet_that_somebody_began_sees_it_from_then_on(self, client):
        double = a_desk(checking=Checking.TWO_SHEETS, deals=3)
        read(double, "A", "zoe", 1, points=137)
        here = address(double, "sheet", "?sheet=A")
        assert "137" not in told(by(client, "marie").get(here))
        read(double, "A", "marie", 2, points=127)
        assert "137" in told(client.get(here))
        with pytest.raises(ValidationError, match="autre équipe"):
            read(double, "B", "marie", 1)

    def test_who_typed_a_sheet_that_was_moved_since_does_not_type_the_other(self, client):
        round_ = a_round(a_tournament(checking=Checking.TWO_SHEETS, deals=3), tables=2)
        one, two = round_.matches.with_teams()
        read(one, "A", "zoe", 1)
        move_sheet(one, two, seen=seen_of(one), by=a_user("zoe"), reason="mauvaise table")
        with pytest.raises(ValidationError, match="autre équipe"):
            read(two, "B", "zoe", 1)

    def test_who_decided_is_kept_and_shown(self, client, double):
        deal = double.deals.get(number=1)
        self.choose(by(client, "zoe"), double, deal.reading_a, reason="relu ensemble")
        entry = fresh(double).rows[0].entry
        assert (entry.source, entry.author, entry.copied_from) == (
            Source.SETTLED,
            a_user("zoe"),
            deal.reading_a,
        )
        page = text(client.get(address(double, "settle", "?deal=1")))
        assert "relu ensemble" in page
        assert "zoe" in page

    def test_who_typed_a_reading_has_no_button_for_it_and_is_refused(self, client, double):
        deal = double.deals.get(number=1)
        by(client, "paul")
        page = text(client.get(address(double, "settle")))
        assert f'name="choice" value="{deal.reading_a_id}"' not in page
        assert f'name="choice" value="{deal.reading_b_id}"' in page
        refused = self.choose(client, double, deal.reading_a)
        assert refused.status_code == 200
        assert fresh(double).rows[0].state == DealState.DIFFERS

    def test_the_referee_may_choose_what_they_typed(self, client, double):
        a_role(a_user("paul"), double.round.tournament, RoleKind.REFEREE)
        deal = double.deals.get(number=1)
        assert self.choose(by(client, "paul"), double, deal.reading_a).status_code == 302

    def test_two_clicks_decide_once(self, client, double):
        deal = double.deals.get(number=1)
        key = str(uuid4())
        by(client, "zoe")
        base = {"base": deal.accepted_id}
        for _twice in range(2):
            answer = self.choose(client, double, deal.reading_b, client_key=key, **base)
            assert answer.status_code == 302
        assert Entry.objects.filter(source=Source.SETTLED).count() == 1

    def test_what_somebody_else_decided_meanwhile_is_not_decided_again(self, client, double):
        deal = double.deals.get(number=1)
        base = {"base": deal.accepted_id}
        self.choose(by(client, "zoe"), double, deal.reading_b)
        late = self.choose(by(client, "organiser"), double, deal.reading_a, **base)
        assert late.status_code == 200
        assert "errorlist" in text(late)
        assert fresh(double).rows[0].entry.author == a_user("zoe")

    def test_a_contested_deal_stands_with_a_reason(self, client):
        match = confirmed_desk(deals=1)
        entry = a_deal(match)
        answer(entry, agrees=False, by=a_user("paul"), note="belote oubliée")
        by(client, "marie")
        assert self.choose(client, match, entry).status_code == 200
        assert fresh(match).state == TableState.DISPUTE
        assert self.choose(client, match, entry, reason="vu avec la table").status_code == 302
        assert fresh(match).state == TableState.FINISHED

    def test_the_desk_takes_its_contest_back(self, client):
        match = confirmed_desk(deals=1)
        entry = a_deal(match)
        answer(entry, agrees=False, by=a_user("paul"), note="belote oubliée")
        by(client, "paul")
        assert address(match, "agree") in text(client.get(address(match, "settle")))
        assert client.post(address(match, "agree"), {"entry": entry.pk}).status_code == 302
        assert fresh(match).state == TableState.FINISHED

    def test_what_a_phone_contested_is_not_taken_back_at_the_desk(self, client):
        match = confirmed_desk(deals=1)
        answer(a_deal(match), agrees=False, side="B", note="belote oubliée")
        page = text(by(client, "paul").get(address(match, "settle")))
        assert address(match, "agree") not in page

    def test_nobody_agrees_with_what_they_typed(self, client):
        match = confirmed_desk(deals=1)
        entry = a_deal(match)
        answer(entry, agrees=False, by=a_user("paul"), note="belote oubliée")
        assert by(client, "zoe").post(address(match, "agree"), {"entry": entry.pk}).url
        assert fresh(match).state == TableState.DISPUTE

    @pytest.mark.parametrize("entry", ["", "x", "0", "9" * 25])
    def test_an_entry_of_nowhere_is_not_found(self, client, entry):
        match = confirmed_desk()
        assert by(client, "paul").post(address(match, "agree"), {"entry": entry}).status_code == 404

    @pytest.mark.parametrize("deal", ["x", "-1", "9999", "²", "1.5"])
    def test_a_deal_that_cannot_be_is_not_found(self, client, double, deal):
        by(client, "zoe")
        assert client.get(address(double, "settle", f"?deal={deal}")).status_code == 404

    @pytest.mark.parametrize(
        "typed", [{}, {"choice": "x"}, {"choice": "9" * 30, "client_key": "no", "base": "no"}]
    )
    def test_nonsense_decides_nothing(self, client, double, typed):
        by(client, "zoe")
        assert client.post(address(double, "settle", "?deal=1"), typed).status_code == 200
        assert not Entry.objects.filter(source=Source.SETTLED).exists()

    def test_a_deal_nobody_typed_has_nothing_to_decide(self, client, double):
        by(client, "zoe")
        assert client.get(address(double, "settle", "?deal=9")).status_code == 200
        assert client.post(address(double, "settle", "?deal=9"), {"choice": 1}).status_code == 200
