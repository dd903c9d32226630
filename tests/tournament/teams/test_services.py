"""Registering, changing and letting teams go: all or nothing, once, and journalled."""

import dataclasses
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.builders import a_round, a_tournament, a_user
from tournament.models import Player, Shape, Team, Tournament
from tournament.teams import partners, services
from tournament.teams.columns import Column, Layout, find_layout
from tournament.teams.importing import TeamLine, read_teams
from tournament.teams.reading import Row, read_list
from tournament.text import NAME_LENGTH

EVENING = Path(__file__).parent.parent / "data" / "evening" / "teams.csv"

pytestmark = pytest.mark.django_db


def line(
    number: int | None = None, name: str = "", players: Sequence[str] = (), fee: str | None = None
) -> TeamLine:
    return TeamLine(
        line=0,
        number=number,
        name=name,
        players=tuple(players),
        fee_paid=None if fee is None else Decimal(fee),
    )


def registered(tournament: Tournament, *args: object, **kwargs: object) -> Team:
    return services.register_team(tournament, line(*args, **kwargs), by=a_user())


def kinds(tournament: Tournament) -> list[str]:
    return list(tournament.journal.values_list("kind", flat=True))


def test_the_evening_is_registered_as_it_is_with_one_journal_entry() -> None:
    tournament = a_tournament()
    teams = services.register_teams(tournament, read_teams(EVENING.read_bytes()), by=a_user())
    assert [team.number for team in teams] == list(range(1, 17))
    sixteenth = tournament.teams.get(number=16)
    assert sixteenth.name == "Les Œufs de la générale"
    assert [player.name for player in sixteenth.players.all()] == ["Zoé Noël", "Benoît Ferrière"]
    assert [payment.amount for payment in sixteenth.payments.all()] == [20]
    (entry,) = tournament.journal.all()
    assert entry.kind == "teams.registered"
    assert entry.details == {
        "teams": [team.pk for team in teams],
        "numbers": list(range(1, 17)),
    }
    assert "Zoé" not in str(entry.details)


def test_a_list_given_twice_registers_nothing_more() -> None:
    tournament = a_tournament()
    teams = read_teams(EVENING.read_bytes())
    services.register_teams(tournament, teams, by=None)
    with pytest.raises(ValidationError) as refused:
        services.register_teams(tournament, teams, by=None)
    assert len(refused.value.messages) == 16
    assert tournament.teams.count() == 16
    assert kinds(tournament) == ["teams.registered"]


def test_one_bad_line_registers_nothing() -> None:
    tournament = a_tournament()
    registered(tournament, 16, "Déjà là", ["Ali", "Léa"])
    with pytest.raises(ValidationError) as refused:
        services.register_teams(tournament, read_teams(EVENING.read_bytes()), by=None)
    assert len(refused.value.messages) == 1
    assert "17" in refused.value.messages[0]
    assert tournament.teams.count() == 1


def test_a_list_registers_in_few_queries(django_assert_max_num_queries: object) -> None:
    lines = [
        TeamLine(
            line=at, number=at, name=f"Équipe {at}", players=(f"A{at}", f"B{at}"), fee_paid=None
        )
        for at in range(1, 301)
    ]
    tournament, user = a_tournament(), a_user()
    with django_assert_max_num_queries(25):
        services.register_teams(tournament, lines, by=user)
    assert Player.objects.count() == 600


def test_two_tournaments_have_their_own_teams() -> None:
    one, other = a_tournament(), a_tournament()
    registered(one, 1, "As", ["Zoé", "Inès"])
    registered(other, 1, "As", ["Zoé", "Inès"])
    assert one.teams.count() == other.teams.count() == 1


def test_numbers_follow_the_largest_and_names_follow_the_players() -> None:
    tournament = a_tournament()
    registered(tournament, 7, "As", ["Zoé", "Inès"])
    assert services.next_number(tournament) == 8
    team = registered(tournament, None, "", ["Léa", "Ali"])
    assert (team.number, team.name) == (8, "Léa – Ali")


def test_the_same_team_sent_twice_is_one_team() -> None:
    tournament = a_tournament()
    first = registered(tournament, 1, "As", ["Zoé", "Inès"])
    assert registered(tournament, 1, "As", ["Zoé", "Inès"]) == first
    assert kinds(tournament) == ["team.registered"]


