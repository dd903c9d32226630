"""The usual tariffs of a rulebook: in words, and what they come to for a contract."""

from __future__ import annotations

import pytest

from scoring import (
    Contract,
    NamedContract,
    Rulebook,
    Side,
    Stake,
    Trump,
    load_rulebook,
    shipped_rulebooks,
    usual_tariffs,
)


def a_contract(bid: int | NamedContract = 120, stake: Stake = Stake.PLAIN) -> Contract:
    return Contract(takers=Side.A, bid=bid, trump=Trump.HEARTS, stake=stake)


def with_tariffs(*tariffs: list[object]) -> Rulebook:
    mapping = load_rulebook("competition").to_mapping()
    mapping["faults"]["tariffs"] = list(tariffs)
    return Rulebook.from_mapping(mapping)


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_every_rulebook_offers_160_with_the_contract_and_162(name):
    offered = usual_tariffs(load_rulebook(name), a_contract())
    assert [(each.text.fr, each.marks) for each in offered] == [
        ("160 + contrat", 280),
        ("162", 162),
    ]
    assert offered[0].text.en == "160 + contract"


def test_a_named_contract_counts_for_its_value():
    capot = usual_tariffs(load_rulebook("competition"), a_contract(NamedContract.CAPOT))
    value = load_rulebook("competition").value(NamedContract.CAPOT)
    assert capot[0].marks == 160 + value


def test_without_a_contract_what_needs_it_has_no_figure():
    assert [each.marks for each in usual_tariffs(load_rulebook("competition"))] == [None, 162]


def test_what_depends_on_the_cards_has_no_figure():
    (tariff,) = usual_tariffs(with_tariffs(["points", "contract"]), a_contract())
    assert (tariff.text.fr, tariff.marks) == ("points + contrat", None)


def test_a_tariff_may_be_multiplied_by_the_stake():
    rulebook = with_tariffs(["160*k", "contract"])
    (coinched,) = usual_tariffs(rulebook, a_contract(stake=Stake.COINCHE))
    (plain,) = usual_tariffs(rulebook, a_contract())
    (unknown,) = usual_tariffs(rulebook)
    assert (coinched.marks, plain.marks, unknown.marks) == (440, 280, None)


def test_a_rulebook_may_leave_faults_to_the_referee():
    assert usual_tariffs(with_tariffs(), a_contract()) == ()
