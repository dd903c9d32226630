"""The same deal, match, contest under another rulebook: only looked at, nothing written."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring import load_rulebook, score_deal
from tests.tournament.builders import (
    a_deal,
    a_match,
    a_role,
    a_round,
    a_rulebook,
    a_ruling,
    a_user,
    a_version,
    redrafted,
)
from tournament.deals.tally import match_sheet
from tournament.models import Match, RoleKind, Tournament, freeze
from tournament.referee.contest_elsewhere import contest_told
from tournament.referee.elsewhere import deal_told, everywhere, match_told
from tournament.referee.match_pairs import match_pairs
from tournament.referee.other_rulebooks import others_of, under
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """A match of three deals: a made 120, a failed 120 coinched, a générale."""
    match = a_match("competition", deals=3)
    a_deal(match, 1)
    a_deal(match, 2, points=90, stake="coinche", takers="B")
    a_deal(match, 3, contract="capot", points=None, sweep="takers")
    a_role(a_user("rémi"), match.round.tournament, RoleKind.REFEREE)
    return match


def other(tournament: Tournament, key: str):
    return next(each for each in others_of(tournament) if each.key == key)


def test_every_shipped_rulebook_is_offered_then_each_reading_of_the_own_one(match):
    tournament = match.round.tournament
    keys = [each.key for each in others_of(tournament)]
    assert "kchanaise" in keys
    assert "competition" not in keys
    assert "+capot-500" in keys
    assert len(keys) == len(set(keys))


def test_what_the_club_has_published_is_offered_too_the_last_version_first(match, client):
    version = a_version(a_rulebook("kchanaise"))
    redrafted(version.rulebook_of, target=3000)
    last = a_version()
    tournament = match.round.tournament
    of_club = [each for each in others_of(tournament) if each.is_of_club]
    assert [each.key for each in of_club] == [f"version-{last.pk}", f"version-{version.pk}"]
    assert [each.title for each in of_club] == ["La nôtre, version 2", "La nôtre, version 1"]
    told = deal_told(match_sheet(match), 2, of_club[0])
    kchanaise = deal_told(match_sheet(match), 2, other(tournament, "kchanaise"))
    assert told.there.marks == kchanaise.there.marks != told.here.marks
    client.force_login(a_user("rémi"))
    address = reverse("referee:elsewhere", args=[tournament.pk])
    page = client.get(address, {"rulebook": of_club[0].key}).content.decode()
    assert '<optgroup label="Ceux du club">' in page
    assert "La nôtre, version 2" in page


def test_a_contest_of_the_club_s_own_is_not_offered_its_own_version(match):
    version = a_version(a_rulebook())
    tournament = match.round.tournament
    tournament.rulebook_name, tournament.rulebook_frozen = version.rulebook.name, version.text
    assert not [each for each in others_of(tournament) if each.is_of_club]


def test_a_reading_already_turned_can_be_turned_back(match):
    tournament = match.round.tournament
    tournament.rulebook_frozen = freeze(load_rulebook("competition").switched("capot-500"))
    tournament.save()
    found = others_of(tournament)
    assert load_rulebook("competition") in [each.rulebook for each in found]
    assert tournament.rulebook not in [each.rulebook for each in found]


@pytest.mark.parametrize("key", ["kchanaise", "grenobloise", "ffb-fiche", "+capot-500"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_deal_is_marked_as_the_other_rulebook_marks_it(match, key, number):
    whole = match_sheet(match)
    told = deal_told(whole, number, other(match.round.tournament, key))
    score = score_deal(told.there.facts, told.other.rulebook)
    assert told.there.marks == (score.mark_a, score.mark_b)
    for side, here, there in told.totals:
        lines = [pair for pair in told.lines if pair.side is side]
        assert sum(pair.here.points or 0 for pair in lines) == here
        assert sum(pair.there.points or 0 for pair in lines) == there
        assert any(pair.differs for pair in lines) or here == there


def test_chez_nous_on_compte_is_settled_on_one_screen(match):
    found = {each.other.key: each for each in everywhere(match_sheet(match), 3)}
    assert found["+capot-500"].there.marks == (500, 0)
    assert found["+capot-500"].here.marks == (250, 0)
    assert "+capot-500" not in {each.other.key for each in everywhere(match_sheet(match), 1)}
    assert found["multijoueur"].impossible


def test_a_deal_that_cannot_exist_there_says_why_in_a_sentence(match):
    told = deal_told(match_sheet(match), 1, other(match.round.tournament, "multijoueur"))
    assert told.there is None
    assert told.impossible.endswith(".")
    assert told.differs


def test_a_match_is_read_deal_by_deal_with_its_totals_and_its_winner(match):
    whole = match_sheet(match)
    told = match_told(whole, load_rulebook("kchanaise"))
    pairs = match_pairs(whole, told, sees_all=True)
    assert [pair.number for pair in pairs.deals] == [1, 2, 3]
    sums = [sum(row.marks[side] for row in told.sheet.rows) for side in (0, 1)]
    assert list(told.sheet.tally.totals) == sums
    assert told.sheet.tally.is_finished


def test_the_marks_of_rulings_count_there_too(match):
    a_ruling(match, "marks", side="A", marks=-160)
    whole = match_sheet(match)
    told = match_told(whole, load_rulebook("kchanaise"))
    assert told.sheet.tally.totals[0] == sum(row.marks[0] for row in told.sheet.rows) - 160


def test_what_cannot_exist_there_counts_as_annulled(match):
    told = match_told(match_sheet(match), load_rulebook("multijoueur"))
    assert set(told.impossible) == {1, 2, 3}
    assert told.sheet.tally.totals == (0, 0)
    assert told.sheet.missing == ()


@pytest.fixture
def contest() -> Tournament:
    """A closed round of three tables, ranked otherwise where only the contract is marked."""
    match = a_match("grenobloise", deals=2)
    tournament = match.round.tournament
    match.round.closed_at = timezone.now()
    match.round.save()
    more = a_round(tournament, 3, bye=True)
    for place, other_match in enumerate(Match.objects.with_teams().filter(round=more)):
        a_deal(other_match, 1, contract=str(90 + 10 * place), points=150 - 15 * place)
        a_deal(other_match, 2, takers="B", points=100 + 20 * place)
    a_deal(match, 1)
    a_deal(match, 2, takers="B", points=110)
    more.closed_at = timezone.now()
    more.save()
    tournament.bye_kind = "average"
    tournament.save(update_fields=["bye_kind"])
    a_role(a_user("rémi"), tournament, RoleKind.REFEREE)
    return tournament


@pytest.mark.parametrize("key", ["kchanaise", "competition", "ffb-contree-2016", "ffb-fiche"])
def test_the_ranks_are_those_of_a_contest_that_had_played_so(contest, key):
    told = contest_told(contest, load_rulebook(key))
    here = {row.team.pk: row.here for row in told.rows}
    assert here == {line.team.pk: line.row for line in standings(contest).lines}
    contest.rulebook_name, contest.rulebook_frozen = key, freeze(load_rulebook(key))
    real = standings(contest)
    assert {row.team.pk: row.there for row in told.rows} == {
        line.team.pk: line.row for line in real.lines
    }


def test_an_exclusion_and_a_ruling_hold_there_as_here(contest):
    match = Match.objects.with_teams().filter(round__tournament=contest).last()
    a_ruling(match, "marks", side="B", marks=-50)
    a_ruling(match, "exclusion", team=match.team_a)
    key = "kchanaise"
    told = contest_told(contest, load_rulebook(key))
    contest.rulebook_name, contest.rulebook_frozen = key, freeze(load_rulebook(key))
    assert {row.team.pk: row.there for row in told.rows} == {
        line.team.pk: line.row for line in standings(contest).lines
    }


def test_nothing_is_written(contest):
    before = Tournament.objects.values().get(pk=contest.pk)
    contest_told(contest, load_rulebook("kchanaise"))
    assert under(contest, load_rulebook("kchanaise")) is not contest
    assert Tournament.objects.values().get(pk=contest.pk) == before
    assert contest.rulebook == load_rulebook("grenobloise")


def test_what_cannot_exist_there_is_listed_with_its_place(contest):
    told = contest_told(contest, load_rulebook("multijoueur"))
    assert len(told.impossible) == 8
    assert all(each.why for each in told.impossible)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "rulebook=kchanaise",
        "rulebook=multijoueur",
        "rulebook=nowhere&round=x&table=-1&deal=99999999999",
        "round=1&table=1",
        "round=1&table=1&rulebook=multijoueur",
        "round=1&table=1&deal=1",
        "round=1&table=1&deal=1&rulebook=kchanaise",
        "round=1&table=1&deal=1&rulebook=multijoueur",
    ],
)
def test_every_address_is_answered(contest, query):
    client = Client()
    client.force_login(a_user("rémi"))
    address = reverse("referee:elsewhere", args=[contest.pk])
    assert client.get(f"{address}?{query}").status_code == 200


@pytest.mark.parametrize("query", ["round=9&table=1", "round=1&table=1&deal=9"])
def test_a_place_that_is_not_there_is_not_found(contest, query):
    client = Client()
    client.force_login(a_user("rémi"))
    address = reverse("referee:elsewhere", args=[contest.pk])
    assert client.get(f"{address}?{query}").status_code == 404
