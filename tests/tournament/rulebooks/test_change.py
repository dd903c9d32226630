"""Another rulebook in the middle of a contest: previewed, refused where it cannot be, told."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from scoring import load_rulebook
from tests.tournament.builders import a_deal, a_match, a_tournament, a_user
from tests.tournament.journal.played import a_played_contest
from tournament.deals.tally import match_tallies
from tournament.journal.verification import verify
from tournament.models import Match, Tournament
from tournament.rounds.services import close_round
from tournament.rulebooks.change import Choice, change_rulebook
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = a_match(deals=1)
    a_deal(match)
    close_round(match.round, by=None)
    return match


@pytest.fixture
def organiser(match) -> Client:
    client = Client()
    client.force_login(a_user("organiser"))
    return client


def contest(match: Match) -> Tournament:
    return Tournament.objects.get(pk=match.round.tournament_id)


def changed(match: Match, name: str, *switches: str, **said: Any) -> Tournament:
    tournament = contest(match)
    given = {"seen": tournament.rulebook.fingerprint(), "reason": "erreur"} | said
    choice = Choice(name=name, switches=switches)
    return change_rulebook(tournament, choice, by=a_user("organiser"), **given)


def totals(match: Match) -> tuple[int, int]:
    return match_tallies(contest(match), [match.round])[match.pk].totals


def test_every_deal_is_marked_under_the_new_rulebook(match):
    assert totals(match) == (250, 40)
    changed(match, "competition")
    assert totals(match) == (246, 36)
    tournament = contest(match)
    assert tournament.rulebook == load_rulebook("competition")
    assert tournament.rulebook_name == "competition"


def test_it_is_in_the_journal_with_both_fingerprints_and_the_reason(match):
    before = contest(match).rulebook.fingerprint()
    changed(match, "competition", reason="  affiché par erreur ")
    details = contest(match).journal.get(kind="rulebook.changed").details
    assert (details["was"], details["rulebook"]) == (
        before,
        load_rulebook("competition").fingerprint(),
    )
    assert (details["reason"], details["applied"]) == ("affiché par erreur", [])


def test_the_standings_tell_when_it_was_changed(match):
    changed(match, "competition")
    (change,) = standings(contest(match)).changes
    assert (change.before, change.after) == (
        load_rulebook("grenobloise").short_fingerprint,
        load_rulebook("competition").short_fingerprint,
    )


def test_a_reading_of_the_present_rulebook_is_turned_and_turned_back(match):
    changed(match, "grenobloise", "five-down")
    assert contest(match).rulebook == load_rulebook("grenobloise").switched("five-down")
    changed(match, "grenobloise")
    assert contest(match).rulebook == load_rulebook("grenobloise")
    assert len(standings(contest(match)).changes) == 2


def test_asked_for_twice_it_is_changed_once(match):
    seen = contest(match).rulebook.fingerprint()
    for _click in range(2):
        changed(match, "competition", seen=seen)
    assert contest(match).journal.filter(kind="rulebook.changed").count() == 1


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"seen": "0" * 64}, "__all__"),
        ({"reason": " "}, "reason"),
    ],
)
def test_a_stale_page_and_a_change_without_a_reason_are_refused(match, said, field):
    with pytest.raises(ValidationError) as refused:
        changed(match, "competition", **said)
    assert field in getattr(refused.value, "message_dict", {"__all__": []})
    assert contest(match).rulebook == load_rulebook("grenobloise")


@pytest.mark.parametrize(
    ("name", "switches", "field"),
    [("no such", (), "rulebook"), ("grenobloise", ("no such",), "switches")],
)
def test_what_there_is_not_cannot_be_chosen(match, name, switches, field):
    with pytest.raises(ValidationError) as refused:
        changed(match, name, *switches)
    assert field in refused.value.message_dict


def test_deals_that_it_cannot_mark_are_named(match):
    with pytest.raises(ValidationError) as refused:
        changed(match, "multijoueur")
    sentences = refused.value.message_dict["rulebook"]
    assert any("1" in sentence for sentence in sentences[1:])
    assert contest(match).rulebook == load_rulebook("grenobloise")


def test_of_many_deals_that_it_cannot_mark_some_are_named():
    match = a_match(deals=8)
    for number in range(1, 9):
        a_deal(match, number)
    with pytest.raises(ValidationError) as refused:
        changed(match, "multijoueur")
    assert len(refused.value.message_dict["rulebook"]) == 7


def test_before_the_first_round_it_is_chosen_in_the_settings():
    tournament = a_tournament()
    seen = tournament.rulebook.fingerprint()
    with pytest.raises(ValidationError):
        change_rulebook(
            tournament, Choice(name="competition"), seen=seen, by=a_user(), reason="non"
        )


def test_the_journal_agrees_with_the_contest_afterwards():
    tournament = a_played_contest()
    choice = Choice(name="competition")
    seen = tournament.rulebook.fingerprint()
    change_rulebook(tournament, choice, seen=seen, by=a_user("organiser"), reason="erreur")
    assert verify(Tournament.objects.get(pk=tournament.pk)).faults == ()


# --- The page ------------------------------------------------------------------------------


def url(match: Match) -> str:
    return reverse("rulebooks:change", args=[match.round.tournament_id])


def text_of(response: Any) -> str:
    bare = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(bare).split())


def sent(match: Match, **said: Any) -> dict[str, Any]:
    seen = contest(match).rulebook.fingerprint()
    return {"rulebook": "competition", "seen": seen, "step": "impact"} | said


def test_what_moves_is_shown_before_and_the_change_takes_a_reason(organiser, match):
    page = organiser.post(url(match), sent(match))
    assert "250 – 40 246 – 36" in text_of(page)
    assert totals(match) == (250, 40)
    refused = organiser.post(url(match), sent(match, step="change"))
    assert "Dites pourquoi" in text_of(refused)
    answer = organiser.post(url(match), sent(match, step="change", reason="affiché par erreur"))
    assert answer.url == reverse("standings:table", args=[match.round.tournament_id])
    assert totals(match) == (246, 36)
    shown = text_of(organiser.get(answer.url))
    assert "Règlement changé le" in shown
    assert load_rulebook("competition").short_fingerprint in shown


def test_the_present_rulebook_changes_nothing(organiser, match):
    page = organiser.post(url(match), sent(match, rulebook="grenobloise"))
    assert page.context["is_same"]


def test_a_rulebook_that_cannot_mark_a_deal_is_refused_with_its_place(organiser, match):
    page = organiser.post(url(match), sent(match, rulebook="multijoueur"))
    assert "Manche 1, table 1, donne 1" in text_of(page)


def test_a_page_older_than_the_present_rulebook_says_so(organiser, match):
    old = sent(match, step="change", reason="oui")
    changed(match, "ffb-fiche")
    page = organiser.post(url(match), old)
    assert "entre-temps" in text_of(page)
    assert f'name="seen" value="{contest(match).rulebook.fingerprint()}"' in page.content.decode()


def test_before_the_first_round_the_page_leads_to_the_settings():
    tournament = a_tournament()
    client = Client()
    client.force_login(a_user("organiser"))
    answer = client.get(reverse("rulebooks:change", args=[tournament.pk]))
    assert answer.url == reverse("clubs:settings", args=[tournament.pk])


def test_going_back_shows_the_choice_again(organiser, match):
    page = organiser.post(url(match), sent(match, step="back"))
    assert page.context["form"]["rulebook"].value() == "competition"
