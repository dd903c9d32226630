"""Anybody may have written an archive: what is amiss is refused in one sentence."""

import json
import random

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from tests.tournament.archive.whole import a_file, altered, forgotten
from tests.tournament.builders import a_deal, a_match, a_user
from tournament.archive import reading
from tournament.archive.reading import read_archive
from tournament.archive.restoring import restore
from tournament.deals.acts import last_act, undo
from tournament.models import Deal, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def content() -> bytes:
    return a_file()


def put(table, column, value, row=0):
    """Return a change of an archive: one cell."""

    def change(whole):
        part = whole["tables"][table]
        part["rows"][row][part["columns"].index(column)] = value

    return change


def same(table, column):
    """Return a change of an archive: the second row says what the first one says."""

    def change(whole):
        part = whole["tables"][table]
        index = part["columns"].index(column)
        part["rows"][1][index] = part["rows"][0][index]

    return change


def refused(content: bytes) -> str:
    """Return the one sentence by which an archive is refused; nothing of it stays."""
    forgotten()
    with pytest.raises(ValidationError) as refusal:
        restore(read_archive(content), by=a_user("somebody"))
    assert not Tournament.objects.exists()
    (sentence,) = refusal.value.messages
    assert sentence.encode(), "it can be shown"
    return sentence


def of_another_shape(whole):
    """Change what an act says was missing."""
    part = whole["tables"]["journal"]
    kind, details = (part["columns"].index(name) for name in ("kind", "details"))
    closing = next(row for row in part["rows"] if row[kind] == "round.closed")
    closing[details]["missing"] = 1.5


