"""What is kept in the process between two requests, and when an act ends it."""

from threading import Barrier, Thread

import pytest
from django.db import connection, transaction

import tournament.journal.kept as keeping
from tests.tournament.builders import a_tournament
from tournament.journal import following
from tournament.journal import services as journal
from tournament.journal.following import acts_since
from tournament.journal.kept import MOST, forget, kept
from tournament.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_kept():
    forget()


@pytest.fixture
def contest():
    tournament = a_tournament()
    act(tournament, "first")
    return tournament


def now(contest):
    """The contest as the next request finds it."""
    return Tournament.objects.get(pk=contest.pk)


def act(contest, kind):
    return journal.write(now(contest), kind, by=None, details={})


def all_acts(contest):
    """What a reader of the whole journal makes of it: the kinds of its acts."""
    return list(now(contest).journal.order_by("number").values_list("kind", flat=True))


def longer(value, acts):
    return value + [act.kind for act in acts]


def anew(_value, _acts):
    return None


def test_a_value_is_made_once_and_costs_one_query_afterwards(contest, django_assert_num_queries):
    made = []
    for _asking in range(3):
        kept(now(contest), ("a",), lambda: made.append(1) or "a", anew)
    assert made == [1]
    tournament = now(contest)
    with django_assert_num_queries(1):
        assert kept(tournament, ("a",), all, anew) == "a"


def test_it_is_renewed_with_each_act_that_followed(contest):
    assert kept(now(contest), ("a",), lambda: all_acts(contest), longer) == ["first"]
    act(contest, "second")
    act(contest, "third")
    for _asking in range(2):
        assert kept(now(contest), ("a",), all, longer) == ["first", "second", "third"]


def test_an_act_is_read_once_however_many_values_follow_it(contest, django_assert_num_queries):
    for name in "abc":
        kept(now(contest), (name,), lambda: all_acts(contest), longer)
    for number in range(20):
        act(contest, f"later {number}")
    expected, tournament = all_acts(contest), now(contest)
    with django_assert_num_queries(3) as asked:
        for name in "abc":
            assert kept(tournament, (name,), all, longer) == expected
    numbers = [query["sql"].partition('number" >= ')[2].split()[0].strip("()") for query in asked]
    assert numbers == ["1", "21", "21"]


def test_acts_that_are_kept_no_more_are_read_again(contest, monkeypatch):
    monkeypatch.setattr(following, "MOST_ACTS", 4)
    kept(now(contest), ("a",), lambda: all_acts(contest), longer)
    for number in range(12):
        act(contest, f"later {number}")
        kept(now(contest), ("b",), lambda: all_acts(contest), longer)
    assert kept(now(contest), ("a",), all, longer) == all_acts(contest)
    assert kept(now(contest), ("b",), all, longer) == all_acts(contest)


def test_or_made_anew_where_it_cannot_be(contest):
    kept(now(contest), ("a",), lambda: "old", anew)
    act(contest, "second")
    assert kept(now(contest), ("a",), lambda: "new", anew) == "new"


def test_a_contest_without_an_act_keeps_nothing():
    tournament = a_tournament()
    assert [kept(tournament, ("a",), lambda value=value: value, anew) for value in "ab"] == [
        "a",
        "b",
    ]


def test_what_happens_while_it_is_made_is_not_missed(contest):
    def slowly():
        act(contest, "meanwhile")
        return all_acts(contest)

    kept(now(contest), ("a",), slowly, anew)
    assert kept(now(contest), ("a",), lambda: all_acts(contest), anew) == ["first", "meanwhile"]


def test_what_happened_since_the_contest_was_read_is_not_missed(contest):
    read_before = now(contest)
    act(contest, "meanwhile")
    kept(read_before, ("a",), lambda: "of before", anew)
    assert kept(now(contest), ("a",), lambda: "of now", anew) == "of now"


