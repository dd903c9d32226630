"""The API tells what is shown to everybody, as its description says, and nothing else."""

import datetime
import json
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from tests.tournament.builders import a_user
from tests.tournament.journal.played import a_played_contest, typed
from tournament.api.openapi import RESOURCES, description
from tournament.journal import services as journal
from tournament.models import Match, Tournament
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db

FILE = Path(settings.BASE_DIR) / "docs" / "openapi.json"
NAMES = [resource.name for resource in RESOURCES]


@pytest.fixture
def contest() -> Tournament:
    return shown(a_played_contest(), draw=True, standings=True)


def shown(tournament: Tournament, *, draw: bool, standings: bool) -> Tournament:
    """Turn both switches, as the organiser does: each is an act."""
    Tournament.objects.filter(pk=tournament.pk).update(shows_draw=draw, shows_standings=standings)
    journal.write(tournament, "draw.shown", by=a_user("organiser"), details={})
    tournament.refresh_from_db()
    return tournament


def get(client, name: str, tournament: Tournament, **headers: str):
    """Ask for a resource of a contest."""
    return client.get(reverse(f"api:{name}", args=[tournament.pk]), headers=headers)


def check(value, schema, path="") -> None:
    """Compare a value with its schema, as far as this description goes."""
    if "$ref" in schema:
        schema = description()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        kinds = [each for each in schema["anyOf"] if (each == {"type": "null"}) == (value is None)]
        return check(value, kinds[0], path)
    types = {"integer": int, "string": str, "boolean": bool, "array": list, "object": dict}
    assert type(value) is types.get(schema["type"], type(None)), path
    if schema.get("format") == "date-time":
        assert datetime.datetime.fromisoformat(value).tzinfo, path
    if schema.get("format") == "date":
        datetime.date.fromisoformat(value)
    if schema["type"] == "array":
        for index, each in enumerate(value):
            check(each, schema["items"], f"{path}[{index}]")
    if schema["type"] == "object":
        assert set(value) == set(schema["required"]) == set(schema["properties"]), path
        for name, each in value.items():
            check(each, schema["properties"][name], f"{path}.{name}")
    return None


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_is_as_the_description_says(name, contest, client):
    answer = get(client, name, contest)
    (path,) = [
        path
        for path in description()["paths"]
        if f"/api/v1{path}".format(tournament_id=contest.pk) == answer.request["PATH_INFO"]
    ]
    got = description()["paths"][path]["get"]["responses"]["200"]
    check(answer.json(), got["content"]["application/json"]["schema"])
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.cookies


def test_the_description_is_served_and_kept_beside_the_code(client):
    served = client.get(reverse("api:openapi"))
    assert served.json() == description() == json.loads(FILE.read_text())
    assert served["Access-Control-Allow-Origin"] == "*"


def test_what_is_told_is_what_the_pages_show(contest, client):
    lines = get(client, "standings", contest).json()["lines"]
    assert [(line["rank"], line["team"]["number"], line["marks"]) for line in lines] == [
        (line.row.rank, line.row.team, line.row.marks) for line in standings(contest).lines
    ]
    (first,) = get(client, "results", contest).json()["rounds"]
    assert first["round"] == 1
    assert sum(table["marks_a"] + table["marks_b"] for table in first["tables"]) == sum(
        line["marks"] for line in lines
    )
    draw = get(client, "draw", contest).json()["draw"]
    assert (draw["round"], len(draw["tables"])) == (2, 2)


def test_what_is_not_shown_is_not_there(contest, client):
    client.force_login(a_user("organiser"))
    nothing = client.get(reverse("api:contest", args=[contest.pk + 99]))
    for draw, ranks, there in (
        (False, False, set()),
        (True, False, {"contest", "draw"}),
        (False, True, {"contest", "standings", "results"}),
    ):
        shown(contest, draw=draw, standings=ranks)
        for name in NAMES:
            answer = get(client, name, contest)
            assert answer.status_code == (200 if name in there else 404), name
            if name not in there:
                assert (answer.content, answer.headers) == (nothing.content, nothing.headers)


@pytest.mark.parametrize(
    "path", ["", "v1", "v2/tournaments/1/", "v1/tournaments/1/teams/", "é?x=1"]
)
def test_an_address_that_leads_nowhere_answers_as_what_is_not_there(client, path):
    nothing = client.get(reverse("api:contest", args=[99]))
    answer = client.get(f"/api/{path}")
    assert (answer.status_code, answer.json()) == (404, {"error": "not found"})
    assert (answer.content, answer.headers) == (nothing.content, nothing.headers)


def test_an_address_without_its_last_stroke_is_found(contest, client):
    answer = client.get(f"/api/v1/tournaments/{contest.pk}/standings", follow=True)
    assert answer.json() == get(client, "standings", contest).json()


def test_an_open_round_tells_nothing_of_its_marks(contest, client):
    before = [get(client, name, contest).content for name in ("standings", "results")]
    typed(Match.objects.with_teams().filter(round__number=2).first(), 1)
    assert [get(client, name, contest).content for name in ("standings", "results")] == before


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_that_has_not_changed_costs_one_query(
    name, contest, client, django_assert_num_queries
):
    etag = get(client, name, contest)["ETag"]
    with django_assert_num_queries(1):
        again = get(client, name, contest, if_none_match=etag)
    assert (again.status_code, again.content) == (304, b"")
    assert again["Access-Control-Allow-Origin"] == "*"
    typed(Match.objects.with_teams().filter(round__number=2).first(), 1)
    assert get(client, name, contest, if_none_match=etag).status_code == 200


def test_a_club_called_otherwise_is_told(contest, client):
    etag = get(client, "contest", contest)["ETag"]
    contest.club.name = "Amicale de la Dame"
    contest.club.save()
    answer = get(client, "contest", contest, if_none_match=etag)
    assert (answer.status_code, answer.json()["club"]) == (200, "Amicale de la Dame")


def test_it_only_reads(contest, client):
    for name in NAMES:
        url = reverse(f"api:{name}", args=[contest.pk])
        assert client.head(url).status_code == 200
        for method in (client.post, client.put, client.patch, client.delete):
            assert method(url).status_code == 405
