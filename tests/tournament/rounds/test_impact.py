"""What an act would move, told before it is done: marks, matches, ranks, byes, draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import Side
from tests.tournament.builders import FACTS, a_deal, a_round, a_user
from tests.tournament.rounds.test_services_shapes import closed, contest, drawn, matches
from tournament.deals.services import record_deal
from tournament.models import (
    ByeKind,
    DrawKind,
    EndKind,
    Entry,
    Match,
    Round,
    Shape,
    Team,
    Tournament,
)
from tournament.rounds.draw import DrawInputs, draw
from tournament.rounds.impact import TRIES, Impact, impact_of
from tournament.rounds.shapes.brackets import MAIN
from tournament.standings.services import running_ranks, standings
from tournament.teams.services import withdraw

pytestmark = pytest.mark.django_db


def correcting(match: Match, number: int = 1, **facts: Any) -> Callable[[], Entry]:
    """The act of correcting a deal."""
    deal = match.deals.get(number=number)
    return lambda: record_deal(
        match,
        number,
        FACTS | facts,
        by=a_user(),
        client_key=uuid4(),
        base=deal.accepted_id,
        reason="relu",
    )


def corrected(match: Match, number: int = 1, **facts: Any) -> Impact:
    return impact_of(match.round.tournament, correcting(match, number, **facts))


def at(tournament: Tournament, round_: int, table: int) -> Match:
    found = Match.objects.with_teams().select_related("round__tournament")
    return found.get(round__tournament=tournament, round__number=round_, table=table)


def played(round_: Round, *, made: Callable[[Match], bool] = lambda _match: True) -> Round:
    """Type one deal a table, the larger contract at the larger table, and close the round."""
    for match in matches(round_):
        takers = "A" if made(match) else "B"
        a_deal(match, takers=takers, contract=str(80 + 10 * match.table), points=150)
    return closed(round_)


def two_tables(**columns: Any) -> Tournament:
    """A closed round of two tables: 250 – 40 at both."""
    tournament = contest(Shape.LOT, 4, **columns)
    round_ = drawn(tournament, 1)
    for match in matches(round_):
        a_deal(match)
    closed(round_)
    tournament.refresh_from_db()
    return tournament


def test_nothing_is_left_of_it():
    tournament = two_tables()
    match = at(tournament, 1, 1)
    before = standings(tournament).lines
    corrected(match, takers="B")
    assert standings(tournament).lines == before
    assert match.deals.get().entries.count() == 1
    assert tournament.journal.filter(kind="deal.corrected").count() == 0


def test_the_contest_is_held_only_from_the_act_until_it_is_taken_back():
    tournament = two_tables()
    act = correcting(at(tournament, 1, 1), takers="B")
    with CaptureQueriesContext(connection) as done:
        impact_of(tournament, act)
    asked = [query["sql"].split()[0] for query in done.captured_queries]
    held, given_back = asked.index("SAVEPOINT"), len(asked) - asked[::-1].index("ROLLBACK")
    before, meanwhile, after = asked[:held], asked[held:given_back], asked[given_back:]
    # What stood before is read first, and compared afterwards.
    assert len(before) > 10
    assert len(after) > 3
    assert len(meanwhile) < 2 * len(before) + 25
    # The act is undone, then all that was held: nothing is committed.
    assert asked.count("ROLLBACK") == 2
    assert {"UPDATE", "INSERT"} & set(meanwhile)
    assert not {"UPDATE", "INSERT"} & {*before, *after}


@pytest.mark.parametrize("times", [1, TRIES], ids=["once", "all the time"])
def test_what_the_desk_does_meanwhile_is_looked_at_again(times):
    tournament = two_tables()
    one, other = at(tournament, 1, 1), at(tournament, 1, 2)
    to_do = [150, 140, 130][:times]

    def meanwhile(execute, sql, *asked):
        # Once what each match counts is read, and the contest not held yet.
        found = execute(sql, *asked)
        if to_do and '"accepted_id" AS "accepted_id" FROM "tournament_deal"' in sql:
            correcting(other, points=to_do.pop())()
        return found

    act = correcting(one, takers="B")
    with connection.execute_wrapper(meanwhile):
        impact = impact_of(tournament, act)
    assert not to_do
    assert [moved.match for moved in impact.matches] == [one]
    assert impact.before.lines == standings(tournament).lines
    assert one.deals.get().entries.count() == 1


def test_a_correction_gives_the_deal_and_the_match_before_and_after():
    tournament = two_tables()
    (moved,) = corrected(at(tournament, 1, 1), takers="B").matches
    assert (moved.before.totals, moved.after.totals) == ((250, 40), (40, 250))
    assert (moved.before.winner, moved.after.winner, moved.turns) == (Side.A, Side.B, True)
    (deal,) = moved.deals
    assert (deal.number, deal.before.marks, deal.after.marks) == (1, (250, 40), (40, 250))
    assert deal.after.entry.takers == "B"


def test_the_ranks_that_move_come_first_and_the_others_are_counted():
    tournament = two_tables()
    match = at(tournament, 1, 1)
    impact = corrected(match, takers="B")
    loser, winner = match.entrants(Side.A)[0], match.entrants(Side.B)[0]
    assert [(row.team, row.before.rank, row.after.rank, row.marks) for row in impact.rows] == [
        (team, was, becomes, marks)
        for team, was, becomes, marks in sorted(
            [(loser, 1, 3, -210), (winner, 3, 1, 210)], key=lambda row: row[0].number
        )
    ]
    assert (impact.unchanged, len(impact.ranks)) == (2, 2)


def test_what_changes_no_mark_moves_no_line():
    tournament = two_tables()
    impact = corrected(at(tournament, 1, 1), trump="spades")
    assert (impact.rows, impact.unchanged) == ((), 4)
    assert not impact.is_nothing
    (moved,) = impact.matches
    assert (moved.before, [deal.number for deal in moved.deals]) == (moved.after, [1])


def test_the_round_in_play_moves_its_match_and_no_rank():
    tournament = contest(Shape.LOT, 4, deals=2)
    drawn(tournament, 1)
    match = at(tournament, 1, 1)
    a_deal(match)
    impact = corrected(match, takers="B")
    assert [moved.after.totals for moved in impact.matches] == [(40, 250)]
    assert (impact.rows, impact.matches[0].is_closed) == ((), False)


def in_play(**columns: Any) -> Match:
    tournament = contest(Shape.LOT, 4, **columns)
    drawn(tournament, 1)
    return at(tournament, 1, 1)


def test_it_says_who_crosses_the_target_and_that_the_match_is_over():
    match = in_play(end_kind=EndKind.TARGET, target=300, deals=None)
    a_deal(match)
    (moved,) = corrected(match, contract="120", stake="coinche", points=140).matches
    assert (moved.crosses, moved.falls_short, moved.ends, moved.reopens) == (
        (Side.A,),
        (),
        True,
        False,
    )


def test_it_says_that_a_match_that_was_over_is_to_be_played_on():
    match = in_play(end_kind=EndKind.TARGET, target=300, deals=None)
    a_deal(match, stake="coinche", points=140)
    (moved,) = corrected(match).matches
    assert (moved.crosses, moved.falls_short, moved.ends, moved.reopens) == (
        (),
        (Side.A,),
        False,
        True,
    )


def test_totals_that_are_cut_tell_who_was_past_the_target():
    match = in_play(end_kind=EndKind.TARGET, target=300, deals=None, cut_to_target=True)
    a_deal(match)
    (moved,) = corrected(match, contract="120", stake="coinche", points=140).matches
    assert (moved.after.totals, moved.crosses) == ((300, 0), (Side.A,))


def test_byes_on_average_are_named_with_what_they_become():
    tournament = contest(Shape.LOT, 5, bye_kind=ByeKind.AVERAGE)
    round_ = played(drawn(tournament, 1))
    bye = round_.seats.get(match=None).team
    match = at(tournament, 1, 1)
    impact = corrected(match, takers="A", contract="90", points=150, stake="coinche")
    (gift,) = impact.gifts
    assert gift.team == bye
    assert (gift.before.round, gift.was_played, gift.is_played) == (1, False, False)
    assert gift.before.marks != gift.after.marks
    row = {row.team: row for row in impact.rows}[bye]
    assert row.marks == gift.after.marks - gift.before.marks


def test_a_refusal_comes_through_and_nothing_is_done():
    tournament = two_tables()
    match = at(tournament, 1, 1)
    with pytest.raises(ValidationError):
        corrected(match, points=163)
    assert match.deals.get().entries.count() == 1


def test_a_team_that_would_leave_is_named():
    tournament = two_tables()
    team = tournament.teams.get(number=3)
    impact = impact_of(tournament, lambda: withdraw(team, by=None))
    assert (impact.leaving, impact.returning, impact.is_nothing) == ((team,), (), False)
    withdraw(team, by=None)


def swiss(rounds: int, teams: int = 8, **columns: Any) -> Tournament:
    tournament = contest(Shape.SWISS, teams, **columns)
    for number in range(1, rounds + 1):
        played(drawn(tournament, number, accept=True))
    tournament.refresh_from_db()
    return tournament


def test_it_says_which_tables_of_a_later_round_would_have_been_others():
    tournament = swiss(2)
    match = at(tournament, 1, 4)
    impact = corrected(match, takers="A", contract="120", points=80)
    (other,) = impact.draws
    assert (other.number, other.count, other.already) == (2, 4, ())
    # The winner of table 4 led, and would be last.
    fallen = match.entrants(Side.A)[0]
    table = next(
        seat.match.table for seat in fallen.seats.select_related("match").filter(round__number=2)
    )
    assert table in other.tables
    assert set(other.tables).isdisjoint(other.moved)


def test_what_it_says_of_a_draw_is_what_the_draw_would_have_been():
    tournament = swiss(2)
    impact = corrected(at(tournament, 1, 4), takers="A", contract="120", points=80)
    (told,) = impact.draws
    # The same evening, the deal typed right from the start.
    correcting(at(tournament, 1, 4), takers="A", contract="120", points=80)()
    tournament.refresh_from_db()
    second = tournament.rounds.get(number=2)
    made = {frozenset(match.entrants(side)[0].number for side in Side) for match in matches(second)}
    again = {frozenset((*a, *b)) for _table, a, b, _label in redrawn(tournament, second)["tables"]}
    assert len(made - again) == len(told.tables)


def redrawn(tournament: Tournament, round_: Round) -> dict[str, Any]:
    """Draw a round as today's results of the rounds before have it."""
    ranks = running_ranks(tournament)[round_.number - 1]
    order = sorted(ranks, key=lambda team: (ranks[team], team))
    kept = round_.inputs | {"teams": order, "ranks": [ranks[team] for team in order]}
    return draw(round_.draw_kind, DrawInputs.from_json(kept), round_.seed).to_json()