@pytest.mark.parametrize(
    ("team", "fields"),
    [
        (line(1, "Dix", ["Léa", "Ali"]), {"number"}),
        (line(2, "ÂS", ["Léa", "Ali"]), {"name"}),
        (line(2, "Dix", ["ZOE", "Ali"]), {"player_1"}),
        (line(2, "Dix", ["Léa", "ines"]), {"player_2"}),
        (line(2, "Dix", ["Léa", "lea"]), {"player_2"}),
        (line(2, "Dix", ["Léa"]), {"player_2"}),
        (line(2, "", []), {"name"}),
        (line(2, "x" * (NAME_LENGTH + 1), ["Léa", "Ali"]), {"name"}),
        (line(1, "As", ["Zoé", "Ali"]), {"number", "name", "player_1"}),
        (line(2, "As", ["Zoé", "Inès"]), {"name"}),
    ],
)
def test_what_is_taken_is_refused_beside_its_field(team: TeamLine, fields: set[str]) -> None:
    tournament = a_tournament()
    registered(tournament, 1, "As", ["Zoé", "Inès"])
    with pytest.raises(ValidationError) as refused:
        services.register_team(tournament, team, by=None)
    assert set(refused.value.error_dict) == fields
    assert tournament.teams.count() == 1


def test_a_number_out_of_bounds_never_reaches_the_database() -> None:
    with pytest.raises(ValidationError):
        registered(a_tournament(), 10_000, "As", ["Zoé", "Inès"])


def test_a_team_may_be_added_after_a_draw() -> None:
    tournament = a_round(a_tournament(), tables=2).tournament
    assert registered(tournament, None, "Tard venus", ["Zoé", "Inès"]).number == 5


def test_a_team_is_changed_whole() -> None:
    tournament = a_tournament()
    team = registered(tournament, 1, "As", ["Zoé", "Inès"])
    seen = services.state_of(services.line_of(team))
    wanted = line(3, "Dix", ["Inès", "Léa"])
    services.change_team(team, wanted, seen=seen, by=a_user())
    assert services.line_of(tournament.teams.get()) == wanted
    assert kinds(tournament) == ["team.registered", "team.changed"]
    # The second click finds it done.
    services.change_team(team, wanted, seen=seen, by=a_user())
    assert kinds(tournament) == ["team.registered", "team.changed"]


def test_a_change_made_meanwhile_is_not_overwritten() -> None:
    tournament = a_tournament()
    team = registered(tournament, 1, "As", ["Zoé", "Inès"])
    seen = services.state_of(services.line_of(team))
    services.change_team(team, line(1, "Dix", ["Zoé", "Inès"]), seen=seen, by=None)
    with pytest.raises(ValidationError) as refused:
        services.change_team(team, line(1, "Der", ["Zoé", "Inès"]), seen=seen, by=None)
    assert refused.value.code == "stale"
    assert tournament.teams.get().name == "Dix"


def test_a_team_keeps_its_own_number_and_players_when_it_changes() -> None:
    tournament = a_tournament()
    registered(tournament, 2, "Dix", ["Léa", "Ali"])
    team = registered(tournament, 1, "As", ["Zoé", "Inès"])
    seen = services.state_of(services.line_of(team))
    with pytest.raises(ValidationError) as refused:
        services.change_team(team, line(2, "As", ["Zoé", "Léa"]), seen=seen, by=None)
    assert set(refused.value.error_dict) == {"number", "player_2"}
    services.change_team(team, line(1, "As", ["Zoé", "Eve"]), seen=seen, by=None)


def test_a_team_that_no_draw_has_seated_is_deleted() -> None:
    tournament = a_tournament()
    team = registered(tournament, 1, "As", ["Zoé", "Inès"])
    services.delete_team(team, by=a_user())
    assert not tournament.teams.exists()
    assert not Player.objects.exists()
    assert kinds(tournament) == ["team.registered", "team.deleted"]


@pytest.mark.parametrize("seat", ["table", "bye"])
def test_a_team_that_has_been_drawn_is_never_deleted(seat: str) -> None:
    round_ = a_round(a_tournament(), bye=True)
    team = round_.seats.filter(match__isnull=seat == "bye").first().team
    with pytest.raises(ValidationError):
        services.delete_team(team, by=a_user())
    assert Team.objects.filter(pk=team.pk).exists()


