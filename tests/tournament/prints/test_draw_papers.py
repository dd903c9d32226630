"""The draw on paper: by table, by name, and all that anybody needs to draw it again."""

import pytest
from django.utils import timezone, translation

from tests.tournament.builders import a_deal, a_round, a_team, a_tournament, a_user
from tests.tournament.prints.samples import RULES, a_paper_team
from tournament.models import Shape
from tournament.prints.draw_papers import draw_paper, made_from, room_of
from tournament.prints.draw_sheets import DrawPaper, Meeting, by_name, by_table
from tournament.prints.sheets import PaperTeam
from tournament.rounds.gathering import draw_kinds
from tournament.rounds.services import close_round, open_round

HALL = [{"name": "Salle 1", "first": 1, "last": 2}, {"name": "Salle 2", "first": 3, "last": 9}]


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def a_paper(**changes):
    said = {
        "tournament": "Concours d'automne",
        "date": timezone.localdate(),
        "venue": "Vizille",
        "rules": RULES,
        "journal": "",
        "printed_at": timezone.localtime(),
        "round": 2,
        "kind": "by lot",
        "seed": "K7PM-3F9A",
        "drawn_at": timezone.localtime(),
        "is_individual": False,
        "meetings": (
            Meeting(table=1, room="Salle 1", a=a_paper_team(3, "Émile"), b=a_paper_team(8, "Zut")),
            Meeting(table=2, room="Salle 2", a=a_paper_team(1, "Éric"), b=a_paper_team(2, "Emma")),
        ),
        "byes": (a_paper_team(5, "Œufs", ("Aïcha Khelif", "Ana Ollé")),),
    }
    return DrawPaper(**(said | changes))


def cells(block):
    return [[cell.text for cell in row] for row in block.rows]


def sentences(paper):
    return [sentence for block in paper.blocks for sentence in block.said]


def test_a_draw_by_table_has_its_tables_rooms_and_who_sits_out():
    tables, out, _made = by_table(a_paper()).blocks
    assert cells(tables) == [
        ["1", "Salle 1", "3 · Émile", "8 · Zut"],
        ["2", "Salle 2", "1 · Éric", "2 · Emma"],
    ]
    assert tables.rows[0][2].below == ("Benoît Muñoz · Raphaël Gœury",)
    assert cells(out) == [["5 · Œufs"]]


def test_a_draw_says_its_seed_and_what_it_was_made_from():
    paper = by_table(a_paper(made_from=(("Teams by number:", "1, 2, 3"),), again="Again"))
    assert "Seed of the draw: K7PM-3F9A" in paper.lines
    assert sentences(paper)[-2:] == ["Teams by number: 1, 2, 3", "Again"]


def test_tables_that_were_given_have_neither_seed_nor_lists():
    paper = by_table(a_paper(seed="", made_from=(("Teams by number:", "1"),)))
    assert len(paper.lines) == 1
    assert not any("Teams by number" in sentence for sentence in sentences(paper))


def test_a_draw_whose_seats_were_changed_says_so():
    assert by_table(a_paper(moved=2)).notes
    assert by_name(a_paper(moved=1)).notes
    assert not by_table(a_paper()).notes


def test_all_find_their_own_name_in_the_order_of_a_french_dictionary():
    paper = by_name(a_paper())
    names = [(entry.name, entry.table, entry.side) for entry in paper.entries]
    assert names == [
        ("Aïcha Khelif", 0, ""),
        ("Ana Ollé", 0, ""),
        *[("Benoît Muñoz", table, side) for table, side in [(2, "A"), (2, "B"), (1, "A")]],
        ("Benoît Muñoz", 1, "B"),
        ("Émile", 1, "A"),
        ("Emma", 2, "B"),
        ("Éric", 2, "A"),
        ("Œufs", 0, ""),
        *[("Raphaël Gœury", table, side) for table, side in [(2, "A"), (2, "B"), (1, "A")]],
        ("Raphaël Gœury", 1, "B"),
        ("Zut", 1, "B"),
    ]


