"""Seats changed by hand: a warning as grave as the change, and nobody lost on the way."""

import threading
from itertools import product
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.builders import a_deal, a_round, a_ruling, a_team, a_tournament, a_user
from tournament.deals.acts import drop_totals, take_totals
from tournament.models import Apart, Match, Round, Seat, Shape, Team, Tournament
from tournament.rounds.chairs import Act, Chair, Change, changed, free_table, is_whole, touched
from tournament.rounds.seat_plan import Grade, plan, seating_of
from tournament.rounds.seating import Consent, change_seats
from tournament.rounds.services import close_round, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament(deals=1)


@pytest.fixture
def round_(tournament) -> Round:
    """Three tables (1 against 2, 3 against 4, 5 against 6); team 7 sits out."""
    return a_round(tournament, 3, bye=True)


def team(round_: Round, number: int) -> Team:
    return round_.tournament.teams.get(number=number)


def an_act(round_: Round, act: Act, *numbers: int, table: int | None = None) -> Change:
    return Change(act=act, teams=tuple(team(round_, n).pk for n in numbers), table=table)


def make(round_: Round, change: Change, **said: object) -> None:
    """Carry an act out as the page would, which showed the seats as they are now."""
    planned = plan(round_, change)
    consent = Consent(seen=planned.seen, shown=planned.shown, **said)
    change_seats(round_, change, consent=consent, by=a_user("organiser"))


def refused(round_: Round, change: Change, **said: object) -> dict[str, list[str]]:
    before = seating_of(round_)
    with pytest.raises(ValidationError) as refusal:
        make(round_, change, **said)
    assert seating_of(round_) == before
    assert not round_.tournament.journal.filter(kind__startswith="seat.").exists()
    return refusal.value.message_dict if hasattr(refusal.value, "error_dict") else {}


def seated(round_: Round) -> list[tuple[int | None, str, int]]:
    """Table, side and team number of every seat; the table is None for who sits out."""
    return sorted(
        round_.seats.values_list("match__table", "side", "team__number"),
        key=lambda row: (row[0] or 0, *row[1:]),
    )


def match_at(round_: Round, table: int) -> Match:
    return round_.matches.with_teams().select_related("round__tournament").get(table=table)


def last_act(round_: Round) -> dict[str, object]:
    return round_.tournament.journal.last().details


# --- Exchanging two teams -----------------------------------------------------------------------


def test_two_teams_of_two_tables_change_places_in_one_click(round_):
    make(round_, an_act(round_, Act.EXCHANGE, 1, 4))
    assert seated(round_) == [
        (None, "", 7),
        (1, "A", 4),
        (1, "B", 2),
        (2, "A", 3),
        (2, "B", 1),
        (3, "A", 5),
        (3, "B", 6),
    ]
    entry = round_.tournament.journal.last()
    assert entry.kind == "seat.swapped"
    assert entry.by == a_user("organiser")
    one, other = team(round_, 1).pk, team(round_, 4).pk
    assert entry.details["moves"] == [
        [one, [1, "A", 1], [2, "B", 1]],
        [other, [2, "B", 1], [1, "A", 1]],
    ]
    assert entry.details["reason"] == ""


def test_a_team_that_sits_out_changes_places_with_one_that_plays(round_):
    make(round_, an_act(round_, Act.EXCHANGE, 7, 2))
    assert (None, "", 2) in seated(round_)
    assert (1, "B", 7) in seated(round_)


def test_the_sides_of_a_table_are_exchanged(round_):
    make(round_, an_act(round_, Act.SIDES, table=2))
    assert seated(round_)[3:5] == [(2, "A", 4), (2, "B", 3)]
    assert last_act(round_)["table"] == 2


def test_the_same_form_sent_twice_changes_the_seats_once(round_):
    change = an_act(round_, Act.EXCHANGE, 1, 4)
    consent = Consent(seen=plan(round_, change).seen)
    for _click in range(2):
        change_seats(round_, change, consent=consent, by=None)
    assert (1, "A", 4) in seated(round_)
    assert round_.tournament.journal.filter(kind="seat.swapped").count() == 1


