"""Who has every role in his contest touches nothing of somebody else's, whatever he sends."""

import os
from itertools import cycle, islice

import pytest
from django.db import transaction
from django.db.models import F, Q
from django.test import Client
from django.urls import reverse

from tests.attacks.targets import (
    SECRET,
    a_target,
    addresses,
    forms_of,
    held_by,
    is_key,
    served,
)
from tests.tournament.builders import a_user
from tests.tournament.test_doors import arguments
from tournament.models import (
    Apart,
    Deal,
    Entry,
    Match,
    Payment,
    Player,
    RefereeCall,
    Role,
    Ruling,
    Seat,
)

pytestmark = pytest.mark.django_db
KINDS = int(os.environ.get("KINDS", "2"))
"""How many kinds of keys each form is sent with; 11 are all there are."""
OPEN = {"code", "screen", "digest", "secret"}
"""What nobody guesses, and whoever was given it may open."""
ANSWERED = {200, 204, 302, 400, 403, 404, 405}


@pytest.fixture
def mine(db):
    return a_target("mallory")


@pytest.fixture
def other(db):
    return a_target("alice", SECRET)


@pytest.fixture
def mallory(mine):
    client = Client()
    client.force_login(a_user("mallory"))
    return client


def keys_of(target) -> dict[str, list[str]]:
    """Return the keys of a contest's things by what they are, as a form would hold them."""
    pk = target.contest
    entries = Entry.objects.filter(deal__match__round__tournament=pk)
    found = {
        "contest": [pk],
        "team": [team.pk for team in (target.match.team_a, target.match.team_b)],
        "player": Player.objects.filter(tournament=pk).values_list("pk", flat=True)[:2],
        "entry": entries.values_list("pk", flat=True),
        "deal": Deal.objects.filter(match__round__tournament=pk).values_list("pk", flat=True),
        "match": [target.match.pk],
        "round": [target.match.round_id],
        "ruling": Ruling.objects.filter(tournament=pk).values_list("pk", flat=True),
        "call": [target.known["call"]],
        "apart": [target.known["apart_id"]],
        "key": entries.values_list("client_key", flat=True),
    }
    return {name: [str(key) for key in keys] for name, keys in found.items()}


def strangers() -> list[str]:
    """Return the rows of a contest that point at something of another one."""
    whose = "match__round__tournament"
    crossed = {
        "seat": Seat.objects.exclude(team__tournament=F("round__tournament")),
        "match": Match.objects.exclude(seats__team__tournament=F("round__tournament")),
        "deal": Deal.objects.filter(accepted__isnull=False).exclude(accepted__deal=F("pk")),
        "player": Player.objects.filter(team__isnull=False).exclude(
            team__tournament=F("tournament")
        ),
        "payment": Payment.objects.filter(team__isnull=False, player__isnull=False).exclude(
            team__tournament=F("player__tournament")
        ),
        "apart": Apart.objects.exclude(
            Q(one__tournament=F("tournament")) & Q(other__tournament=F("tournament"))
        ),
        "ruling": Ruling.objects.filter(match__isnull=False).exclude(**{whose: F("tournament")}),
        "call": RefereeCall.objects.exclude(match__isnull=False),
        "role": Role.objects.filter(team__isnull=False).exclude(team__tournament=F("tournament")),
    }
    return [name for name, rows in crossed.items() if rows.exists()]


def test_no_form_takes_the_keys_of_another_contest(mallory, mine, other):
    """Every form that Mallory is shown, sent with Alice's keys in place of his, by kinds."""
    before, keys, failed = held_by(other), keys_of(other), []
    kinds = cycle(keys)
    for page, form in list(forms_of(mallory, mine)):
        mine_sent = served(form)
        taken = [name for name, value in mine_sent.items() if is_key(value)]
        # Each form gets a few kinds, the next one the next few.
        for kind in ["key", *islice(kinds, KINDS)] if taken else ():
            values = keys[kind]
            sent = mine_sent | dict.fromkeys(taken, values[0])
            with transaction.atomic():
                if form.method == "get":
                    said = mallory.get(form.path, sent)
                else:
                    said = mallory.post(form.action, sent)
                body = said.getvalue()
                if said.status_code not in ANSWERED or SECRET.encode() in body:
                    failed.append((page, form.action, kind, said.status_code))
                is_taken = form.method == "post" and said.status_code not in {200, 403, 404}
                if is_taken and (held_by(other) != before or strangers()):
                    failed.append((page, form.action, kind, "changed", strangers()))
                transaction.set_rollback(True)
    assert not failed


def test_no_address_joins_a_contest_to_another_s_things(mallory, mine, other):
    """Mallory's contest in the address, and Alice's team, round, call… after it."""
    before, failed = held_by(other), []
    for name in addresses(mine):
        asked = arguments(name, mine.known)
        theirs = arguments(name, other.known)
        for key in asked:
            if key in {"tournament_id", "contest_id"} or asked[key] == theirs[key]:
                continue
            address = reverse(name, kwargs=asked | {key: theirs[key]})
            # Whoever holds a table's code, or an invitation, may do what it is for.
            for method in ("get",) if key in OPEN else ("get", "post"):
                said = getattr(mallory, method)(address)
                body = said.getvalue()
                is_open = key in OPEN
                if said.status_code not in ANSWERED or (SECRET.encode() in body and not is_open):
                    failed.append((method, address, said.status_code))
    assert not failed
    assert held_by(other) == before


def test_another_contest_s_addresses_take_nothing(mallory, mine, other):
    """Every form that Mallory is shown, sent where Alice's stand."""
    before, failed = held_by(other), []
    theirs = f"/tournaments/{other.contest}/"
    for page, form in list(forms_of(mallory, mine)):
        if form.method == "post" and f"/tournaments/{mine.contest}/" in form.action:
            action = form.action.replace(f"/tournaments/{mine.contest}/", theirs)
            said = mallory.post(action, served(form))
            if said.status_code not in {404, 405}:
                failed.append((page, action, said.status_code))
    assert not failed
    assert held_by(other) == before


def test_a_table_s_code_opens_that_table_alone(mine, other):
    """A phone at Mallory's table sends its forms to Alice's, and her keys to its own."""
    phone, before = Client(), held_by(other)
    mine_at, theirs_at = (f"/t/{each.known['code']}/" for each in (mine, other))
    assert SECRET not in phone.get(mine_at).content.decode()
    keys, failed = keys_of(other), []
    for _page, form in list(forms_of(phone, mine)):
        if not form.action.startswith(mine_at):
            continue
        sent = served(form)
        for values in keys.values():
            forged = {name: values[0] if is_key(sent[name]) else sent[name] for name in sent}
            said = phone.post(form.action, forged)
            if said.status_code not in ANSWERED or SECRET.encode() in said.content:
                failed.append((form.action, said.status_code))
    assert not failed
    assert held_by(other) == before
    for code in ("", "0", "A" * 8, "1%00", "..", "A" * 400, theirs_at[3:-2]):
        said = phone.get(f"/t/{code}/")
        assert said.status_code in {200, 301, 302, 404}
        assert SECRET not in said.content.decode()
