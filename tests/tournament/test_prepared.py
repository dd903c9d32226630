"""A prepared question is answered as its queryset would be."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.models import Count, DateTimeField, UUIDField
from django.utils import timezone

from tests.tournament.builders import a_deal, a_round, a_tournament, a_user
from tournament.models import Deal, Entry, Tournament
from tournament.prepared import Given, Prepared, keep

pytestmark = pytest.mark.django_db

DEALS = Prepared(lambda: Deal.objects.filter(match=Given("match")).with_accepted())
BY_KEY = Prepared(lambda: Entry.objects.filter(client_key=Given("key", UUIDField())))
SINCE = Prepared(
    lambda: (
        Entry.objects.filter(created_at__gt=Given("since", DateTimeField()))
        .order_by("pk")
        .values_list("pk", "created_at", "declarations")
    )
)
NAMES = Prepared(lambda: Tournament.objects.only("name").filter(pk=Given("pk")))


@pytest.fixture
def match():
    found = a_round(a_tournament(organiser=a_user()), 2).matches.get(table=1)
    a_deal(found, 1)
    a_deal(found, 2)
    return found


def test_it_gives_the_instances_with_what_they_are_joined_to(match, django_assert_num_queries):
    expected = list(match.deals.with_accepted())
    with django_assert_num_queries(1):
        found = DEALS.ask(match=match.pk)
        assert [deal.accepted.author for deal in found] == [a.accepted.author for a in expected]
    assert found == expected
    for one, other in zip(found, expected, strict=True):
        for field in Entry._meta.concrete_fields:
            assert getattr(one.accepted, field.attname) == getattr(other.accepted, field.attname)
    assert DEALS.ask(match=0) == []
    assert DEALS.ask(match=2**63) == []


def test_a_blank_is_written_as_its_field_writes_it(match):
    entry = match.deals.first().accepted
    assert BY_KEY.first(key=entry.client_key) == entry
    assert BY_KEY.first(key=uuid4()) is None


def test_what_no_column_holds_is_found_nowhere(match):
    named = Prepared(lambda: Tournament.objects.filter(name=Given("name")))
    assert named.ask(name="Concours\0") == []
    with pytest.raises(ValueError, match="name"):
        named.ask(name=None)


def test_what_it_would_give_otherwise_than_the_queryset_is_refused(match):
    for write in (
        lambda: Deal.objects.values("pk"),
        lambda: Deal.objects.values_list("pk", flat=True),
        lambda: Deal.objects.annotate(typed=Count("entries")),
    ):
        with pytest.raises(TypeError):
            Prepared(write).ask()


def test_it_gives_the_tuples_of_a_values_list(match):
    before = timezone.now() - timedelta(hours=1)
    expected = list(Entry.objects.order_by("pk").values_list("pk", "created_at", "declarations"))
    assert SINCE.ask(since=before) == expected
    assert SINCE.ask(since=timezone.now() + timedelta(hours=1)) == []


def test_a_column_that_was_left_out_is_read_when_asked_for(match):
    contest = Tournament.objects.get()
    found = NAMES.first(pk=contest.pk)
    assert found.name == contest.name
    assert "version" not in vars(found)
    assert found.version == contest.version


def test_rows_read_apart_are_kept_as_related_ones(match, django_assert_num_queries):
    first = match.deals.first()
    keep(match, "deals", [first])
    with django_assert_num_queries(0):
        assert list(match.deals.all()) == [first]
