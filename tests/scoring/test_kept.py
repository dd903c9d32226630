"""What is worked out of rulebooks is kept, so much of all of them together."""

from contextlib import suppress
from itertools import chain, combinations

import pytest

from scoring import Contract, Refusal, Rulebook, Side, load_rulebook, score_deal
from scoring.cells import open_case
from scoring.deals import DealFacts
from scoring.kept import CASES, VARIANTS, Shelf


def clubs_own(number: int) -> Rulebook:
    """A rulebook as the one that ships, under a name of its own."""
    shipped = load_rulebook("competition").to_mapping()
    return Rulebook.from_mapping(shipped | {"name": f"club-{number}"})


def open_all(rulebook: Rulebook) -> None:
    for bid in range(rulebook.minimum, rulebook.maximum + 1, rulebook.step):
        for trump in rulebook.trumps_for(bid):
            for stake in rulebook.stakes:
                open_case(Contract(takers=Side.A, bid=bid, trump=trump, stake=stake), rulebook)


def test_the_first_one_goes_whatever_it_was_put_into() -> None:
    shelf = Shelf(2)
    one: dict[str, int] = {}
    other: dict[str, int] = {}
    shelf.put(one, "a", 1)
    shelf.put(other, "a", 2)
    shelf.put(other, "b", 3)
    assert (one, other) == ({}, {"a": 2, "b": 3})
    assert len(shelf) == 2


def test_the_contracts_of_all_rulebooks_together_are_kept_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CASES, "most", 300)
    books = [clubs_own(number) for number in range(4)]
    for book in books:
        open_all(book)
    assert sum(len(book.cases) for book in books) == len(CASES) == 300
    assert not books[0].cases
    facts = DealFacts(
        contract=Contract(takers=Side.A, bid=100, trump=books[0].played_trumps[0]),
        points=110,
    )
    assert score_deal(facts, books[0]).marks == score_deal(facts, books[3]).marks


def test_so_are_the_readings_that_tables_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VARIANTS, "most", 5)
    books = [clubs_own(number) for number in range(2)]
    for book in books:
        names = [switch.id for switch in book.switches][:4]
        for chosen in chain(combinations(names, 1), combinations(names, 2)):
            # Two of them may set the same key.
            with suppress(Refusal):
                assert set(book.switched(*chosen).applied) >= set(chosen)
    assert sum(len(book._others) for book in books) <= len(VARIANTS) == 5
