"""The project's own commands, run as somebody types them in a shell that knows nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
KEPT = ("CHROMIUM", "HOME", "PATH")


def run_module(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m`` with these arguments to its end, whatever it answers."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env={name: os.environ[name] for name in KEPT if name in os.environ} | {"DEBUG": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
