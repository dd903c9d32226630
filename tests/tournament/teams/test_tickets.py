"""Lists with one player a line: who plays with whom, and which column is what."""

from decimal import Decimal

import pytest

from tournament.teams.columns import Column, find_layout, titles_of
from tournament.teams.importing import team_lines
from tournament.teams.reading import read_list

HELLOASSO = """\
Référence commande;Date;Statut;Nom participant;Prénom participant;Nom payeur;Prénom payeur;\
Email payeur;Billet;Numéro de billet;Tarif;Montant tarif;Nom de l'équipe
101;30/11/2026;Validé;Lefèvre;Hélène;Lefèvre;Hélène;h@x.fr;Joueur;1;Plein tarif;10,00;Les Cœurs
102;30/11/2026;Validé;Gœury;Noël;Lefèvre;Hélène;h@x.fr;Joueur;2;Plein tarif;10,00;les coeurs
103;30/11/2026;Validé;Petit;Zoé;Petit;Zoé;z@x.fr;Joueur;3;Réduit;5,00;
"""
"""As a ticket office exports it: one row a ticket, and many columns nobody here needs."""


def read(text: str, **kwargs: object) -> tuple[list, list[tuple[str, int]]]:
    rows = read_list(text.encode())
    lines, problems = team_lines(rows, find_layout(rows), **kwargs)
    return lines, [(problem.code, problem.line) for problem in problems]


def summary(text: str) -> list[tuple[str, tuple[str, ...], bool]]:
    lines, problems = read(text)
    assert not problems
    return [(line.name, line.players, line.alone) for line in lines]


def test_the_export_of_a_ticket_office_reads_as_teams_and_players_alone():
    lines, problems = read(HELLOASSO)
    assert not problems
    team, alone = lines
    assert (team.name, team.players) == ("Les Cœurs", ("Hélène Lefèvre", "Noël Gœury"))
    assert (team.fee_paid, team.line, team.alone) == (Decimal("20.00"), 2, False)
    assert (alone.players, alone.alone, alone.fee_paid) == (("Zoé Petit",), True, Decimal("5.00"))


def test_the_name_of_a_ticket_is_no_amount():
    layout = find_layout(read_list(b"Joueur;Tarif;Montant\nZoe;Plein;10\nAli;Plein;10"))
    assert layout.columns == (Column.PLAYER, Column.IGNORED, Column.FEE)
    assert find_layout(read_list(b"Joueur;Tarif\nZoe;Plein")).columns[1] is Column.IGNORED
    assert find_layout(read_list(b"Joueur;Tarif\nZoe;10")).columns[1] is Column.FEE


def test_name_and_first_name_alone_are_one_player_a_line():
    assert summary("Nom;Prénom\nGœury;Zoé\nPetit;Ali") == [
        ("", ("Zoé Gœury",), True),
        ("", ("Ali Petit",), True),
    ]


def test_a_partner_is_found_whichever_way_his_name_is_written():
    text = "Joueur;Partenaire\nZoé Gœury;PETIT Ali\nLéa;\nAli Petit;\n"
    assert summary(text) == [("", ("Zoé Gœury", "Ali Petit"), False), ("", ("Léa",), True)]


def test_a_partner_without_a_line_is_taken_at_the_player_s_word():
    assert summary("Joueur;Partenaire\nZoé;Ali\n") == [("", ("Zoé", "Ali"), False)]


def test_somebody_named_by_another_need_not_name_him():
    assert summary("Joueur;Partenaire\nAli;\nZoé;Ali\n") == [("", ("Ali", "Zoé"), False)]


def test_a_team_named_once_waits_for_its_second_player():
    assert summary("Joueur;Équipe\nZoé;As\nAli;Dix\nLéa;as\n") == [
        ("As", ("Zoé", "Léa"), False),
        ("", ("Ali",), True),
    ]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("Zoé;As;\nAli;As;\nLéa;AS;", [("team_of_three", 4)]),
        ("Zoé;;Ali\nAli;;Léa\nLéa;;Ali", [("partner_disagrees", 2)]),
        ("Zoé;;Zoé", [("same_player", 2)]),
        (";As;\nAli;;", [("no_player", 2)]),
        (f"{'x' * 61};;", [("name_too_long", 2)]),
    ],
)
def test_what_does_not_fit_is_refused_on_its_line(rows, found):
    assert read(f"Joueur;Équipe;Partenaire\n{rows}\n")[1] == found


def test_categories_club_and_seed_are_read():
    text = "Équipe;Joueur 1;Joueur 2;Club;Catégorie;Tête de série\nAs;A;B;Isère;Mixte, Juniors;2\n"
    ((line,), problems) = read(text)
    assert not problems
    assert (line.club, line.categories, line.seed_rank) == ("Isère", ("mixed", "juniors"), 2)
    rows = "Équipe;Catégorie;Tête de série\nAs;mixte;x\nDix;vétérans;1\n"
    assert read(rows)[1] == [("seed_unreadable", 2), ("category_unknown", 3)]


def test_an_individual_contest_takes_one_player_a_line():
    for text in ("Zoé\nAli", "Nom\nZoé\nAli", "Équipe\nZoé\nAli", "Joueur\nZoé\nAli"):
        rows = read_list(text.encode())
        lines, problems = team_lines(rows, find_layout(rows, individual=True), individual=True)
        assert not problems
        assert [(line.players, line.team_name) for line in lines] == [
            (("Zoé",), "Zoé"),
            (("Ali",), "Ali"),
        ]


def test_pairs_are_refused_in_an_individual_contest():
    rows = read_list(b"Joueur 1;Joueur 2\nZoe;Ali")
    layout = find_layout(rows, individual=True)
    _lines, (problem,) = team_lines(rows, layout, individual=True)
    assert problem.code == "one_a_line"


def test_columns_chosen_before_are_taken_for_a_list_with_the_same_titles():
    rows = read_list(b"Squad;Who\nAs;Zoe")
    kept = {titles_of(rows[0]): {"0": "name", "1": "player"}}
    layout = find_layout(rows, remembered=kept)
    assert (layout.has_titles, layout.columns) == (True, (Column.TEAM, Column.PLAYER))
    damaged = {titles_of(rows[0]): {"0": "no such column"}}
    assert find_layout(rows, remembered=damaged).columns == (Column.IGNORED,) * 2
