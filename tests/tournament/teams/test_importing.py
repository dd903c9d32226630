"""From rows to teams: columns by name or by place, and each problem on its line."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from tournament.teams import words
from tournament.teams.clashes import Taken, find_clashes, numbered
from tournament.teams.columns import (
    Column,
    Layout,
    column_titled,
    find_layout,
    read_amount,
    read_number,
)
from tournament.teams.importing import TeamLine, name_after, read_teams, team_lines
from tournament.teams.reading import BadList, read_list
from tournament.text import NAME_LENGTH

EVENING = Path(__file__).parent.parent / "data" / "evening" / "teams.csv"
NUMBER, TEAM, FEE, IGNORED = Column.NUMBER, Column.TEAM, Column.FEE, Column.IGNORED
ONE, TWO = Column.PLAYER_1, Column.PLAYER_2


def line(number: int | None = None, name: str = "", *players: str, at: int = 1) -> TeamLine:
    return TeamLine(line=at, number=number, name=name, players=players, fee_paid=None)


def layout(text: str) -> Layout:
    return find_layout(read_list(text.encode()))


def problems(text: str) -> list[tuple[str, int]]:
    with pytest.raises(BadList) as refused:
        read_teams(text.encode())
    return [(problem.code, problem.line) for problem in refused.value.problems]


def test_the_evening_reads_as_it_is() -> None:
    teams = read_teams(EVENING.read_bytes())
    assert [team.number for team in teams] == list(range(1, 17))
    assert teams[12] == TeamLine(
        line=14,
        number=13,
        name="Capot, garçon !",
        players=("Cécile Dupré", "Benoît Bœuf"),
        fee_paid=Decimal("20.00"),
    )


@pytest.mark.parametrize(
    ("titles", "column"),
    [
        ("Numéro|N°|n°|No|№|Number|NUM|Numéro d'équipe|N° équipe|Team number|nº", NUMBER),
        ("Équipe|EQUIPE|équipes|Team|Nom|Nom d'équipe|Nom de l'équipe|Team name|Doublette", TEAM),
        ("Joueur 1|joueur1|Player 1|J1|Nom joueur 1|Nom du joueur 1|Prénom 1|1er joueur", ONE),
        ("Joueuse 2|Player 2|J2|Nom 2|Partenaire 2|Second player|2e joueur|Joueur n° 2", TWO),
        ("Payé|Payée|Paid|Montant payé|Fee|Inscription|Droits d'inscription|Règlement", FEE),
        ("Téléphone|Commentaire|Joueur 3|Date|", IGNORED),
        # As the offices that sell tickets name them.
        ("Nom participant|Participant|Joueur|Nom du joueur|Player|Nom de famille", Column.PLAYER),
        ("Prénom|Prénom participant|Prénom du joueur|First name", Column.FIRST_NAME),
        ("Partenaire|Nom du partenaire|Coéquipier|Binôme|Partner|Nom partenaire", Column.PARTNER),
        ("Club|Nom du club|Association", Column.CLUB),
        ("Catégorie|Catégories|Category", Column.CATEGORIES),
        ("Tête de série|Seed", Column.SEED),
        ("Montant tarif|Montant du billet|Tarif", FEE),
        ("Email|Nom payeur|Prénom payeur|Numéro de billet|Code promo|Statut", IGNORED),
    ],
)
def test_a_title_is_known_in_french_and_in_english(titles: str, column: Column) -> None:
    for title in titles.split("|"):
        assert column_titled(title) is column, title


def test_columns_are_matched_by_name_in_any_order() -> None:
    assert layout("Joueur 2;Tél;Équipe;Joueur 1;N°\na;0;b;c;1\n") == Layout(
        has_titles=True, columns=(TWO, IGNORED, TEAM, ONE, NUMBER)
    )


def test_a_second_column_of_a_kind_is_left_out() -> None:
    assert layout("Équipe;Nom;N°\na;b;1\n").columns == (TEAM, IGNORED, NUMBER)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("1;As;Jean;Paul\n2;Dix;Zoé;Inès", (NUMBER, TEAM, ONE, TWO)),
        ("1;As;Jean;Paul;20 €\n2;Dix;Zoé;Inès;", (NUMBER, TEAM, ONE, TWO, FEE)),
        ("As;Jean;Paul\nDix;Zoé;Inès", (TEAM, ONE, TWO)),
        ("Jean;Paul\nZoé;Inès", (ONE, TWO)),
        ("1;Jean;Paul\n2;Zoé;Inès", (NUMBER, ONE, TWO)),
        ("1;As\n2;Dix", (NUMBER, TEAM)),
        ("As\nDix", (TEAM,)),
        ("1;As;Jean;Paul;x;y\n2;Dix;Zoé;Inès;z;t", (NUMBER, TEAM, ONE, TWO, IGNORED, IGNORED)),
        ("1\n2", (NUMBER,)),
    ],
)
def test_without_titles_columns_are_matched_by_place(rows: str, columns: tuple[Column]) -> None:
    assert layout(rows) == Layout(has_titles=False, columns=columns)


def test_a_first_team_that_has_paid_is_not_a_row_of_titles() -> None:
    assert not layout("1;As;Jean;Paul;Payé\n2;Dix;Zoé;Inès;Payé").has_titles


def test_one_column_of_team_names_is_a_list_of_teams() -> None:
    teams = read_teams("Équipe\nLes pipelettes\nCapot, garçon !\nAs\n".encode())
    assert [(team.name, team.players) for team in teams] == [
        ("Les pipelettes", ()),
        ("Capot, garçon !", ()),
        ("As", ()),
    ]


def test_pasted_cells_read_as_their_csv() -> None:
    text = EVENING.read_bytes().decode("cp1252")
    assert read_teams(text.replace(";", "\t").encode()) == read_teams(EVENING.read_bytes())


def test_first_name_and_name_in_two_columns_make_one_player() -> None:
    titles = "Équipe;Prénom 1;Nom 1;Prénom 2;Nom 2\n"
    (team,) = read_teams((titles + "As;Zoé;Gœury;Inès;Muñoz\n").encode())
    assert team.players == ("Zoé Gœury", "Inès Muñoz")


def test_a_team_without_a_name_is_named_after_its_players() -> None:
    (team,) = read_teams("N°;Équipe;Joueur 1;Joueur 2\n1;;Zoé;Inès\n".encode())
    assert team.name == ""
    assert team.team_name == "Zoé – Inès"
    long = name_after(("Z" * NAME_LENGTH, "I" * NAME_LENGTH))
    assert len(long) <= NAME_LENGTH
    assert "Z… – I" in long


def test_a_fee_that_is_no_amount_is_refused_on_its_line() -> None:
    assert problems("N°;Équipe;Payé\n1;As;20\n2;Dix;oui\n") == [("fee_unreadable", 3)]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("20 €", "20.00"),
        ("20,5", "20.50"),
        ("12.50 EUR", "12.50"),
        ("€ 7", "7.00"),
        ("1 000,00 €", "1000.00"),
        ("0", "0.00"),
        ("20 euros", "20.00"),
        ("oui", None),
        ("-5", None),
        ("1,234", None),
        ("2 0", None),
        ("9999999", None),
        ("", None),
        ("1e3", None),
        ("NaN", None),
        ("٣", None),
    ],
)
def test_amounts(text: str, amount: str | None) -> None:
    assert read_amount(text) == (None if amount is None else Decimal(amount))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("007", 7),
        ("n° 12", 12),
        ("#3", 3),
        ("9999", 9999),
        ("4.0", 4),
        ("0", None),
        ("10000", None),
        ("-1", None),
        ("1,5", None),
        ("un", None),
        ("²", None),
        ("9" * 5000, None),
    ],
)
def test_numbers(text: str, number: int | None) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("1;As;Zoé;Inès\n1;Dix;Léa;Ali", [("number_twice", 3)]),
        ("1;As;Zoé;Inès\n2;  as ;Léa;Ali", [("name_twice", 3)]),
        ("1;Œufs;Zoé;Inès\n2;OEUFS;Léa;Ali", [("name_twice", 3)]),
        ("1;As;Zoé;Inès\n2;Dix;Léa;ZOE", [("player_twice", 3)]),
        ("1;As;Zo\u0065\u0301;Inès\n2;Dix;Zoé;Ali", [("player_twice", 3)]),
        ("1;As;Zoé;zoé", [("same_player", 2)]),
        ("1;As;Zoé;", [("one_player", 2)]),
        ("1;As;;Zoé", [("one_player", 2)]),
        ("1;;;", [("no_name", 2)]),
        ("x;As;Zoé;Inès", [("number_unreadable", 2)]),
        (f"1;{'A' * 61};Zoé;Inès", [("name_too_long", 2)]),
        (f"1;As;{'A' * 61};Inès", [("name_too_long", 2)]),
        (
            "1;As;Zoé;Inès\n1;As;Inès;Zoé",
            [("number_twice", 3), ("name_twice", 3), ("player_twice", 3), ("player_twice", 3)],
        ),
    ],
)
def test_each_problem_is_found_on_its_line(rows: str, found: list[tuple[str, int]]) -> None:
    assert problems(f"N°;Équipe;Joueur 1;Joueur 2\n{rows}\n") == found


def test_sixty_characters_are_a_name() -> None:
    (team,) = read_teams(("Équipe\n" + "É" * NAME_LENGTH).encode())
    assert len(team.name) == NAME_LENGTH


def test_titles_alone_are_no_list() -> None:
    assert problems("N°;Équipe;Joueur 1;Joueur 2\n") == [("only_titles", 0)]


def test_columns_that_name_nobody_are_refused() -> None:
    assert problems("1\n2\n") == [("columns_unknown", 0)]


def test_a_column_chosen_twice_is_refused_unless_it_is_a_player() -> None:
    rows = read_list(b"As;Dix;Zoe;Ines\n")
    _, found = team_lines(rows, Layout(has_titles=False, columns=(TEAM, TEAM, ONE, TWO)))
    assert [problem.code for problem in found] == ["column_twice"]
    lines, found = team_lines(rows, Layout(has_titles=False, columns=(ONE, ONE, TWO, TWO)))
    assert not found
    assert lines[0].players == ("As Dix", "Zoe Ines")


def test_a_page_in_a_cell_is_quoted_short() -> None:
    with pytest.raises(BadList) as refused:
        read_teams(b"Team\n" + b"x" * 200_000)
    (problem,) = refused.value.problems
    assert len(str(problem.params["text"])) < 100


def test_what_the_tournament_holds_is_taken() -> None:
    taken = Taken(numbers={3: "Dix"}, names={"dix": "3"}, players={"zoe": "3 · Dix"})
    lines = [line(3, "As", "Léa", "Ali"), line(4, "DIX", "Zoé", "Eve")]
    found = find_clashes(lines, taken)
    assert [(problem.code, problem.field) for problem in found] == [
        ("number_taken", "number"),
        ("name_taken", "name"),
        ("player_taken", "player_1"),
    ]


def test_a_list_given_twice_says_it_once_a_line() -> None:
    taken = Taken(numbers={3: "Dix"}, names={"dix": "3"}, players={"zoe": "3", "ines": "3"})
    assert [problem.code for problem in find_clashes([line(3, "Dix", "Zoé", "Inès")], taken)] == [
        "team_taken"
    ]


def test_missing_numbers_are_given_in_order_after_those_in_use() -> None:
    lines = [line(), line(2), line(), line(4), line()]
    assert numbered(lines, []) == [1, 2, 3, 4, 5]
    assert numbered(lines, [1, 6]) == [7, 2, 8, 4, 9]


def test_every_problem_has_its_words() -> None:
    package = Path(words.__file__).parent
    source = "".join(path.read_text() for path in package.glob("*.py"))
    codes = set(
        re.findall(r'(?:refused\(|code=|fault\([\w.]+, )"(\w+)"', source.replace("\n", " "))
    )
    codes |= {
        f"{what}_{how}" for what in ("number", "name", "player") for how in ("taken", "twice")
    }
    # Refusals of acts, not of lists, have their sentence where they are made.
    acts = {"stale", "gone", "not_alone", "no_amount", "more_than_paid", "sent_before"}
    acts.add("required")  # Django's own
    assert codes - acts <= set(words.PROBLEMS)