AMISS = {
    "no JSON": lambda _content: b"%PDF-1.7",
    "no text": lambda _content: b"\xff\xfe\x00",
    "cut": lambda content: content[: len(content) // 2],
    "a list": lambda _content: b"[1]",
    "too deep": lambda _content: b'{"format":' + b"[" * 100_000,
    "a huge number": lambda _content: b'{"format": ' + b"9" * 5000 + b"}",
    "a name twice": lambda content: content.replace(b'{"format"', b'{"format": 1, "format"', 1),
    "not a number": lambda content: content.replace(b'"format": 1', b'"format": NaN', 1),
    "another format": lambda content: content.replace(b'"format": 1', b'"format": 2', 1),
}
CHANGED = {
    "an unknown key": lambda whole: whole.update(more=1),
    "an unknown table": lambda whole: whole["tables"].update(passwords={}),
    "an unknown column": lambda whole: whole["tables"]["teams"]["columns"].append("is_admin"),
    "no table": lambda whole: whole["tables"].pop("seats"),
    "a table that is none": lambda whole: whole["tables"].update(seats=[1]),
    "rows that are none": lambda whole: whole["tables"]["seats"].update(rows="x"),
    "a row too short": lambda whole: whole["tables"]["teams"]["rows"][0].pop(),
    "two contests": lambda whole: whole["tables"]["contest"]["rows"].append(
        whole["tables"]["contest"]["rows"][0]
    ),
    "a key twice": lambda whole: whole["tables"]["teams"]["rows"].append(
        whole["tables"]["teams"]["rows"][-1]
    ),
    "a key that is none": put("teams", "id", "1"),
    "a key of nothing": put("seats", "team", 10**9),
    "a huge key": put("teams", "id", 2**70),
    "an older copy that is newer": put("rulings", "replaces", 10**6),
    "a text for a number": put("teams", "number", "1"),
    "yes for a number": put("teams", "number", value=True),
    "a number out of range": put("teams", "number", 10**6),
    "a number for a text": put("teams", "name", 5),
    "a name too long": put("teams", "name", "é" * 61),
    "half a sign": put("teams", "name", "\ud800"),
    "a zero in a text": put("teams", "name", "a\0b"),
    "nothing for a text": put("teams", "name", None),
    "no such choice": put("entries", "trump", "roses"),
    "a moment that is none": put("entries", "created_at", "yesterday"),
    "a moment nowhere": put("entries", "created_at", "2026-11-30T20:00:00"),
    "the end of time": put("entries", "created_at", "9999-12-31T23:59:59+00:00"),
    "a date that is none": put("contest", "date", "2026-02-31"),
    "an amount that is none": put("payments", "amount", "NaN"),
    "a fee that is none": put("contest", "fee", "NaN"),
    "an unknown key of half a sign": lambda whole: whole.update({"\ud800": 1}),
    "an unknown table of half a sign": lambda whole: whole["tables"].update({"\ud800": {}}),
    "a year that is none of ours": put("contest", "date", "9999-12-31"),
    "a path for a rulebook": put("contest", "rulebook_name", "../../etc/passwd.toml"),
    "a rulebook of nowhere": lambda whole: (
        put("contest", "rulebook_name", "nowhere")(whole),
        put("contest", "rulebook_frozen", "")(whole),
    ),
    "a rulebook that is none": put("contest", "rulebook_frozen", "{}"),
    "JSON that is another": put("entries", "declarations", [1]),
    "tables out that are none": put("contest", "tables_out", ["1"]),
    "rooms that are none": put("contest", "rooms", [{"name": "Salle"}]),
    "deals without end": put("contest", "deals", 30_000),
    "a room without end": put("contest", "rooms", [{"name": "S", "first": 1, "last": 10**12}]),
    "two rooms that overlap": put(
        "contest", "rooms", [{"name": name, "first": 1, "last": 9} for name in "AB"]
    ),
    "tables without end": put("rounds", "inputs", {"teams": [1, 2], "rooms": [[1, 10**12]]}),
    "half a table": put("rounds", "inputs", {"teams": [1, 2], "fixed": [[1, 0.5]]}),
    "an origin that is none": put("contest", "origin", [{"acts": 1, "ids": {"team": [[1, 2]]}}]),
    "an origin of too many": put(
        "contest", "origin", [{"acts": 1, "ids": {"team": [[1, 1, 2**40]]}}]
    ),
    "an entry of another deal": same("deals", "accepted"),
    "a ruling that moves another's deal": put(
        "rulings", "changes", [["deal", 10**6, "accepted", None, None]]
    ),
    "a ruling that moves a password": put(
        "rulings", "changes", [["user", 1, "password", None, None]]
    ),
    "one team at two tables": same("seats", "team"),
    "a username that is none": put("users", "username", "../<b>"),
    "an act that is none": put("journal", "details", []),
    "two acts of one number": same("journal", "number"),
    "fewer acts than it counts": put("contest", "version", 1),
    "a forged act": put("journal", "details", {"target": 99}, row=0),
    "a forged digest": put("journal", "digest", "0" * 64, row=3),
    "a forged deal": put("entries", "points", 99),
    "an act of another shape": of_another_shape,
    "another's act": put("journal", "by", None, row=2),
}


@pytest.mark.parametrize("name", [*AMISS])
def test_what_is_no_archive_is_refused(name, content):
    assert refused(AMISS[name](content))


def test_what_was_changed_in_an_archive_is_refused(content):
    said = {name: refused(altered(content, change)) for name, change in CHANGED.items()}
    assert len({said[name] for name in ("a forged deal", "a forged digest", "a huge key")}) == 3


def test_what_is_too_large_is_refused(content, monkeypatch):
    monkeypatch.setattr(reading, "MOST_ROWS", 10)
    assert "10" in refused(content)
    monkeypatch.setattr(reading, "MOST_BYTES", 1000)
    assert refused(content)


def test_html_in_names_is_shown_as_it_is(content, client):
    evil = "<script>alert(1)</script>"
    forgotten()
    whole = altered(content, put("teams", "name", evil))
    contest = restore(read_archive(whole), by=a_user("somebody"))
    client.force_login(a_user("somebody"))
    page = client.get(reverse("standings:table", args=[contest.pk])).content.decode()
    assert evil not in page
    assert "&lt;script&gt;" in page


def test_an_act_of_an_archive_undoes_nothing_here(content):
    by = a_user("somebody")
    victim = a_deal(a_match())
    pointed = ["deal", victim.deal_id, "accepted", None, victim.pk]
    details = {"round": 1, "table": 1, "deal": 1, "entry": victim.pk, "changes": [pointed]}

    def forge(whole):
        put("journal", "details", details, row=-1)(whole)
        put("journal", "kind", "deal.recorded", row=-1)(whole)
        put("journal", "at", timezone.now().isoformat(), row=-1)(whole)
        (person,) = [row[0] for row in whole["tables"]["users"]["rows"] if row[1] == "zoe"]
        put("journal", "by", person, row=-1)(whole)

    contest = restore(read_archive(altered(content, forge)), by=by, accept=True)
    assert last_act(contest, a_user("zoe")) is None
    with pytest.raises(ValidationError):
        undo(contest, contest.version, by=a_user("zoe"))
    assert Deal.objects.get(pk=victim.deal_id).accepted_id == victim.pk


def leaves(value, path=()):
    """Give the path of every value in JSON that holds no other."""
    if isinstance(value, list | dict) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in pairs:
            yield from leaves(each, (*path, key))
    else:
        yield path


PAGES = (
    "clubs:tournament",
    "clubs:settings",
    "teams:list",
    "rounds:list",
    "deals:hall",
    "standings:table",
    "referee:register",
    "journal:acts",
    "prints:index",
)


def test_an_archive_changed_at_random_is_refused_or_can_be_shown(content, client):
    chance = random.Random(1)
    whole = json.loads(content)
    paths = list(leaves(whole))
    client.force_login(a_user("somebody"))
    for _each in range(12):
        path = chance.choice(paths)
        value = chance.choice([None, -1, 0, 3, 10**12, "", "x", [], {}, True, [[1]], {"a": 1}])
        changed = json.loads(content)
        inner = changed
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        forgotten()
        try:
            contest = restore(
                read_archive(json.dumps(changed).encode()), by=a_user("somebody"), accept=True
            )
        except ValidationError:
            continue
        for page in PAGES:
            answer = client.get(reverse(page, args=[contest.pk]))
            assert answer.status_code == 200, (page, path, value)
