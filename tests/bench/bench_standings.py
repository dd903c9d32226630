"""A season's final: the standings of a thousand teams after the eighth round."""

import random
import time
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from tests.bench.database import a_database
from tests.bench.sizes import sized
from tests.tournament.builders import a_role, a_tournament
from tournament.journal import services as journal
from tournament.models import (
    Deal,
    Entry,
    Match,
    RoleKind,
    Round,
    Seat,
    Team,
    Tournament,
    freeze,
)
from tournament.standings.cache import forget
from tournament.standings.services import standings

TEAMS, ROUNDS, DEALS = 1000, 8, 12
SECONDS, TIMES_FASTER = 3, 50


def run(part: float = 1) -> None:
    """Print the seconds of the standings cold, and how much faster they are asked for again."""
    with a_database():
        _measure(2 * sized(TEAMS // 2, part))


def _measure(count: int) -> None:
    tournament = _play(count)
    found, cold = _timed(lambda: standings(tournament))
    assert len(found.lines) == count
    _say(f"standings of {count} teams, {ROUNDS} rounds, {DEALS} deals", cold, f"wanted {SECONDS} s")
    client = Client()
    client.force_login(get_user_model().objects.get(username="organiser"))
    for name, path in (("page", ""), ("CSV file", "csv/")):
        address = f"/tournaments/{tournament.pk}/standings/{path}"
        forget()
        ask = partial(client.get, address)
        first, whole = _timed(ask)
        again, warm = _timed(ask)
        same, unchanged = _timed(partial(ask, headers={"if-none-match": first["ETag"]}))
        assert (first.status_code, again.status_code, same.status_code) == (200, 200, 304)
        _say(f"the {name}, cold", whole, f"wanted {SECONDS} s")
        _say(f"the {name} again", warm, f"{whole / warm:,.0f} times faster, wanted {TIMES_FASTER}")
        _say(f"the {name} again, not modified", unchanged, f"{whole / unchanged:,.0f} times faster")


def _play(count: int) -> Tournament:
    """Store a contest of eight closed rounds, every deal a made 120 at diamonds or nearly."""
    tournament = a_tournament(deals=DEALS)
    tournament.rulebook_frozen = freeze(tournament.rulebook)
    tournament.save()
    organiser = get_user_model().objects.get(username="organiser")
    a_role(organiser, tournament, RoleKind.READER)
    teams = Team.objects.bulk_create(
        Team(tournament=tournament, number=number, name=f"Équipe {number}", key=f"equipe {number}")
        for number in range(1, count + 1)
    )
    chance = random.Random("the same contest every time")
    for number in range(1, ROUNDS + 1):
        chance.shuffle(teams)
        _store(tournament, number, list(zip(teams[::2], teams[1::2], strict=True)), chance)
    journal.write(tournament, "evening.imported", by=organiser, details={"rounds": ROUNDS})
    return tournament


def _store(
    tournament: Tournament, number: int, tables: list[tuple[Team, Team]], chance: random.Random
) -> None:
    round_ = Round.objects.create(
        tournament=tournament, number=number, draw_kind="lot", closed_at=timezone.now()
    )
    matches = Match.objects.bulk_create(
        Match(round=round_, table=table) for table in range(1, len(tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, match=match, side=side, team=team)
        for match, pair in zip(matches, tables, strict=True)
        for side, team in zip("AB", pair, strict=True)
    )
    deals = Deal.objects.bulk_create(
        Deal(match=match, number=deal) for match in matches for deal in range(1, DEALS + 1)
    )
    entries = Entry.objects.bulk_create(
        Entry(
            deal=deal,
            takers=chance.choice("AB"),
            contract="120",
            trump="diamonds",
            points=chance.randrange(80, 160),
            client_key=uuid.UUID(int=chance.getrandbits(128)),
        )
        for deal in deals
    )
    for deal, entry in zip(deals, entries, strict=True):
        deal.accepted = entry
    Deal.objects.bulk_update(deals, ["accepted"], batch_size=400)


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    found = work()
    return found, time.perf_counter() - start


def _say(what: str, seconds: float, wanted: str) -> None:
    print(f"{what:52} {seconds:8.3f} s  ({wanted})")
