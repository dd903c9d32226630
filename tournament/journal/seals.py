"""Seals: a short digest of each row that an act made or changed, kept in the journal with it.

The chain proves that no act was altered; a seal proves as much of the row beside it.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.db.models import Field, Model

from tournament.journal.origin import HERE, SEALED, Ids

SEAL_LENGTH = 32
"""Hexadecimal digits: 128 bits, which nobody finds another row for."""

_NAMES = {model: name for name, model in SEALED.items()}


def seal(row: Model, ids: Ids = HERE) -> str:
    """Return the seal of a saved row, which covers each of its columns.

    ``ids`` are the keys of the act that left it so.

    An empty column is left out, so that one added by a later version, empty on the
    rows of before, breaks no seal. It must then be empty by default, not False or 0.
    """
    columns = {
        field.attname: _plain(_as_sealed(row, field, ids)) for field in row._meta.concrete_fields
    }
    filled = {name: value for name, value in columns.items() if value not in (None, "", [], {})}
    content = json.dumps(filled, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()[:SEAL_LENGTH]


def seals_of(rows: Iterable[Model]) -> list[list[Any]]:
    """Return what an act keeps of the rows it made: ``[["entry", 12, "9f…"], …]``."""
    return [[_NAMES[type(row)], row.pk, seal(row)] for row in rows]


def _as_sealed(row: Model, field: Field, ids: Ids) -> Any:  # noqa: ANN401 - what a column holds
    """Return a column as it was when the row was made: keys as they were then."""
    value = getattr(row, field.attname)
    if field.name == "changes":
        return ids.changes_were(value)
    model = row if field.primary_key else field.related_model
    return ids.was(model._meta.model_name, value) if model else value


def _plain(value: object) -> Any:  # noqa: ANN401 - what JSON holds
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    return value if isinstance(value, int | str | list | dict | None) else str(value)
