"""The strict loader, the fingerprint, the questions a desk asks, the switches."""

import copy
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring import (
    BadRulebook,
    ImpossibleDeal,
    NamedContract,
    Refusal,
    Rulebook,
    Stake,
    Trump,
    load_rulebook,
    rulebook_from_toml,
    shipped_rulebooks,
)
from scoring.errors import REFUSAL_CODES, declare_codes
from scoring.toml_text import toml_text

Mapping = dict[str, Any]
HERE = Path(__file__).parent
OWN = sorted((HERE / "rulebooks").glob("*.toml"))


def mapping_of(name: str) -> Mapping:
    return load_rulebook(name).to_mapping()


def changed(mapping: Mapping, key: str, value: object) -> Mapping:
    """The mapping with one dotted key set; ``...`` takes the key away."""
    copied = copy.deepcopy(mapping)
    *path, last = key.split(".")
    table = copied
    for name in path:
        table = table[int(name) - 1] if isinstance(table, list) else table[name]
    if value is ...:
        del table[last]
    else:
        table[last] = value
    return copied


def refused(mapping: object, file: str = "club.toml") -> tuple[str, str]:
    with pytest.raises(BadRulebook) as caught:
        Rulebook.from_mapping(mapping, file=file)  # type: ignore[arg-type]
    params = caught.value.params
    assert set(params) == set(REFUSAL_CODES[caught.value.code])
    assert params["file"] == file
    assert params["expected"]
    return caught.value.code, str(params["key"])


def test_the_seven_rulebooks_ship_in_the_order_of_the_rules() -> None:
    assert shipped_rulebooks() == (
        "grenobloise",
        "ffb-fiche",
        "multijoueur",
        "competition",
        "kchanaise",
        "ffb-coinchee-2015",
        "ffb-contree-2016",
    )


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_mapping_makes_the_same_rulebook_again(name: str) -> None:
    rulebook = load_rulebook(name)
    mapping = rulebook.to_mapping()
    again = Rulebook.from_mapping(json.loads(json.dumps(mapping)))
    assert again == rulebook
    assert hash(again) == hash(rulebook)
    assert again.to_mapping() == mapping
    assert again.fingerprint() == rulebook.fingerprint()
    mapping["name"] = "other"
    assert rulebook.to_mapping() != mapping
    assert rulebook != name


@pytest.mark.parametrize("rulebook", [*map(load_rulebook, [*shipped_rulebooks(), *OWN])], ids=str)
def test_a_rulebook_is_written_as_a_file_that_reads_back(rulebook: Rulebook) -> None:
    again = rulebook_from_toml(rulebook.to_toml().encode())
    assert again.fingerprint() == rulebook.fingerprint()


plain_values = st.recursive(
    st.booleans() | st.integers(-1000, 1000) | st.text(st.characters(min_codepoint=32)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text(st.characters(min_codepoint=32), min_size=1), plain_values))
def test_whatever_a_mapping_holds_is_written_as_toml(mapping: Mapping) -> None:
    mapping.pop("switches", None)
    assert tomllib.loads(toml_text(mapping)) == mapping


def test_the_fingerprint_does_not_depend_on_the_order_of_the_keys() -> None:
    mapping = mapping_of("kchanaise")
    turned = dict(reversed(mapping.items()))
    assert Rulebook.from_mapping(turned).fingerprint() == load_rulebook("kchanaise").fingerprint()


def test_fingerprints_are_printed_short_and_differ() -> None:
    shorts = {load_rulebook(name).short_fingerprint for name in shipped_rulebooks()}
    assert len(shorts) == len(shipped_rulebooks())
    short = load_rulebook("grenobloise").short_fingerprint
    assert short.replace("-", "") == load_rulebook("grenobloise").fingerprint()[:8]
    assert repr(load_rulebook("grenobloise")) == f"<Rulebook grenobloise 1 {short}>"


