"""Papers made from what is stored."""

from pathlib import Path

import pytest
from django.utils import translation

from scoring import load_rulebook, shipped_rulebooks
from tests.tournament.builders import a_deal, a_match, a_round, a_tournament
from tests.tournament.prints.samples import standings_of
from tournament.deals.options_acts import choose_options
from tournament.models import EndKind, Outcome, Ranking, freeze
from tournament.prints import printing, score_sheets, standings_papers
from tournament.prints.sheets import LINES_TO_A_TARGET, MOST_LINES, Column, SheetLine

pytestmark = pytest.mark.django_db

CLUB_A = Path(__file__).parents[2] / "scoring" / "rulebooks" / "club-a.toml"


def blank_of(rulebook="grenobloise", **columns):
    return score_sheets.blank_sheets(a_round(a_tournament(rulebook, **columns), tables=2))


def filled_of(match):
    return score_sheets.filled_sheets(match.round)[0]


def test_a_blank_sheet_only_needs_the_seats():
    first, second = blank_of(name="Concours d'automne")
    assert (first.tournament, first.round, first.table, second.table) == (
        "Concours d'automne",
        1,
        1,
        2,
    )
    assert (first.team_a.number, first.team_a.name) == (1, "Équipe 1")
    assert first.team_b.players == ("Joueur 2.1", "Joueur 2.2")
    assert first.lines == tuple(
        SheetLine(number=number, spare=number > 12) for number in range(1, 15)
    )
    assert first.totals is None
    assert not first.filled


def test_a_blank_sheet_has_a_line_for_each_deal_of_the_match():
    lines = blank_of(deals=8)[0].lines
    assert sum(not line.spare for line in lines) == 8


