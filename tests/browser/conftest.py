"""What every test in a browser gets: patience. What it waits for says itself when it is there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

PATIENCE = 60_000
"""Milliseconds. A machine that does much else at once is slow; who passes waits no longer."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """Open browsers that wait as long for a page as for what is on it."""

    def patient(**options: object) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        return context

    return patient
