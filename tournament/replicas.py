"""Where a federation's one database is not enough: public pages are read from a copy of it.

PostgreSQL copies itself to the replica a moment later than it answers, so that what was just
published may be missing there for as long. What is not public is read where it is written;
so are accounts and sessions always: one that the copy does not know yet would be signed out.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

REPLICA = "replica"
PUBLIC_APPS = frozenset({"public", "api"})
"""The names of the addresses that everybody may see, and whose answers bear to be a moment old."""
LEFT_ALONE = 10.0
"""Seconds for which a replica that did not answer is not asked again."""

log = logging.getLogger(__name__)
_is_public: ContextVar[bool] = ContextVar("_is_public", default=False)


class Router:
    """Tells Django which database to ask."""

    def db_for_read(self, model: type[Model], **_hints: Any) -> str:
        """Name the replica for the contests of a public page, the database itself otherwise."""
        return REPLICA if _is_public.get() and _is_of_a_contest(model) else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: type[Model], **_hints: Any) -> str:
        """Name the database itself: PostgreSQL refuses to write into a replica."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: Model, _other: Model, **_hints: Any) -> bool:
        """Let rows be joined: both databases hold the same ones."""
        return True

    def allow_migrate(self, database: str, _app_label: str, **_hints: Any) -> bool:
        """Migrate the database itself alone: the copy follows."""
        return database == DEFAULT_DB_ALIAS


class PublicPages:
    """Has public pages and the API read from the replica; while it is gone, from the original.

    It stands last: a view that failed is then called once more before anybody else hears of it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._not_before = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; whatever it was, the next one is nothing public yet."""
        token = _is_public.set(False)
        try:
            return self._get_response(request)
        finally:
            _is_public.reset(token)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Read from the replica what only shows, and shows it to everybody."""
        is_public = not PUBLIC_APPS.isdisjoint(request.resolver_match.app_names)
        if is_public and request.method in {"GET", "HEAD"}:
            _is_public.set(time.monotonic() >= self._not_before)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer from the original what the replica failed to."""
        if not _is_public.get() or not isinstance(error, (InterfaceError, OperationalError)):
            return None
        log.warning("The replica does not answer, the database is asked instead: %s", error)
        _is_public.set(False)
        self._not_before = time.monotonic() + LEFT_ALONE
        connections[REPLICA].close()
        match = request.resolver_match
        return match.func(request, *match.args, **match.kwargs)


def _is_of_a_contest(model: type[Model]) -> bool:
    return model._meta.app_label == "tournament" and model._meta.model_name != "user"
