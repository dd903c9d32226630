#!/usr/bin/env python3
"""Django's command line for Dix de der."""

import os
import sys


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415
    except ImportError:
        sys.exit(
            "Django is not installed here: run `make setup`, then .venv/bin/python manage.py …"
        )
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
