"""A round deleted with its results is out of everything, and comes back whole."""

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.builders import a_deal, a_round, a_team, a_tournament, a_user
from tournament.models import Entry, Match, Round, Seat, Tournament
from tournament.rounds.removal import plan_rounds, remove_round, removed_rounds, restore_round
from tournament.rounds.services import cancel_round, close_round, open_round, past
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament(deals=1)


@pytest.fixture
def played(tournament) -> Round:
    """A round of two tables, a deal typed at the first, closed."""
    round_ = a_round(tournament, 2)
    a_deal(round_.matches.with_teams().select_related("round__tournament").first())
    return close_round(round_, by=None, despite_missing=True)


def remove(round_: Round, typed_name: str = "Manche 1") -> None:
    remove_round(round_, typed_name=typed_name, by=a_user("organiser"))


def drawn(tournament: Tournament, number: int) -> Round:
    return open_round(tournament, number, kind="lot", by=None)


def marks(tournament: Tournament) -> list[int]:
    return [line.row.marks for line in standings(tournament).lines]


def test_a_deleted_round_is_in_no_standings_and_no_draw_and_loses_no_entry(tournament, played):
    assert marks(tournament) == [250, 40, 0, 0]
    remove(played)
    tournament.refresh_from_db()
    assert not tournament.rounds.exists()
    assert marks(tournament) == [0, 0, 0, 0]
    assert past(tournament).met == frozenset()
    assert (Entry.objects.count(), Match.objects.count(), Seat.objects.count()) == (1, 2, 4)
    entry = tournament.journal.last()
    assert (entry.kind, entry.by) == ("round.removed", a_user("organiser"))
    assert entry.details == {
        "round": 1,
        "round_id": played.pk,
        "seed": "1",
        "entries": 1,
        "closed": True,
    }


@pytest.mark.parametrize("typed", ["", "1", "manche 2", "la manche"])
def test_nothing_is_deleted_until_the_round_s_name_is_typed(tournament, played, typed):
    with pytest.raises(ValidationError) as refusal:
        remove(played, typed)
    assert set(refusal.value.error_dict) == {"round_name"}
    assert tournament.rounds.get() == played


def test_a_round_being_played_can_be_deleted_too(tournament):
    round_ = a_round(tournament)
    a_deal(round_.matches.with_teams().select_related("round__tournament").get())
    remove(round_)
    assert drawn(tournament, 1).pk != round_.pk


def test_a_second_click_deletes_nothing_more(tournament, played):
    for _click in range(2):
        remove(played)
    assert tournament.journal.filter(kind="round.removed").count() == 1


def test_only_the_last_round_can_be_deleted(tournament, played):
    drawn(tournament, 2)
    with pytest.raises(ValidationError, match="2"):
        remove(played)
    assert tournament.rounds.count() == 2


def test_the_rulebook_stays_frozen_since_the_round_may_come_back(tournament, played):
    remove(played)
    tournament.refresh_from_db()
    assert tournament.is_frozen


def test_a_deleted_round_comes_back_as_it_was(tournament, played):
    remove(played)
    for _click in range(2):
        restore_round(played, by=a_user("organiser"))
    back = tournament.rounds.get()
    assert (back, back.is_closed, back.removed_at) == (played, True, None)
    assert marks(tournament) == [250, 40, 0, 0]
    assert tournament.journal.filter(kind="round.restored").count() == 1
    assert removed_rounds(tournament) == []


def test_it_does_not_come_back_once_another_took_its_number(tournament, played):
    remove(played)
    other = drawn(tournament, 1)
    (line,) = removed_rounds(tournament)
    assert (line.round, line.tables, line.deals) == (played, 2, 1)
    assert line.obstacle
    with pytest.raises(ValidationError):
        restore_round(played, by=None)
    cancel_round(other, by=None)
    assert restore_round(played, by=None) == played


def test_two_deleted_rounds_come_back_in_their_order(tournament, played):
    second = close_round(drawn(tournament, 2), by=None, despite_missing=True)
    remove(second, "Manche 2")
    remove(played)
    assert [bool(line.obstacle) for line in removed_rounds(tournament)] == [False, True]
    with pytest.raises(ValidationError, match="1"):
        restore_round(second, by=None)
    restore_round(played, by=None)
    restore_round(second, by=None)
    assert [round_.number for round_ in tournament.rounds.all()] == [1, 2]


def test_it_does_not_come_back_beside_a_round_that_was_opened_again(tournament, played):
    second = drawn(tournament, 2)
    remove(second, "Manche 2")
    tournament.rounds.update(closed_at=None)
    with pytest.raises(ValidationError, match="1"):
        restore_round(second, by=None)


def test_an_evening_is_cut_short_and_made_longer(tournament, played):
    plan_rounds(tournament, 5, by=None)
    for _click in range(2):
        plan_rounds(tournament, 4, by=a_user("organiser"))
    tournament.refresh_from_db()
    assert tournament.rounds_planned == 4
    lines = tournament.journal.filter(kind="rounds.planned")
    assert [line.details for line in lines] == [{"from": None, "to": 5}, {"from": 5, "to": 4}]
    plan_rounds(tournament, None, by=None)
    tournament.refresh_from_db()
    assert tournament.rounds_planned is None


@pytest.mark.parametrize("rounds", [0, 1])
def test_an_evening_is_not_cut_below_the_rounds_drawn(tournament, played, rounds):
    drawn(tournament, 2)
    with pytest.raises(ValidationError) as refusal:
        plan_rounds(tournament, rounds, by=None)
    assert set(refusal.value.error_dict) == {"rounds_planned"}
    assert not tournament.journal.filter(kind="rounds.planned").exists()


def test_an_evening_has_one_round_or_more(tournament):
    with pytest.raises(ValidationError) as refusal:
        plan_rounds(tournament, 0, by=None)
    assert set(refusal.value.error_dict) == {"rounds_planned"}


def test_a_team_of_a_deleted_round_is_still_one_that_has_played(tournament, played):
    remove(played)
    assert a_team(tournament, 9).seats.count() == 0
    assert tournament.teams.get(number=1).seats.count() == 1