def test_a_change_back_is_another_change_and_not_a_second_click(round_):
    for _time in range(3):
        make(round_, an_act(round_, Act.EXCHANGE, 1, 4))
    assert (1, "A", 4) in seated(round_)
    assert round_.tournament.journal.filter(kind="seat.swapped").count() == 3


def test_seats_that_somebody_else_has_changed_are_shown_again(round_):
    change = an_act(round_, Act.EXCHANGE, 1, 4)
    consent = Consent(seen=plan(round_, change).seen)
    make(round_, an_act(round_, Act.EXCHANGE, 2, 5))
    with pytest.raises(ValidationError) as refusal:
        change_seats(round_, change, consent=consent, by=None)
    assert refusal.value.code == "stale"
    assert (1, "A", 1) in seated(round_)


@pytest.mark.parametrize(
    "change",
    [
        Change(act=Act.SIDES, table=9),
        Change(act=Act.SIDES),
        Change(act=Act.EXCHANGE, teams=(0, -1)),
    ],
)
def test_what_changes_nothing_is_refused(round_, change):
    refused(round_, change)


def test_a_team_does_not_change_places_with_itself_or_with_one_that_is_not_there(round_):
    a_team(round_.tournament, 8)
    refused(round_, an_act(round_, Act.EXCHANGE, 1, 1))
    refused(round_, an_act(round_, Act.EXCHANGE, 1, 8))


def test_another_contest_s_team_is_refused(round_):
    stranger = a_team(a_tournament(name="Un autre"), 1)
    refused(round_, Change(act=Act.EXCHANGE, teams=(team(round_, 1).pk, stranger.pk)))


# --- A tick for what the draw had avoided -------------------------------------------------------


@pytest.fixture
def second(round_) -> Round:
    """A second round: 1 and 2, 3 and 4 had met; 7 had sat out and 6 does now."""
    close_round(round_, by=None, despite_missing=True)
    second = Round.objects.create(tournament=round_.tournament, number=2, draw_kind="lot")
    for table, pair in enumerate(((1, 3), (2, 4), (5, 7)), 1):
        match = Match.objects.create(round=second, table=table)
        for side, number in zip("AB", pair, strict=True):
            Seat.objects.create(round=second, team=team(second, number), match=match, side=side)
    Seat.objects.create(round=second, team=team(second, 6))
    return second


def test_a_rematch_wants_a_tick(second):
    change = an_act(second, Act.EXCHANGE, 3, 2)
    planned = plan(second, change)
    assert planned.grade == Grade.CONFIRM
    assert len(planned.cautions) == 2
    assert set(refused(second, change)) == {"ticked"}
    make(second, change, ticked=True)
    assert seated(second)[1:3] == [(1, "A", 1), (1, "B", 2)]


def test_what_was_so_before_is_not_said_again(second):
    make(second, an_act(second, Act.EXCHANGE, 3, 2), ticked=True)
    # 1 and 2 go on meeting, at their table's other sides.
    assert plan(second, an_act(second, Act.SIDES, table=1)).grade == Grade.SAFE


def test_a_second_bye_wants_a_tick(second):
    change = an_act(second, Act.EXCHANGE, 7, 6)
    planned = plan(second, change)
    assert any("7 · Équipe 7" in sentence and "1" in sentence for sentence in planned.cautions)
    # 5 and 6 had met too.
    assert len(planned.cautions) == 2
    assert set(refused(second, change)) == {"ticked"}


def test_two_teams_kept_apart_want_a_tick(round_):
    one, other = team(round_, 1), team(round_, 4)
    Apart.objects.create(tournament=round_.tournament, one=one, other=other)
    assert plan(round_, an_act(round_, Act.EXCHANGE, 2, 4)).grade == Grade.CONFIRM
    assert plan(round_, an_act(round_, Act.EXCHANGE, 2, 3)).grade == Grade.SAFE


