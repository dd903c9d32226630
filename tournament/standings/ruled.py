"""What the referee's rulings in force do to a team, whatever match it plays."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import Q

from tournament.models import Decision, ExclusionKind, Round, Ruling, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Marks that a ruling gives a team, or takes from it, outside any match.

    ``after`` is how many rounds were drawn when it was made: it counts in the
    standings from which the next one is drawn, and in all that follow.
    """

    ruling: int
    marks: int
    after: int
    is_published: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """The rulings about teams, by team number; ``excluded`` says by which ruling each is.

    ``published`` are those among these rulings that the public may read of.
    """

    penalties: dict[int, tuple[Penalty, ...]] = field(default_factory=dict)
    excluded: dict[int, int] = field(default_factory=dict)
    published: frozenset[int] = frozenset()
    leave: bool = False

    @property
    def out(self) -> frozenset[int]:
        """The teams that left the ranking: their opponents mark as if they had sat out."""
        return frozenset(self.excluded) if self.leave else frozenset()


def ruled(tournament: Tournament, rounds: list[Round]) -> Ruled:
    """Read the rulings in force that give marks to a team alone, or exclude it, in one query."""
    of_marks = Q(decision=Decision.MARKS, match__isnull=True)
    rulings = (
        Ruling.objects.in_force()
        .filter(of_marks | Q(decision=Decision.EXCLUSION), tournament=tournament)
        .order_by("number")
        .values_list("number", "decision", "team__number", "marks", "created_at", "is_published")
    )
    penalties: defaultdict[int, list[Penalty]] = defaultdict(list)
    excluded: dict[int, int] = {}
    published = set()
    for number, decision, team, marks, made_at, is_published in rulings:
        if is_published:
            published.add(number)
        if decision == Decision.EXCLUSION:
            excluded[team] = number
            continue
        drawn = sum(round_.drawn_at <= made_at for round_ in rounds)
        penalties[team].append(
            Penalty(ruling=number, marks=marks, after=drawn, is_published=is_published)
        )
    return Ruled(
        penalties={team: tuple(its) for team, its in penalties.items()},
        excluded=excluded,
        published=frozenset(published),
        leave=tournament.excluded_kind == ExclusionKind.BYE,
    )