def test_what_a_desk_asks() -> None:
    grenobloise, classic = load_rulebook("grenobloise"), load_rulebook("multijoueur")
    kchanaise = load_rulebook("kchanaise")
    assert grenobloise.stakes == tuple(Stake)
    assert classic.stakes == (Stake.PLAIN,)
    assert classic.is_take
    assert not grenobloise.is_take
    assert classic.named_contracts == (NamedContract.TAKE,)
    assert (grenobloise.minimum, grenobloise.maximum, grenobloise.step) == (80, 240, 10)
    assert kchanaise.trumps_for(100) == tuple(Trump)[:4]
    assert kchanaise.trumps_for(NamedContract.CAPOT) == tuple(Trump)
    assert kchanaise.trumps_for(95) == kchanaise.trumps_for(NamedContract.TAKE) == ()
    assert kchanaise.played_trumps == tuple(Trump)
    assert classic.played_trumps == tuple(Trump)[:4]
    assert grenobloise.pack_total(Trump.ALL_TRUMPS) == 258
    assert grenobloise.most_belotes(Trump.NO_TRUMPS) == 0
    assert load_rulebook("ffb-fiche").plays_declarations
    assert kchanaise.named[NamedContract.CAPOT_BELOTE].notice["en"]


def test_switches_give_another_rulebook_that_says_so() -> None:
    rulebook = load_rulebook("ffb-coinchee-2015")
    both = rulebook.switched("no-trumps", "all-trumps")
    assert both.trumps_for(100) == tuple(Trump)[:6]
    assert both.applied == ("all-trumps", "no-trumps")
    assert both.fingerprint() != rulebook.fingerprint()
    assert both is rulebook.switched("all-trumps", "no-trumps")
    assert both.switched("no-trumps") is both
    assert rulebook.switched("no-trumps").switched("all-trumps") == both
    assert rulebook.switched() is rulebook


def test_a_switch_nobody_knows_is_refused() -> None:
    with pytest.raises(ImpossibleDeal, match="unknown_option"):
        load_rulebook("grenobloise").switched("no-such-thing")


def test_two_switches_may_not_say_different_things() -> None:
    with pytest.raises(ImpossibleDeal, match="options_conflict"):
        load_rulebook("ffb-fiche").switched("points-and-contract", "sweep-160")


def overlapping(*names: str) -> Rulebook:
    """A rulebook with two choices more: one sets a cell whole, the other one side of it."""
    mapping = mapping_of("grenobloise")
    model = mapping_of("ffb-fiche")["switches"][0]
    cell = {"takers": ["points", "contract"], "defenders": ["points"]}
    sets = ({"marks.made": cell}, {"marks.made.defenders": []})
    for name, said in zip(names, sets, strict=True):
        mapping["switches"].append({**model, "id": name, "clause": "made", "set": said})
    return Rulebook.from_mapping(mapping)


@pytest.mark.parametrize("names", [("whole", "part"), ("a-whole", "part")])
def test_a_switch_may_not_set_a_part_of_what_another_sets(names: tuple[str, str]) -> None:
    rulebook = overlapping(*names)
    with pytest.raises(ImpossibleDeal, match="options_conflict"):
        rulebook.switched(*names)
    with pytest.raises(ImpossibleDeal, match="options_conflict"):
        rulebook.switched(*reversed(names))


def test_a_switch_sets_what_it_says_whatever_was_taken_before() -> None:
    rulebook, untouched = overlapping("whole", "part"), overlapping("whole", "part")
    rulebook.switched("whole")
    with pytest.raises(ImpossibleDeal):
        rulebook.switched("whole", "part")
    assert rulebook == untouched
    assert rulebook.switched("whole").fingerprint() == untouched.switched("whole").fingerprint()


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_every_decided_reading_can_be_switched(name: str) -> None:
    rulebook = load_rulebook(name)
    for switch in rulebook.switches:
        assert rulebook.switched(switch.id).fingerprint() != rulebook.fingerprint()
        assert switch.clause in rulebook.clauses
        assert all((switch.decided["fr"], switch.decided["en"]))
        assert all((switch.other["fr"], switch.other["en"]))


