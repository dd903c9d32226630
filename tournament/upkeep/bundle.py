"""What whoever looks for a fault needs to know of an installation, and of nobody on it.

No name of a person, team, account, contest or club, no path below a home, no name of the
computer, no key: figures, versions, sizes, kinds of acts and the answers of the database.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from importlib.metadata import distributions
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from tournament.models import Installation, JournalEntry, Tournament
from tournament.upkeep.about import About, about
from tournament.upkeep.copies import backup_folder
from tournament.upkeep.ring import copies_in

LAST_ACTS = 200
SETTINGS = (
    "DEBUG",
    "LAN",
    "HTTPS",
    "TIME_ZONE",
    "LANGUAGE_CODE",
    "PRINT_WORKERS",
    "SESSION_COOKIE_AGE",
    "DATA_UPLOAD_MAX_MEMORY_SIZE",
    "MIDDLEWARE",
)
"""The settings that say how it runs, none of them a secret or a name."""
PRAGMAS = (
    "journal_mode",
    "synchronous",
    "foreign_keys",
    "page_size",
    "page_count",
    "freelist_count",
    "busy_timeout",
    "quick_check",
)
READ_ME = """Made by the About page of Dix de der to be sent to whoever looks for a fault.
It holds versions, sizes, counts and kinds of acts. It holds no name of a person, of a team,
of an account, of a club or of a contest, and no password or key. Open the files to see.
"""


def diagnostic_bundle() -> bytes:
    """Return the files, zipped."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("README.txt", READ_ME)
        for name, told in _files().items():
            bundle.writestr(f"{name}.json", json.dumps(told, indent=1, default=str))
    return written.getvalue()


def _files() -> dict[str, Any]:
    found = about()
    return {
        "site": _site(found),
        "database": _database(),
        "copies": _copies(found),
        "contests": [_contest(each) for each in Tournament.objects.order_by("pk")],
        "packages": sorted(f"{each.name} {each.version}" for each in distributions()),
    }


def _site(found: About) -> dict[str, Any]:
    return {
        "version": found.version,
        "python": found.python,
        "django": found.django,
        "system": found.system,
        "database": found.database,
        "size": found.size,
        "free": found.free,
        "now": found.now,
        "last_act": found.last_act,
        "clock_set_back": found.is_set_back,
        "settings": {name: getattr(settings, name, None) for name in SETTINGS},
    }


def _database() -> dict[str, Any]:
    recorded = MigrationRecorder(connection).applied_migrations()
    return {
        "vendor": connection.vendor,
        "migrations": sorted(f"{app}.{name}" for app, name in recorded),
        "rows": {model._meta.label: model._default_manager.count() for model in apps.get_models()},
        "pragmas": _pragmas(),
    }


def _pragmas() -> dict[str, Any]:
    if connection.vendor != "sqlite":
        return {}
    told: dict[str, Any] = {}
    with connection.cursor() as cursor:
        for name in PRAGMAS:
            try:
                cursor.execute(f"PRAGMA {name}")
                told[name] = [row[0] for row in cursor.fetchmany(20)]
            except DatabaseError as failure:
                told[name] = type(failure).__name__
        cursor.execute("PRAGMA foreign_key_check")
        told["foreign_key_check"] = len(cursor.fetchall())
    return told


def _copies(found: About) -> dict[str, Any]:
    copies = copies_in(backup_folder(found.file)) if found.file else []
    return {
        "minutes": Installation.here().backup_minutes,
        "second_folder_is_set": bool(found.second_folder),
        # By what it was made before: a reason that somebody typed is none of these.
        "copies": [{"number": each.number, "at": each.at, "size": each.size} for each in copies],
    }


def _contest(tournament: Tournament) -> dict[str, Any]:
    acts = JournalEntry.objects.filter(tournament=tournament)
    last = acts.order_by("-number").values_list("number", "at", "kind")[:LAST_ACTS]
    return {
        "key": tournament.pk,
        "acts": tournament.version,
        "shape": tournament.shape,
        "end": tournament.end_kind,
        "teams": tournament.teams.count(),
        "rounds": tournament.rounds.count(),
        "kinds": Counter(acts.values_list("kind", flat=True)),
        "last": [[number, at, kind] for number, at, kind in reversed(last)],
    }
