"""What is kept between two requests: never stale, whatever the desk does meanwhile."""

from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.contrib.messages import get_messages
from django.db import connection, transaction

from tests.tournament.builders import FACTS, a_deal, a_role, a_round, a_team, a_tournament, a_user
from tournament.clubs.services import change_settings, settings_digest
from tournament.deals.services import record_deal
from tournament.journal import services as journal
from tournament.models import ByeKind, Ranking, RoleKind, Tournament
from tournament.rounds.services import close_round, reopen_round
from tournament.standings.cache import forget, kept
from tournament.standings.exports import plain_csv
from tournament.standings.lots import draw_lot
from tournament.standings.services import standings
from tournament.teams.services import bring_back, delete_team, withdraw

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_kept():
    forget()


@pytest.fixture
def evening():
    """A contest after one closed round of two tables and a team that sat out."""
    contest = a_tournament(deals=1, bye_kind=ByeKind.AVERAGE)
    round_ = a_round(contest, 2, bye=True)
    for match in round_.matches.with_teams().select_related("round__tournament"):
        a_deal(match)
    close_round(round_, by=a_user("organiser"))
    return contest


def now(contest):
    """The contest as the next request finds it."""
    return Tournament.objects.get(pk=contest.pk)


def queries(work):
    counted = Counted()
    with connection.execute_wrapper(counted):
        work()
    return counted.count


class Counted:
    """Counts the queries sent to the database."""

    def __init__(self):
        self.count = 0

    def __call__(self, execute, *args):
        self.count += 1
        return execute(*args)


def test_asked_twice_the_standings_are_the_same_value_and_cost_one_query(evening):
    first = standings(now(evening))
    contest = now(evening)
    assert queries(lambda: standings(contest)) == 1
    assert standings(contest) is first


def team_of(contest, number):
    return contest.teams.get(number=number)


def settings_changed(contest, **columns):
    change_settings(contest, columns, by=a_user("organiser"), seen=settings_digest(contest))


def a_correction(contest):
    round_ = contest.rounds.first()
    match = round_.matches.with_teams().select_related("round__tournament").first()
    a_correction_of(match)


def a_correction_of(match):
    base = match.deals.get().accepted_id
    record_deal(
        match,
        1,
        FACTS | {"points": 100},
        by=a_user(),
        client_key=uuid4(),
        base=base,
        reason="recompté",
    )


ACTS = {
    "a correction": a_correction,
    "a round opened again": lambda contest: reopen_round(
        contest.rounds.get(), by=a_user("organiser")
    ),
    "a team that leaves": lambda contest: withdraw(team_of(contest, 1), by=a_user("organiser")),
    "other criteria": lambda contest: settings_changed(
        contest, ranking=Ranking.CUSTOM, criteria=["against", "marks"]
    ),
    "other marks for sitting out": lambda contest: settings_changed(
        contest, bye_kind=ByeKind.FIXED, bye_marks=9000
    ),
    "the lot": lambda contest: draw_lot(contest, by=a_user("organiser")),
}


@pytest.mark.parametrize("act", ACTS)
def test_after_any_act_everybody_reads_the_new_standings(evening, client, act):
    client.force_login(a_user("organiser"))
    address = f"/tournaments/{evening.pk}/standings/"
    before, file, page = standings(now(evening)), client.get(f"{address}csv/"), client.get(address)
    assert page.status_code == 200
    ACTS[act](now(evening))
    after = standings(now(evening))
    forget()
    assert after == standings(now(evening))
    assert after is not before
    for path, old in (("csv/", file), ("", page)):
        headers = {"if-none-match": old["ETag"]}
        new = client.get(f"{address}{path}", headers=headers)
        assert new.status_code == 200
        assert new["ETag"] != old["ETag"]


def in_play(contest):
    """Open the next round and return its first match."""
    round_ = a_round(contest, 1)
    journal.write(now(contest), "round.drawn", by=None, details={"round": round_.number})
    return round_.matches.with_teams().select_related("round__tournament").get()


def test_the_deals_of_the_round_being_played_leave_the_standings_as_they_are(evening, client):
    client.force_login(a_user("organiser"))
    address = f"/tournaments/{evening.pk}/standings/"
    match = in_play(evening)
    before, page = standings(now(evening)), client.get(address)
    a_deal(match)
    assert standings(now(evening)) is before
    headers = {"if-none-match": page["ETag"]}
    assert client.get(address, headers=headers).status_code == 304
    forget()
    assert client.get(address, headers=headers).status_code == 304, "another process"
    a_correction_of(match)
    close_round(match.round, by=a_user("organiser"))
    assert standings(now(evening)).after == 2
    assert client.get(address, headers=headers).status_code == 200