def test_clubs_kept_apart_in_round_1_want_a_tick(round_):
    round_.tournament.clubs_apart = True
    round_.tournament.save(update_fields=["clubs_apart"])
    round_.tournament.teams.filter(number__in=[1, 4]).update(club="Voiron")
    assert plan(round_, an_act(round_, Act.EXCHANGE, 2, 4)).grade == Grade.CONFIRM


def test_leaving_one_s_own_table_wants_a_tick_and_going_back_to_it_does_not(round_):
    round_.tournament.teams.filter(number=1).update(fixed_table=1)
    away = an_act(round_, Act.EXCHANGE, 1, 4)
    assert plan(round_, away).grade == Grade.CONFIRM
    make(round_, away, ticked=True)
    assert plan(round_, away).grade == Grade.SAFE
    assert plan(round_, an_act(round_, Act.EXCHANGE, 3, 5)).grade == Grade.SAFE


def test_passing_from_one_pool_to_another_wants_a_tick(round_):
    round_.matches.filter(table=1).update(label="Poule A")
    round_.matches.exclude(table=1).update(label="Poule B")
    assert len(plan(round_, an_act(round_, Act.EXCHANGE, 1, 3)).cautions) == 2
    assert plan(round_, an_act(round_, Act.EXCHANGE, 3, 5)).grade == Grade.SAFE


# --- Deals typed: their marks change hands ------------------------------------------------------


def test_the_deals_stay_and_the_page_says_whose_marks_they_become(round_):
    a_deal(match_at(round_, 1))
    planned = plan(round_, an_act(round_, Act.EXCHANGE, 1, 3))
    assert planned.grade == Grade.TWO_STEP
    assert [(h.table, h.side, h.deals, h.marks, h.giver, h.taker) for h in planned.handed] == [
        (1, "A", 1, 250, "1 · Équipe 1", "3 · Équipe 3")
    ]


def test_marks_change_hands_with_a_reason_only(round_):
    a_deal(match_at(round_, 1))
    change = an_act(round_, Act.SIDES, table=1)
    assert [h.marks for h in plan(round_, change).handed] == [250, 40]
    assert set(refused(round_, change)) == {"reason"}
    assert set(refused(round_, change, reason="  ")) == {"reason"}
    make(round_, change, reason="assises à l'envers")
    assert last_act(round_)["handed"] == [[1, "A", 1, 250], [1, "B", 1, 40]]
    assert last_act(round_)["reason"] == "assises à l'envers"
    assert match_at(round_, 1).team_b == team(round_, 1)
    assert match_at(round_, 1).deals.count() == 1


def test_what_was_not_shown_is_not_agreed_to(round_):
    change = an_act(round_, Act.EXCHANGE, 1, 3)
    planned = plan(round_, change)
    a_deal(match_at(round_, 1))
    consent = Consent(seen=planned.seen, shown=planned.shown, reason="erreur de table")
    with pytest.raises(ValidationError) as refusal:
        change_seats(round_, change, consent=consent, by=None)
    assert refusal.value.code == "stale"


def test_deals_at_a_table_that_is_not_touched_ask_for_nothing(round_):
    a_deal(match_at(round_, 3))
    assert plan(round_, an_act(round_, Act.EXCHANGE, 1, 3)).grade == Grade.SAFE


# --- A round that counts already ----------------------------------------------------------------


@pytest.mark.parametrize("typed", ["", "manche 2", "3"])
def test_a_closed_round_wants_a_reason_and_its_name(round_, typed):
    close_round(round_, by=None, despite_missing=True)
    round_.refresh_from_db()
    change = an_act(round_, Act.EXCHANGE, 1, 3)
    assert plan(round_, change).grade == Grade.SEALED
    with pytest.raises(ValidationError) as refusal:
        make(round_, change, reason="x", round_name=typed)
    assert set(refusal.value.error_dict) == {"round_name"}


