"""What has changed on a round's papers since they were last printed.

A paper is known by what it says, in the site's own language, less the hour and where the
journal ended: whoever prints, a paper that says the same is the same paper.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournament.models import Round, Tournament
from tournament.models.paper import Printed
from tournament.prints.draw_papers import draw_paper
from tournament.prints.results_papers import results_paper
from tournament.prints.score_sheets import blank_sheets, filled_sheets
from tournament.prints.sheets import Paper, ScoreSheet

Digests = Mapping[int, str]
"""What each part of a paper says: a sheet by its table, a whole paper at 0."""
WHOLE = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperChange:
    """A paper of a round since it was last printed; never, where ``at`` is None.

    ``tables`` are those whose sheets say something else, none for a paper that is
    printed whole. ``seen`` stands for all that the paper says now.
    """

    key: str
    at: datetime | None
    is_changed: bool
    tables: tuple[int, ...]
    seen: str


def changes_of(round_: Round) -> list[PaperChange]:
    """Say of each paper of a round whether it has changed since the last print."""
    return [_change(round_, key) for key in PARTS]


def note_printed(round_: Round, key: str, *, seen: str) -> None:
    """Keep what a paper said when it was shown (``seen``) as printed.

    A second click changes nothing. Raises ``ValidationError`` when it no longer says that.
    """
    digests = _digests(round_, key)
    if seen != _together(digests):
        raise ValidationError(
            _("Something has changed since this page was shown: print what is listed now."),
            code="stale",
        )
    _keep(round_, key, digests)


def changed(before: Digests, now: Digests) -> tuple[int, ...]:
    """Return the parts that say something else than they did, or did not exist."""
    return tuple(sorted(part for part, digest in now.items() if before.get(part) != digest))


@transaction.atomic
def _keep(round_: Round, key: str, digests: Digests) -> None:
    """Write what was printed, which is what was shown: an act meanwhile has changed it since."""
    tournament = Tournament.objects.held(round_.tournament_id)
    now = timezone.now()
    places = {_place(round_, part): digest for part, digest in digests.items()}
    kept = {row.place: row for row in _rows(round_, key) if row.place in places}
    # Tables that are no more leave nothing behind: drawn again, they would seem printed.
    _rows(round_, key).exclude(place__in=places).delete()
    Printed.objects.bulk_update(
        [_noted(row, places[place], now) for place, row in kept.items()], ["digest", "at"]
    )
    Printed.objects.bulk_create(
        Printed(tournament=tournament, kind=key, place=place, digest=digest, at=now)
        for place, digest in places.items()
        if place not in kept
    )


def _change(round_: Round, key: str) -> PaperChange:
    digests = _digests(round_, key)
    rows = list(_rows(round_, key))
    before = {int(row.place.rpartition("/")[2]): row.digest for row in rows}
    parts = changed(before, digests)
    return PaperChange(
        key=key,
        at=max((row.at for row in rows), default=None),
        is_changed=bool(parts),
        tables=tuple(part for part in parts if part != WHOLE) if rows else (),
        seen=_together(digests),
    )


def _rows(round_: Round, key: str) -> QuerySet[Printed]:
    place = f"{round_.number}/"
    return Printed.objects.filter(
        tournament=round_.tournament_id, kind=key, place__startswith=place
    )


def _noted(row: Printed, digest: str, at: datetime) -> Printed:
    row.digest, row.at = digest, at
    return row


def _place(round_: Round, part: int) -> str:
    return f"{round_.number}/{part}"


def _digests(round_: Round, key: str) -> dict[int, str]:
    with translation.override(settings.LANGUAGE_CODE):
        return PARTS[key](round_)


def _together(digests: Digests) -> str:
    return _digest(sorted(digests.items()))


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()


def _of_paper(paper: Paper) -> dict[int, str]:
    said = asdict(paper)
    del said["printed_at"], said["journal"]
    return {WHOLE: _digest(said)}


def _of_sheets(sheets: Iterable[ScoreSheet]) -> dict[int, str]:
    by_table: dict[int, list[ScoreSheet]] = {}
    for sheet in sheets:
        by_table.setdefault(sheet.table, []).append(_lasting(sheet))
    return {table: _digest(parts) for table, parts in by_table.items()}


def _lasting(sheet: ScoreSheet) -> ScoreSheet:
    """Leave out of a sheet what changes though the sheet says the same.

    A table that has chosen what it plays has no need of another blank sheet.
    """
    lasting = replace(sheet, place=1, places=1, journal="", phones_at="")
    return lasting if sheet.filled else replace(lasting, plays=(), to_choose=())


PARTS: Mapping[str, Callable[[Round], dict[int, str]]] = {
    "draw": lambda round_: _of_paper(draw_paper(round_)),
    "score-sheets": lambda round_: _of_sheets(blank_sheets(round_)),
    "results": lambda round_: _of_paper(results_paper(round_)),
    "filled-sheets": lambda round_: _of_sheets(filled_sheets(round_)),
}
"""What the papers of a round say, by the key of each in the registry."""
