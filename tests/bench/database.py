"""A database of its own for what is measured: import it before anything of the site."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from django.test.utils import (  # noqa: E402 - the settings come first
    setup_databases,
    setup_test_environment,
    teardown_databases,
    teardown_test_environment,
)

from tournament.models import Tournament  # noqa: E402


@contextmanager
def a_database() -> Iterator[None]:
    """Make an empty database, and drop it with all that was played in it."""
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        Tournament.objects.update(deleting=True)
        teardown_databases(databases, verbosity=0)
        teardown_test_environment()