@pytest.mark.parametrize(("deals", "spare"), [(4, 2), (17, 2), (18, 1), (19, 0), (20, 0), (30, 2)])
def test_what_does_not_count_has_a_spare_line_unless_it_takes_another_sheet(deals, spare):
    """Deals that everybody passed take a number of the sheet, and none of those agreed."""
    first = [sheet for sheet in blank_of(deals=deals) if sheet.table == 1]
    lines = [line for sheet in first for line in sheet.lines]
    assert [line.number for line in lines] == list(range(1, deals + spare + 1))
    assert [line.spare for line in lines] == [False] * deals + [True] * spare
    assert len(first) == -(-deals // MOST_LINES)


def test_nothing_is_spare_where_nobody_knows_how_many_deals_there_are():
    (sheet, _) = blank_of(end_kind=EndKind.TARGET, target=1000, deals=None)
    assert not any(line.spare for line in sheet.lines)


def test_a_match_to_a_target_has_enough_lines():
    (sheet, _) = blank_of(end_kind=EndKind.TARGET, target=1000, deals=None)
    assert len(sheet.lines) == LINES_TO_A_TARGET
    assert "1\u202f000" in sheet.ends


@pytest.mark.parametrize("lines", [1, 12, 20])
def test_a_blank_sheet_has_as_many_lines_as_asked_for(lines):
    round_ = a_round(a_tournament(end_kind=EndKind.TARGET, target=2000, deals=None))
    (sheet,) = score_sheets.blank_sheets(round_, lines=lines)
    assert len(sheet.lines) == lines


def test_only_a_blank_sheet_asks_who_deals():
    match = a_match()
    (blank,), (filled,) = (
        make(match.round) for make in (score_sheets.blank_sheets, score_sheets.filled_sheets)
    )
    assert Column.DEALER in blank.rules.columns
    assert Column.DEALER not in filled.rules.columns


def test_a_sheet_says_what_its_table_plays_or_asks_it_to_choose():
    club = load_rulebook(CLUB_A)
    round_ = a_round(a_tournament(rulebook_frozen=freeze(club)), tables=3)
    first, second, _third = round_.matches.order_by("table")
    choose_options(first, ["no-trumps"], seen="", by=None)
    choose_options(second, [], seen="", by=None)
    turned, as_it_is, asked = score_sheets.blank_sheets(round_)
    assert "Le sans atout est permis." in turned.plays
    assert "Pas de sans atout." in as_it_is.plays
    assert len(turned.plays) == len(as_it_is.plays) == len(asked.to_choose) == 3
    assert ("Pas de sans atout.", "Le sans atout est permis.") in asked.to_choose
    assert (turned.to_choose, as_it_is.to_choose, asked.plays) == ((), (), ())
    assert not blank_of()[0].has_options


def test_a_filled_sheet_says_what_its_table_plays():
    match = a_match(rulebook_frozen=freeze(load_rulebook(CLUB_A)))
    a_deal(match, 1)
    assert "Pas de sans atout." in filled_of(match).plays


def test_a_sheet_names_the_rulebook_in_force_and_its_fingerprint():
    rules = blank_of("kchanaise")[0].rules
    assert rules.title == load_rulebook("kchanaise").title["fr"]
    assert rules.fingerprint == load_rulebook("kchanaise").short_fingerprint
    assert rules.reminder


@pytest.mark.parametrize(
    ("rulebook", "dropped"),
    [
        ("grenobloise", {Column.DECLARATIONS}),
        ("ffb-fiche", set()),
        ("multijoueur", {Column.CONTRACT, Column.STAKE, Column.DECLARATIONS}),
        ("competition", set()),
        ("kchanaise", {Column.DECLARATIONS}),
    ],
)
def test_a_sheet_has_the_columns_its_rulebook_uses(rulebook, dropped):
    assert set(Column) - set(printing.columns_of(load_rulebook(rulebook))) == dropped


@pytest.mark.parametrize("rulebook", shipped_rulebooks())
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_rulebook_has_its_sheet_in_both_languages(rulebook, lang):
    with translation.override(lang):
        rules = printing.rules_of(load_rulebook(rulebook))
    assert rules.title == load_rulebook(rulebook).title[lang]
    assert rules.trumps[:4] == ("♠", "♥", "♦", "♣")


def test_the_signs_of_a_sheet_are_those_of_its_rulebook():
    with translation.override("en"):
        assert printing.rules_of(load_rulebook("ffb-fiche")).trumps == ("♠", "♥", "♦", "♣")
        assert printing.rules_of(load_rulebook("kchanaise")).trumps[4:] == ("AT", "NT", "SZ")
    assert printing.rules_of(load_rulebook("kchanaise")).stakes == ("×2", "×4")
    assert printing.rules_of(load_rulebook("grenobloise")).several_belotes
    assert not printing.rules_of(load_rulebook("ffb-fiche")).several_belotes


def test_a_filled_sheet_says_what_was_recorded_and_adds_it_up():
    match = a_match()
    a_deal(match, 1)
    a_deal(match, 2, takers="B", trump="spades", stake="coinche", contract="140", points=150)
    sheet = filled_of(match)
    assert sheet.lines[0] == SheetLine(
        number=1,
        takers="A",
        contract="120",
        trump="♦",
        points=126,
        marks=(250, 40),
        running=(250, 40),
    )
    assert (sheet.lines[1].stake, sheet.lines[1].trump) == ("×2", "♠")
    assert sheet.lines[1].running == (250, 470)
    assert sheet.lines[2:] == tuple(SheetLine(number=number) for number in range(3, 13))
    assert sheet.totals == (250, 470)


def test_a_deal_not_typed_leaves_its_line_blank():
    match = a_match()
    a_deal(match, 2)
    lines = filled_of(match).lines
    assert lines[0] == SheetLine(number=1)
    assert lines[1].marks == (250, 40)


def test_a_sweep_names_the_side_and_shows_the_whole_pack():
    match = a_match()
    a_deal(match, 1, sweep="takers", points=None)
    a_deal(match, 2, sweep="defenders", points=None)
    a_deal(match, 3, takers="B", contract="capot", sweep="takers_alone", points=None)
    with translation.override("en"):
        lines = filled_of(match).lines
    assert [(line.sweep, line.points) for line in lines[:3]] == [
        ("A", 162),
        ("B", 0),
        ("B alone", 162),
    ]


def test_belotes_and_declarations_are_written_as_a_table_would():
    match = a_match("ffb-fiche")
    declared = {
        "A": [{"kind": "tierce", "top": "KH"}, {"kind": "cinquante", "top": "JS"}],
        "B": [{"kind": "carre", "rank": "A"}],
    }
    a_deal(match, 1, belote_b=1, declarations=declared)
    with translation.override("en"):
        line = filled_of(match).lines[0]
    assert (line.belote, line.declarations) == ("B", "A tierce, 50 · B carré A")


def test_several_belotes_are_counted():
    match = a_match()
    a_deal(match, 1, trump="all_trumps", points=180, belote_a=2, belote_b=1)
    assert filled_of(match).lines[0].belote == "A ×2 B"


def test_a_deal_that_was_not_played_says_so_and_marks_nothing():
    match = a_match()
    nothing = {"takers": "", "contract": "", "trump": "", "points": None}
    a_deal(match, 1, outcome=Outcome.PASSED, **nothing)
    a_deal(match, 2, outcome=Outcome.VOID, **nothing)
    first, second = filled_of(match).lines[:2]
    assert first.note
    assert second.note
    assert {first.marks, second.marks, first.running, second.running} == {None}


def test_a_take_shows_no_contract():
    match = a_match("multijoueur")
    a_deal(match, 1, contract="take", points=90)
    assert filled_of(match).lines[0].contract == ""


def test_a_long_match_fills_several_sheets_of_its_table():
    match = a_match(end_kind=EndKind.TARGET, target=100_000, deals=None)
    for number in range(1, 25):
        a_deal(match, number)
    first, second = score_sheets.filled_sheets(match.round)
    assert first.totals == second.carried == (250 * 12, 40 * 12)
    assert second.totals == (250 * 24, 40 * 24)


def test_standings_on_paper_are_those_of_the_page():
    match = a_match(deals=1)
    a_deal(match, 1)
    tournament = match.round.tournament
    before = standings_papers.standings_paper(tournament)
    assert (before.after_round, before.final) == (0, False)
    close(match.round)
    paper = standings_papers.standings_paper(tournament)
    assert (paper.after_round, paper.final, paper.by_wins) == (1, True, False)
    assert [
        (row.rank, row.team.number, row.marks, row.wins, row.difference) for row in paper.rows
    ] == [(1, 1, 250, 1, 210), (2, 2, 40, 0, -210)]


def test_standings_by_wins_put_the_wins_first():
    tournament = a_tournament(ranking=Ranking.WINS)
    assert standings_papers.standings_paper(tournament).by_wins


def test_standings_while_a_round_is_played_are_provisional():
    tournament = a_tournament()
    close(a_round(tournament))
    a_round(tournament)
    paper = standings_papers.standings_paper(tournament)
    assert (paper.after_round, paper.final) == (1, False)


def test_papers_cost_the_same_queries_whatever_the_tables(django_assert_num_queries):
    round_ = a_round(a_tournament(), tables=3)
    for match in round_.matches.with_teams():
        a_deal(match, 1)
    with django_assert_num_queries(3):
        score_sheets.blank_sheets(round_)
    with django_assert_num_queries(7):
        score_sheets.filled_sheets(round_)


def close(round_):
    round_.closed_at = standings_of(0).printed_at
    round_.save(update_fields=["closed_at"])


def test_standings_on_paper_show_whatever_the_contest_ranks_by():
    ranked = {"ranking": Ranking.CUSTOM, "criteria": ["points", "strength", "marks", "lot"]}
    match = a_match(deals=1, **ranked)
    a_deal(match, 1)
    close(match.round)
    paper = standings_papers.standings_paper(match.round.tournament)
    assert len(paper.more) == 2
    assert [row.more for row in paper.rows] == [("2", "0"), ("0", "2")]


def test_standings_of_players_have_no_column_of_teams():
    paper = standings_papers.standings_paper(a_tournament(shape="individual"))
    assert paper.of_players
