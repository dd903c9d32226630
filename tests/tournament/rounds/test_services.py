"""Rounds as acts: one draw for two clicks, nothing half done, and the way back."""

import threading
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from scoring import Rulebook, load_rulebook
from tests.tournament.builders import a_deal, a_round, a_ruling, a_team, a_tournament, a_user
from tournament.deals.acts import drop_totals, take_totals
from tournament.models import Deal, DrawKind, Match, Round, Seat, Tournament
from tournament.rounds.clock import close_in_time
from tournament.rounds.draw import DrawInputs, draw
from tournament.rounds.services import (
    cancel_round,
    close_round,
    given_round,
    missing_deals,
    open_round,
    past,
    reopen_round,
)
from tournament.standings.lots import new_seed

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return a_tournament(deals=1)


@pytest.fixture
def organiser():
    return a_user("organiser")


def with_teams(tournament: Tournament, count: int) -> Tournament:
    for number in range(1, count + 1):
        a_team(tournament, number)
    return tournament


def drawn(tournament: Tournament, number: int, kind: str = DrawKind.LOT) -> Round:
    return open_round(tournament, number, kind=kind, by=a_user("organiser"))


def closed(round_: Round) -> Round:
    return close_round(round_, by=a_user("organiser"), despite_missing=True)


def seated(round_: Round) -> list[int]:
    return sorted(round_.seats.values_list("team__number", flat=True))


def matches(round_: Round) -> list[Match]:
    return list(round_.matches.with_teams().select_related("round__tournament"))


def test_a_draw_seats_every_team_once_at_tables_from_1(tournament):
    round_ = drawn(with_teams(tournament, 9), 1)
    assert seated(round_) == list(range(1, 10))
    assert [match.table for match in matches(round_)] == [1, 2, 3, 4]
    assert all(match.team_a != match.team_b for match in matches(round_))
    assert round_.seats.filter(match=None).count() == 1


def test_the_first_draw_freezes_the_rulebook(tournament):
    assert not tournament.is_frozen
    drawn(with_teams(tournament, 4), 1)
    tournament.refresh_from_db()
    assert tournament.is_frozen
    assert tournament.rulebook == load_rulebook("grenobloise")
    assert isinstance(tournament.rulebook, Rulebook)


def test_a_second_click_finds_the_round_drawn(tournament):
    with_teams(tournament, 8)
    first = drawn(tournament, 1)
    tables = list(first.seats.values_list("team", "match", "side"))
    assert drawn(tournament, 1) == first
    assert drawn(tournament, 1, DrawKind.STANDINGS) == first
    assert list(first.seats.values_list("team", "match", "side")) == tables
    assert tournament.journal.filter(kind="round.drawn").count() == 1


def test_the_kept_seed_and_lists_draw_the_same_again(tournament):
    with_teams(tournament, 7)
    closed(drawn(tournament, 1))
    round_ = drawn(tournament, 2, DrawKind.STANDINGS)
    round_.refresh_from_db()
    again = draw(round_.draw_kind, DrawInputs.from_json(round_.inputs), round_.seed)
    assert again.pairs == tuple(
        (match.team_a.number, match.team_b.number) for match in matches(round_)
    )
    assert again.byes == (round_.seats.get(match=None).team.number,)


def test_seeds_differ_and_can_be_read_out():
    seeds = {new_seed() for _draw in range(100)}
    assert len(seeds) == 100
    assert all(len(seed) == 9 and not set(seed) & set("0O1IL") for seed in seeds)


def test_a_later_draw_keeps_apart_who_has_met_and_spreads_the_byes(tournament):
    with_teams(tournament, 7)
    byes, met = [], set()
    for number in range(1, 4):
        round_ = drawn(tournament, number, DrawKind.STANDINGS if number > 1 else DrawKind.LOT)
        pairs = {frozenset((m.team_a.number, m.team_b.number)) for m in matches(round_)}
        assert not pairs & met
        met |= pairs
        byes.append(round_.seats.get(match=None).team.number)
        closed(round_)
    assert len(set(byes)) == 3
    assert past(tournament).met == met
    assert dict(past(tournament).byes) == dict.fromkeys(byes, 1)


def test_the_best_meet_at_table_1_and_only_closed_rounds_say_who_is_best(tournament):
    with_teams(tournament, 8)
    first = drawn(tournament, 1)
    # The last table's side B makes the most marks.
    for match in matches(first):
        a_deal(match, takers="B", contract="100", points=100 + 10 * match.table)
    best = matches(first)[-1].team_b
    closed(first)
    second = drawn(tournament, 2, DrawKind.STANDINGS)
    assert best in (matches(second)[0].team_a, matches(second)[0].team_b)


