"""Seasons through their services and pages: who reads them, who fills them, what adds up."""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.builders import (
    a_club,
    a_deal,
    a_role,
    a_round,
    a_season,
    a_tournament,
    a_user,
)
from tournament.models import Club, RoleKind, Season, SeasonScale, Shape, Tournament
from tournament.rounds.services import close_round
from tournament.seasons.exports import season_csv
from tournament.seasons.services import (
    add_evening,
    change_season,
    create_season,
    season_table,
)

pytestmark = pytest.mark.django_db

PLACES = {"scale": SeasonScale.PLACES, "place_points": [25, 20, 16], "best": None}


@pytest.fixture
def organiser(client):
    user = a_user("organiser")
    client.force_login(user)
    return user


def an_evening(*, winner="A", bye=False, **columns):
    """One closed round of teams 1 and 2: 250 to 40 for side A, or the other way round."""
    contest = a_tournament(deals=1, **columns)
    round_ = a_round(contest, bye=bye)
    match = round_.matches.with_teams().select_related("round__tournament").get()
    a_deal(match, takers=winner)
    close_round(round_, by=a_user("organiser"))
    contest.refresh_from_db()
    return contest


def swap_players(contest, number):
    """Write the players of a team in the other order, another way, under another team name."""
    team = contest.teams.get(number=number)
    names = [player.name for player in team.players.all()]
    team.players.all().delete()
    for place, name in enumerate(reversed(names), start=1):
        player = team.players.model(tournament=contest, team=team, place=place, name=name.upper())
        player.full_clean()
        player.save()
    team.name = "Autre nom"
    team.full_clean()
    team.save()


def totals(season):
    return {line.name: (line.rank, line.total) for line in season_table(season).lines}


def test_evenings_add_up_by_the_names_of_the_players_in_either_order():
    first, second = an_evening(), an_evening(winner="B")
    swap_players(second, 2)
    season = a_season(first, second, **PLACES)
    assert totals(season) == {
        "Joueur 1.1 – Joueur 1.2": (1, 45),
        "JOUEUR 2.2 – JOUEUR 2.1": (1, 45),
    }


def test_the_marks_of_the_evenings_may_add_up():
    season = a_season(an_evening(), an_evening(), scale=SeasonScale.MARKS)
    assert totals(season)["Joueur 1.1 – Joueur 1.2"] == (1, 500)


def test_who_never_sat_down_earns_no_place_and_who_sat_out_does():
    contest = an_evening(bye=True, bye_marks=100)
    contest.teams.create(number=9, name="Absents", key="absents")
    season = a_season(contest, **PLACES)
    assert [total for _rank, total in totals(season).values()] == [25, 20, 16]


def test_a_correction_moves_the_season():
    contest = an_evening()
    season = a_season(contest, **PLACES)
    before = totals(season)
    contest.rounds.update(closed_at=None)
    assert totals(season) != before


def test_the_same_form_sent_twice_makes_one_season(organiser):
    a_tournament()
    key = uuid4()
    for _click in range(2):
        create_season(by=organiser, club=a_club(), client_key=key, name="Challenge", **PLACES)
    assert Season.objects.count() == 1


def test_a_form_that_another_club_sent_gives_nobody_its_season(organiser):
    a_tournament()
    other = Club.objects.create(name="Un autre club")
    made = Season.objects.create(club=other, client_key=uuid4(), name="Challenge", **PLACES)
    with pytest.raises(ValidationError):
        create_season(
            by=organiser, club=a_club(), client_key=made.client_key, name="Challenge", **PLACES
        )


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": " "}, "name"),
        ({"place_points": []}, "place_points"),
        ({"place_points": [10, 20]}, "place_points"),
        ({"best": 0}, "best"),
    ],
)
def test_a_season_that_could_not_be_added_up_is_refused(organiser, wrong, field):
    a_tournament()
    columns = {"name": "Challenge", **PLACES, **wrong}
    with pytest.raises(ValidationError) as refused:
        create_season(by=organiser, club=a_club(), client_key=uuid4(), **columns)
    assert field in refused.value.error_dict


def test_one_makes_no_season_for_a_club_of_which_one_organises_nothing(organiser):
    a_tournament()
    other = Club.objects.create(name="Un autre club")
    with pytest.raises(ValidationError):
        create_season(by=organiser, club=other, client_key=uuid4(), name="Challenge", **PLACES)


def test_adding_an_evening_twice_changes_nothing_and_is_journalled_once(organiser):
    contest = an_evening()
    season = a_season(**PLACES)
    for _click in range(2):
        add_evening(season, contest, by=organiser)
    assert season.evenings.count() == 1
    assert contest.journal.filter(kind="season.evening_added").count() == 1


def test_only_one_s_own_contests_of_the_club_are_added(organiser):
    season = a_season(**PLACES)
    a_tournament()
    somebody_else_s = a_tournament(organiser=a_user("somebody else"))
    elsewhere = a_tournament(club=Club.objects.create(name="Un autre club"))
    for contest in (somebody_else_s, elsewhere):
        with pytest.raises(ValidationError):
            add_evening(season, contest, by=organiser)
    assert not season.evenings.exists()


