"""What every test in a browser gets: patience. What it waits for says itself when it is there."""

from playwright.sync_api import expect

# A machine that does much else at once is slow; a test that passes waits no longer for it.
expect.set_options(timeout=30_000)