def test_a_team_that_left_is_not_seated(tournament):
    with_teams(tournament, 5)
    tournament.teams.filter(number=3).update(withdrawn=True)
    assert seated(drawn(tournament, 1)) == [1, 2, 4, 5]


def test_a_late_team_is_seated_from_the_next_draw_on(tournament):
    with_teams(tournament, 4)
    closed(drawn(tournament, 1))
    a_team(tournament, 5)
    second = drawn(tournament, 2, DrawKind.STANDINGS)
    assert seated(second) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("count", [0, 1])
def test_a_draw_needs_two_teams(tournament, count):
    with pytest.raises(ValidationError):
        drawn(with_teams(tournament, count), 1)
    tournament.refresh_from_db()
    assert not Round.objects.exists()
    assert not tournament.is_frozen


def test_no_draw_while_a_round_is_open(tournament):
    drawn(with_teams(tournament, 4), 1)
    with pytest.raises(ValidationError, match="1"):
        drawn(tournament, 2)
    assert Round.objects.count() == 1


def test_no_draw_of_a_round_that_is_not_the_next(tournament):
    with pytest.raises(ValidationError):
        drawn(with_teams(tournament, 4), 3)
    assert not Round.objects.exists()


def test_the_first_round_is_not_drawn_by_standings(tournament):
    with pytest.raises(ValidationError):
        drawn(with_teams(tournament, 4), 1, DrawKind.STANDINGS)


def test_a_round_closes_when_every_deal_is_typed(tournament, organiser):
    round_ = drawn(with_teams(tournament, 4), 1)
    first, second = matches(round_)
    a_deal(first)
    missing = [(each.match.table, each.doubt.missing) for each in missing_deals(round_)]
    assert missing == [(2, (1,))]
    with pytest.raises(ValidationError) as refusal:
        close_round(round_, by=organiser)
    assert "despite_missing" in refusal.value.error_dict
    a_deal(second)
    done = close_round(round_, by=organiser)
    assert done.is_closed
    assert done.closed_by == organiser


def test_a_round_closes_in_spite_of_what_is_missing_when_told_so(tournament, organiser):
    round_ = drawn(with_teams(tournament, 4), 1)
    assert close_round(round_, by=organiser, despite_missing=True).is_closed
    (entry,) = tournament.journal.filter(kind="round.closed")
    assert entry.details == {"round": 1, "missing": [[1, [1]], [2, [1]]]}


def test_closing_twice_is_closing_once(tournament, organiser):
    round_ = drawn(with_teams(tournament, 4), 1)
    first = close_round(round_, by=organiser, despite_missing=True)
    assert close_round(round_, by=organiser).closed_at == first.closed_at
    assert tournament.journal.filter(kind="round.closed").count() == 1


def test_a_match_to_a_target_that_is_not_over_is_missing(organiser):
    tournament = a_tournament(end_kind="target", target=500, deals=None)
    round_ = drawn(with_teams(tournament, 2), 1)
    (match,) = matches(round_)
    a_deal(match)
    assert [(each.match, each.doubt.missing) for each in missing_deals(round_)] == [(match, ())]
    a_deal(match, 2)
    assert missing_deals(round_) == []
    assert close_round(round_, by=organiser).is_closed


def test_the_last_round_can_be_opened_again(tournament, organiser):
    round_ = closed(drawn(with_teams(tournament, 4), 1))
    assert not reopen_round(round_, by=organiser).is_closed
    assert tournament.journal.filter(kind="round.reopened").count() == 1


def test_a_round_stays_closed_once_the_next_is_drawn(tournament, organiser):
    first = closed(drawn(with_teams(tournament, 4), 1))
    drawn(tournament, 2)
    with pytest.raises(ValidationError):
        reopen_round(first, by=organiser)
    assert Round.objects.get(pk=first.pk).is_closed


def test_a_draw_without_deals_can_be_taken_back_and_frees_the_rulebook(tournament, organiser):
    round_ = drawn(with_teams(tournament, 4), 1)
    cancel_round(round_, by=organiser)
    cancel_round(round_, by=organiser)
    tournament.refresh_from_db()
    assert not Round.objects.exists()
    assert not Seat.objects.exists()
    assert not tournament.is_frozen
    assert tournament.journal.filter(kind="round.cancelled").count() == 1
    assert drawn(tournament, 1).pk != round_.pk


def test_a_draw_with_a_deal_is_not_taken_back(tournament, organiser):
    round_ = drawn(with_teams(tournament, 4), 1)
    a_deal(matches(round_)[0])
    with pytest.raises(ValidationError):
        cancel_round(round_, by=organiser)
    assert Deal.objects.count() == 1


