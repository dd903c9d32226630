"""Deals as hypothesis draws them: possible ones under a rulebook, with every corner in reach."""

from functools import cache

from hypothesis import strategies as st

from scoring import (
    PACK,
    Bid,
    BySide,
    Card,
    Contract,
    DealFacts,
    Declaration,
    DeclarationKind,
    Rank,
    Rulebook,
    Side,
    Stake,
    Sweep,
    Trump,
    load_rulebook,
    shipped_rulebooks,
)

LENGTHS = {DeclarationKind.TIERCE: 3, DeclarationKind.CINQUANTE: 4, DeclarationKind.CENT: 5}

CARDS_OF_A_SIDE = 16

rulebooks = st.sampled_from([load_rulebook(name) for name in shipped_rulebooks()])


@cache
def every_bid(rulebook: Rulebook) -> list[Bid]:
    points = range(rulebook.minimum, rulebook.maximum + 1, rulebook.step)
    named: list[Bid] = list(rulebook.named_contracts)
    return [bid for bid in [*points, *named] if rulebook.trumps_for(bid)]


EVERY_DECLARATION = [
    *(
        Declaration(kind=kind, top=top)
        for kind, length in LENGTHS.items()
        for top in PACK
        if top.rank.height >= length - 1
    ),
    *(Declaration(kind=DeclarationKind.CARRE, rank=rank) for rank in Rank),
]


def apart(declared: list[tuple[Declaration, bool]]) -> BySide[tuple[Declaration, ...]]:
    """The declarations by side, those that use a card again left out."""
    used: set[Card] = set()
    sides: dict[bool, list[Declaration]] = {True: [], False: []}
    for one, is_a in declared:
        held = sum(len(other.cards()) for other in sides[is_a])
        if held + len(one.cards()) <= CARDS_OF_A_SIDE and not used.intersection(one.cards()):
            used.update(one.cards())
            sides[is_a].append(one)
    return BySide(tuple(sides[True]), tuple(sides[False]))


all_declarations = st.lists(
    st.tuples(st.sampled_from(EVERY_DECLARATION), st.booleans()), max_size=4
).map(apart)


@st.composite
def deals(draw: st.DrawFn, rulebook: Rulebook) -> DealFacts:
    bid = draw(st.sampled_from(every_bid(rulebook)))
    trump: Trump = draw(st.sampled_from(rulebook.trumps_for(bid)))
    sweep = draw(st.sampled_from([None, None, None, *Sweep]))
    total = rulebook.pack_total(trump)
    points = None
    if sweep is None:
        near = bid if isinstance(bid, int) else total // 2
        points = draw(
            st.one_of(st.integers(0, total), st.integers(max(near - 25, 0), min(near + 5, total)))
            if near - 25 <= total
            else st.integers(0, total)
        )
    most = rulebook.most_belotes(trump)
    held = draw(st.integers(0, most))
    mine = draw(st.integers(0, held))
    declarations: BySide[tuple[Declaration, ...]] = BySide((), ())
    if rulebook.plays_declarations:
        declarations = draw(all_declarations)
    return DealFacts(
        contract=Contract(
            takers=draw(st.sampled_from(Side)),
            bid=bid,
            trump=trump,
            stake=draw(st.sampled_from([stake for stake in Stake if stake in rulebook.stakes])),
        ),
        points=points,
        sweep=sweep,
        belote=BySide(mine, held - mine),
        declarations=declarations,
        last=draw(st.booleans()),
    )


deals_under_rulebooks = rulebooks.flatmap(
    lambda rulebook: st.tuples(st.just(rulebook), deals(rulebook))
)