def test_a_correction_of_the_last_round_changes_no_draw():
    tournament = swiss(2)
    assert corrected(at(tournament, 2, 1), takers="B").draws == ()


def test_a_correction_that_was_made_and_taken_back_leaves_the_draw_as_it_was():
    tournament = swiss(2)
    correcting(at(tournament, 1, 4), takers="A", contract="120", points=80)()
    back = corrected(at(tournament, 1, 4), takers="A", contract="120", points=150)
    (other,) = back.draws
    assert other.is_as_drawn
    assert other.already


def test_another_team_would_have_sat_out():
    tournament = swiss(2, teams=5)
    out = tournament.rounds.get(number=2).seats.get(match=None).team
    match = next(
        match
        for match in matches(tournament.rounds.get(number=1))
        if out in [match.entrants(side)[0] for side in Side]
    )
    side = "A" if match.entrants(Side.A)[0] == out else "B"
    (other,) = corrected(match, takers=side, contract="160", points=162, sweep="takers").draws
    assert out not in other.byes
    assert len(other.byes) == 1


def test_a_round_given_by_hand_is_not_drawn_again():
    tournament = swiss(2)
    tournament.rounds.filter(number=2).update(draw_kind=DrawKind.GIVEN, inputs={})
    assert corrected(at(tournament, 1, 4), takers="A", contract="120", points=80).draws == ()