def test_a_draw_of_which_something_stays_is_not_taken_back(tournament, organiser):
    round_ = drawn(with_teams(tournament, 4), 1)
    one = matches(round_)[0]
    taken = take_totals(
        one, (500, 300), base=None, by=organiser, reason="illisible", client_key=uuid4()
    )
    with pytest.raises(ValidationError):
        cancel_round(round_, by=organiser)
    drop_totals(one, base=taken.pk, by=organiser, reason="erreur")
    with pytest.raises(ValidationError):
        cancel_round(round_, by=organiser)


def test_a_draw_that_the_referee_ruled_on_is_not_taken_back(tournament, organiser):
    round_ = drawn(with_teams(tournament, 4), 1)
    a_ruling(matches(round_)[0])
    with pytest.raises(ValidationError):
        cancel_round(round_, by=organiser)


def test_a_closed_round_is_not_taken_back(tournament, organiser):
    round_ = closed(drawn(with_teams(tournament, 4), 1))
    with pytest.raises(ValidationError):
        cancel_round(round_, by=organiser)


def test_taking_the_second_draw_back_keeps_the_rulebook_frozen(tournament, organiser):
    closed(drawn(with_teams(tournament, 4), 1))
    cancel_round(drawn(tournament, 2), by=organiser)
    tournament.refresh_from_db()
    assert tournament.is_frozen


def test_a_draw_made_elsewhere_is_recorded_as_given(tournament, organiser):
    teams = list(with_teams(tournament, 5).teams.all())
    round_ = given_round(
        tournament, 1, {4: (teams[2], teams[0]), 9: (teams[1], teams[4])}, [teams[3]], by=organiser
    )
    assert [(m.table, m.team_a, m.team_b) for m in matches(round_)] == [
        (4, teams[2], teams[0]),
        (9, teams[1], teams[4]),
    ]
    assert round_.seats.get(match=None).team == teams[3]


def test_a_draw_that_seats_a_team_twice_is_refused_whole(tournament, organiser):
    one, other = with_teams(tournament, 2).teams.all()
    with pytest.raises(ValidationError, match="2"):
        given_round(tournament, 1, {1: (one, other)}, [other], by=organiser)
    assert not Round.objects.exists()


def test_a_draw_that_fails_midway_leaves_nothing(tournament):
    with_teams(tournament, 4)

    def draw_and_fail() -> None:
        with transaction.atomic():
            drawn(tournament, 1)
            raise ConnectionError

    with pytest.raises(ConnectionError):
        draw_and_fail()
    tournament.refresh_from_db()
    assert not Round.objects.exists()
    assert not Match.objects.exists()
    assert not tournament.is_frozen


def test_two_contests_do_not_touch_each_other(organiser):
    one, other = a_tournament(deals=1), a_tournament(deals=1, name="Un autre")
    with_teams(one, 4)
    with_teams(other, 6)
    drawn(one, 1)
    round_ = drawn(other, 1)
    assert seated(round_) == [1, 2, 3, 4, 5, 6]
    assert set(round_.seats.values_list("team__tournament", flat=True)) == {other.pk}
    closed(round_)
    assert not one.rounds.get().is_closed


@pytest.fixture
def deletable(transactional_db):
    """Let the rows of a test that really commits be deleted after it."""
    yield
    Tournament.objects.update(deleting=True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("deletable")
def test_two_browsers_that_draw_at_once_make_one_round():
    tournament = with_teams(a_tournament(deals=1), 8)
    ready = threading.Barrier(4)
    found: list[object] = []

    def click() -> None:
        ready.wait()
        try:
            found.append(drawn(tournament, 1).pk)
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    a_user("organiser")
    clicks = [threading.Thread(target=click) for _browser in range(4)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert found == [Round.objects.get().pk] * 4
    assert Seat.objects.count() == 8


def test_rematches_of_a_round_are_found_from_the_seats(tournament):
    a_round(tournament, 2)
    assert past(tournament, before=1).met == frozenset()
    assert past(tournament).met == {frozenset((1, 2)), frozenset((3, 4))}


@pytest.mark.parametrize("act", [close_round, reopen_round, close_in_time])
def test_a_round_taken_back_meanwhile_is_neither_closed_nor_reopened(tournament, organiser, act):
    round_ = drawn(with_teams(tournament, 4), 1)
    cancel_round(Round.objects.get(pk=round_.pk), by=organiser)
    with pytest.raises(ValidationError):
        act(round_, by=organiser)
    assert tournament.journal.last().kind == "round.cancelled"
