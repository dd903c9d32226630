"""What the machine does to the site, in one clear sentence: never a bare error.

A full disk, a folder that cannot be written to, a database that another program holds: the
transaction was undone, so nothing was recorded by halves, and what was recorded before is
safe. The page says so, keeps what was typed in a form, and offers to send it again.
"""

from __future__ import annotations

import errno
import logging
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DatabaseError, InterfaceError, InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy
from django.views.defaults import server_error

from tournament.http import FOR_PROGRAMS, error_for_programs
from tournament.upkeep.copies import FULL, backup_folder, database_file

RETRY_AFTER = "10"
"""Seconds after which a program may ask again."""
RESTORED_FOR = 60.0
"""Seconds during which what was asked before a copy was restored may still be under way."""
RESTORED = "restored"
"""The file among the copies that says, by its time, when one was last restored."""
SECRET = ("password", "secret", "token")
"""A field whose name holds one of these is not shown again."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something the machine did: a code for programs, a sentence for people."""

    code: str

    @property
    def sentence(self) -> str:
        """Say what it is and what to do."""
        return str(_SENTENCES[self.code])


_SENTENCES = {
    "locked": gettext_lazy(
        "Another program holds the database: close it (a spreadsheet, a backup, another copy of"
        " the site), then send again."
    ),
    "full": gettext_lazy("The disk of the server is full: make room on it, then send again."),
    "readonly": gettext_lazy(
        "The server may not write where its database is: give it the right to, then send again."
    ),
    "io": gettext_lazy(
        "The disk of the server does not answer as it should: look at it, then send again."
    ),
    "damaged": gettext_lazy(
        "The database is damaged or was replaced: stop the server, then restore the last copy."
    ),
    "outdated": gettext_lazy(
        "The database is not of this version: stop the server, then start it again."
    ),
    "unreachable": gettext_lazy("The database does not answer: send again in a moment."),
    "cut": gettext_lazy("What you sent did not arrive whole: send it again."),
    "crossed": gettext_lazy(
        "Somebody else was writing the same at this moment: nothing of yours was recorded, send"
        " again."
    ),
    "restored": gettext_lazy(
        "A copy of the database has just been restored: reload the page and look at what it holds"
        " before you send again."
    ),
}

_BY_SQLITE_CODE = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_CANTOPEN: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_IOERR: "io",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
_BY_ERRNO = {
    **dict.fromkeys(FULL, "full"),
    errno.EROFS: "readonly",
    errno.EIO: "io",
}
# PostgreSQL's states, or how they begin. The first that fits says what it is.
_BY_STATE = {
    "53100": "full",
    # A server that only follows another, as one does from which a site did not move on.
    "25006": "readonly",
    # Two that wait for each other, one of which is sent away; a row that another does not let go.
    "40": "crossed",
    "55P03": "crossed",
    # Cannot connect, out of resources, shutting down.
    **dict.fromkeys(("08", "53", "57", "58"), "unreachable"),
}
_OF_POSTGRESQL = (OperationalError, InterfaceError, InternalError)


def fault_of(error: BaseException) -> Fault | None:
    """Return what the machine did, as an exception tells it; None for any other exception."""
    for each in _chain(error):
        if isinstance(each, sqlite3.Error):
            code = _BY_SQLITE_CODE.get(getattr(each, "sqlite_errorcode", 0) & 0xFF)
            if code is None and str(each).startswith(("no such table", "no such column")):
                code = "outdated"
        elif isinstance(each, OSError):
            code = _BY_ERRNO.get(each.errno or 0)
        elif isinstance(each, _OF_POSTGRESQL) and not _is_sqlite():
            code = _of_postgresql(each)
        else:
            code = None
        if code:
            return Fault(code)
    if isinstance(error, DatabaseError) and _was_restored():
        return Fault("restored")
    return None


class ArrivedWhole:
    """Answer 503 with a sentence where a form was cut short on its way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on what came whole: of any other the token is missing, as of a forged one."""
        try:
            request.POST  # noqa: B018 - read, or not
        except UnreadablePostError as error:
            return _answer(request, Fault("cut"), error)
        return self._get_response(request)


class FaultsInWords:
    """Answer 503 with a sentence where a view was stopped by what the machine did."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say what happened, where it is the machine's doing."""
        fault = fault_of(error)
        return _answer(request, fault, error) if fault else None


def failed(request: HttpRequest) -> HttpResponse:
    """Answer what no view could: in words where it is the machine's doing, else as ever."""
    error = sys.exc_info()[1]
    fault = fault_of(error) if error else None
    return _answer(request, fault, error) if fault and error else server_error(request)


def _answer(request: HttpRequest, fault: Fault, error: BaseException) -> HttpResponse:
    log.error("%s %s: %s (%s)", request.method, request.path, fault.sentence, error)
    if request.path_info.startswith(FOR_PROGRAMS):
        response = error_for_programs(fault.code, status=503)
    else:
        response = _page(request, fault)
    response["Retry-After"] = RETRY_AFTER
    # It is logged already, with what the log needs.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _page(request: HttpRequest, fault: Fault) -> HttpResponse:
    context = {
        "fault": fault,
        "address": request.get_full_path(),
        "fields": _typed(request),
        "was_sent": request.method == "POST",
    }
    response = HttpResponse(render_to_string("503.html", context), status=503)
    response["Cache-Control"] = "no-store"
    return response


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what was typed, to be sent again; nothing where it holds a secret or a file."""
    if request.method != "POST":
        return []
    try:
        if request.FILES:
            return []
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
    except (
        OSError,
        MultiPartParserError,
        RequestDataTooBig,
        TooManyFieldsSent,
        TooManyFilesSent,
        ValueError,
    ):
        return []
    secret = [name for name, _value in fields if _is_secret(name)]
    return [] if secret else fields


def _is_secret(name: str) -> bool:
    return name != "csrfmiddlewaretoken" and any(word in name.lower() for word in SECRET)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        seen.add(id(following))
        yield following
        following = following.__cause__ or (
            None if following.__suppress_context__ else following.__context__
        )


def _is_sqlite() -> bool:
    return connection.vendor == "sqlite"


def _of_postgresql(error: Exception) -> str | None:
    state = getattr(error.__cause__, "sqlstate", None)
    if state is None:
        return None if isinstance(error, InternalError) else "unreachable"
    return next((code for begin, code in _BY_STATE.items() if state.startswith(begin)), None)


def _was_restored() -> bool:
    source = database_file()
    if source is None:
        return False
    try:
        since = time.time() - (backup_folder(source) / RESTORED).stat().st_mtime
    except OSError:
        return False
    return -RESTORED_FOR < since < RESTORED_FOR
