"""Words made from data: what a sentence says is what the marks do."""

import copy
import json
import re
from collections.abc import Iterator
from functools import reduce
from operator import getitem

import pytest
from hypothesis import given, settings

from scoring import (
    DealFacts,
    Reason,
    Refusal,
    Rulebook,
    Side,
    clause_article,
    clause_text,
    clause_title,
    explain,
    facts_from_json,
    line_text,
    load_rulebook,
    not_said,
    reminder,
    said,
    score_deal,
    shipped_rulebooks,
    typeset,
)
from scoring.clauses import CLAUSES, required_clauses
from scoring.terms import CellMarks, CellName, TermName
from tests.scoring.strategies import deals_under_rulebooks
from tests.scoring.test_cases import HERE, rulebook_named

NAMES = [*shipped_rulebooks(), *sorted(path.stem for path in (HERE / "rulebooks").glob("*.toml"))]
BAD_FRENCH = re.compile(r" [:;!?»]|« |[^\d\u202f][:;!?](?=\s)")
NARROW = "\u202f"


def deal(name: str, **facts: object) -> tuple[DealFacts, Rulebook]:
    base = {"takers": "A", "contract": 120, "trump": "diamonds"}
    return facts_from_json(base | facts), rulebook_named(name)


def sentence(name: str, lang: str = "fr", **facts: object) -> str:
    told, rulebook = deal(name, **facts)
    return said(told, score_deal(told, rulebook), rulebook, lang).replace(NARROW, " ")


def test_a_belote_that_does_not_help_a_take_is_said_to_count_nothing() -> None:
    take = {"contract": "take", "trump": "hearts", "points": 70, "belote": {"A": 1}}
    found = sentence("multijoueur", "en", **take)
    assert found == "A takes at ♥, makes 70 with the belote (counted 0): failed (82 needed)."


def test_an_equal_split_that_is_made_names_no_eight_tricks() -> None:
    mapping = load_rulebook("multijoueur").to_mapping()
    mapping["made"]["equal_split"] = "made"
    rulebook = Rulebook.from_mapping(mapping)
    told = facts_from_json({"takers": "A", "contract": "take", "trump": "hearts", "points": 81})
    score = score_deal(told, rulebook)
    assert said(told, score, rulebook, "en") == "A takes at ♥, makes 81: made."


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_clause_is_a_sentence(name: str, lang: str) -> None:
    rulebook = rulebook_named(name)
    for clause in rulebook.clauses:
        text = clause_text(rulebook, clause, lang)
        assert text.endswith((".", "”.")), text
        assert "  " not in text
        assert "None" not in text
        assert clause_article(rulebook, clause, lang)
        if lang == "fr":
            assert not BAD_FRENCH.search(text), text


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_clause_says_in_a_few_words_what_it_is_about(lang: str) -> None:
    titles = [clause_title(clause, lang) for clause in CLAUSES]
    assert len(set(titles)) == len(CLAUSES)
    for title in titles:
        assert title[0].isupper()
        assert len(title) <= 50
        assert not title.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_every_switch_keeps_every_clause_readable(name: str) -> None:
    rulebook = rulebook_named(name)
    for switch in rulebook.switches:
        other = rulebook.switched(switch.id)
        changed = {
            clause
            for clause in rulebook.clauses
            if clause_text(other, clause, "fr") != clause_text(rulebook, clause, "fr")
        }
        assert changed, (name, switch.id)


@pytest.mark.parametrize("name", NAMES)
def test_the_figures_of_the_cells_are_read_back(name: str) -> None:
    rulebook = rulebook_named(name)
    for cell in CellName:
        marks = rulebook.marks.get(cell)
        if not isinstance(marks, CellMarks):
            continue
        fixed = [
            str(term.amount)
            for term in (*marks.takers, *marks.defenders)
            if term.name is TermName.FIXED
        ]
        for lang in ("fr", "en"):
            text = clause_text(rulebook, cell, lang).split("(")[0]
            assert re.findall(r"\d+", text) == fixed


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_values_needs_and_targets_are_read_back(name: str) -> None:
    rulebook = load_rulebook(name)
    for lang, apart in (("fr", NARROW), ("en", ",")):
        assert str(rulebook.belote.value) in clause_text(rulebook, "belote", lang)
        assert f"{rulebook.target:,}".replace(",", apart) in clause_text(rulebook, "target", lang)
        assert "162" in clause_text(rulebook, "cards", lang)
        for contract in rulebook.named_contracts:
            value = str(rulebook.named[contract].value)
            assert value in clause_text(rulebook, contract, lang)