def test_a_correction_of_a_closed_round_moves_them_while_another_is_played(evening):
    match = in_play(evening)
    before = standings(now(evening))
    a_deal(match)
    a_correction(now(evening))
    after = standings(now(evening))
    assert after != before
    forget()
    assert standings(now(evening)) == after


def test_a_round_that_opens_again_is_the_one_whose_deals_move_nothing(evening):
    before = standings(now(evening))
    round_ = evening.rounds.get()
    reopen_round(round_, by=a_user("organiser"))
    assert standings(now(evening)).after is None
    a_correction(now(evening))
    assert standings(now(evening)).after is None
    close_round(round_, by=a_user("organiser"))
    assert standings(now(evening)).lines != before.lines


def test_a_team_that_comes_and_goes_is_never_shown_as_it_was(evening):
    team = a_team(now(evening), 6)
    journal.write(now(evening), "team.registered", by=None, details={})
    assert len(standings(now(evening)).lines) == 6
    withdraw(team, by=None)
    assert len(standings(now(evening)).lines) == 5
    bring_back(team, by=None)
    assert len(standings(now(evening)).lines) == 6
    delete_team(team, by=None)
    assert len(standings(now(evening)).lines) == 5


def test_an_act_that_is_undone_leaves_nothing_behind(evening):
    before = plain_csv(standings(now(evening)))
    with transaction.atomic():
        a_correction(now(evening))
        assert plain_csv(standings(now(evening))) != before
        transaction.set_rollback(True)
    assert plain_csv(standings(now(evening))) == before
    # The version of the act that was undone is used again, by another one.
    settings_changed(now(evening), place="Vizille")
    assert plain_csv(standings(now(evening))) == before


def test_a_contest_read_before_the_last_act_is_not_kept_as_the_new_one(evening):
    old = now(evening)
    settings_changed(now(evening), ranking=Ranking.CUSTOM, criteria=["against"])
    standings(old)
    assert standings(now(evening)).criteria == ("against",)


def test_something_that_happens_while_it_is_derived_is_not_kept_under_the_act_before(evening):
    contest = now(evening)

    def slowly():
        settings_changed(now(evening), place="Vizille")
        return "in between"

    assert kept(contest, ("a value",), slowly) == "in between"
    assert kept(contest, ("a value",), lambda: "anew") == "anew"


def test_who_asks_together_waits_for_one_calculation(evening):
    made, gate, answers = [], Barrier(4), []

    def make():
        made.append(1)
        return 42

    def ask():
        contest = now(evening)
        gate.wait()
        answers.append(kept(contest, ("together",), make))
        connection.close()

    threads = [Thread(target=ask) for _asking in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (answers, made) == ([42] * 4, [1])


def test_a_calculation_that_fails_is_tried_again(evening):
    def fails():
        raise RuntimeError

    with pytest.raises(RuntimeError):
        kept(now(evening), ("failing",), fails)
    assert kept(now(evening), ("failing",), lambda: "well") == "well"


def test_two_contests_keep_their_own(evening):
    other = a_tournament(deals=1)
    settings_changed(other, place="Ailleurs")
    assert len(standings(now(evening)).lines) == 5
    assert standings(now(other)).lines == ()


def test_the_page_is_not_sent_again_to_who_has_it_and_is_to_anybody_else(evening, client):
    address = f"/tournaments/{evening.pk}/standings/"
    client.force_login(a_user("organiser"))
    page = client.get(address)
    assert page["Cache-Control"] == "private, no-cache"
    headers = {"if-none-match": page["ETag"]}
    assert client.get(address, headers=headers).status_code == 304
    english = {**headers, "accept-language": "en"}
    assert client.get(address, headers=english).status_code == 200
    reader = a_user("reader")
    a_role(reader, evening, RoleKind.READER)
    client.force_login(reader)
    assert client.get(address, headers=headers).status_code == 200


def test_a_page_with_a_message_is_sent_and_not_taken_for_the_page_without(evening, client):
    client.force_login(a_user("organiser"))
    address = f"/tournaments/{evening.pk}/standings/"
    old = client.get(address)["ETag"]
    client.post(f"{address}lot/")
    said = client.get(address, headers={"if-none-match": old})
    assert said.status_code == 200
    assert "ETag" not in said
    assert list(get_messages(said.wsgi_request))
    assert "ETag" in client.get(address)