def pools_and_brackets(rounds: int) -> Tournament:
    """Eight teams in two pools of four, then the brackets; the lower number always wins."""
    tournament = contest(Shape.POOLS, 8, pool_size=4)

    def lower_wins(match: Match) -> bool:
        return match.entrants(Side.A)[0].number < match.entrants(Side.B)[0].number

    for number in range(1, rounds + 1):
        round_ = drawn(tournament, number)
        for match in matches(round_):
            takers = "A" if lower_wins(match) else "B"
            low = min(match.entrants(side)[0].number for side in Side)
            a_deal(match, takers=takers, contract=str(170 - 10 * low), points=155)
        closed(round_)
    tournament.refresh_from_db()
    return tournament


def meeting(tournament: Tournament, number: int, *teams: int) -> Match:
    return next(
        match
        for match in matches(tournament.rounds.get(number=number))
        if {match.entrants(side)[0].number for side in Side} == set(teams)
    )


def test_another_team_would_have_gone_on_in_the_brackets():
    tournament = pools_and_brackets(5)
    semifinal = next(
        match for match in matches(tournament.rounds.get(number=4)) if match.label == "Demi-finale"
    )
    one, other = (semifinal.entrants(side)[0] for side in Side)
    went, would = sorted((one, other), key=lambda team: team.number)
    takers = "A" if semifinal.entrants(Side.A)[0] == would else "B"
    (told,) = corrected(semifinal, takers=takers, contract="160", points=162, sweep="takers").draws
    assert told.number == 5
    assert [(each.went, each.would) for each in told.goes_on] == [(went, would)]
    assert told.tables