def test_every_clause_there_can_be_has_words() -> None:
    rulebook = load_rulebook("multijoueur")
    mapping = rulebook.to_mapping()
    mapping["clauses"] |= dict.fromkeys(CLAUSES, "")
    everything = Rulebook.from_mapping(mapping)
    for clause in CLAUSES:
        assert clause_text(everything, clause, "fr")
    assert set(required_clauses(rulebook)) <= set(rulebook.clauses)
    assert clause_text(everything, "made_doubled", "en") == "There is no coinche."
    assert clause_text(everything, "capot", "en") == "No capot."
    assert clause_text(everything, "schmurtz", "en") == "No schmürtz."


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_copy_kept_in_another_order_says_the_same(name: str) -> None:
    rulebook = load_rulebook(name)
    copy_of_it = Rulebook.from_mapping(
        json.loads(json.dumps(rulebook.to_mapping(), sort_keys=True))
    )
    for lang in ("fr", "en"):
        assert reminder(copy_of_it, lang) == reminder(rulebook, lang)
        for clause in rulebook.clauses:
            assert clause_text(copy_of_it, clause, lang) == clause_text(rulebook, clause, lang)


def test_a_clause_a_rulebook_does_not_have_is_refused() -> None:
    for clause in ("schmurtz", "rumour"):
        with pytest.raises(Refusal, match="unknown_clause"):
            clause_text(load_rulebook("grenobloise"), clause, "fr")
    assert clause_article(load_rulebook("grenobloise"), "rumour", "fr") == "lecture retenue"