def test_a_team_named_after_its_players_is_found_under_their_names_only():
    team = PaperTeam(number=4, name="Ana – Bo", players=("Ana", "Bo"))
    entries = by_name(a_paper(meetings=(), byes=(team,))).entries
    assert [(entry.name, entry.of) for entry in entries] == [("Ana", ""), ("Bo", "")]


def test_partners_of_one_round_are_each_found_under_their_own_name_and_number():
    partners = PaperTeam(number="7 + 12", name="Ana + Bo", players=("Ana", "Bo"))
    others = PaperTeam(number="1 + 2", name="Cy + Di", players=("Cy", "Di"))
    meeting = Meeting(table=4, a=partners, b=others)
    paper = a_paper(meetings=(meeting,), byes=(), is_individual=True)
    found = [(entry.name, entry.number, entry.side) for entry in by_name(paper).entries]
    assert found == [("Ana", "7", "A"), ("Bo", "12", "A"), ("Cy", "1", "B"), ("Di", "2", "B")]
    assert by_table(paper).blocks[0].rows[0][1].below == ()


def test_a_table_is_in_the_room_that_holds_its_number():
    assert [room_of(table, HALL) for table in (1, 3, 10)] == ["Salle 1", "Salle 2", ""]


@pytest.mark.django_db
@pytest.mark.parametrize("shape", [Shape.SWISS, Shape.POOLS, Shape.INDIVIDUAL, Shape.MITCHELL])
def test_a_drawn_round_prints_every_list_its_draw_was_made_from(shape):
    """What is not on the paper nobody could draw the round again from."""
    tournament = a_tournament(shape=shape, deals=1, rooms=HALL, tables_out=[2])
    teams = [a_team(tournament, number) for number in range(1, 10)]
    teams[0].fixed_table = 3
    teams[0].save()
    for number in (1, 2):
        kind = draw_kinds(tournament, number)[0]
        round_ = open_round(tournament, number, kind=kind, by=None, accept=True)
        for match in round_.matches.with_teams():
            a_deal(match)
        close_round(round_, despite_missing=True, by=a_user())
        tournament.refresh_from_db()
    round_.tournament = tournament
    paper = draw_paper(round_)
    beside = {"drawn", "number", "not_seated", *(() if shape == Shape.POOLS else ("pool_size",))}
    kept = {name for name, value in round_.inputs.items() if value not in ([], "")} - beside
    assert len(paper.made_from) == len(kept)
    seated = [team.number for meeting in paper.meetings for team in (meeting.a, meeting.b)]
    assert len(seated) + len(paper.byes) >= 4
    assert paper.seed == round_.seed
    assert str(tournament.pk) in paper.again


def test_lists_are_written_so_that_they_can_be_typed_again():
    inputs = {
        "teams": [3, 1],
        "ranks": [1, 2],
        "met": [[1, 3]],
        "fixed": [[3, 5]],
        "rooms": [[1, 9]],
        "roster": [[1], [3]],
        "brackets": [["main", 1, [1, None]]],
        "decided": [[1, 3, 3]],
        "rules": 2,
    }
    said = dict(made_from("standings", inputs, of_players=False))
    assert said["Teams in the order of the standings:"] == "3, 1"
    assert said["Had met before:"] == "1–3"
    assert said["By the round they came in:"] == "1 / 3"
    assert said["Brackets (draw, first place: teams):"] == "main, 1: 1, –"
    assert said["Went on though nobody won (match: team):"] == "1–3: 3"


@pytest.mark.django_db
def test_a_draw_costs_the_same_queries_whatever_the_tables(django_assert_num_queries):
    small, large = a_round(a_tournament(), tables=2), a_round(a_tournament(), tables=6)
    with django_assert_num_queries(8):
        draw_paper(small)
    with django_assert_num_queries(8):
        draw_paper(large)
