"""Every shape of contest through the services: what is recorded, refused, asked, kept."""

import json
import threading
from collections import Counter
from io import StringIO
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from scoring import Side
from tests.tournament.builders import FACTS, a_deal, a_team, a_tournament, a_user
from tournament.deals.services import record_deal
from tournament.models import (
    Apart,
    DrawKind,
    Entry,
    JournalEntry,
    Match,
    Round,
    Seat,
    Shape,
    Team,
    Tournament,
)
from tournament.rounds.acceptance import MustAccept
from tournament.rounds.coming import coming_draw
from tournament.rounds.forms import DrawForm
from tournament.rounds.gathering import draw_kinds
from tournament.rounds.redraw import redraw
from tournament.rounds.services import close_round, given_round, open_round, past

pytestmark = pytest.mark.django_db

KIND_OF = {
    Shape.LOT: DrawKind.LOT,
    Shape.SWISS: DrawKind.LOT,
    Shape.ROUND_ROBIN: DrawKind.ROUND_ROBIN,
    Shape.MITCHELL: DrawKind.MITCHELL,
    Shape.POOLS: DrawKind.POOLS,
    Shape.INDIVIDUAL: DrawKind.INDIVIDUAL,
}


def contest(shape: str, count: int, **columns: object) -> Tournament:
    tournament = a_tournament(shape=shape, **({"deals": 1} | columns))
    for number in range(1, count + 1):
        a_team(tournament, number)
    return tournament


def drawn(tournament: Tournament, number: int, kind: str = "", **said: object) -> Round:
    kind = kind or draw_kinds(tournament, number)[0]
    return open_round(tournament, number, kind=kind, by=None, **said)


def closed(round_: Round) -> Round:
    return close_round(round_, by=None, despite_missing=True)


def matches(round_: Round) -> list[Match]:
    return list(round_.matches.with_teams().select_related("round__tournament"))


def won_by_the_lower_number(round_: Round) -> Round:
    for match in matches(round_):
        a_deal(match, takers="A" if match.team_a.number < match.team_b.number else "B")
    return closed(round_)


def seats(round_: Round) -> list[int]:
    return sorted(round_.seats.values_list("team__number", flat=True))