SAID = [
    ("grenobloise", {"points": 116, "belote": {"A": 1}},
     "A prend 120 ♦, fait 116 avec la belote : 136, réussi."),
    ("grenobloise", {"points": 116}, "A prend 120 ♦, fait 116 : chuté (il fallait 120)."),
    ("grenobloise", {"points": 126, "stake": "coinche"},
     "A prend 120 ♦ coinché, fait 126 : réussi."),
    ("grenobloise", {"points": 200, "trump": "all_trumps", "belote": {"A": 3}},
     "A prend 120 tout atout, fait 200 avec 3 belotes : 193 1/3, réussi."),
    ("grenobloise", {"sweep": "takers"}, "A prend 120 ♦, fait les huit plis : 162, réussi."),
    ("grenobloise", {"sweep": "defenders"},
     "A prend 120 ♦, ne fait aucun pli : 0, chuté (il fallait 120)."),
    ("grenobloise", {"contract": "capot_belote", "points": 150},
     "A prend capot beloté ♦, fait 150 : chuté (il fallait les huit plis et la belote)."),
    ("kchanaise", {"contract": 90, "points": 79, "belote": {"A": 1}},
     "A prend 90 ♦, fait 79 avec la belote (comptée 10) : 89, chuté (il fallait 90)."),
    ("kchanaise", {"contract": "generale", "sweep": "takers_alone", "belote": {"A": 1}},
     "A prend générale ♦, fait seul les huit plis avec la belote : réussi."),
    ("grenobloise", {"contract": 240, "sweep": "takers"},
     "A prend 240 ♦, fait les huit plis : 162, réussi (les huit plis suffisent)."),
    ("ffb-coinchee-2015", {"contract": 80, "points": 80},
     "A prend 80 ♦, fait 80 : chuté (il fallait plus que la défense)."),
    ("ffb-fiche", {"points": 100, "declarations": {"A": [{"kind": "tierce", "top": "KH"}]}},
     "A prend 120 ♦, fait 100 avec tierce R♥ : 120, réussi."),
    ("ffb-fiche", {"points": 100, "declarations": {"A": [{"kind": "carre", "rank": "9"}]}},
     "A prend 120 ♦, fait 100 avec carré 9 : 250, réussi."),
    ("ffb-fiche", {"points": 120, "declarations": {
        "A": [{"kind": "tierce", "top": "KH"}], "B": [{"kind": "tierce", "top": "KS"}]}},
     "A prend 120 ♦, fait 120 : réussi. Annonces égales : personne ne les marque."),
    ("ffb-fiche", {"points": 110, "declarations": {
        "A": [{"kind": "tierce", "top": "KH"}, {"kind": "carre", "rank": "10"}],
        "B": [{"kind": "carre", "rank": "9"}]}},
     "A prend 120 ♦, fait 110 : chuté (il fallait 120). Annonces : B l'emporte,"
     " carré 9 contre carré 10."),
    ("ffb-fiche", {"points": 100, "first": "A", "options": ["equal-declarations-first"],
                   "declarations": {"A": [{"kind": "tierce", "top": "KH"}],
                                    "B": [{"kind": "tierce", "top": "KS"}]}},
     "A prend 120 ♦, fait 100 avec tierce R♥ : 120, réussi."
     " Annonces égales : A, qui parle en premier, l'emporte."),
    ("ffb-fiche", {"points": 120, "declarations": {"A": [{"kind": "carre", "rank": "7"}]}},
     "A prend 120 ♦, fait 120 : réussi. Les annonces ne valent rien."),
    ("ffb-fiche", {"points": 120, "options": ["declarations-out-of-contract"],
                   "declarations": {"A": [{"kind": "tierce", "top": "KH"}]}},
     "A prend 120 ♦, fait 120 : réussi."),
    ("multijoueur", {"contract": "take", "points": 81},
     "A prend à ♦, fait 81 : chuté (il fallait 82)."),
    ("club-d", {"contract": "take", "points": 81},
     "A prend à ♦, fait 81 : litige (81 remis en jeu)."),
    ("contract-only", {"contract": 80, "points": 81},
     "A prend 80 ♦, fait 81 : égalité, donne à rejouer."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "facts", "expected"), SAID)
def test_a_deal_in_one_sentence(name: str, facts: dict[str, object], expected: str) -> None:
    assert sentence(name, **facts) == expected


def test_a_deal_in_english() -> None:
    assert sentence("multijoueur", "en", contract="take", points=81) == (
        "A takes at ♦, makes 81: failed (82 needed)."
    )
    declared = {"A": [{"kind": "carre", "rank": "J"}], "B": [{"kind": "cinquante", "top": "10S"}]}
    assert sentence("ffb-fiche", "en", sweep="takers_alone", declarations=declared) == (
        "A takes 120 ♦, alone takes the eight tricks with carré J: 362, made."
        " Declarations: A's are the better, carré J against cinquante 10♠."
    )


def test_what_was_not_said() -> None:
    facts, rulebook = deal("ffb-fiche", points=100)
    assert not_said(facts, rulebook, "fr") == "pas coinché, pas de belote, pas d'annonces"
    facts, rulebook = deal("ffb-fiche", points=100, stake="coinche", belote={"B": 1})
    assert not_said(facts, rulebook, "en") == "no declarations"
    facts, rulebook = deal("multijoueur", contract="take", points=100, belote={"B": 1})
    assert not_said(facts, rulebook, "fr") == ""


