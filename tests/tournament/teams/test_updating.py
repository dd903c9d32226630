"""A list given again: what it changes is shown, and that only is done."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from tests.tournament.builders import a_player_alone, a_tournament, a_user
from tournament.models import Match, Round, Seat, Shape, Team, Tournament
from tournament.teams import services
from tournament.teams.columns import find_layout
from tournament.teams.importing import team_lines
from tournament.teams.reading import read_list
from tournament.teams.updating import Plan, plan_update, update_rows

pytestmark = pytest.mark.django_db

TITLES = "N°;Équipe;Joueur 1;Joueur 2;Payé;Club\n"
FIRST = f"{TITLES}1;As;Zoé;Inès;20;\n2;Dix;Léa;Ali;;\n3;Der;Eve;Paul;;Isère\n"


@pytest.fixture
def tournament() -> Tournament:
    tournament = a_tournament()
    register(tournament, FIRST)
    return tournament


def register(tournament: Tournament, text: str) -> None:
    rows = read_list(text.encode())
    services.register_rows(tournament, rows, find_layout(rows), by=a_user())


def planned(tournament: Tournament, text: str) -> Plan:
    rows = read_list(text.encode())
    individual = tournament.shape == Shape.INDIVIDUAL
    return plan_update(tournament, rows, find_layout(rows, individual=individual))


def update(tournament: Tournament, text: str, digest: str | None = None) -> Plan:
    rows = read_list(text.encode())
    digest = planned(tournament, text).digest if digest is None else digest
    return update_rows(tournament, rows, find_layout(rows), digest=digest, by=a_user())


def changes(plan: Plan) -> list[list[tuple[str, str, str]]]:
    return [
        [(each.column.value, each.old, each.new) for each in change.differences]
        for change in plan.changes
    ]


def teams(tournament: Tournament) -> dict[int, tuple[str, ...]]:
    return {
        team.number: (team.name, *(player.name for player in team.players.all()))
        for team in tournament.teams.all()
    }


def seat(team: Team) -> None:
    round_ = Round.objects.create(tournament=team.tournament, number=1, draw_kind="lot")
    match = Match.objects.create(round=round_, table=1)
    Seat.objects.create(round=round_, team=team, match=match, side="A")


def test_the_same_list_changes_nothing(tournament):
    plan = update(tournament, FIRST)
    assert changes(plan) == [[], [], []]
    assert not any(change.is_added for change in plan.changes)
    assert list(tournament.journal.values_list("kind", flat=True)) == ["teams.registered"]


def test_each_line_is_added_changed_or_left_as_it_is(tournament):
    players = set(tournament.players.values_list("pk", flat=True))
    text = f"{TITLES}1;As de pique;Zoé;Inès;;\n2;Dix;Léa;Ali;;\n9;Neuf;Max;Lou;15;\n"
    plan = update(tournament, text)
    assert changes(plan) == [[("name", "As", "As de pique")], [], []]
    assert [change.is_added for change in plan.changes] == [False, False, True]
    assert teams(tournament) == {
        1: ("As de pique", "Zoé", "Inès"),
        2: ("Dix", "Léa", "Ali"),
        3: ("Der", "Eve", "Paul"),
        9: ("Neuf", "Max", "Lou"),
    }
    # Whoever was there is the same person still.
    assert players <= set(tournament.players.values_list("pk", flat=True))
    assert tournament.teams.get(number=9).payments.get().amount == 15
    last = tournament.journal.last()
    assert last.kind == "teams.updated"
    assert last.details["changed"] == [tournament.teams.get(number=1).pk]
    assert "As" not in str(last.details)


def test_planning_changes_nothing(tournament):
    before = (teams(tournament), tournament.journal.count())
    planned(tournament, f"{TITLES}1;Autre;Zoé;Max;50;x\n8;Neuf;A;B;;\n")
    assert (teams(tournament), tournament.journal.count()) == before


def test_a_team_is_found_by_number_then_name_then_player(tournament):
    text = "Équipe;Joueur 1;Joueur 2\nDIX;Lea;Ali\n;Inès;Zoé\n;Paul;Max\n"
    assert changes(planned(tournament, text)) == [
        [("name", "Dix", "DIX"), ("player_1", "Léa", "Lea")],
        [],
        [("player_1", "Eve", "Max")],
    ]


def test_cells_left_empty_change_nothing(tournament):
    assert changes(planned(tournament, f"{TITLES}3;;;;;\n".replace(";;;;;", ";Der;;;;"))) == [[]]


def test_a_name_made_of_the_players_follows_them(tournament):
    register(tournament, "N°;Joueur 1;Joueur 2\n7;Max;Lou\n")
    plan = update(tournament, "N°;Joueur 1;Joueur 2\n7;Max;Tom\n")
    assert changes(plan) == [[("name", "Max – Lou", "Max – Tom"), ("player_2", "Lou", "Tom")]]
    assert teams(tournament)[7] == ("Max – Tom", "Max", "Tom")


def test_two_teams_may_swap_names_numbers_and_players(tournament):
    update(tournament, f"{TITLES}1;Dix;Zoé;Ali;;\n2;As;Léa;Inès;;\n")
    assert teams(tournament)[1] == ("Dix", "Zoé", "Ali")
    assert teams(tournament)[2] == ("As", "Léa", "Inès")


def test_a_renumbered_list_moves_every_number(tournament):
    text = "N°;Équipe\n4;As\n5;Dix\n6;Der\n"
    update(tournament, text)
    assert sorted(teams(tournament)) == [4, 5, 6]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("1;As;Zoé;Léa;;", [("player_taken", 2)]),
        ("1;Dix;Zoé;Inès;;", [("name_taken", 2)]),
        ("1;As;Zoé;Inès;10;", [("paid_less", 2)]),
        ("1;As;Zoé;Inès;;\n1;As;Zoé;Inès;;", [("team_twice", 3)]),
        ("8;Neuf;Max;Zoé;;\n1;As;;;;", [("team_twice", 3)]),
        ("2;Dix;Léa;Ali;;\n1;As;Zoé;Léa;;", [("player_twice", 3)]),
        ("1;As;Zoé;zoe;;", [("same_player", 2)]),
    ],
)
def test_what_cannot_be_is_refused_on_its_line_and_nothing_changes(tournament, rows, found):
    before = teams(tournament)
    plan = planned(tournament, f"{TITLES}{rows}\n")
    assert [(problem.code, problem.line) for problem in plan.problems] == found
    with pytest.raises(ValidationError):
        update(tournament, f"{TITLES}{rows}\n")
    assert teams(tournament) == before


def test_more_paid_is_one_more_payment(tournament):
    plan = update(tournament, f"{TITLES}1;As;Zoé;Inès;30;\n")
    assert [each.column.value for each in plan.changes[0].differences] == ["fee_paid"]
    paid = tournament.teams.get(number=1).payments.values_list("amount", flat=True)
    assert list(paid) == [Decimal(20), Decimal(10)]


def test_a_drawn_team_keeps_its_number_and_its_players(tournament):
    seat(tournament.teams.get(number=1))
    plan = planned(tournament, f"{TITLES}11;As;Zoé;Max;;\n")
    assert [problem.code for problem in plan.problems] == ["number_drawn", "players_drawn"]
    # A spelling may still be put right.
    update(tournament, f"{TITLES}1;As;Zoe;Inès;;\n")
    assert teams(tournament)[1] == ("As", "Zoe", "Inès")


def test_a_team_drawn_under_its_name_alone_is_told_its_players(tournament):
    register(tournament, "N°;Équipe\n7;Anonymes\n")
    seat(tournament.teams.get(number=7))
    update(tournament, "N°;Équipe;Joueur 1;Joueur 2\n7;Anonymes;Max;Lou\n")
    assert teams(tournament)[7] == ("Anonymes", "Max", "Lou")


def test_only_what_was_shown_is_done(tournament):
    text = f"{TITLES}1;Nouveau;Zoé;Inès;;\n"
    digest = planned(tournament, text).digest
    services.withdraw(tournament.teams.get(number=2), by=None)
    update(tournament, text, digest)
    team = tournament.teams.get(number=1)
    Team.objects.filter(pk=team.pk).update(name="Entre-temps", key="entre-temps")
    other = f"{TITLES}1;Encore;Zoé;Inès;;\n"
    with pytest.raises(ValidationError) as refused:
        update(tournament, other, digest)
    assert refused.value.code == "stale"
    assert teams(tournament)[1][0] == "Entre-temps"


def test_a_player_who_waited_comes_in_with_what_he_has_paid(tournament):
    rows = read_list(b"Joueur;Montant\nMax;10")
    services.register_rows(tournament, rows, find_layout(rows), by=a_user())
    max_ = tournament.players.alone().get()
    update(tournament, "Joueur;Équipe;Montant\nMax;Neuf;10\nLou;Neuf;10\n")
    team = tournament.teams.get(name="Neuf")
    assert max_ in team.players.all()
    assert not tournament.players.alone().exists()
    # Twenty in all, of which he had already paid ten.
    assert sum(payment.amount for payment in team.payments.all()) == 20


def test_a_player_alone_is_added_once_and_found_again_even_in_a_team(tournament):
    a_player_alone(tournament, "Max")
    text = "Joueur\nMax\nLou\nZoé\n"
    plan = update(tournament, text)
    assert [change.is_added for change in plan.changes] == [False, True, False]
    assert tournament.players.alone().count() == 2


def test_more_paid_by_a_player_alone_is_one_more_payment(tournament):
    update(tournament, "Joueur;Montant\nMax;5\n")
    plan = update(tournament, "Joueur;Montant\nMax;12\n")
    assert changes(plan) == [[("fee_paid", "5\u202f€", "12\u202f€")]]
    paid = tournament.players.alone().get().payments.values_list("amount", flat=True)
    assert list(paid) == [5, 7]
    assert changes(update(tournament, "Joueur;Montant\nMax;12\n")) == [[]]


def test_a_list_completes_a_team_with_a_player_who_waited(tournament):
    update(tournament, "Joueur;Montant\nMax;10\n")
    waiting = tournament.players.alone().get()
    update(tournament, f"{TITLES}1;As;Zoé;Max;30;\n")
    team = tournament.teams.get(number=1)
    assert waiting in team.players.all()
    assert sum(payment.amount for payment in team.payments.all()) == 30


def test_an_individual_contest_is_updated_player_by_player():
    tournament = a_tournament(shape=Shape.INDIVIDUAL)
    rows = read_list("Zoé\nAli".encode())
    layout = find_layout(rows, individual=True)
    services.register_rows(tournament, rows, layout, by=None)
    plan = planned(tournament, "Nom\nzoe\nMax\n")
    assert changes(plan) == [[("name", "Zoé", "zoe"), ("player_1", "Zoé", "zoe")], []]
    assert [change.is_added for change in plan.changes] == [False, True]
    lines, _ = team_lines(rows, layout, individual=True)
    assert [line.size for line in lines] == [1, 1]


def test_what_was_shown_of_a_contest_of_pairs_is_not_done_once_it_is_individual():
    tournament = a_tournament()
    digest = planned(tournament, FIRST).digest
    Tournament.objects.update(shape=Shape.INDIVIDUAL)
    with pytest.raises(ValidationError) as refused:
        update(tournament, FIRST, digest)
    assert refused.value.code == "stale"
    assert not tournament.players.exists()


def test_an_update_of_many_teams_takes_few_queries(tournament, django_assert_max_num_queries):
    text = "N°;Équipe;Joueur 1;Joueur 2\n" + "".join(
        f"{at};Équipe {at};A{at};B{at}\n" for at in range(10, 310)
    )
    register(tournament, text)
    with django_assert_max_num_queries(12):
        planned(tournament, text)
    moved = text.replace("Équipe ", "Groupe ").replace(";A", ";X")
    # Of each its place made free, itself, its player, and whether the referee ruled on him.
    with django_assert_max_num_queries(4 * 300 + 40):
        update(tournament, moved)
    assert teams(tournament)[309] == ("Groupe 309", "X309", "B309")


def test_a_list_waits_for_the_club_before_it_takes_the_contest(tournament):
    rows = read_list(f"{TITLES}1;As;Zoé;Inès;30;\n".encode())
    layout, asked = find_layout(rows), []
    digest = plan_update(tournament, rows, layout).digest

    def note(execute, sql, params, many, context):
        asked.extend(
            table
            for table in ("tournament_club", "tournament_tournament")
            if f'FROM "{table}"' in sql
        )
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        update_rows(tournament, rows, layout, digest=digest, by=None)
    assert asked[:2] == ["tournament_club", "tournament_tournament"]
