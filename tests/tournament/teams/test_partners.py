"""Players alone: paired, separated, stepping in; players replaced keep their past."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.builders import a_role, a_round, a_team, a_tournament, a_user
from tournament.models import Decision, Player, RoleKind, Ruling, Shape, Tournament
from tournament.referee.rulings import decide
from tournament.teams import partners, services
from tournament.teams.importing import TeamLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


def alone(tournament: Tournament, name: str) -> Player:
    line = TeamLine(line=0, number=None, name="", players=(name,), fee_paid=None, alone=True)
    return partners.register_alone(tournament, line, by=a_user())


def names(tournament: Tournament) -> list[str]:
    return [player.name for player in tournament.players.alone().order_by("key")]


def kinds(tournament: Tournament) -> list[str]:
    return list(tournament.journal.values_list("kind", flat=True))


def a_warning(tournament: Tournament, **about: Any) -> None:
    a_role(a_user("rémi"), tournament, RoleKind.REFEREE)
    said = {"category": "conduct", "facts": "Cris.", "client_key": uuid4()}
    about = {"team": a_team(tournament, 9)} | about
    ruling = Ruling(tournament=tournament, decision=Decision.WARNING, **said, **about)
    decide(ruling, by=a_user("rémi"))


def test_a_player_comes_alone_once(tournament):
    first = alone(tournament, "Zoé")
    assert alone(tournament, " zoe ") == first
    assert kinds(tournament) == ["player.registered"]
    assert tournament.journal.get().details == {"player": first.pk}


def test_a_player_of_a_team_is_not_alone(tournament):
    a_team(tournament, 1)
    with pytest.raises(ValidationError) as refused:
        alone(tournament, "joueur 1.2")
    assert set(refused.value.error_dict) == {"player_1"}


def test_players_alone_sort_in_french(tournament):
    for name in ("Zoé", "Éric", "Œnone", "Élodie", "Odile"):
        alone(tournament, name)
    assert names(tournament) == ["Élodie", "Éric", "Odile", "Œnone", "Zoé"]


def test_two_players_alone_make_a_team_once(tournament):
    one, other = alone(tournament, "Zoé"), alone(tournament, "Ali")
    team = partners.pair(tournament, one, other, name="", by=a_user())
    assert (team.number, team.name) == (1, "Zoé – Ali")
    assert list(team.players.all()) == [one, other]
    assert names(tournament) == []
    assert partners.pair(tournament, one, other, by=a_user()) == team
    assert kinds(tournament)[2:] == ["players.paired"]


def test_who_has_a_partner_already_is_not_paired_again(tournament):
    one, other, third = (alone(tournament, name) for name in ("Zoé", "Ali", "Léa"))
    partners.pair(tournament, one, other, by=None)
    for pair in [(one, third), (third, third)]:
        with pytest.raises(ValidationError):
            partners.pair(tournament, *pair, by=None)
    assert tournament.teams.count() == 1


def test_a_pair_that_no_draw_has_seated_is_undone(tournament):
    one, other = alone(tournament, "Zoé"), alone(tournament, "Ali")
    team = partners.pair(tournament, one, other, by=None)
    for _ in range(2):
        partners.separate(team, by=None)
    assert names(tournament) == ["Ali", "Zoé"]
    assert set(tournament.players.alone()) == {one, other}
    assert kinds(tournament)[3:] == ["players.separated"]


def test_a_drawn_team_stays_together(tournament):
    team = a_round(tournament).seats.first().team
    with pytest.raises(ValidationError):
        partners.separate(team, by=None)


def test_whom_the_referee_ruled_on_is_not_forgotten(tournament):
    one, other = alone(tournament, "Zoé"), alone(tournament, "Ali")
    team = partners.pair(tournament, one, other, by=None)
    a_warning(tournament, team=team, player=one)
    for forget in (partners.separate, services.delete_team):
        with pytest.raises(ValidationError):
            forget(team, by=None)
    alone(tournament, "Léa")
    services.change_team(
        team,
        replace(services.line_of(team), players=("Léa", "Ali")),
        seen=services.state_of(services.line_of(team)),
        by=None,
    )
    assert Player.objects.filter(pk=one.pk, played_for=team).exists()


@pytest.mark.parametrize(("name", "is_he"), [("Zoé Dupont", True), ("Paul Martin", False)])
def test_another_name_is_not_given_to_whom_the_referee_ruled_on(tournament, name, is_he):
    team = partners.pair(
        tournament, alone(tournament, "Zoe Dupond"), alone(tournament, "Ali"), by=None
    )
    ruled = team.players.get(place=1)
    a_warning(tournament, team=team, player=ruled)
    line = services.line_of(team)
    services.change_team(
        team, replace(line, players=(name, "Ali")), seen=services.state_of(line), by=None
    )
    ruled.refresh_from_db()
    assert (ruled.team == team, ruled.name == name) == (is_he, is_he)
    assert team.players.get(place=1).name == name


def test_a_player_alone_whom_the_referee_ruled_on_stays_on_the_list(tournament):
    player = alone(tournament, "Zoé")
    a_warning(tournament, player=player)
    with pytest.raises(ValidationError):
        partners.remove_alone(player, by=None)
    assert names(tournament) == ["Zoé"]


def test_an_individual_entrant_is_not_separated():
    tournament = a_tournament(shape=Shape.INDIVIDUAL)
    line = TeamLine(line=0, number=1, name="", players=("Zoé",), fee_paid=None)
    with pytest.raises(ValidationError):
        partners.separate(services.register_team(tournament, line, by=None), by=None)


def test_a_player_alone_is_taken_off_the_list(tournament):
    player = alone(tournament, "Zoé")
    for _ in range(2):
        partners.remove_alone(player, by=None)
    assert names(tournament) == []
    assert kinds(tournament) == ["player.registered", "player.removed"]


def test_a_team_registered_with_a_player_alone_takes_him_in(tournament):
    zoe = alone(tournament, "Zoé")
    line = TeamLine(line=0, number=3, name="As", players=("zoe", "Ali"), fee_paid=None)
    team = services.register_team(tournament, line, by=None)
    assert zoe in team.players.all()
    assert tournament.players.count() == 2


def test_a_replaced_player_keeps_his_name_and_what_he_played_for(tournament):
    team = a_round(tournament).seats.first().team
    old = team.players.first()
    new = partners.replace_player(team, old, "Max", by=a_user())
    assert [player.name for player in team.players.all()] == ["Max", "Joueur 1.2"]
    old.refresh_from_db()
    assert (old.name, old.team, old.played_for) == ("Joueur 1.1", None, team)
    assert old.replaced_at
    # He is free, but nobody who waits for a partner.
    assert old not in tournament.players.alone()
    entry = tournament.journal.last()
    assert entry.kind == "player.replaced"
    assert entry.details == {
        "team": team.pk,
        "number": 1,
        "out": old.pk,
        "in": new.pk,
        "round": 2,
    }


def test_two_clicks_replace_once(tournament):
    team = a_team(tournament, 1)
    old = team.players.first()
    new = partners.replace_player(team, old, "Max", by=None)
    assert partners.replace_player(team, old, "max", by=None) == new
    assert kinds(tournament) == ["player.replaced"]
    with pytest.raises(ValidationError):
        partners.replace_player(team, old, "Lou", by=None)


def test_a_player_alone_steps_in_and_the_one_who_left_may_come_back(tournament):
    team = a_team(tournament, 1)
    old, waiting = team.players.first(), alone(tournament, "Max")
    assert partners.replace_player(team, old, "Max", by=None) == waiting
    assert names(tournament) == []
    back = partners.replace_player(team, waiting, old.name, by=None)
    assert back.team == team
    assert team.former_players.count() == 2


@pytest.mark.parametrize("name", ["Joueur 2.1", "joueur 1.2", "Joueur 1.1", "x" * 61])
def test_nobody_plays_twice(tournament, name):
    team = a_team(tournament, 1)
    a_team(tournament, 2)
    with pytest.raises(ValidationError) as refused:
        partners.replace_player(team, team.players.first(), name, by=None)
    assert set(refused.value.error_dict) == {"name"}
    assert team.former_players.count() == 0


def test_a_name_made_of_the_players_follows_them(tournament):
    team = partners.pair(tournament, alone(tournament, "A"), alone(tournament, "B"), by=None)
    partners.replace_player(team, team.players.first(), "C", by=None)
    team.refresh_from_db()
    assert team.name == "C – B"


def test_an_entrant_who_plays_for_himself_is_named_after_who_plays():
    tournament = a_tournament(shape=Shape.INDIVIDUAL)
    line = TeamLine(line=0, number=1, name="", players=("Zoé",), fee_paid=None)
    team = services.register_team(tournament, line, by=None)
    partners.replace_player(team, team.players.get(), "Max", by=None)
    team.refresh_from_db()
    assert (team.name, team.key) == ("Max", "max")


def test_correcting_a_spelling_keeps_the_same_person(tournament):
    team = a_team(tournament, 1)
    before = list(team.players.values_list("pk", flat=True))
    line = TeamLine(line=0, number=1, name="As", players=("Zoé", "Ali"), fee_paid=None)
    services.change_team(team, line, seen=services.state_of(services.line_of(team)), by=None)
    assert list(team.players.values_list("pk", flat=True)) == before
    assert [player.name for player in team.players.all()] == ["Zoé", "Ali"]


def test_a_drawn_team_keeps_its_number(tournament):
    team = a_round(tournament).seats.first().team
    line = services.line_of(team)
    renumbered = TeamLine(line=0, number=9, name=team.name, players=line.players, fee_paid=None)
    with pytest.raises(ValidationError) as refused:
        services.change_team(team, renumbered, seen=services.state_of(line), by=None)
    assert set(refused.value.error_dict) == {"number"}


def test_nobody_is_replaced_in_a_team_struck_off_meanwhile(tournament):
    team = a_team(tournament, 1)
    player = team.players.first()
    services.delete_team(tournament.teams.get(), by=a_user())
    with pytest.raises(ValidationError):
        partners.replace_player(team, player, "Zoé", by=a_user())