def nothing_is_left(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    assert not Round.objects.exists()
    assert not Match.objects.exists()
    assert not Seat.objects.exists()
    assert not tournament.is_frozen


@pytest.mark.parametrize("shape", Shape)
def test_each_shape_seats_everybody_once_in_every_round(shape):
    tournament = contest(shape, 13)
    for number in range(1, 4):
        round_ = drawn(tournament, number)
        assert seats(round_) == list(range(1, 14))
        sides = 2 if shape == Shape.INDIVIDUAL else 1
        for match in matches(round_):
            assert [len(match.entrants(side)) for side in Side] == [sides, sides]
        closed(round_)
    assert tournament.journal.filter(kind="round.drawn").count() == 3


@pytest.mark.parametrize("shape", Shape)
def test_two_clicks_make_one_round_in_each_shape(shape):
    tournament = contest(shape, 8)
    first = drawn(tournament, 1, KIND_OF[shape])
    before = list(first.seats.values_list("team", "match", "side", "place"))
    assert drawn(tournament, 1, KIND_OF[shape]) == first
    assert list(first.seats.values_list("team", "match", "side", "place")) == before


@pytest.mark.parametrize("shape", Shape)
def test_a_draw_that_the_database_refuses_leaves_nothing_behind(shape):
    """The journal's next number is taken: the last row of the draw cannot be written."""
    tournament = contest(shape, 8)
    JournalEntry.objects.create(
        tournament=tournament, number=tournament.version + 1, kind="x", at=timezone.now()
    )
    with pytest.raises(IntegrityError):
        drawn(tournament, 1, KIND_OF[shape])
    nothing_is_left(tournament)


@pytest.mark.parametrize("shape", Shape)
def test_a_round_is_drawn_again_byte_for_byte_also_after_a_correction(shape):
    tournament = contest(shape, 9)
    closed(drawn(tournament, 1))
    second = drawn(tournament, 2)
    match = matches(second)[0]
    a_deal(match)
    # Later: a result of round 1 comes in, a team leaves, another comes, a setting changes.
    a_deal(matches(tournament.rounds.get(number=1))[0], takers="B")
    tournament.teams.filter(number=2).update(withdrawn=True)
    a_team(tournament, 20)
    Tournament.objects.filter(pk=tournament.pk).update(pool_size=3, tables_out=[1])
    for number in (1, 2):
        redrawn = redraw(tournament.rounds.get(number=number))
        assert redrawn.is_same
        assert redrawn.made == redrawn.again != ""
        assert not redrawn.moved


def test_redraw_prints_both_draws_and_fails_when_they_differ():
    tournament = contest(Shape.LOT, 9)
    round_ = drawn(tournament, 1)
    out = StringIO()
    call_command("redraw", str(tournament.pk), "1", stdout=out)
    assert out.getvalue().count(redraw(round_).made) == 2
    assert round_.seed in out.getvalue()
    round_.inputs["teams"] = [*range(1, 9), 30]
    round_.save()
    with pytest.raises(CommandError):
        call_command("redraw", str(tournament.pk), "1", stdout=StringIO())


def test_redraw_says_that_seats_were_changed_since():
    tournament = contest(Shape.LOT, 8)
    round_ = drawn(tournament, 1)
    one, other = matches(round_)[1:3]
    seat, its = one.seats.get(side="A"), other.seats.get(side="A")
    first, second = seat.team, its.team
    its.delete()
    seat.team = second
    seat.save()
    Seat.objects.create(round=round_, match=other, side="A", team=first)
    redrawn = redraw(round_)
    assert redrawn.is_same
    assert redrawn.moved == (one.table, other.table)


@pytest.mark.parametrize("arguments", [("999", "1"), ("0", "1")])
def test_redraw_of_no_round_says_so(arguments):
    with pytest.raises(CommandError):
        call_command("redraw", *arguments)


def test_a_draw_with_a_rematch_is_shown_first_and_recorded_as_shown():
    tournament = contest(Shape.SWISS, 4)
    for number in range(1, 4):
        closed(drawn(tournament, number))
    with CaptureQueriesContext(connection) as done, pytest.raises(MustAccept) as asked:
        drawn(tournament, 4)
    # Looked at only, the contest is not held.
    assert not any(query["sql"].startswith("SAVEPOINT") for query in done.captured_queries)
    assert tournament.rounds.count() == 3
    shown = asked.value.drawn
    assert len(shown.rematches) == 2
    with pytest.raises(MustAccept) as again:
        drawn(tournament, 4, token=asked.value.token)
    assert again.value.drawn == shown
    round_ = drawn(tournament, 4, token=asked.value.token, accept=True)
    assert round_.inputs["drawn"] == json.loads(json.dumps(shown.to_json()))
    assert redraw(round_).is_same
    (line,) = tournament.journal.filter(details__round=4)
    assert line.details["rematches"] == [list(pair) for pair in shown.rematches]


def test_what_was_accepted_is_asked_again_when_another_draw_would_come_out():
    tournament = contest(Shape.SWISS, 4)
    for number in range(1, 4):
        closed(drawn(tournament, number))
    with pytest.raises(MustAccept) as asked:
        drawn(tournament, 4)
    a_team(tournament, 5)
    a_team(tournament, 6)
    Apart.objects.create(
        tournament=tournament,
        one=tournament.teams.get(number=5),
        other=tournament.teams.get(number=6),
    )
    tournament.teams.filter(number__in=(1, 2)).update(withdrawn=True)
    a_team(tournament, 7)
    tournament.teams.filter(number__in=(3, 7)).update(withdrawn=True)
    tournament.teams.filter(number=4).update(withdrawn=True)
    with pytest.raises(MustAccept) as again:
        drawn(tournament, 4, token=asked.value.token, accept=True)
    assert again.value.drawn.pairs in {((5, 6),), ((6, 5),)}
    assert [each.code.value for each in again.value.drawn.broken] == ["apart"]


@pytest.mark.parametrize("token", ["", "nonsense", "a:b:c"])
def test_a_seed_cannot_be_chosen(token):
    tournament = contest(Shape.LOT, 4)
    seeds = {drawn(tournament, 1, token=token).seed}
    assert all(len(seed) == 9 for seed in seeds)


def test_the_form_shows_what_repeats_and_then_takes_the_word_for_it():
    tournament = contest(Shape.SWISS, 2)
    closed(drawn(tournament, 1))
    coming = coming_draw(tournament)
    form = DrawForm({"number": 2, "kind": "lot"}, coming=coming)
    assert form.is_valid()
    with pytest.raises(MustAccept) as asked:
        open_round(tournament, by=None, **form.answers())
    form.add_error(None, asked.value)
    assert len(form.warnings) == 1
    assert "Équipe 1" in form.warnings[0]
    sent = {**form.data, "accept": "on"}
    form = DrawForm(sent, coming=coming)
    assert form.is_valid()
    assert open_round(tournament, by=None, **form.answers()).number == 2


def test_who_is_not_seated_is_kept_with_the_reason():
    tournament = contest(Shape.LOT, 6, check_in=True)
    tournament.teams.exclude(number=4).update(checked_in_at=timezone.now())
    tournament.teams.filter(number=2).update(withdrawn=True)
    assert [each.team.number for each in coming_draw(tournament).left_out] == [2, 4]
    round_ = drawn(tournament, 1)
    assert seats(round_) == [1, 3, 5, 6]
    assert sorted(round_.inputs["not_seated"]) == [[2, "withdrawn"], [4, "not_checked_in"]]


def test_a_manual_bye_counts():
    tournament = contest(Shape.LOT, 5)
    teams = {team.number: team for team in tournament.teams.all()}
    closed(
        given_round(
            tournament, 1, {1: (teams[1], teams[2])}, [teams[n] for n in (3, 4, 5)], by=None
        )
    )
    for number in (2, 3):
        round_ = closed(drawn(tournament, number, DrawKind.LOT))
        assert round_.seats.get(match=None).team.number in {1, 2}
    assert past(tournament).byes == Counter(range(1, 6))


@pytest.mark.parametrize("count", [5, 7, 9])
def test_late_teams_sit_out_before_anyone_does_a_second_time(count):
    tournament = contest(Shape.SWISS, count)
    for number in range(1, 4):
        closed(drawn(tournament, number, accept=True))
    a_team(tournament, count + 1)
    a_team(tournament, count + 2)
    for number in range(4, count + 3):
        byes = past(tournament).byes
        round_ = closed(drawn(tournament, number, accept=True))
        team = round_.seats.get(match=None).team.number
        assert byes[team] == min(byes[number] for number in range(1, count + 3))


def test_constraints_come_from_the_contest():
    tournament = contest(
        Shape.LOT,
        8,
        clubs_apart=True,
        tables_out=[3],
        rooms=[
            {"name": "Salle 1", "first": 2, "last": 4},
            {"name": "Salle 2", "first": 9, "last": 12},
        ],
    )
    tournament.teams.filter(number__in=(1, 2, 3)).update(club="Échirolles")
    tournament.teams.filter(number=4).update(club="  échirolles ", fixed_table=9)
    one, other = tournament.teams.filter(number__in=(5, 6))
    Apart.objects.create(tournament=tournament, one=one, other=other)
    round_ = drawn(tournament, 1)
    assert [match.table for match in matches(round_)] == [2, 4, 9, 10]
    pairs = [{match.team_a.number, match.team_b.number} for match in matches(round_)]
    assert not any(len(pair & {1, 2, 3, 4}) > 1 for pair in pairs)
    assert {5, 6} not in pairs
    assert 4 in pairs[2]


def test_a_constraint_that_cannot_hold_is_said_before_it_is_drawn():
    tournament = contest(Shape.LOT, 2, tables_out=[1])
    tournament.teams.filter(number=1).update(fixed_table=1)
    with pytest.raises(MustAccept):
        drawn(tournament, 1)
    nothing_is_left(tournament)
    assert matches(drawn(tournament, 1, accept=True))[0].table == 2


def test_a_contest_is_not_drawn_in_a_way_its_shape_does_not_have():
    for shape, kind in ((Shape.INDIVIDUAL, "lot"), (Shape.POOLS, "lot"), (Shape.LOT, "mitchell")):
        with pytest.raises(ValidationError):
            drawn(contest(shape, 8, name=f"{shape}"), 1, kind)


@pytest.mark.parametrize(("shape", "count"), [(Shape.INDIVIDUAL, 3), (Shape.POOLS, 2)])
def test_too_few_are_refused_in_words(shape, count):
    tournament = contest(shape, count)
    assert not coming_draw(tournament).can_draw
    with pytest.raises(ValidationError):
        drawn(tournament, 1)
    nothing_is_left(tournament)


def test_partners_are_kept_apart_from_opponents():
    tournament = contest(Shape.INDIVIDUAL, 9)
    for number in range(1, 4):
        closed(drawn(tournament, number))
    earlier = past(tournament)
    assert sum(earlier.partners.values()) == 12
    assert sum(earlier.opponents.values()) == 24
    assert set(earlier.partners.values()) == {1}
    assert sum(earlier.byes.values()) == 3


def pools_played(count: int = 8, **columns: object) -> Tournament:
    tournament = contest(Shape.POOLS, count, **columns)
    for team in tournament.teams.all():
        Team.objects.filter(pk=team.pk).update(seed_rank=team.number)
    number = 0
    while draw_kinds(tournament, number + 1)[0] == DrawKind.POOLS:
        number += 1
        round_ = drawn(tournament, number)
        # By far: the better seed takes all the marks.
        won_by_the_lower_number(round_)
    return tournament


@override("en")
def test_pools_come_first_then_brackets_until_every_place_is_played():
    tournament = pools_played()
    assert tournament.rounds.count() == 3
    first = tournament.rounds.get(number=1)
    assert first.inputs["drawn"]["pools"] == [["A", [1, 4, 5, 8]], ["B", [2, 3, 6, 7]]]
    assert {match.label for match in matches(first)} == {"Pool A", "Pool B"}
    assert [pool.name for pool in coming_draw(tournament).pools] == ["A", "B"]
    won_by_the_lower_number(drawn(tournament, 4))
    fifth = won_by_the_lower_number(drawn(tournament, 5))
    assert [match.label for match in matches(fifth)] == [
        "Final",
        "Places 3 and 4",
        "Places 5 and 6",
        "Places 7 and 8",
    ]
    coming = coming_draw(tournament)
    assert coming.is_over
    assert [(each.place, each.team.number) for each in coming.places] == [
        (place, place) for place in range(1, 9)
    ]
    with pytest.raises(ValidationError):
        drawn(tournament, 6)
    assert all(redraw(round_).is_same for round_ in tournament.rounds.all())


def test_a_match_nobody_won_needs_a_word_and_proposes_who_led():
    tournament = pools_played(deals=2)
    semi = drawn(tournament, 4)
    tied, *others = matches(semi)
    for number, takers in ((1, "A"), (2, "B")):
        a_deal(tied, number, takers=takers)
    for match in others:
        a_deal(match, 1, takers="A")
        a_deal(match, 2, takers="A")
    closed(semi)
    (decision,) = coming_draw(tournament).undecided
    assert decision.table == tied.table
    assert decision.led == tied.team_a
    with pytest.raises(ValidationError, match=str(tied.team_a.number)):
        drawn(tournament, 5)
    form = DrawForm({"number": 5, "kind": "brackets"}, coming=coming_draw(tournament))
    assert not form.is_valid()
    (name,) = form.deciding
    sent = {"number": 5, "kind": "brackets", name: tied.team_b.number}
    form = DrawForm(sent, coming=coming_draw(tournament))
    assert form.is_valid()
    final = open_round(tournament, by=None, **form.answers())
    assert tied.team_b in (matches(final)[0].team_a, matches(final)[0].team_b)
    (decided,) = final.inputs["decided"]
    assert decided[-1] == tied.team_b.number
    assert redraw(final).is_same


def test_a_team_that_leaves_the_brackets_lets_its_opponent_go_on():
    tournament = pools_played()
    semi = won_by_the_lower_number(drawn(tournament, 4))
    assert seats(semi) == list(range(1, 9))
    tournament.teams.filter(number=2).update(withdrawn=True)
    final = won_by_the_lower_number(drawn(tournament, 5))
    assert final.seats.get(match=None).team.number == 1
    places = {each.place: each.team.number for each in coming_draw(tournament).places}
    assert (places[1], places[2]) == (1, 2)


def test_who_comes_once_the_brackets_are_drawn_is_told_why_he_is_not_seated():
    tournament = pools_played()
    won_by_the_lower_number(drawn(tournament, 4))
    a_team(tournament, 9)
    assert [each.team.number for each in coming_draw(tournament).left_out] == [9]
    assert drawn(tournament, 5).inputs["not_seated"] == [[9, "too_late"]]


def test_a_corrected_semi_final_changes_the_next_draw_but_not_one_already_made():
    tournament = pools_played()
    won_by_the_lower_number(drawn(tournament, 4))
    final = drawn(tournament, 5)
    before = redraw(final)
    semi = matches(tournament.rounds.get(number=4))[0]
    entry = Entry.objects.get(deal__match=semi)
    facts = FACTS | {"takers": "B" if entry.takers == "A" else "A"}
    record_deal(
        semi, 1, facts, by=a_user(), client_key=uuid4(), base=entry.pk, reason="sides mixed up"
    )
    assert redraw(final) == before
    assert before.is_same


def test_the_number_of_queries_of_the_page_does_not_depend_on_the_number_of_teams(
    django_assert_max_num_queries,
):
    tournament = contest(Shape.SWISS, 21)
    closed(drawn(tournament, 1))
    with django_assert_max_num_queries(30):
        assert coming_draw(tournament).sits_out == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("shape", [Shape.INDIVIDUAL, Shape.POOLS])
def test_browsers_that_draw_at_once_make_one_round_in_each_shape(shape):
    tournament = contest(shape, 8)
    ready = threading.Barrier(3)
    found: list[object] = []

    def click() -> None:
        ready.wait()
        try:
            found.append(drawn(tournament, 1, KIND_OF[shape]).pk)
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    clicks = [threading.Thread(target=click) for _browser in range(3)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert found == [Round.objects.get().pk] * 3
    assert Seat.objects.count() == 8