FAULTS = [
    ("target", ..., "rulebook_missing_key", "target"),
    ("surprise", 1, "rulebook_unknown_key", "surprise"),
    ("target", "2000", "rulebook_bad_value", "target"),
    ("target", True, "rulebook_bad_value", "target"),
    ("target", 0, "rulebook_bad_value", "target"),
    ("target", 10**30, "rulebook_bad_value", "target"),
    ("target", 1.5, "rulebook_bad_value", "target"),
    ("schema", 2, "rulebook_bad_value", "schema"),
    ("target_rule", "touch", "rulebook_bad_value", "target_rule"),
    ("target_rule", 3, "rulebook_bad_value", "target_rule"),
    ("name", "Deux mots", "rulebook_incoherent", "name"),
    ("version", " ", "rulebook_incoherent", "version"),
    ("title.fr", "", "rulebook_incoherent", "title"),
    ("title.fr", "a\nb", "rulebook_bad_value", "title.fr"),
    ("title.en", "\ud800", "rulebook_bad_value", "title.en"),
    ("title", "x", "rulebook_bad_value", "title"),
    ("dealing.turned_card", 1, "rulebook_bad_value", "dealing.turned_card"),
    ("dealing.packets", [[3, 3]], "rulebook_incoherent", "dealing.packets"),
    ("dealing.packets", 8, "rulebook_bad_value", "dealing.packets"),
    ("dealing.packets", [[3, 3, 99]], "rulebook_bad_value", "dealing.packets.1.3"),
    ("multipliers.plain", 2, "rulebook_incoherent", "multipliers.plain"),
    ("multipliers.plain", ..., "rulebook_missing_key", "multipliers.plain"),
    ("multipliers.coinche", 0, "rulebook_incoherent", "multipliers.surcoinche"),
    ("multipliers.double", 2, "rulebook_unknown_key", "multipliers.double"),
    ("points_bid.maximum", 70, "rulebook_incoherent", "points_bid.maximum"),
    ("points_bid.trumps.suit", ..., "rulebook_missing_key", "points_bid.trumps.suit"),
    ("points_bid.needs", [[80, 82], [80, 83]], "rulebook_incoherent", "points_bid.needs"),
    ("points_bid.needs", [[80]], "rulebook_bad_value", "points_bid.needs.1"),
    ("points_bid.needs", [[85, 90]], "rulebook_incoherent", "points_bid.needs"),
    ("points_bid.needs", [[70, 82]], "rulebook_incoherent", "points_bid.needs"),
    ("points_bid.needs", [[250, 252]], "rulebook_incoherent", "points_bid.needs"),
    ("auction.method", "take", "rulebook_incoherent", "points_bid.trumps"),
    ("auction.order", [], "rulebook_incoherent", "auction.order"),
    ("named.capot.needs", [], "rulebook_incoherent", "named.capot.needs"),
    ("named.capot.needs", ["all_tricks"] * 2, "rulebook_incoherent", "named.capot.needs"),
    ("named.capot_belote.trumps.no_trumps", True, "rulebook_incoherent", None),
    ("named.capot.marks", {"made": "made"}, "rulebook_incoherent", "named.capot.marks.made"),
    ("trumps.all_trumps", ..., "rulebook_missing_key", "trumps.all_trumps"),
    ("trumps.suit.total", 152, "rulebook_incoherent", "trumps.suit.total"),
    ("trumps.suit.most_belotes", 2, "rulebook_incoherent", "trumps.suit.most_belotes"),
    ("trumps.all_trumps.most_belotes", 5, "rulebook_incoherent", "trumps.all_trumps.most_belotes"),
    ("trumps.no_trumps.most_belotes", 1, "rulebook_incoherent", "trumps.no_trumps.most_belotes"),
    ("trumps.suit.trump", [["J", 20]], "rulebook_incoherent", "trumps.suit.trump"),
    ("trumps.no_trumps.trump", [["J", 20]], "rulebook_incoherent", "trumps.no_trumps.trump"),
    ("trumps.suit.conversion", "0", "rulebook_bad_value", "trumps.suit.conversion"),
    ("trumps.suit.conversion", "1/0", "rulebook_bad_value", "trumps.suit.conversion"),
    ("trumps.suit.conversion", 1, "rulebook_bad_value", "trumps.suit.conversion"),
    ("trumps.suit.carres", [["A", 1], ["A", 2]], "rulebook_incoherent", "trumps.suit.carres"),
    ("belote.help", [[100, 20], [80, 0]], "rulebook_incoherent", "belote.help"),
    ("declarations.sequences", [[3, 20]], "rulebook_incoherent", "declarations.sequences"),
    ("declarations.played", True, "rulebook_incoherent", "declarations.sequences"),
    ("marks.made", ..., "rulebook_missing_key", "marks.made"),
    ("marks.failed_swept", "failed_swept", "rulebook_incoherent", "marks.failed_swept"),
    ("marks.made", 3, "rulebook_bad_value", "marks.made"),
    ("marks.made", "nothing", "rulebook_bad_value", "marks.made"),
    ("marks.made.takers", ["point"], "rulebook_bad_value", "marks.made.takers.1"),
    ("marks.made.takers", ["160"], "rulebook_bad_value", "marks.made.takers.1"),
    ("marks.made.takers", ["fixed"], "rulebook_bad_value", "marks.made.takers.1"),
    ("marks.made.takers", ["999999*k"], "rulebook_bad_value", "marks.made.takers.1"),
    ("marks.made.takers", [-1], "rulebook_bad_value", "marks.made.takers.1"),
    ("marks.made.takers", [True], "rulebook_bad_value", "marks.made.takers.1"),
    ("marks.made.takers", ["points"] * 201, "rulebook_bad_value", "marks.made.takers"),
    ("made.equal_split", "litige", "rulebook_incoherent", "marks.made"),
    ("clauses.rumour", "", "rulebook_unknown_key", "clauses.rumour"),
    ("clauses.made", ..., "rulebook_missing_key", "clauses.made"),
    ("switches.1.id", "no-surcoinche", "rulebook_incoherent", "switches.1.id"),
    ("switches.1.clause", "rumour", "rulebook_incoherent", "switches.1.clause"),
    ("switches.1.set", {"a.b": 1}, "rulebook_incoherent", "switches.1.set"),
    ("switches.1.set", {"target": -1}, "rulebook_incoherent", "switches.1.set"),
    ("switches.1.set", {"target": 1.5}, "rulebook_bad_value", "switches.1.set.target"),
    ("switches.1.set", {"x": [[[[[[[1]]]]]]]}, "rulebook_bad_value", "switches.1.set.x"),
    ("switches.1.set", {"target": 10**9}, "rulebook_bad_value", "switches.1.set.target"),
    ("applied", ["nobody"], "rulebook_incoherent", "applied"),
]