def test_nobody_would_have_gone_on_where_the_match_is_tied():
    tournament = pools_and_brackets(5)
    semifinal = next(
        match for match in matches(tournament.rounds.get(number=4)) if match.label == "Demi-finale"
    )
    impact = impact_of(
        tournament,
        lambda: record_deal(
            semifinal,
            1,
            {"outcome": "void"},
            by=a_user(),
            client_key=uuid4(),
            base=semifinal.deals.get().accepted_id,
            reason="annulée",
        ),
    )
    (told,) = impact.draws
    assert [each.would for each in told.goes_on] == [None]


def test_another_team_would_have_come_out_of_the_pools():
    tournament = pools_and_brackets(4)
    first = tournament.rounds.get(number=4).inputs
    main = next(slots for kind, _first, slots in first["drawn"]["brackets"] if kind == MAIN)
    worst = max(team for team in main if team)
    pool = next(
        teams for _name, teams in first["drawn"]["pools"] or pools_of(tournament) if worst in teams
    )
    next_best = min(team for team in pool if team not in main)
    match = next(
        match
        for number in (1, 2, 3)
        for match in matches(tournament.rounds.get(number=number))
        if {match.entrants(side)[0].number for side in Side} == {worst, next_best}
    )
    takers = "A" if match.entrants(Side.A)[0].number == next_best else "B"
    impact = corrected(
        match, takers=takers, contract="capot", points=162, sweep="takers", stake="coinche"
    )
    told = {each.number: each for each in impact.draws}
    assert [(each.went.number, each.would.number) for each in told[4].goes_on] == [
        (worst, next_best)
    ]


def pools_of(tournament: Tournament) -> list[Any]:
    return tournament.rounds.get(number=3).inputs["drawn"]["pools"]


@pytest.mark.django_db(transaction=True)
def test_no_cache_keeps_what_was_read_meanwhile():
    tournament = two_tables()
    match = at(tournament, 1, 1)
    assert not connection.in_atomic_block
    before = standings(tournament).lines
    impact = corrected(match, takers="B")
    assert impact.after.lines != before
    fresh = Tournament.objects.get(pk=tournament.pk)
    assert standings(fresh).lines == before
    correcting(match, takers="B")()
    fresh = Tournament.objects.get(pk=tournament.pk)
    assert [line.row for line in standings(fresh).lines] == [
        line.row for line in impact.after.lines
    ]


def test_teams_of_many_tables_are_compared_by_their_totals():
    tournament = contest(Shape.LOT, 16)
    round_ = drawn(tournament, 1)
    for match in matches(round_):
        a_deal(match)
    closed(round_)

    def act() -> None:
        for match in matches(round_):
            correcting(match, takers="B")()

    impact = impact_of(tournament, act)
    assert len(impact.matches) == 8
    assert all(moved.deals == () and moved.turns for moved in impact.matches)


def test_an_act_of_a_contest_just_begun_moves_nothing():
    round_ = a_round(contest(Shape.LOT, 0))
    impact = impact_of(round_.tournament, lambda: None)
    assert impact.is_nothing
    assert Team.objects.count() == 2
