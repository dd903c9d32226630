"""Acts on what takes long to read: it is read while others write, and held only to be acted on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from tournament.models import Tournament
from tournament.snapshots import snapshot

Seen = TypeVar("Seen")
Done = TypeVar("Done")


def seen_first(
    tournament_id: int, look: Callable[[Tournament], Seen], act: Callable[[Tournament, Seen], Done]
) -> Done:
    """Look at a contest while others write, then hold it and act on what was seen.

    Where an act of the journal came between one looks again, the contest held. ``look`` writes
    nothing; what it raises comes through, and then nothing was held at all.
    """
    return looked_for(tournament_id, look, act)()


def looked_for(
    tournament_id: int, look: Callable[[Tournament], Seen], act: Callable[[Tournament, Seen], Done]
) -> Callable[[], Done]:
    """Look as ``seen_first`` does, and return the act still to be done, as often as one likes."""
    with snapshot():
        before = Tournament.objects.get(pk=tournament_id)
        seen = look(before)

    @transaction.atomic
    def done() -> Done:
        held = Tournament.objects.held(tournament_id)
        return act(held, seen if held.version == before.version else look(held))

    return done
