"""The referee's one box, on the last evening of a season of 30: 100,800 deals in the database."""

import datetime
import random
import statistics
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import quote

from django.test import Client
from django.utils import timezone

from tests.bench.database import a_database
from tests.bench.sizes import sized
from tests.tournament.builders import a_role, a_tournament, a_user
from tournament.models import (
    Checking,
    Confirmation,
    Deal,
    Entry,
    Match,
    Player,
    RoleKind,
    Round,
    Ruling,
    Seat,
    Team,
    Tournament,
    freeze,
)
from tournament.text import search_key

EVENINGS, TABLES, ROUNDS, DEALS = 30, 42, 8, 10
RULINGS, TIMES = 10, 5
SECONDS = 0.1
QUESTIONS = (
    "t12 d7",
    "m3 t12 d7",
    "table 12",
    "d7",
    "12",
    "140 coinché",
    "capot",
    "générale",
    "surcoinche",
    "belote",
    "sans atout",
    "chute",
    "contesté",
    "corrigé",
    "renonce",
    "r3",
    "équipe 14",
    "œufs",
    "noël",
    "dupont capot",
    "rien de tel",
)


def run(part: float = 1) -> None:
    """Print how long each question takes, and the page with what it found."""
    with a_database():
        rounds = sized(ROUNDS, part)
        times = sized(TIMES, part)
        _measure(_season(sized(EVENINGS, part), rounds), times)
        _measure(_evening(EVENINGS, Checking.TWO_SHEETS, rounds), times)


def _measure(tournament: Tournament, times: int) -> None:
    deals = Deal.objects.count()
    client = Client()
    client.force_login(a_user("rémi"))
    address = f"/tournaments/{tournament.pk}/referee/"
    ask = client.get(address, headers={"HX-Request": "true"})
    assert ask.status_code == 200
    slowest = 0.0
    for question in QUESTIONS:
        page = f"{address}?q={quote(question)}"
        asked = partial(client.get, page, headers={"HX-Request": "true"})
        wall, worked = _timed(asked, times)
        slowest = max(slowest, worked)
        print(f"{question:24} {1000 * wall:8.1f} ms, {1000 * worked:8.1f} ms of processor")
    wall, worked = _timed(lambda: client.get(address), times)
    print(f"{'the whole desk':24} {1000 * wall:8.1f} ms, {1000 * worked:8.1f} ms of processor")
    print(
        f"{deals:,} deals, sheets {tournament.checking}: the slowest look-up works"
        f" {1000 * slowest:.1f} ms (wanted {1000 * SECONDS:.0f} ms)"
    )


def _timed(work: Callable[[], Any], times: int) -> tuple[float, float]:
    """Return the median seconds of a few times: by the clock, and of work.

    On a machine that does something else meanwhile only the second says anything.
    """
    walls, works = [], []
    for _ in range(times):
        start, begun = time.perf_counter(), time.process_time()
        work()
        walls.append(time.perf_counter() - start)
        works.append(time.process_time() - begun)
    return statistics.median(walls), statistics.median(works)


def _season(evenings: int, rounds: int) -> Tournament:
    """Store the season; return its last evening, on which everything is found."""
    return [_evening(number, Checking.ONCE, rounds) for number in range(evenings)][-1]


def _evening(number: int, checking: str, rounds: int) -> Tournament:
    chance = random.Random(f"evening {number} every time")
    tournament = a_tournament(
        organiser=a_user("organiser"),
        name=f"Soirée {number + 1}",
        deals=DEALS,
        checking=checking,
        date=datetime.date(2026, 1, 1) + datetime.timedelta(days=7 * number),
    )
    a_role(a_user("rémi"), tournament, RoleKind.REFEREE)
    tournament.rulebook_frozen = freeze(tournament.rulebook)
    tournament.save()
    teams = _teams(tournament, chance)
    for round_ in range(1, rounds + 1):
        chance.shuffle(teams)
        _round(tournament, round_, teams, chance)
    _rule(tournament, chance)
    return tournament


FIRST = ("Noël", "Zoé", "Rémi", "Élodie", "Jean", "Anne", "Luc", "Marie", "Paul", "Agnès")
LAST = ("Dupont", "Lefèvre", "Œuvrard", "Noël", "Martin", "Petit", "Garçon", "Bérard")


