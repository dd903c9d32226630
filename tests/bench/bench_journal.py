"""The journal of a very long contest, verified: its acts, and every deal they recorded."""

import time
import uuid
from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.utils import timezone

from tests.bench.database import a_database
from tests.bench.sizes import sized
from tests.tournament.builders import FACTS, a_tournament, a_user
from tournament.journal.chain import FIRST_DIGEST, digest
from tournament.journal.seals import seals_of
from tournament.journal.verification import verify
from tournament.models import Deal, Entry, JournalEntry, Match, Round, Tournament

ACTS, DEALS, TABLES = 100_000, 30_000, 100
SECONDS = 10


def run(part: float = 1) -> None:
    """Print how long a verification takes, and the acts it verifies in a second."""
    with a_database():
        tournament = _kept(sized(ACTS, part), sized(DEALS, part))
        _measure(tournament)
        _look(tournament)


def _measure(tournament: Tournament) -> None:
    start = time.perf_counter()
    found = verify(tournament)
    seconds = time.perf_counter() - start
    # The round was not drawn, only made: that is all there is to be found.
    assert {fault.code for fault in found.faults} == {"round_added"}, found.faults[:3]
    print(
        f"{found.acts:,} acts and {Deal.objects.count():,} deals verified in {seconds:.1f} s"
        f" (wanted {SECONDS} s): "
        f"{found.acts / seconds:,.0f} acts a second"
    )


def _look(tournament: Tournament) -> None:
    client = Client()
    client.force_login(a_user("organiser"))
    for what, query in (
        ("the last acts", ""),
        ("the acts of a kind", "?group=deals"),
        ("the acts of a table", "?table=7"),
        ("words, in every act", "?text=belote"),
    ):
        start = time.perf_counter()
        assert client.get(f"/tournaments/{tournament.pk}/journal/{query}").status_code == 200
        print(f"{what:52} {time.perf_counter() - start:8.3f} s")


def _kept(acts: int, count: int) -> Tournament:
    """Store a contest of many deals, each recorded by an act, and as many other acts."""
    tournament = a_tournament(version=acts)
    round_ = Round.objects.create(tournament=tournament, number=1, draw_kind="lot")
    matches = Match.objects.bulk_create(
        Match(round=round_, table=table) for table in range(1, TABLES + 1)
    )
    deals = Deal.objects.bulk_create(
        Deal(match=matches[each % TABLES], number=each // TABLES + 1) for each in range(count)
    )
    entries = Entry.objects.bulk_create(
        Entry(deal=deal, **FACTS, author=a_user(), client_key=uuid.UUID(int=each))
        for each, deal in enumerate(deals)
    )
    for deal, entry in zip(deals, entries, strict=True):
        deal.accepted = entry
    Deal.objects.bulk_update(deals, ["accepted"], batch_size=400)
    JournalEntry.objects.bulk_create(_acts(tournament, entries, acts), batch_size=5000)
    return tournament


def _acts(tournament: Tournament, entries: list[Entry], acts: int) -> Iterator[JournalEntry]:
    previous, by = FIRST_DIGEST, a_user()
    for number in range(1, acts + 1):
        entry = entries[number - 1] if number <= len(entries) else None
        act = JournalEntry(
            tournament=tournament,
            number=number,
            kind="deal.recorded" if entry else "code.renewed",
            at=timezone.now(),
            by=by,
            details=_recorded(entry) if entry else {"round": 1, "table": 3, "side": "A"},
            previous=previous,
        )
        act.digest = previous = digest(act)
        yield act


def _recorded(entry: Entry) -> dict[str, Any]:
    return {
        "round": 1,
        "table": entry.deal.match.table,
        "deal": entry.deal.number,
        "entry": entry.pk,
        "replaces": None,
        "changes": [["deal", entry.deal_id, "accepted", None, entry.pk]],
        "seals": seals_of([entry]),
    }
