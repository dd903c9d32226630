"""Verify a journal: its chain, its end, and the tables that its acts speak of.

The chain shows an act that was altered, an end that was cut shows by the contest's own
count of its acts, and what was altered beside the journal shows by its acts played again.
Who rewrites everything, the chain from some act to its end and the tables with it, is
caught only by what was noted outside: a number and its digest on a paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.journal.chain import FIRST_DIGEST, Break, BrokenLink, Chain
from tournament.journal.comparison import Fault, compare
from tournament.journal.guards import unguarded_tables
from tournament.journal.origin import Eras
from tournament.journal.reading import UNREADABLE, Unreadable, readable
from tournament.journal.testimony import Testimony
from tournament.models import JournalEntry, Tournament
from tournament.snapshots import snapshot

SHORT = 8
"""How many digits of a digest are noted on a paper."""
MOST_LOOKED_FOR = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """An act as it was noted outside the site: its number, the first digits of its digest."""

    number: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What a verification found, and where the journal ended then."""

    at: datetime
    acts: int
    last: Noted
    faults: tuple[Fault, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing was found."""
        return not self.faults


def parse_noted(text: str) -> Noted:
    """Read what was noted: ``412 a3f9c21b``, ``412:a3f9-c21b``. Raises ``ValidationError``."""
    found = re.fullmatch(r"\D*?(\d{1,9})[\s:·,]+([0-9a-fA-F-]{4,80})", text.strip())
    digits = found[2].replace("-", "").lower() if found else ""
    if not found or not SHORT // 2 <= len(digits) <= len(FIRST_DIGEST):
        raise ValidationError(
            _("Type the number of the act, then its digest as noted: 412 a3f9-c21b.")
        )
    return Noted(number=int(found[1]), digest=digits)


def last_noted(tournament: Tournament) -> Noted:
    """Return the end of a journal, as it is noted on papers: its number and a short digest."""
    last = tournament.journal.order_by("-number").values_list("number", "digest").first()
    number, digest = last or (0, FIRST_DIGEST)
    return Noted(number=number, digest=f"{digest[:4]}-{digest[4:SHORT]}")


def verify(tournament: Tournament, noted: Noted | None = None) -> Verified:
    """Verify the journal of a contest, and whether it still holds what was noted of it.

    The desk goes on meanwhile: the acts of one moment are looked at, with the tables as they
    were then.
    """
    with snapshot():
        tournament = Tournament.objects.get(pk=tournament.pk)
        chain, told = _follow(tournament)
        faults = [_chain_fault(link) for link in chain.broken]
        faults += _end_faults(tournament, chain.last)
        faults += [
            Fault(code="unguarded", figures={"guarded": each}) for each in unguarded_tables()
        ]
        if noted and not tournament.journal.filter(
            number=noted.number, digest__startswith=noted.digest
        ):
            faults.append(Fault(code="noted_differs", number=noted.number))
        faults += compare(tournament, told)
        return Verified(
            at=timezone.now(),
            acts=tournament.journal.count(),
            last=last_noted(tournament),
            faults=tuple(faults),
        )


def _follow(tournament: Tournament) -> tuple[Chain, Testimony]:
    """Follow the chain to its end and hear every act on the way."""

    def number_of(digest: str) -> int | None:
        if digest == FIRST_DIGEST:
            return 0
        # Each look reads the whole journal: where everything is broken, the first few will do.
        if len(chain.broken) > MOST_LOOKED_FOR:
            return None
        return tournament.journal.filter(digest=digest).values_list("number", flat=True).first()

    eras = Eras.of(tournament)
    chain = Chain(number_of, eras)
    told = Testimony(teams=dict(tournament.teams.values_list("number", "pk")))
    for act in _acts(tournament, chain):
        try:
            chain.follow(act)
        except UNREADABLE:
            chain.skip(act.number)
        told.hear(act, eras.told(act))
    return chain, told


def _acts(tournament: Tournament, chain: Chain) -> Iterator[JournalEntry]:
    """Yield the acts that can be read, and have the chain go past the others."""
    for row in readable(tournament.journal.all(), "number"):
        if isinstance(row, Unreadable):
            # A number that is none leaves its place empty: that act will be missing.
            if isinstance(row.key, int):
                chain.skip(row.key)
            continue
        yield row


def _chain_fault(link: BrokenLink) -> Fault:
    if link.until and link.until > link.number:
        return Fault(code=f"acts_{link.how}", number=link.number, figures={"until": link.until})
    return Fault(code=f"act_{link.how}", number=link.number)


def _end_faults(tournament: Tournament, last: int) -> Iterable[Fault]:
    """Compare the last number with the contest's count of its acts: an end that was cut shows."""
    if last < tournament.version:
        yield _chain_fault(BrokenLink(last + 1, Break.MISSING, until=tournament.version))
    if last > tournament.version:
        yield Fault(code="act_beyond", number=tournament.version + 1)
