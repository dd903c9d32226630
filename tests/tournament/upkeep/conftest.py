"""Where the copies of a test go."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(settings, tmp_path) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    return settings.BACKUP_DIR
