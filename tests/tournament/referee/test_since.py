"""What an act moves is on the page before it is confirmed, and marked as such afterwards."""

from __future__ import annotations

import html
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.tournament.builders import FACTS, a_role, a_user
from tests.tournament.rounds.test_impact import at, correcting, swiss
from tests.tournament.standings.test_ruled import rule
from tournament.models import ByeKind, Decision, RoleKind, Tournament
from tournament.prints.standings_papers import standings_paper
from tournament.rounds.services import close_round, reopen_round
from tournament.rulebooks.change import Choice, change_rulebook
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db

RIGHT = {"takers": "B", "contract": "90", "points": 150, "stake": "coinche"}
POSTED = "What is posted after round 2 stays as it is until you print it again."


@pytest.fixture
def tournament() -> Tournament:
    """Two closed rounds of four tables and a bye on average, the second drawn by the standings."""
    tournament = swiss(2, teams=9, bye_kind=ByeKind.AVERAGE)
    for kind in (RoleKind.REFEREE, RoleKind.ORGANISER):
        a_role(a_user("rémi"), tournament, kind)
    return tournament


@pytest.fixture
def client(tournament) -> Client:
    client = Client()
    client.force_login(a_user("rémi"))
    client.cookies["django_language"] = "en"
    return client


def words(response) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def page(client: Client, name: str, *args: int) -> str:
    return words(client.get(reverse(name, args=args)))


def correct(tournament: Tournament) -> None:
    correcting(at(tournament, 1, 4), **RIGHT)()


def change(tournament: Tournament) -> None:
    current = Tournament.objects.get(pk=tournament.pk)
    change_rulebook(
        current,
        Choice(name="competition"),
        seen=current.rulebook.fingerprint(),
        by=a_user("rémi"),
        reason="erreur",
    )


def test_a_correction_tells_of_byes_draws_and_papers_before_and_marks_them_afterwards(
    client, tournament
):
    assert page(client, "rounds:detail", tournament.pk, 2).count("Changed since") == 0
    deal = at(tournament, 1, 4).deals.get(number=1)
    typed = {**FACTS, **RIGHT, "points_of": "B", "base": deal.accepted_id}
    typed |= {"client_key": str(uuid4()), "reason": "relu"}
    address = reverse("referee:impact_of_correction", args=[tournament.pk, 1, 4])
    shown = words(client.post(f"{address}?deal=1", typed))
    assert "Rounds without a match, marked again" in shown
    assert "without a match in round 1:" in shown
    assert "Round 2 is drawn already: at" in shown
    assert "It stays as drawn." in shown
    assert POSTED in shown
    correct(tournament)
    marked = (
        "Changed since round 2 was closed: table 4 of round 1. What was posted before stays as it"
        " is until it is printed again."
    )
    assert marked in page(client, "standings:table", tournament.pk)
    assert marked in client.get(reverse("standings:csv", args=[tournament.pk])).content.decode()
    with override("en"):
        assert marked in standings_paper(Tournament.objects.get(pk=tournament.pk)).notes
    drawn = page(client, "rounds:detail", tournament.pk, 2)
    assert "Changed since this round was drawn: table 4 of round 1. The draw stays." in drawn
    assert "Round 2 is drawn already: at" in drawn
    assert "Changed since" not in page(client, "rounds:detail", tournament.pk, 1)


def test_a_change_of_the_rulebook_tells_of_them_too(client, tournament):
    address = reverse("rulebooks:change", args=[tournament.pk])
    seen = Tournament.objects.get(pk=tournament.pk).rulebook.fingerprint()
    sent = {"rulebook": "competition", "seen": seen, "step": "impact"}
    shown = words(client.post(address, sent))
    assert "without a match in round 1:" in shown
    assert POSTED in shown
    change(tournament)
    assert "Rulebook changed on" in page(client, "standings:table", tournament.pk)
    drawn = page(client, "rounds:detail", tournament.pk, 2)
    assert "Changed since this round was drawn: the rulebook. The draw stays." in drawn


def test_a_bye_on_average_is_recomputed_when_it_is_confirmed(client, tournament):
    def given() -> int:
        found = standings(Tournament.objects.get(pk=tournament.pk))
        return next(line.parts[0].marks for line in found.lines if line.sat_out[:1] == (1,))

    before = given()
    correct(tournament)
    assert given() != before


def test_marks_given_by_a_ruling_are_a_change_and_a_warning_is_none(client, tournament):
    rule(tournament, Decision.WARNING, tournament.teams.get(number=1))
    assert "Changed since" not in page(client, "standings:table", tournament.pk)
    rule(tournament, Decision.MARKS, tournament.teams.get(number=1), marks=-300)
    said = "Changed since round 2 was closed: what a ruling gives or takes."
    assert said in page(client, "standings:table", tournament.pk)


def test_what_is_typed_of_the_round_in_play_is_no_change(client, tournament):
    swiss_round = tournament.rounds.get(number=2)
    correct(tournament)
    assert "Changed since round 2" in page(client, "standings:table", tournament.pk)
    # Closed again: what is posted now is posted with it.
    reopen_round(swiss_round, by=a_user("rémi"))
    close_round(tournament.rounds.get(number=2), by=None)
    assert "Changed since" not in page(client, "standings:table", tournament.pk)