def test_pairs_and_single_players_do_not_mix(organiser):
    season = a_season(an_evening(), **PLACES)
    with pytest.raises(ValidationError):
        add_evening(season, a_tournament(shape=Shape.INDIVIDUAL), by=organiser)


def test_a_change_of_what_counts_is_journalled_in_each_contest(organiser):
    contest = an_evening()
    season = a_season(contest, **PLACES)
    change_season(season, {"best": 1}, by=organiser)
    change_season(season, {"best": 1}, by=organiser)
    (entry,) = contest.journal.filter(kind="season.changed")
    assert entry.details["best"] == 1


def test_the_pages_make_a_season_fill_it_and_show_it(client, organiser):
    contest = an_evening(name="Soirée d'octobre")
    form = client.get("/seasons/new/").context["form"]
    typed = {
        "name": "Challenge 2026",
        "scale": "places",
        "place_points": "25, 20 16",
        "best": "",
        "club": form["club"].initial.pk,
        "client_key": uuid4(),
    }
    page = client.post("/seasons/new/", typed, follow=True)
    for _click in range(2):
        client.post("/seasons/new/", typed)
        client.post("/seasons/new/", typed | {"name": "Challenge d'hiver"})
    assert Season.objects.count() == 2
    season = Season.objects.get(name="Challenge 2026")
    assert season.place_points == [25, 20, 16]
    assert page.redirect_chain[-1][0] == f"/seasons/{season.pk}/"
    added = client.post(f"/seasons/{season.pk}/evenings/", {"tournament": contest.pk}, follow=True)
    text = added.content.decode()
    assert "Joueur 1.1 – Joueur 1.2" in text
    assert "Soirée d&#x27;octobre" in text
    assert f"/tournaments/{contest.pk}/prints/seasons/{season.pk}.pdf" in text
    file = client.get(f"/seasons/{season.pk}/csv/")
    assert file["Content-Type"] == "text/csv; charset=utf-8"
    assert ";25;25\r\n" in file.content.decode()
    client.post(f"/seasons/{season.pk}/evenings/{contest.pk}/remove/")
    assert not season.evenings.exists()
    assert Tournament.objects.filter(pk=contest.pk).exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Donnez un nom"),
        ({"place_points": "25 vingt"}, "nombres entiers"),
        ({"place_points": ""}, "points de chaque place"),
        ({"place_points": "9" * 40}, "trop de points"),
        ({"best": "0"}, "1 ou plus"),
        ({"name": "\x00<b>" * 30}, ""),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(client, organiser, wrong, sentence):
    season = a_season(an_evening(), **PLACES)
    typed = {"name": "Challenge", "scale": "places", "place_points": "25 20", "best": "4"} | wrong
    page = client.post(f"/seasons/{season.pk}/settings/", typed)
    assert page.status_code == 200
    assert sentence in page.content.decode()
    season.refresh_from_db()
    assert (season.place_points, season.best) == ([25, 20, 16], None)


def test_a_forged_contest_is_refused_beside_the_field(client, organiser):
    season = a_season(an_evening(), **PLACES)
    other = a_tournament(organiser=a_user("somebody else"))
    page = client.post(f"/seasons/{season.pk}/evenings/", {"tournament": other.pk})
    assert page.status_code == 200
    assert season.evenings.count() == 1


def test_a_season_exists_for_the_club_s_people_only(client):
    contest = an_evening()
    season = a_season(contest, **PLACES)
    reader = a_user("reader")
    client.force_login(reader)
    assert client.get(f"/seasons/{season.pk}/").status_code == 404
    assert "Challenge" not in client.get("/seasons/").content.decode()
    a_role(reader, contest, RoleKind.READER)
    page = client.get(f"/seasons/{season.pk}/")
    assert page.status_code == 200
    assert "evenings/" not in page.content.decode()
    assert client.get("/seasons/new/").status_code == 403
    assert client.post(f"/seasons/{season.pk}/evenings/").status_code == 403
    elsewhere = a_season(contest, **PLACES)
    Season.objects.filter(pk=elsewhere.pk).update(club=Club.objects.create(name="Un autre club"))
    assert client.get(f"/seasons/{elsewhere.pk}/").status_code == 404


def test_the_file_marks_what_does_not_count_and_runs_nothing():
    contest = an_evening(name="=cmd")
    season = a_season(contest, an_evening(), **PLACES | {"best": 1})
    written = season_csv(season_table(season))
    assert ";[25]\r\n" in written, "in parentheses it would be below zero"
    assert "=cmd" not in [cell[:4] for cell in written.split(";")]


@pytest.mark.parametrize("wrong", [0, 2**63, 10**40])
def test_a_contest_that_no_season_can_hold_is_not_found(client, organiser, wrong):
    season = a_season(an_evening())
    assert client.post(f"/seasons/{season.pk}/evenings/{wrong}/remove/").status_code == 404
