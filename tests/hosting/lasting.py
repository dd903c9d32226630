"""A test that waits to be stopped, for test_stopped.py to stop: its name has no other run it."""

import os
import time
from pathlib import Path


def test_that_lasts():
    told = Path(os.environ["TOLD"])
    (told / "coming").write_text(os.environ["DATABASE_URL"])
    (told / "coming").rename(told / "begun")
    try:
        time.sleep(600)
    finally:
        (told / "closed").touch()
