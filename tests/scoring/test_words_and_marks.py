"""A rulebook's sentences say what its marks do: read back, they mark a deal as it is marked."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scoring import (
    DealFacts,
    NamedContract,
    Outcome,
    Refusal,
    Rulebook,
    Side,
    Stake,
    clause_text,
    contest,
    load_rulebook,
    score_deal,
    shipped_rulebooks,
    typeset,
)
from scoring import schema as schema_module
from scoring.clauses import CLAUSES, allowed_modes
from scoring.contracts import Mode
from tests.scoring.rulebook_samples import rulebooks
from tests.scoring.spoken import MODE_CLAUSES, Spoken, figures
from tests.scoring.strategies import deals, every_bid
from tests.scoring.test_cases import HERE, rulebook_named

NAMES = [*shipped_rulebooks(), *sorted(path.stem for path in (HERE / "rulebooks").glob("*.toml"))]
LANGS = ("fr", "en")
# A whole rulebook takes minutes to shrink: the first that fails is shown as it was drawn.
PHASES = (Phase.explicit, Phase.generate)


@st.composite
def ruled_deals(draw: st.DrawFn, of: st.SearchStrategy[Rulebook]) -> tuple[Rulebook, DealFacts]:
    """A rulebook and a deal that can be under it."""
    rulebook = draw(of)
    facts = replace(draw(deals(rulebook)), first=Side.A)
    bid, lowest = facts.contract.bid, rulebook.points_bid.coinche_from
    if isinstance(bid, int) and bid < lowest:
        facts = replace(facts, contract=replace(facts.contract, stake=Stake.PLAIN))
    return rulebook, facts


def assert_as_said(rulebook: Rulebook, facts: DealFacts) -> None:
    """Mark a deal by the sentences of each language, and compare with the engine."""
    score = score_deal(facts, rulebook)
    declared = facts.declarations
    winner = None
    if declared.a or declared.b:
        winner = contest(declared, facts.contract.trump, rulebook, facts.first).winner
    for lang in LANGS:
        spoken = Spoken(rulebook, lang)
        worth = {side: spoken.declared(facts, side) if side is winner else 0 for side in Side}
        outcome = spoken.outcome(facts, worth)
        assert outcome is score.outcome, lang
        if outcome in {Outcome.MADE, Outcome.FAILED}:
            said = spoken.marks(facts, worth, outcome)
            assert said == score.marks.as_dict(), (lang, score.lines)


@settings(max_examples=100, deadline=None, phases=PHASES)
@given(ruled_deals(st.sampled_from(NAMES).map(rulebook_named)))
def test_a_deal_is_marked_as_the_sentences_say(ruled: tuple[Rulebook, DealFacts]) -> None:
    assert_as_said(*ruled)


@settings(max_examples=40, deadline=None, phases=PHASES)
@given(ruled_deals(rulebooks()))
def test_a_deal_under_any_rulebook_is_marked_as_its_sentences_say(
    ruled: tuple[Rulebook, DealFacts],
) -> None:
    assert_as_said(*ruled)


def expected_figures(rulebook: Rulebook, lang: str) -> Iterator[tuple[str, list[int]]]:
    """What a clause's figures must be, in order, from the rulebook's data."""
    bid, k = rulebook.points_bid, rulebook.multipliers
    if not rulebook.is_take:
        rises = [] if bid.least_raise == bid.step else [bid.least_raise]
        steps = [bid.step] * (2 if lang == "fr" else 1)
        yield "bids", [bid.minimum, bid.maximum, *steps, *rises]
        yield "closing", [rulebook.auction.closing_passes]
    if k[Stake.COINCHE]:
        yield "stakes", [one for one in (k[Stake.COINCHE], k[Stake.SURCOINCHE]) if one]
        lowest = bid.coinche_from
        yield "coinche", [lowest] if lowest > rulebook.minimum else []
    yield "dealing", [cards for way in rulebook.dealing.packets for cards in way]
    takes = rulebook.is_take
    target = [rulebook.named[NamedContract.TAKE].value] if takes else []
    yield "made_when", [*target, *(figure for pair in bid.needs for figure in pair)]
    yield "target", [rulebook.target]
    if rulebook.rounding.to > 1:
        yield "rounding", [rulebook.rounding.to]
    tariffs = rulebook.faults.tariffs
    sums = [[term.amount for term in terms if term.name == "fixed"] for terms in tariffs]
    yield "faults", [n for at, terms in enumerate(tariffs) for n in (sums[at] if terms else [0])]
    for mode, clause in MODE_CLAUSES.items():
        if mode in allowed_modes(rulebook):
            yield clause, _of_cards(rulebook, mode)


def _of_cards(rulebook: Rulebook, mode: Mode) -> list[int]:
    rules = rulebook.trumps[mode]
    cards = [*rules.trump, *rules.plain]
    values = [
        figure
        for rank, points in cards
        for figure in ([int(rank)] if rank.isdecimal() else []) + [points]
    ]
    found = [*values, rules.last_trick, rules.total]
    if rules.conversion != 1:
        suit = rulebook.trumps.get(Mode.SUIT)
        by_suit = suit and rules.total * rules.conversion == suit.total
        over, under = rules.conversion.as_integer_ratio()
        found += [suit.total, rules.total] if suit and by_suit else [over, under][: 1 + (under > 1)]
    is_usual = mode is Mode.SUIT and rules.most_belotes == 1
    return found if is_usual or rules.most_belotes <= 1 else [*found, rules.most_belotes]


@settings(max_examples=25, deadline=None, phases=PHASES)
@given(st.sampled_from(NAMES).map(rulebook_named) | rulebooks())
def test_the_figures_of_every_clause_are_those_of_the_data(rulebook: Rulebook) -> None:
    for lang in LANGS:
        spoken = Spoken(rulebook, lang)
        for clause, expected in expected_figures(rulebook, lang):
            if clause in rulebook.clauses:
                assert figures(spoken.text(clause)) == expected, (clause, spoken.text(clause))
        for bid in every_bid(rulebook):
            assert spoken.value(bid) == rulebook.value(bid)
            assert spoken.help(bid) == rulebook.belote_help(bid)
            if isinstance(bid, int):
                assert spoken.needed(bid) == rulebook.needed(bid)
        for stake in rulebook.stakes:
            assert spoken.k(stake) == rulebook.multipliers[stake]


@settings(max_examples=25, deadline=None, phases=PHASES)
@given(rulebooks())
def test_every_clause_of_any_rulebook_is_a_sentence(rulebook: Rulebook) -> None:
    own_words = [named.notice for named in rulebook.named.values()]
    for lang in LANGS:
        notices = tuple(typeset(words[lang], lang) for words in own_words if words[lang])
        for clause in rulebook.clauses:
            text = clause_text(rulebook, clause, lang)
            assert text.endswith((".", "”.", *notices)), (clause, text)
            for notice in notices:
                text = text.replace(notice, "")
            assert not re.search(r"[{}]|None|\b(?:True|False)\b|  | ,|\(\)|[a-z]_[a-z]", text), text
            assert text[0].isupper(), text
            if lang == "fr":
                assert not re.search(r" [:;!?»]|« ", text), text


def test_every_clause_there_is_is_said_for_some_drawn_rulebook() -> None:
    whole = load_rulebook("competition").to_mapping()
    whole["clauses"] = dict.fromkeys(CLAUSES, "")
    rulebook = Rulebook.from_mapping(whole)
    for lang in LANGS:
        assert all(clause_text(rulebook, clause, lang) for clause in CLAUSES)


# --- Nothing is left out --------------------------------------------------------------------------

UNSAID = ("schema", "name", "version", "title", "source", "applied", "clauses", "switches")
CHOICES = {
    choice.value: kind
    for kind in vars(schema_module).values()
    if isinstance(kind, type) and issubclass(kind, StrEnum)
    for choice in kind
}


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every plain value of a mapping with where it stands."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, dict | list):
            yield from leaves(inner, (*path, key))
        else:
            yield (*path, key), inner


def others(value: Any) -> Iterator[Any]:
    """What could stand there instead."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 10, value + 1, abs(value - 1))
    elif isinstance(value, str):
        kinds = [kind for kind in vars(schema_module).values() if isinstance(kind, type)]
        for kind in kinds:
            if issubclass(kind, StrEnum) and value in set(kind):
                yield from (other.value for other in kind if other != value)