def test_who_read_the_contest_before_is_given_the_newer_value_and_spoils_nothing(contest):
    read_before = now(contest)
    act(contest, "meanwhile")
    kept(now(contest), ("a",), lambda: "of now", lambda *_: "spoilt")
    act(contest, "later")
    assert kept(read_before, ("a",), lambda: "of before", lambda *_: "spoilt") == "of now"
    assert kept(now(contest), ("a",), all, lambda *_: "renewed") == "renewed"


def test_inside_a_transaction_nothing_is_kept(contest):
    with transaction.atomic():
        act(contest, "undone")
        assert kept(now(contest), ("a",), lambda: "undone", anew) == "undone"
        transaction.set_rollback(True)
    assert kept(now(contest), ("a",), lambda: "real", anew) == "real"


def test_an_act_of_the_same_number_is_not_taken_for_the_one_that_was_seen(contest):
    with transaction.atomic():
        undone = act(contest, "undone")
        transaction.set_rollback(True)
    act(contest, "second")
    assert acts_since(now(contest), undone) is None
    assert acts_since(now(contest), contest.journal.get(number=2)) == []


def test_what_fails_is_tried_again(contest):
    def fails(*_anything):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        kept(now(contest), ("a",), fails, anew)
    assert kept(now(contest), ("a",), lambda: "well", anew) == "well"
    act(contest, "second")
    with pytest.raises(RuntimeError):
        kept(now(contest), ("a",), all, fails)
    assert kept(now(contest), ("a",), all, lambda *_: "renewed") == "renewed"


def test_who_asks_together_waits_for_one_calculation(contest):
    made, gate, answers = [], Barrier(4), []

    def ask():
        tournament = now(contest)
        gate.wait()
        answers.append(kept(tournament, ("a",), lambda: made.append(1) or 42, anew))
        connection.close()

    threads = [Thread(target=ask) for _asking in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (answers, made) == ([42] * 4, [1])


def test_what_was_not_asked_for_longest_goes_first(contest):
    for name in range(MOST + 1):
        kept(now(contest), (name,), lambda: "old", anew)
    assert kept(now(contest), (MOST,), lambda: "new", anew) == "old"
    assert kept(now(contest), (0,), lambda: "new", anew) == "new"


def visited(*names, acts=3):
    """Contests of so many acts, the first of them looked at once, then all of their acts."""
    for name in names:
        contest = a_tournament(name=name)
        act(contest, "first")
        kept(now(contest), ("a",), lambda contest=contest: all_acts(contest), longer)
        for number in range(2, acts + 1):
            act(contest, f"act {number}")
        assert kept(now(contest), ("a",), all, longer) == all_acts(contest)
        yield contest


def test_however_many_contests_are_visited_no_more_acts_are_kept(monkeypatch):
    monkeypatch.setattr(following, "MOST_IN_ALL", 10)
    first, *others = visited("A", "B", "C", "D", "E", "F")
    assert sum(map(len, following._tails.values())) <= 10
    assert first.pk not in following._tails
    act(first, "later")
    assert kept(now(first), ("a",), all, longer) == all_acts(first)
    monkeypatch.setattr(following, "MOST_CONTESTS", 2)
    assert kept(now(others[0]), ("a",), all, longer) == all_acts(others[0])
    assert list(following._tails) == [first.pk, others[0].pk]


def test_nor_more_values_than_of_contests_of_so_many_acts(monkeypatch):
    monkeypatch.setattr(keeping, "MOST_ACTS", 9)
    contests = list(visited("A", "B", "C", "D", "E", "F"))
    assert {key[0] for key in keeping._values} == {contest.pk for contest in contests[-3:]}
    [large] = visited("G", acts=12)
    kept(now(large), ("b",), list, anew)
    kept(now(large), ("c",), list, anew)
    # One that is larger by itself is kept whole.
    assert set(keeping._values) == {(large.pk, name) for name in "abc"}
