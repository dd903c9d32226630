"""A season as a calendar file (RFC 5545): one whole day an evening."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator

from django.db.models import Max
from django.db.models.functions import Coalesce

from tournament.models import Season, Tournament

LONGEST_LINE = 75
"""Bytes of a line, its end left out; what is longer is folded."""


def season_calendar(season: Season) -> bytes:
    """Write the evenings of a season, as they stand; the same season gives the same bytes.

    An evening keeps its UID whatever changes, and its number rises with each act of the
    contest: whoever takes the file again sees what has changed.
    """
    evenings = Tournament.objects.filter(season_evenings__season=season)
    changed = Coalesce(Max("journal__at"), "created_at")
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Dix de der//Dix de der//FR",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_text(season.name)}",
    ]
    for evening in evenings.annotate(changed=changed).order_by("date", "pk"):
        lines += _event(evening, season)
    return b"".join(_folded([*lines, "END:VCALENDAR"]))


def _event(evening: Tournament, season: Season) -> Iterator[str]:
    changed = evening.changed.astimezone(datetime.UTC)  # type: ignore[attr-defined]
    yield "BEGIN:VEVENT"
    yield f"UID:{evening.client_key}@dix-de-der"
    yield f"DTSTAMP:{changed:%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{evening.version}"
    yield f"DTSTART;VALUE=DATE:{evening.date:%Y%m%d}"
    # The first day that is no longer it.
    yield f"DTEND;VALUE=DATE:{evening.date + datetime.timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(evening.name)}"
    if evening.place:
        yield f"LOCATION:{_text(evening.place)}"
    yield f"CATEGORIES:{_text(season.name)}"
    yield "END:VEVENT"


def _text(value: str) -> str:
    """Escape what has a meaning in the format; a name has no other line than its own."""
    plain = " ".join(value.split())
    return plain.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(lines: Iterable[str]) -> Iterator[bytes]:
    """End each line, and cut it between two characters so that none is too long."""
    for line in lines:
        kept = b""
        for sign in line:
            character = sign.encode()
            if len(kept) + len(character) > LONGEST_LINE:
                yield kept + b"\r\n"
                # The space that says a line goes on counts among its bytes.
                kept = b" "
            kept += character
        yield kept + b"\r\n"
