"""A column's value as JSON, and back: what is not what the column holds is refused."""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_date, parse_datetime

MOST_KEY = 2**63 - 1
DEEPEST = 12


class NotThat(ValueError):
    """A value is not what its column holds."""


def to_json(value: object) -> Any:  # noqa: ANN401 - what JSON holds
    """Return a column's value as an archive writes it: moments in universal time."""
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value) if isinstance(value, decimal.Decimal | uuid.UUID) else value


def reader(column: models.Field, shape: object = None) -> Callable[[Any], Any]:
    """Return what reads a column of an archive, and raises ``NotThat``."""
    read = _reader(column, shape)

    def read_or_nothing(value: Any) -> Any:  # noqa: ANN401 - what JSON holds
        if value is None and column.null:
            return None
        return read(value)

    return read_or_nothing


def _reader(column: models.Field, shape: object) -> Callable[[Any], Any]:
    if column.is_relation or column.primary_key:
        return _key
    if isinstance(column, models.JSONField):
        return partial(_shaped, shape)
    parse = next(parse for kind, parse in _READ.items() if isinstance(column, kind))
    choices = {value for value, _words in column.flatchoices}

    def read(value: Any) -> Any:  # noqa: ANN401
        found = parse(value)
        if found == "":
            if column.blank or not column.editable:
                return found
            raise NotThat
        if choices and found not in choices:
            raise NotThat
        try:
            column.run_validators(found)
        except (ValidationError, ArithmeticError) as refusal:
            # What is no number is neither more nor less than any.
            raise NotThat from refusal
        return found

    return read


def _key(value: object) -> int:
    if type(value) is not int or not 0 < value <= MOST_KEY:
        raise NotThat
    return value


def _text(value: object) -> str:
    # A database keeps neither a zero nor half a pair of surrogates.
    if not isinstance(value, str) or "\0" in value or not _is_encodable(value):
        raise NotThat
    return value


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _whole(value: object) -> int:
    if type(value) is not int:
        raise NotThat
    return value


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise NotThat
    return value


def _written(parse: Callable[[str], Any]) -> Callable[[object], Any]:
    """Return what reads a value that is written as a text."""

    def read(value: object) -> Any:  # noqa: ANN401 - what the column holds
        try:
            found = parse(_text(value)[:64])
        except (ValueError, ArithmeticError) as failure:
            raise NotThat from failure
        if found is None:
            raise NotThat
        return found

    return read


def _moment(text: str) -> datetime.datetime | None:
    found = parse_datetime(text)
    # Near the ends of the calendar another zone has no such moment.
    is_usual = found and found.tzinfo and 1900 < found.year < 2500  # noqa: PLR2004
    return found if is_usual else None


_READ: dict[type[models.Field], Callable[[object], Any]] = {
    models.BooleanField: _yes_or_no,
    models.IntegerField: _whole,
    models.DecimalField: _written(decimal.Decimal),
    models.DateTimeField: _written(_moment),
    models.DateField: _written(parse_date),
    models.UUIDField: _written(uuid.UUID),
    models.CharField: _text,
    models.TextField: _text,
}


def _shaped(shape: Any, value: Any) -> Any:  # noqa: ANN401
    _check_shape(value, shape)
    return value


def _check_shape(value: Any, shape: Any, depth: int = 0) -> None:  # noqa: ANN401
    """Compare JSON with its shape: ``[int]``, ``{"name": str}``, ``{"": …}`` for any key.

    A range is a number in it, or anything whose numbers all are. None is any shape;
    texts and depth are looked at whatever the shape.
    """
    if depth > DEEPEST or (shape in (int, str) and type(value) is not shape):
        raise NotThat
    if isinstance(shape, list | dict) and type(value) is not type(shape):
        raise NotThat
    if isinstance(shape, range):
        if isinstance(value, int | float) and value not in shape:
            raise NotThat
        shape = [shape] if isinstance(value, list) else {"": shape}
    if isinstance(value, list):
        for each in value:
            _check_shape(each, shape[0] if shape else None, depth + 1)
    elif isinstance(value, dict):
        if shape and "" not in shape and set(shape) != set(value):
            raise NotThat
        for name, each in value.items():
            _text(name)
            _check_shape(each, (shape or {}).get(name, (shape or {}).get("")), depth + 1)
    elif isinstance(value, str):
        _text(value)
    elif isinstance(value, int) and abs(value) > MOST_KEY:
        raise NotThat