def test_a_team_withdraws_and_comes_back() -> None:
    tournament = a_round(a_tournament()).tournament
    team = tournament.teams.first()
    services.withdraw(team, by=a_user())
    services.withdraw(team, by=a_user())
    assert team not in tournament.teams.playing()
    services.bring_back(team, by=a_user())
    assert team in tournament.teams.playing()
    assert kinds(tournament) == ["team.withdrawn", "team.returned"]


def test_search_ignores_accents_case_and_ligatures() -> None:
    tournament = a_tournament()
    services.register_teams(tournament, read_teams(EVENING.read_bytes()), by=None)

    def found(text: str) -> list[int]:
        return [team.number for team in tournament.teams.matching(text)]

    assert found("TREFLES") == [5]
    assert found("oeufs") == [16]
    assert found("goeury") == found("Gœury") == [1, 2, 3, 5, 10]
    assert found("zoe goeury") == [2, 3, 10]
    assert found("gœury l'hostis") == found("gœury l’hostis") == [3]
    assert found("12") == [12]
    assert found("100%") == found("_") == found("9" * 100) == []
    assert len(found("")) == len(found("  ")) == 16


def test_names_sort_in_french() -> None:
    tournament = a_tournament()
    for number, name in enumerate(["Zoé", "Éric", "Élodie", "Ernest"], 1):
        registered(tournament, number, name, [f"A{number}", f"B{number}"])
    ordered = tournament.teams.order_by("key").values_list("name", flat=True)
    assert list(ordered) == ["Élodie", "Éric", "Ernest", "Zoé"]


def test_a_team_struck_off_meanwhile_is_neither_changed_nor_deleted_again() -> None:
    tournament = a_tournament()
    team = registered(tournament, 1, "Les As", ["Zoé", "Max"])
    services.delete_team(Team.objects.get(pk=team.pk), by=a_user())
    with pytest.raises(ValidationError):
        services.change_team(team, line(1, "Les Rois", ["Zoé", "Max"]), seen="", by=a_user())
    services.delete_team(team, by=a_user())
    assert kinds(tournament) == ["team.registered", "team.deleted"]


def test_of_too_many_lists_those_are_remembered_whose_columns_were_chosen_last():
    """The shorter its titles, the sooner PostgreSQL gives a list back, whenever it was kept."""
    contest = a_tournament()
    chosen = Layout(has_titles=True, columns=(Column.TEAM, Column.CLUB))
    titles = [f"Liste {'x' * (60 - number)}" for number in range(services.MOST_REMEMBERED + 2)]
    for title in titles:
        row = Row(line=1, cells=(title, "Y"))
        services.remember_columns(contest, [row], chosen)
    contest.club.refresh_from_db()
    kept = {title.partition("|")[0] for title in contest.club.list_columns}
    assert kept == {title.lower() for title in titles[2:]}


def a_pair_in_the_list(tournament: Tournament) -> None:
    rows = read_list("N°;Équipe;Joueur 1;Joueur 2\n1;As;Zoé;Inès\n".encode())
    services.register_rows(tournament, rows, find_layout(rows), by=None)


def one_alone(tournament: Tournament) -> None:
    alone = dataclasses.replace(line(players=["Zoé"]), alone=True)
    partners.register_alone(tournament, alone, by=None)


@pytest.mark.parametrize(
    "act",
    [
        lambda tournament: registered(tournament, 1, "As", ["Zoé", "Inès"]),
        lambda tournament: services.register_teams(
            tournament, [line(1, "As", ["Zoé", "Inès"])], by=None
        ),
        a_pair_in_the_list,
        one_alone,
    ],
)
def test_nobody_enters_a_contest_that_became_individual_meanwhile_as_in_one_of_pairs(
    act: Callable[[Tournament], object],
) -> None:
    seen_as_pairs = a_tournament()
    Tournament.objects.filter(pk=seen_as_pairs.pk).update(shape=Shape.INDIVIDUAL)
    with pytest.raises(ValidationError) as refused:
        act(seen_as_pairs)
    assert "individu" in refused.value.messages[0]
    assert not Player.objects.exists()


def test_a_player_enters_no_contest_of_pairs_by_himself_that_was_individual_before() -> None:
    seen_as_individual = a_tournament(shape=Shape.INDIVIDUAL)
    Tournament.objects.update(shape=Shape.SWISS)
    with pytest.raises(ValidationError):
        registered(seen_as_individual, 1, "", ["Zoé"])
