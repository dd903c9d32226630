"""Erasing names changes no season: who played several evenings stays one line of it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tests.tournament.builders import a_club, a_deal, a_match, a_season, a_tournament, a_user
from tournament.models import Player, SeasonScale, Shape
from tournament.people.erasure import becoming, due, erase, erase_old, keep_names_for
from tournament.rounds.services import close_round
from tournament.seasons.services import season_table

pytestmark = pytest.mark.django_db

GINETTE = "Ginette Œuvrard"
PAIRS = ((GINETTE, "Marcel Arc"), ("Zoé Petit", "Luc Favre"))


def an_evening(days_ago):
    """A contest that is over, of the same two pairs."""
    date = timezone.localdate() - timedelta(days=days_ago)
    match = a_match(organiser=a_user("organiser"), date=date)
    a_deal(match)
    close_round(match.round, by=a_user("organiser"), despite_missing=True)
    for team, names in zip((match.team_a, match.team_b), PAIRS, strict=True):
        for player, name in zip(team.players.all(), names, strict=True):
            player.name = name
            player.full_clean()
            player.save()
    return match.round.tournament


@pytest.fixture
def evenings():
    return [an_evening(days_ago=400), an_evening(days_ago=300)]


@pytest.fixture
def season(evenings):
    return a_season(*evenings, scale=SeasonScale.MARKS, best=None)


def figures(season):
    return [(line.rank, line.total, line.scores) for line in season_table(season).lines]


def all_contests():
    return a_club().tournaments.all()


def test_whoever_is_erased_over_all_evenings_stays_one_line_of_the_season(season):
    before = figures(season)
    keys = list(Player.objects.filter(name=GINETTE).values_list("pk", flat=True))
    said = {each.name for each in becoming(Player.objects.filter(pk__in=keys))}
    assert erase(all_contests(), keys, by=None) == 2
    assert figures(season) == before
    assert {player.name for player in Player.objects.filter(pk__in=keys)} == said
    assert len(said) == 1


def test_the_page_names_the_season_that_would_count_apart_what_is_erased(season, evenings, client):
    client.force_login(a_user("organiser"))
    keys = list(Player.objects.filter(name=GINETTE).values_list("pk", flat=True))
    url = reverse("persons:person", args=[a_club().pk, keys[0]])
    shown = client.post(url, {"players": keys[:1], "step": "look"})
    assert list(shown.context["split"]) == [season]
    assert season.name in shown.content.decode()
    whole = client.post(url, {"players": keys, "step": "look"})
    assert not whole.context["split"]


def test_a_season_s_names_are_kept_until_its_last_evening_is_old_too(season, evenings):
    before = figures(season)
    other = a_season(evenings[1], an_evening(days_ago=10))
    club = a_club()
    assert due(club, 6) == []
    other.evenings.last().delete()
    assert due(club, 6) == evenings
    assert keep_names_for(club, 6, by=a_user("organiser")) == 8
    assert figures(season) == before
    assert not Player.objects.filter(tournament__in=evenings, erased_at=None).exists()
    # Each contest notes what was erased in it.
    for contest in evenings:
        assert contest.journal.get(kind="names.erased").details == {"count": 4}


def test_contests_that_no_season_joins_are_erased_each_for_itself(evenings):
    club = a_club()
    club.names_kept_months = 6
    club.save()
    assert erase_old(club) == 8
    names = Player.objects.values_list("name", flat=True)
    assert len(set(names)) == 8


def test_no_erased_name_is_another_s(evenings):
    player = Player.objects.filter(name=GINETTE).first()
    taken = _("Erased name %(number)s") % {"number": player.pk}
    other = Player.objects.filter(name="Luc Favre").first()
    other.name, other.erased_at = taken, timezone.now()
    other.full_clean()
    other.save()
    erase(all_contests(), [player.pk], by=None)
    player.refresh_from_db()
    assert player.name != taken
    assert player.name.startswith(_("Erased name %(number)s") % {"number": ""})


def test_a_player_alone_at_the_tables_keeps_one_name_with_his_team():
    contests = [
        a_tournament(shape=Shape.INDIVIDUAL, date=timezone.localdate() - timedelta(days=days))
        for days in (40, 30)
    ]
    keys = []
    for contest in contests:
        team = contest.teams.create(number=1, name="Zoé Petit", key="zoe petit")
        named = {"name": "Zoé Petit", "key": "zoe petit"}
        keys.append(contest.players.create(team=team, place=1, **named).pk)
    erase(all_contests(), keys, by=None)
    names = {contest.teams.get().name for contest in contests}
    assert names == set(Player.objects.values_list("name", flat=True))
    assert len(names) == 1