LINES = [
    ("ffb-fiche", {"contract": 100, "points": 110, "stake": "coinche", "belote": {"A": 1},
                   "declarations": {"A": [{"kind": "tierce", "top": "KH"}]}},
     ["somme fixe, 160 × 2", "contrat, 100 × 2", "belote", "annonces (tierce R♥)"]),
    ("grenobloise", {"contract": 80, "points": 150, "trump": "all_trumps", "belote": {"A": 2}},
     ["points des plis, 150 × 2/3", "belote, 2 × 20", "contrat",
      "points des plis, 108 × 2/3", "arrondi à 10 près"]),
    ("grenobloise", {"contract": 80, "points": 150, "trump": "all_trumps",
                     "options": ["all-trumps-to-162"]},
     ["points des plis, 150 × 162/258", "contrat", "arrondi à 10 près",
      "points des plis, 108 × 162/258", "arrondi à 10 près"]),
    ("defenders-rounded", {"contract": 100, "points": 127},
     ["points des plis", "contrat", "arrondi : ce que laisse la défense",
      "points des plis", "arrondi à 10 près"]),
    ("grenobloise", {"sweep": "takers"}, ["les huit plis", "contrat"]),
    ("competition", {"contract": 100, "points": 110, "stake": "coinche", "belote": {"A": 1}},
     ["points des plis, 110 × 2", "contrat, 100 × 2", "belote, 20 × 2", "points des plis, 52 × 2"]),
    ("competition", {"contract": "capot", "sweep": "takers", "stake": "surcoinche"},
     ["les huit plis, 250 × 4"]),
    ("competition", {"contract": 100, "sweep": "defenders"}, ["somme fixe", "contrat"]),
    ("competition", {"contract": 100, "sweep": "takers"},
     ["points des plis", "les huit plis", "contrat"]),
    ("kchanaise", {"contract": "capot", "sweep": "takers"}, ["contrat (capot)"]),
    ("club-d", {"contract": "take", "points": 90, "carried": 81},
     ["points des plis", "points du litige", "points des plis"]),
    ("ffb-contree-2016", {"contract": 100, "points": 90, "belote": {"A": 0}, "stake": "surcoinche"},
     ["somme fixe, 160 × 4", "contrat, 100 × 4"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "told", "expected"), LINES)
def test_each_line_says_what_it_is(name: str, told: dict[str, object], expected: list[str]) -> None:
    facts, rulebook = deal(name, **told)
    lines = score_deal(facts, rulebook).lines
    texts = [line_text(line, facts, rulebook, "fr").replace(NARROW, " ") for line in lines]
    assert texts == expected


def test_the_whole_explanation() -> None:
    facts, rulebook = deal("grenobloise", points=116, belote={"A": 1})
    text = explain(facts, score_deal(facts, rulebook), rulebook, "fr").replace(NARROW, " ")
    assert text.splitlines() == [
        "A prend 120 ♦, fait 116 avec la belote : 136, réussi.",
        "(pas coinché)",
        "A marque 260 :",
        "     116  points des plis [cas 1]",
        "      20  belote [Belote et Rebelote]",
        "     120  contrat [cas 1]",
        "       4  arrondi à 10 près [cas 1]",
        "B marque 50 :",
        "      46  points des plis [cas 1]",
        "       4  arrondi à 10 près [cas 1]",
    ]


def test_a_side_that_marks_nothing_ends_there() -> None:
    facts, rulebook = deal("grenobloise", points=116)
    text = explain(facts, score_deal(facts, rulebook), rulebook, "fr").replace(NARROW, " ")
    assert text.splitlines()[2:4] == ["A marque 0.", "B marque 280 :"]


def test_a_conversion_is_said_as_it_is_known() -> None:
    printed = clause_text(load_rulebook("grenobloise"), "all_trumps", "fr")
    assert "multipliés par 2/3." in printed
    rulebook = load_rulebook("ffb-coinchee-2015").switched("all-trumps")
    assert "multiplied by 162/258." in clause_text(rulebook, "all_trumps", "en")


def test_the_foot_of_a_score_sheet() -> None:
    assert reminder(load_rulebook("kchanaise"), "fr").replace(NARROW, " ") == (
        "Preneurs / défense. Réussi : contrat / 0. Chuté : 0 / contrat."
        " Coinche ×2 et surcoinche ×4. Belote 20."
    )
    assert reminder(rulebook_named("club-b"), "en") == (
        "Takers / defenders. Made: contract / 0. Failed: 0 / contract. Coinche ×2. Belote 20."
    )
    assert "Belote 20, arrondi à 10." in reminder(load_rulebook("grenobloise"), "fr")
    assert "oinche" not in reminder(load_rulebook("multijoueur"), "fr")


@settings(max_examples=150, deadline=None)
@given(deals_under_rulebooks)
def test_any_deal_can_be_explained(ruled: tuple[Rulebook, DealFacts]) -> None:
    rulebook, facts = ruled
    score = score_deal(facts, rulebook)
    for lang in ("fr", "en"):
        text = explain(facts, score, rulebook, lang)
        assert len(text.splitlines()) >= 3 + len(score.lines)
        if lang == "fr":
            assert not re.search(r" [:;!?]", text)
    for line in score.lines:
        product = line_text(line, facts, rulebook, "en").rpartition(", ")[2]
        factors = re.findall(r"[\d/]+", product) if " × " in product else []
        total = 1.0
        for factor in factors:
            over, _, under = factor.partition("/")
            total *= int(over) / int(under or 1)
        assert not factors or abs(total - line.points) <= 0.5
        assert line.reason is not Reason.ROUNDING or not factors
    assert {line.side for line in score.lines} <= set(Side)


def test_bids_without_any_named_contract() -> None:
    mapping = copy.deepcopy(rulebook_named("club-b").to_mapping())
    mapping["named"] = {}
    bare = Rulebook.from_mapping(mapping)
    assert clause_text(bare, "bids", "en") == "Bids from 80 to 240, by 10 (a suit)."


def test_a_doubled_cell_written_as_the_plain_one_is_said_with_its_k() -> None:
    text = clause_text(load_rulebook("competition"), "made_doubled", "en")
    assert text == (
        "Coinched contract made: to the takers, their points × k, the contract × k, their belote"
        " × k and their declarations × k; to the defenders, their points × k, their belote × k"
        " and their declarations × k (k = 2 coinched, 4 surcoinched)."
    )
    swept = clause_text(load_rulebook("competition"), "failed_swept", "fr")
    assert swept.replace(NARROW, " ").endswith(": comme « contrat chuté ».")


def test_words_of_a_rulebook_are_set_as_french_is() -> None:
    switch = load_rulebook("grenobloise").switch("no-surcoinche")
    assert f"×4{NARROW}: le document" in typeset(switch.decided["fr"], "fr")
    assert typeset("a : b", "en") == "a : b"


def lists(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Where a mapping's lists stand."""
    if isinstance(value, list):
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from lists(inner, (*path, key))


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_rulebook_with_an_empty_list_is_refused_or_has_words(name: str) -> None:
    for *path, key in lists(load_rulebook(name).to_mapping()):
        mapping = load_rulebook(name).to_mapping()
        reduce(getitem, path, mapping)[key] = []
        try:
            emptied = Rulebook.from_mapping(mapping)
        except Refusal:
            continue
        for clause in emptied.clauses:
            assert clause_text(emptied, clause, "fr").endswith("."), (*path, key)


@pytest.mark.parametrize(
    ("categories", "tariffs", "text"),
    [
        (["revoke"], [[162]], "The referee is called for: revoke."),
        (["revoke"], [[162]], "Usual marks to the other side: 162."),
        (["revoke", "misdeal"], [], "The referee is called for: revoke and misdeal."),
        ([], [[162], [160, "contract"]], "Usual marks to the other side: 162 or 160 + contract."),
        ([], [], "Faults are left to the referee."),
    ],
)
def test_faults_are_those_the_rulebook_lists(
    categories: list[str], tariffs: list[list[object]], text: str
) -> None:
    mapping = load_rulebook("kchanaise").to_mapping()
    mapping["faults"] |= {"categories": categories, "tariffs": tariffs}
    found = clause_text(Rulebook.from_mapping(mapping), "faults", "en")
    assert text in found
    assert ("called for" in found, "Usual" in found) == (bool(categories), bool(tariffs))


def test_a_contract_says_a_doubled_cell_that_is_written_as_a_plain_one_it_replaces():
    mapping = load_rulebook("grenobloise").to_mapping()
    mapping["marks"]["made_doubled"] = "made"
    mapping["named"]["capot"]["marks"] = {"made": {"takers": [777], "defenders": []}}
    said = clause_text(Rulebook.from_mapping(mapping), "capot", "fr")
    assert "Contrat coinché et réussi : aux preneurs, 777" in said.replace("\u202f", " ")
