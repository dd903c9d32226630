"""The OpenAPI 3.1 description, made from the answers themselves: it cannot say anything else."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from tournament.api import answers

VERSION = "1.0.0"
_PLAIN: dict[type, dict[str, str]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    types.NoneType: {"type": "null"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """An address below a contest's: what it answers, and the switches that show it."""

    name: str
    answer: type
    make: Callable[..., Any]
    shown_by: tuple[str, ...]

    @property
    def path(self) -> str:
        """Its path below the contest's."""
        return f"{self.name}/" if self.name != "contest" else ""


RESOURCES = (
    Resource(
        name="contest",
        answer=answers.Contest,
        make=answers.contest_of,
        shown_by=("shows_draw", "shows_standings"),
    ),
    Resource(
        name="standings",
        answer=answers.StandingsOf,
        make=answers.ranked_teams,
        shown_by=("shows_standings",),
    ),
    Resource(name="draw", answer=answers.Draws, make=answers.last_draw, shown_by=("shows_draw",)),
    Resource(
        name="results",
        answer=answers.Results,
        make=answers.closed_rounds,
        shown_by=("shows_standings",),
    ),
)


@cache
def description() -> dict[str, Any]:
    """Return the whole description, as it is served."""
    schemas: dict[str, Any] = {"Error": _error()}
    paths = {
        f"/tournaments/{{tournament_id}}/{each.path}": _path(each, schemas) for each in RESOURCES
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dix de der",
            "version": VERSION,
            "description": (
                "Read-only: what the organiser of a coinche contest shows to everybody. "
                "What is not shown, or does not exist, is 404."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "security": [],
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _path(resource: Resource, schemas: dict[str, Any]) -> dict[str, Any]:
    json_of = {"application/json": {"schema": _schema(resource.answer, schemas)}}
    etag = {
        "ETag": {
            "description": "Send it back in If-None-Match: an unchanged answer is a 304.",
            "schema": {"type": "string"},
        }
    }
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    later = {
        "Retry-After": {
            "description": "Seconds after which to ask again.",
            "schema": {"type": "integer"},
        }
    }
    return {
        "parameters": [
            {
                "name": "tournament_id",
                "in": "path",
                "required": True,
                "schema": {"type": "integer", "minimum": 0},
            }
        ],
        "get": {
            "operationId": resource.name,
            "summary": _first_line(resource.answer),
            "responses": {
                "200": {"description": "It is shown.", "headers": etag, "content": json_of},
                "304": {"description": "It has not changed since.", "headers": etag},
                "404": {"description": "It is not shown, or is not there.", "content": error},
                "503": {
                    "description": "The server cannot answer now.",
                    "headers": later,
                    "content": error,
                },
            },
        },
    }


def _schema(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - an annotation
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if is_dataclass(kind):
        name = kind.__name__
        if name not in schemas:
            schemas[name] = {}
            schemas[name] = _object(kind, schemas)
        return {"$ref": f"#/components/schemas/{name}"}
    if get_origin(kind) is list:
        return {"type": "array", "items": _schema(get_args(kind)[0], schemas)}
    return {"anyOf": [_schema(each, schemas) for each in get_args(kind)]}


def _object(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    return {
        "type": "object",
        "description": _first_line(kind),
        "properties": {name: _schema(hints[name], schemas) for name in names},
        "required": names,
    }


def _error() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"error": {"type": "string"}},
        "required": ["error"],
    }


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").splitlines()[0]
