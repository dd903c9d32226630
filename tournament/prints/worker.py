"""The child that makes papers: reads jobs, answers what they make, ends with who asked.

Run by ``workers``; not for people.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys

import django

from tournament.memory import give_back
from tournament.prints.workers import receive, send

NICE = 19
"""As late as the system allows: a deal that is being saved goes before a paper."""
IDLE = 0.5
"""Seconds: a paper of several parts has its next one asked for before."""


def main() -> None:
    """Answer every job until the other side is gone."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever a library prints must not go between two answers.
    sys.stdout = sys.stderr
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)
    django.setup()
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            job = receive(sys.stdin.buffer)
            try:
                answer: object = job.made()
            except Exception as error:
                answer = error
            send(answers, answer)
            if _nothing_is_asked_within(IDLE):
                give_back()


def _nothing_is_asked_within(seconds: float) -> bool:
    with contextlib.suppress(OSError):  # a system that does not wait for pipes
        return not select.select([sys.stdin], [], [], seconds)[0]
    return False


if __name__ == "__main__":
    main()