@pytest.mark.parametrize(("key", "value", "code", "where"), FAULTS)
def test_a_fault_is_refused_with_its_key(
    key: str, value: object, code: str, where: str | None
) -> None:
    found, at = refused(changed(mapping_of("grenobloise"), key, value))
    assert (found, at) == (code, where or key)


def test_other_faults_are_refused_with_their_key() -> None:
    classic = mapping_of("multijoueur")
    doubled = changed(classic, "marks.made_doubled", "made")
    assert refused(doubled) == ("rulebook_incoherent", "marks.made_doubled")
    capot = changed(classic, "named.capot", classic["named"]["take"])
    assert refused(capot) == ("rulebook_incoherent", "named")
    bids = changed(classic, "auction.method", "bids")
    assert refused(bids) == ("rulebook_incoherent", "points_bid.trumps")
    taking = changed(mapping_of("grenobloise"), "named.take", classic["named"]["take"])
    assert refused(taking) == ("rulebook_incoherent", "named.take")
    twice = mapping_of("grenobloise")
    twice["auction"]["order"].append(twice["auction"]["order"][0])
    assert refused(twice) == ("rulebook_incoherent", "auction.order")
    for other in (None, [], "x", {1: 2}):
        assert refused(other) == ("rulebook_bad_value", "")


