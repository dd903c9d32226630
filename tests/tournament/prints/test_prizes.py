"""Who gets which prize: cases worked out by hand, and laws."""

from decimal import Decimal

from hypothesis import given as with_any
from hypothesis import strategies as st

from tournament.prints.prizes import Given, Offer, Ranked, given


def for_places(*amounts):
    return [
        Offer(kind="rank", place=place, amount=Decimal(amount))
        for place, amount in enumerate(amounts, start=1)
    ]


def ranks(*found, **more):
    return [Ranked(team=team, rank=rank, **more) for team, rank in enumerate(found, start=1)]


def euros(found):
    return [(each.teams, each.each) for each in found]


def test_each_place_has_its_own_prize():
    found = given(for_places(100, 60, 40), ranks(1, 2, 3, 4))
    assert euros(found) == [((1,), 100), ((2,), 60), ((3,), 40)]


def test_two_teams_at_rank_two_share_the_prizes_of_places_two_and_three():
    found = given(for_places(100, 60, 40), ranks(1, 2, 2, 4))
    assert euros(found) == [((1,), 100), ((2, 3), 50)]


def test_the_tied_beyond_the_last_prize_share_what_their_places_hold():
    found = given(for_places(100, 60), ranks(1, 2, 2, 2, 5))
    assert euros(found) == [((1,), 100), ((2, 3, 4), 20)]


def test_cents_that_cannot_be_shared_are_left():
    (only,) = given(for_places(100), ranks(1, 1, 1))
    assert (only.each, only.left) == (Decimal("33.33"), Decimal("0.01"))


def test_a_thing_is_not_divided_but_all_who_share_it_are_named():
    offers = [
        Offer(kind="rank", place=1, award="un jambon"),
        Offer(kind="rank", place=2, award="un panier", amount=Decimal(20)),
    ]
    assert given(offers, ranks(1, 1)) == [
        Given(offers=tuple(offers), teams=(1, 2), each=Decimal(10))
    ]


def test_a_prize_for_a_place_that_nobody_has_goes_to_nobody():
    found = given(for_places(100, 60, 40), ranks(1, 2))
    assert euros(found)[-1] == ((), None)


def test_the_first_of_a_category_may_be_several():
    ranked = [
        Ranked(team=1, rank=1),
        Ranked(team=2, rank=2, categories=("women", "juniors")),
        Ranked(team=3, rank=2, categories=("women",)),
        Ranked(team=4, rank=4, categories=("women",)),
    ]
    women = Offer(kind="category", category="women", amount=Decimal(30))
    mixed = Offer(kind="category", category="mixed", amount=Decimal(30))
    assert euros(given([women, mixed], ranked)) == [((), None), ((2, 3), 15)]


def test_the_best_comeback_won_most_places_since_the_first_round():
    ranked = [
        Ranked(team=1, rank=1, first=1),
        Ranked(team=2, rank=2, first=8),
        Ranked(team=3, rank=3, first=9),
        Ranked(team=4, rank=9, first=2),
    ]
    assert given([Offer(kind="comeback", award="un filet")], ranked)[0].teams == (2, 3)


def test_nobody_comes_back_where_nobody_won_a_place():
    assert given([Offer(kind="comeback", award="un filet")], ranks(1, 2, first=1))[0].teams == ()


def test_the_last_are_those_of_the_lowest_rank_and_nobody_where_all_are_first():
    last = [Offer(kind="last", award="une cuillère")]
    assert given(last, ranks(1, 2, 3, 3))[0].teams == (3, 4)
    assert given(last, ranks(1, 1))[0].teams == ()


def test_without_standings_nobody_gets_anything():
    assert {each.teams for each in given(for_places(100, 60), [])} == {()}


@with_any(
    st.lists(st.integers(0, 500_00), max_size=12),
    st.lists(st.integers(0, 3), min_size=1, max_size=30),
)
def test_no_more_is_given_than_there_is_and_what_is_left_is_less_than_a_cent_a_team(cents, steps):
    """Whatever is tied, what is given and what is left make what was set."""
    amounts = [Decimal(each) / 100 for each in cents]
    found, rank = [], 1
    for team, step in enumerate(steps, start=1):
        rank = team if step or team == 1 else rank
        found.append(Ranked(team=team, rank=rank))
    shares = given(for_places(*amounts), found)
    handed = sum((each.each or 0) * len(each.teams) + each.left for each in shares)
    unclaimed = sum(offer.amount for each in shares if not each.teams for offer in each.offers)
    assert handed + unclaimed == sum(amounts)
    assert all(0 <= each.left < Decimal("0.01") * max(len(each.teams), 1) for each in shares)
    assert [offer for each in shares for offer in each.offers] == for_places(*amounts)