@pytest.mark.parametrize("typed", ["manche 1", "  Manche  1 ", "« manche 1 »"])
def test_a_closed_round_is_changed_once_its_name_is_typed(round_, typed):
    close_round(round_, by=None, despite_missing=True)
    round_.refresh_from_db()
    make(round_, an_act(round_, Act.EXCHANGE, 1, 3), reason="inversées", round_name=typed)
    assert (1, "A", 3) in seated(round_)
    assert last_act(round_)["grade"] == "sealed"


def test_a_later_draw_is_named(second):
    first = second.tournament.rounds.get(number=1)
    assert plan(first, an_act(first, Act.EXCHANGE, 1, 3)).later == (2,)


# --- Late and gone ------------------------------------------------------------------------------


def test_a_late_team_plays_the_one_that_sits_out_at_a_new_table(round_):
    late = a_team(round_.tournament, 8)
    Team.objects.filter(pk=late.pk).update(entered_round=2)
    make(round_, an_act(round_, Act.NEW_TABLE, 7, 8))
    assert seated(round_)[6:] == [(4, "A", 7), (4, "B", 8)]
    assert not round_.seats.filter(match=None).exists()
    late.refresh_from_db()
    assert late.entered_round == 1
    assert late.checked_in_at
    assert round_.tournament.journal.last().kind == "seat.added"


def test_two_late_teams_have_a_table_of_their_own(round_):
    for number in (8, 9):
        a_team(round_.tournament, number)
    make(round_, an_act(round_, Act.NEW_TABLE, 8, 9))
    assert len(seated(round_)) == 9
    assert (None, "", 7) in seated(round_)


def test_a_new_table_is_one_that_is_free_and_in_use(round_):
    round_.tournament.tables_out = [4, 5]
    round_.tournament.save(update_fields=["tables_out"])
    a_team(round_.tournament, 8)
    assert plan(round_, an_act(round_, Act.NEW_TABLE, 7, 8)).change.table == 6
    round_.tournament.teams.filter(number=8).update(fixed_table=9)
    assert plan(round_, an_act(round_, Act.NEW_TABLE, 7, 8)).change.table == 9


def test_who_sits_or_has_left_is_given_no_new_table(round_):
    a_team(round_.tournament, 8)
    refused(round_, an_act(round_, Act.NEW_TABLE, 1, 8))
    refused(round_, an_act(round_, Act.NEW_TABLE, 8))
    round_.tournament.teams.filter(number=8).update(withdrawn=True)
    refused(round_, an_act(round_, Act.NEW_TABLE, 7, 8))


def test_the_chair_of_a_team_that_left_is_taken(round_):
    refused(round_, an_act(round_, Act.TAKE, 7, 2))
    round_.tournament.teams.filter(number=2).update(withdrawn=True)
    make(round_, an_act(round_, Act.TAKE, 7, 2))
    assert seated(round_) == [
        (1, "A", 1),
        (1, "B", 7),
        (2, "A", 3),
        (2, "B", 4),
        (3, "A", 5),
        (3, "B", 6),
    ]


def test_whoever_takes_over_a_table_that_has_played_takes_its_marks_with_a_reason(round_):
    a_deal(match_at(round_, 1))
    round_.tournament.teams.filter(number=2).update(withdrawn=True)
    change = an_act(round_, Act.TAKE, 7, 2)
    assert [(h.side, h.marks) for h in plan(round_, change).handed] == [("B", 40)]
    assert set(refused(round_, change)) == {"reason"}


def test_the_opponent_of_a_team_that_left_sits_out_while_no_deal_is_typed(round_):
    round_.tournament.teams.filter(number=2).update(withdrawn=True)
    make(round_, an_act(round_, Act.LEAVE, 2))
    assert seated(round_)[:2] == [(None, "", 1), (None, "", 7)]
    assert [match.table for match in round_.matches.all()] == [2, 3]
    # And then the two who sit out may play each other, at the table that is free again.
    make(round_, an_act(round_, Act.NEW_TABLE, 1, 7))
    assert seated(round_)[:2] == [(1, "A", 1), (1, "B", 7)]