def _teams(tournament: Tournament, chance: random.Random) -> list[Team]:
    names = [f"Les {chance.choice(LAST)} {number}" for number in range(1, 2 * TABLES + 1)]
    names[3] = "Les Œufs de la générale"
    teams = Team.objects.bulk_create(
        Team(tournament=tournament, number=number, name=name, key=search_key(name))
        for number, name in enumerate(names, 1)
    )
    called = [f"{chance.choice(FIRST)} {chance.choice(LAST)}" for _ in range(4 * TABLES)]
    Player.objects.bulk_create(
        Player(
            tournament=tournament,
            team=teams[index // 2],
            place=index % 2 + 1,
            name=name,
            key=search_key(name),
        )
        for index, name in enumerate(called)
    )
    return teams


def _round(tournament: Tournament, number: int, teams: list[Team], chance: random.Random) -> None:
    round_ = Round.objects.create(
        tournament=tournament, number=number, draw_kind="lot", closed_at=timezone.now()
    )
    matches = Match.objects.bulk_create(
        Match(round=round_, table=table) for table in range(1, TABLES + 1)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, match=match, side=side, team=team)
        for match, pair in zip(matches, zip(teams[::2], teams[1::2], strict=True), strict=True)
        for side, team in zip("AB", pair, strict=True)
    )
    deals = Deal.objects.bulk_create(
        Deal(match=match, number=deal) for match in matches for deal in range(1, DEALS + 1)
    )
    double = tournament.checking == Checking.TWO_SHEETS
    entries = Entry.objects.bulk_create(_entries(deals, chance, double=double))
    for index, deal in enumerate(deals):
        deal.accepted = entries[2 * index] if double else entries[index]
        if double:
            deal.reading_a, deal.reading_b = entries[2 * index], entries[2 * index + 1]
    Deal.objects.bulk_update(deals, ["accepted", "reading_a", "reading_b"], batch_size=200)
    Confirmation.objects.bulk_create(
        Confirmation(entry=deal.accepted, agrees=chance.random() < 0.9, note="la belote")
        for deal in chance.sample(deals, 10)
    )


def _entries(deals: list[Deal], chance: random.Random, *, double: bool) -> Iterator[Entry]:
    for deal in deals:
        said = _facts(chance)
        for sheet in ("A", "B") if double else ("",):
            key = uuid.UUID(int=chance.getrandbits(128))
            # One deal in fifty is not the same on both sheets.
            slip = {"belote_b": 1} if sheet == "B" and chance.random() < 0.02 else {}
            yield Entry(deal=deal, sheet=sheet, client_key=key, **(said | slip))


def _facts(chance: random.Random) -> dict[str, Any]:
    said: dict[str, Any] = {
        "takers": chance.choice("AB"),
        "contract": str(chance.choice((80, 90, 90, 100, 110, 120, 140))),
        "trump": chance.choice(("spades", "hearts", "diamonds", "clubs")),
        "points": chance.randrange(70, 160),
    }
    luck = chance.random()
    if luck < 0.001:
        return said | {"contract": "generale", "points": None, "sweep": "takers_alone"}
    if luck < 0.02:
        return said | {"contract": "capot", "points": None, "sweep": "takers"}
    if luck < 0.12:
        return said | {"stake": "coinche"}
    if luck < 0.125:
        return said | {"stake": "surcoinche"}
    return said | {"belote_a": 1} if luck < 0.4 else said


def _rule(tournament: Tournament, chance: random.Random) -> None:
    matches = list(Match.objects.filter(round__tournament=tournament)[:RULINGS])
    Ruling.objects.bulk_create(
        Ruling(
            tournament=tournament,
            number=number,
            category=chance.choice(("revoke", "conduct", "misdeal")),
            match=match,
            facts="Au pli 5, le Dupont de la paire A ne fournit pas à cœur. " * 3,
            decision="nothing",
            by=a_user("rémi"),
            client_key=uuid.UUID(int=chance.getrandbits(128)),
        )
        for number, match in enumerate(matches, 1)
    )