def with_one_changed(mapping: dict[str, Any], path: tuple[Any, ...], value: Any) -> Rulebook | None:
    changed = copy.deepcopy(mapping)
    table: Any = changed
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    try:
        return Rulebook.from_mapping(changed)
    except Refusal:
        return None


def all_said(rulebook: Rulebook, lang: str) -> tuple[str, ...]:
    return tuple(clause_text(rulebook, clause, lang) for clause in CLAUSES)


def test_whatever_is_changed_in_a_rulebook_is_said() -> None:
    rulebook = load_rulebook("ffb-coinchee-2015").switched("no-trumps", "all-trumps")
    mapping = rulebook.to_mapping() | {"switches": [], "applied": []}
    mapping["clauses"] = dict.fromkeys(CLAUSES, "")
    # Where a winning partner frees from trumping anyway, two keys of play ask for nothing.
    mapping["play"] |= {"must_trump": "always", "exempt_when": "never"}
    rulebook = Rulebook.from_mapping(mapping)
    before = {lang: all_said(rulebook, lang) for lang in LANGS}
    silent = {}
    for path, value in leaves(mapping):
        if path[0] in UNSAID:
            continue
        changes = (with_one_changed(mapping, path, other) for other in others(value))
        changed = next(filter(None, changes), None)
        if changed and any(all_said(changed, lang) == before[lang] for lang in LANGS):
            silent[".".join(map(str, path))] = value
    assert silent == {}