def test_a_team_that_left_while_it_sat_out_is_struck_from_the_round(round_):
    round_.tournament.teams.filter(number=7).update(withdrawn=True)
    make(round_, an_act(round_, Act.LEAVE, 7))
    assert len(seated(round_)) == 6


def test_a_table_that_has_played_is_not_dissolved(round_):
    a_deal(match_at(round_, 1))
    round_.tournament.teams.filter(number=2).update(withdrawn=True)
    refused(round_, an_act(round_, Act.LEAVE, 2), reason="partis")
    assert match_at(round_, 1).deals.count() == 1


@pytest.mark.parametrize("is_ruled", [False, True])
def test_a_table_of_which_something_stays_is_not_dissolved(round_, is_ruled):
    match = match_at(round_, 1)
    if is_ruled:
        a_ruling(match)
    else:
        by = a_user("organiser")
        taken = take_totals(
            match, (500, 300), base=None, by=by, reason="illisible", client_key=uuid4()
        )
        drop_totals(match, base=taken.pk, by=by, reason="erreur")
    Team.objects.filter(number=2).update(withdrawn=True)
    refused(round_, an_act(round_, Act.LEAVE, 2), reason="partie")


def test_totals_change_hands_with_a_reason_only(round_):
    by = a_user("organiser")
    match = match_at(round_, 1)
    take_totals(match, (500, 300), base=None, by=by, reason="illisible", client_key=uuid4())
    assert "reason" in refused(round_, an_act(round_, Act.EXCHANGE, 1, 4))
    make(round_, an_act(round_, Act.EXCHANGE, 1, 4), reason="échangées")
    assert last_act(round_)["handed"] == [[1, "A", 0, 500]]


# --- Partners by lot ----------------------------------------------------------------------------


@pytest.fixture
def individual() -> Round:
    """Two tables of four players (1 2 against 3 4, 5 6 against 7 8); 9 to 12 have just come."""
    tournament = a_tournament(deals=1, shape=Shape.INDIVIDUAL)
    players = [a_team(tournament, number) for number in range(1, 13)]
    round_ = Round.objects.create(tournament=tournament, number=1, draw_kind="individual")
    for table in (1, 2):
        match = Match.objects.create(round=round_, table=table)
        for side, place in product("AB", (1, 2)):
            Seat.objects.create(
                round=round_, team=players.pop(0), match=match, side=side, place=place
            )
    return round_


def test_two_players_change_partners(individual):
    make(individual, an_act(individual, Act.EXCHANGE, 2, 7))
    match = match_at(individual, 1)
    assert [player.number for player in match.entrants("A")] == [1, 7]
    make(individual, an_act(individual, Act.SIDES, table=1))
    assert [player.number for player in match_at(individual, 1).entrants("A")] == [3, 4]


def test_four_late_players_make_a_table_and_two_do_not(individual):
    refused(individual, an_act(individual, Act.NEW_TABLE, 9, 10))
    make(individual, an_act(individual, Act.NEW_TABLE, 9, 10, 11, 12))
    assert [player.number for player in match_at(individual, 3).entrants("B")] == [11, 12]


def test_partners_who_were_partners_before_want_a_tick(individual):
    tournament = individual.tournament
    close_round(individual, by=None, despite_missing=True)
    second = Round.objects.create(tournament=tournament, number=2, draw_kind="individual")
    match = Match.objects.create(round=second, table=1)
    for (side, place), number in zip(product("AB", (1, 2)), (1, 3, 2, 4), strict=True):
        Seat.objects.create(
            round=second, team=team(second, number), match=match, side=side, place=place
        )
    planned = plan(second, an_act(second, Act.EXCHANGE, 3, 2))
    assert planned.grade == Grade.CONFIRM
    assert len(planned.cautions) == 2


