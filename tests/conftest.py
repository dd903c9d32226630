"""What every test gets: quick hashing, a database of its own, and a browser that stays home."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
import pytest_django
from django.conf import settings as site_settings
from django.utils import translation
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

# Playwright keeps an event loop in the test's thread, where Django refuses to query otherwise.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# What a test takes says what else the machine does, not whether the test holds.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

OWN_FOLDER = pytest.StashKey[str]()
HALL = "hall.test"
"""A name of this machine that a browser does not trust as it trusts localhost, as in a hall."""
HOME = {"127.0.0.1", "localhost", "::1", HALL}


def pytest_configure(config: pytest.Config) -> None:
    """Adapt the settings to tests, whichever way pytest was started."""
    # Stopped by whoever waits no longer, it leaves as little behind as after Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    site_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    site_settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    site_settings.WHITENOISE_AUTOREFRESH = True
    site_settings.WHITENOISE_USE_FINDERS = True
    database = site_settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        # A real file, so that threads meet each other as they do in a hall; one a process, so
        # that two runs do not; unsynchronised, since no test pulls the plug.
        config.stash[OWN_FOLDER] = tempfile.mkdtemp(prefix="dix-de-der-tests-")
        database.setdefault("TEST", {})["NAME"] = str(
            Path(config.stash[OWN_FOLDER]) / "test.sqlite3"
        )
        options = database["OPTIONS"]
        options["init_command"] = options["init_command"].replace(
            "synchronous=FULL", "synchronous=OFF"
        )


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    if folder := config.stash.get(OWN_FOLDER, None):
        shutil.rmtree(folder, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything under tests/browser, so that `-m "not browser"` leaves it out."""
    for item in items:
        if "browser" in item.path.relative_to(Path(__file__).parent).parts[:-1]:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(autouse=True)
def deletable_contests(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a transactional test empty its tables: the append-only ones ask for permission."""
    marker = request.node.get_closest_marker("django_db")
    transactional = {"live_server", "transactional_db"} & set(request.fixturenames)
    if not transactional and not (marker and marker.kwargs.get("transaction")):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    from django.utils import timezone  # noqa: PLC0415 - settings are ready by now only

    from tournament.models import ClubRulebook, Tournament  # noqa: PLC0415

    Tournament.objects.update(deleting=True)
    ClubRulebook.objects.update(retired_at=timezone.now())


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[None]:
    """Hang up before the database is dropped: PostgreSQL drops none that is still connected to.

    A page that a browser has left may not have been made to its end.
    """
    yield
    from django.db import connection  # noqa: PLC0415 - settings are ready by now only

    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def french() -> None:
    """Start in the site's language: the last page that a test asked for leaves its own active."""
    translation.deactivate()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Debian's chromium, which calls nobody when it starts."""
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        "args": [
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-gpu",
            "--disable-quic",
            "--disable-sync",
            f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
            "--no-first-run",
        ],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """A French visitor in France."""
    return {**browser_context_args, "locale": "fr-FR", "timezone_id": "Europe/Paris"}


@pytest.fixture
def page_problems() -> list[str]:
    """What went wrong in the browser so far; a test that means it empties the list."""
    return []


@pytest.fixture
def context(context: "BrowserContext", page_problems: list[str]) -> Iterator["BrowserContext"]:
    """A browser context that fails the test on any outside request or error in the console.

    A refusal by the Content-Security-Policy is such an error.
    """

    def note_request(request: "Request") -> None:
        url = urlsplit(request.url)
        if url.scheme not in {"about", "blob", "data"} and url.hostname not in HOME:
            page_problems.append(f"asked outside: {request.url}")

    def note_console(message: "ConsoleMessage") -> None:
        if message.type == "error":
            page_problems.append(f"console: {message.text} ({message.location['url']})")

    def watch(page: "Page") -> None:
        page.on("pageerror", lambda error: page_problems.append(f"script: {error}"))

    context.on("request", note_request)
    context.on("console", note_console)
    context.on("page", watch)
    yield context
    assert not page_problems
