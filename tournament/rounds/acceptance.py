"""A draw that is not all one would wish: shown first, and recorded as shown once accepted."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.models import Team, Tournament
from tournament.rounds.draw import Draw, as_text


class MustAccept(ValidationError):
    """The best draw there is has pairs that repeat, or breaks a constraint.

    ``kind``, ``drawn`` and ``teams`` show it; ``token`` sent back with the organiser's
    word records that very draw.
    """

    def __init__(self, kind: str, drawn: Draw, teams: Mapping[int, Team], token: str) -> None:
        """Keep what the page shows."""
        super().__init__(
            _("This is the best draw there is, and not all is as it should be: accept it first."),
            code="must_accept",
        )
        self.kind = kind
        self.drawn = drawn
        self.teams = teams
        self.token = token


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A draw that a page has shown: its seed, and what came of it.

    It travels signed, so that a seed is never chosen by whoever draws.
    """

    seed: str
    digest: str

    @classmethod
    def of(cls, seed: str, drawn: Draw) -> Offer:
        """Offer a draw."""
        return cls(seed=seed, digest=_digest(drawn))

    @classmethod
    def read(cls, tournament: Tournament, number: int, kind: str, token: str) -> Offer | None:
        """Read what a page has shown, None when it has shown nothing or the token is not ours."""
        if not token:
            return None
        try:
            return cls(**signing.loads(token, salt=_salt(tournament, number, kind)))
        except signing.BadSignature:
            return None

    def token(self, tournament: Tournament, number: int, kind: str) -> str:
        """Write the offer for the page, good for this round and kind only."""
        return signing.dumps(asdict(self), salt=_salt(tournament, number, kind))

    def is_of(self, drawn: Draw) -> bool:
        """Whether a draw is the one that was shown."""
        return self.digest == _digest(drawn)


def _salt(tournament: Tournament, number: int, kind: str) -> str:
    return f"draw:{tournament.pk}:{number}:{kind}"


def _digest(drawn: Draw) -> str:
    return hashlib.sha256(as_text(drawn.to_json()).encode()).hexdigest()