@pytest.mark.parametrize("key", ["a.", '"é \u2028".', "'a' . "])
@pytest.mark.parametrize("written", ["%s = 1", "[%s]", "[[%s]]", "a = {%s = 1}"])
def test_a_key_of_thousands_of_parts_is_refused_at_once(key, written):
    text = written % (key * (480_000 // len(key.encode())) + "a")
    with pytest.raises(BadRulebook, match="rulebook_unreadable"):
        rulebook_from_toml(text.encode())


def test_a_line_of_dots_in_a_file_is_a_line():
    drawn = "# " + "." * 300 + "\n" + load_rulebook("grenobloise").to_toml()
    assert rulebook_from_toml(drawn.encode()) == load_rulebook("grenobloise")


def test_a_rulebook_comes_from_a_file_or_is_refused(tmp_path: Path) -> None:
    for path in OWN:
        assert load_rulebook(path).name == path.stem
    for text in ("", "= 1", "[" * 10_000, "a = 1\na = 2", "é".encode("latin-1")):
        content = text if isinstance(text, bytes) else text.encode()
        with pytest.raises(BadRulebook):
            rulebook_from_toml(content)
    with pytest.raises(BadRulebook, match="rulebook_unreadable"):
        rulebook_from_toml(b"#" * 500_001)
    with pytest.raises(BadRulebook, match="rulebook_unreadable"):
        load_rulebook(tmp_path / "missing.toml")
    with pytest.raises(BadRulebook, match="rulebook_unreadable"):
        load_rulebook("nul\0byte.toml")
    with pytest.raises(BadRulebook, match="unknown_rulebook") as unknown:
        load_rulebook("belote")
    assert str(unknown.value) == "unknown_rulebook (name='belote')"
    assert str(Refusal("not_json")) == "not_json"


def test_text_that_is_not_toml_is_refused_with_its_line() -> None:
    for text, where in (("a = 1\n[rounding\n", "at line 2"), ("a = [1,", "at end of document")):
        with pytest.raises(BadRulebook, match="rulebook_unreadable") as caught:
            rulebook_from_toml(text.encode(), file="club.toml")
        expected = str(caught.value.params["expected"])
        assert expected.startswith("TOML in UTF-8, not so")
        assert where in expected


def test_a_code_is_declared_once() -> None:
    declare_codes({"not_json": ()})
    with pytest.raises(ValueError, match="twice"):
        declare_codes({"not_json": ("line",)})


def places(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    yield path
    pairs: list[tuple[object, object]] = []
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    for key, item in pairs:
        yield from places(item, (*path, key))


WHOLE = mapping_of("competition")
PLACES = [path for path in places(WHOLE) if path]
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=5,
)
likely = st.sampled_from(
    ["made", "failed", "points", "contract*k", "suit", "any_time", "1/2", 0, 1, 10, 162, [], {}]
)


@settings(max_examples=300, deadline=None)
@given(path=st.sampled_from(PLACES), value=likely | anything, gone=st.booleans())
@example(path=("marks", "failed"), value="failed_doubled", gone=False)
def test_any_change_is_accepted_or_refused_by_name(
    path: tuple[Any, ...], value: object, gone: bool
) -> None:
    mapping = copy.deepcopy(WHOLE)
    table: Any = mapping
    for name in path[:-1]:
        table = table[name]
    if gone:
        del table[path[-1]]
    else:
        table[path[-1]] = value
    try:
        rulebook = Rulebook.from_mapping(mapping, file="club.toml")
    except BadRulebook:
        refused(mapping)
    else:
        assert Rulebook.from_mapping(rulebook.to_mapping()) == rulebook


@settings(max_examples=100, deadline=None)
@given(anything)
def test_anything_at_all_is_refused(value: object) -> None:
    refused(value)
