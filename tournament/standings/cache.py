"""What is derived of the standings, kept until something moves them.

The deals of the round being played do not: they count once it is closed, which is an act of
its own. Until then the standings stay what they are, however fast the deals are typed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from tournament.journal.following import Act, latest_acts
from tournament.journal.kept import forget
from tournament.journal.kept import kept as kept_in_journal
from tournament.models import Tournament

__all__ = ["forget", "kept", "last_move"]

T = TypeVar("T")


def kept(tournament: Tournament, what: tuple[Hashable, ...], make: Callable[[], T]) -> T:
    """Return ``make()``, or what it gave before if nothing has moved the standings since."""

    def made() -> tuple[int | None, T]:
        # Read first: a round that opens or closes meanwhile is a later act.
        return _in_play(tournament), make()

    def still(value: tuple[int | None, T], acts: list[Act]) -> tuple[int | None, T] | None:
        in_play, _made = value
        return value if all(_is_played(act, in_play) for act in acts) else None

    return kept_in_journal(tournament, ("standings", *what), made, still)[1]


def last_move(tournament: Tournament) -> str | None:
    """Return the digest of the last act that may have moved a contest's standings.

    None where it cannot stand for a page: before the first act, or when the contest
    was read before that act.
    """

    def look() -> tuple[int | None, Act | None]:
        in_play = _in_play(tournament)
        acts = latest_acts(tournament)
        return in_play, next((act for act in acts if not _is_played(act, in_play)), None)

    def follow(
        known: tuple[int | None, Act | None], acts: list[Act]
    ) -> tuple[int | None, Act | None]:
        in_play, moved = known
        if not all(act.place for act in acts):
            # A round may have been opened or closed: both are acts that move.
            in_play = _in_play(tournament)
        moves = [act for act in acts if not _is_played(act, in_play)]
        return in_play, moves[-1] if moves else moved

    _round, moved = kept_in_journal(tournament, ("last move",), look, follow)
    return moved.digest if moved and moved.number <= tournament.version else None


def _is_played(act: Act, in_play: int | None) -> bool:
    """Whether an act is only about the sheet of one table of the round being played."""
    return act.place is not None and act.place[0] == in_play


def _in_play(tournament: Tournament) -> int | None:
    rounds = tournament.rounds.in_play()
    return rounds.values_list("number", flat=True).first()