# --- Laws ---------------------------------------------------------------------------------------


@st.composite
def seatings(draw: st.DrawFn) -> dict[int, Chair | None]:
    """Any drawn round of pairs: tables from 1, some sit out."""
    tables, byes = draw(st.integers(1, 5)), draw(st.integers(0, 3))
    order = iter(draw(st.permutations(range(1, 2 * tables + byes + 1))))
    seated = {next(order): Chair(table, side) for table in range(1, tables + 1) for side in "AB"}
    return seated | dict.fromkeys(order)


@given(seatings(), st.sampled_from([Act.EXCHANGE, Act.SIDES]), st.data())
def test_a_swap_keeps_every_team_once_and_every_table_whole_and_undoes_itself(before, act, data):
    chosen = data.draw(st.permutations(sorted(before)))
    change = Change(act=act, teams=tuple(chosen[:2]), table=data.draw(st.integers(1, 6)))
    after = changed(before, change)
    assert sorted(after) == sorted(before)
    assert is_whole(after)
    assert changed(after, change) == before
    assert len(touched(before, after)) <= 2


@given(seatings(), st.data())
def test_whoever_leaves_leaves_no_half_table(before, data):
    gone = data.draw(st.sampled_from(sorted(before)))
    after = changed(before, Change(act=Act.LEAVE, teams=(gone,)))
    assert set(after) == set(before) - {gone}
    assert is_whole(after)


@given(seatings(), st.data())
def test_a_new_table_and_a_chair_taken_keep_the_round_whole(before, data):
    waiting = [team for team, chair in before.items() if chair is None] + [98, 99]
    one, other = data.draw(st.permutations(waiting))[:2]
    table = free_table([chair.table for chair in before.values() if chair], [2], [])
    after = changed(before, Change(act=Act.NEW_TABLE, teams=(one, other), table=table))
    assert is_whole(after)
    assert set(after) == {*before, one, other}
    gone = data.draw(st.sampled_from(sorted(team for team, chair in before.items() if chair)))
    taken = changed(before, Change(act=Act.TAKE, teams=(one, gone)))
    assert is_whole(taken)
    assert set(taken) == {*before, one} - {gone}


def test_a_half_table_and_a_chair_for_two_are_not_whole():
    assert not is_whole({1: Chair(1, "A")})
    assert not is_whole({1: Chair(1, "A"), 2: Chair(1, "A"), 3: Chair(1, "B")})
    assert not is_whole({1: Chair(1, "A"), 2: Chair(1, "A", 2), 3: Chair(1, "B")})
    assert is_whole({1: None})


def test_seats_are_changed_also_in_a_round_drawn_by_the_site(tournament):
    for number in range(1, 8):
        a_team(tournament, number)
    drawn = open_round(tournament, 1, kind="lot", by=None)
    inputs = drawn.inputs
    bye, first = drawn.seats.get(match=None).team, match_at(drawn, 1).team_a
    make(drawn, Change(act=Act.EXCHANGE, teams=(first.pk, bye.pk)))
    drawn.refresh_from_db()
    assert drawn.inputs == inputs
    assert match_at(drawn, 1).team_a == bye


@pytest.mark.django_db(transaction=True)
def test_two_browsers_that_exchange_at_once_make_one_exchange():
    round_ = a_round(a_tournament(deals=1), 3, bye=True)
    change = an_act(round_, Act.EXCHANGE, 1, 4)
    consent = Consent(seen=plan(round_, change).seen)
    ready = threading.Barrier(4)
    failed: list[Exception] = []

    def click() -> None:
        ready.wait()
        try:
            change_seats(round_, change, consent=consent, by=None)
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    clicks = [threading.Thread(target=click) for _browser in range(4)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert failed == []
    assert (1, "A", 4) in seated(round_)
    assert round_.tournament.journal.filter(kind="seat.swapped").count() == 1
