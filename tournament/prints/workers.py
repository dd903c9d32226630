"""Papers are made in processes of their own: a save never waits for a page to be laid out.

Nor do the site's processes ever hold what making papers takes: its libraries, its fonts, files
taken apart. Each child is a plain one that reads jobs and answers them, on any system and below
any server; it ends with the process that asked, however that one ends: the children of the
standard library's pool outlive a parent that is killed. Without any (``PRINT_WORKERS`` 0)
nothing is started.
"""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache, wraps
from queue import LifoQueue
from typing import IO, Any, NamedTuple, ParamSpec, TypeVar

from django.conf import settings

P, T = ParamSpec("P"), TypeVar("T")

LENGTH = struct.Struct(">Q")
"""Before each message: how many bytes it has."""
STOP_WITHIN = 2.0
"""Seconds that a child is given to end, once nothing is asked of it any more."""
TRIES = 2
"""A child that the system has ended is started once more."""
LARGE = 100_000
"""Characters of a page that takes a child to 150 MB and more, which it would keep all evening."""


class Job(NamedTuple):
    """A function of a module, and what it is called with: it is known there by its name."""

    make: Callable[..., Any]
    given: tuple[Any, ...]
    also: Mapping[str, Any] = {}

    def made(self) -> Any:  # noqa: ANN401 - as the function returns
        """Do it in this process."""
        return self.make(*self.given, **self.also)

    @property
    def is_large(self) -> bool:
        """Whether a child should be let go after it: a long page is to be laid out."""
        return any(isinstance(each, str) and len(each) > LARGE for each in self.given)


class WorkerGone(RuntimeError):
    """The process that made a paper has ended: there may not be enough memory."""


class Worker:
    """One child process, started when it is first needed, and again when it has gone.

    After a large page it is let go, and what it took with it.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def work(self, job: Job) -> Any:  # noqa: ANN401 - as the function returns
        """Return what a job makes; what goes wrong there is raised here."""
        for _try in range(TRIES):
            process = self._started()
            try:
                send(process.stdin, job)
                answer = receive(process.stdout)
            except (OSError, EOFError):
                self.stop()
                continue
            if job.is_large:
                self.stop()
            if isinstance(answer, BaseException):
                raise answer
            return answer
        raise WorkerGone

    def stop(self) -> None:
        """End the child: by itself, as it takes its fonts' folder along, or else killed."""
        process, self._process = self._process, None
        if process is None:
            return
        for stream in filter(None, (process.stdin, process.stdout)):
            with suppress(OSError):
                stream.close()
        try:
            process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tournament.prints.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=settings.BASE_DIR,
                env=os.environ | {"PRINT_WORKERS": "0"},
            )
        return self._process


class Workers:
    """A few children, each with one job at a time."""

    def __init__(self, count: int) -> None:
        self.count = count
        # The last one that worked is warm, and the others need not be there for one page.
        self._idle: LifoQueue[Worker] = LifoQueue()
        self._all = [Worker() for _each in range(count)]
        for worker in self._all:
            self._idle.put(worker)

    def work(self, jobs: Iterable[Job]) -> list[Any]:
        """Do jobs side by side, in their order, the first while the next is written."""
        with ThreadPoolExecutor(self.count) as threads:
            return list(threads.map(self._one, jobs))

    def stop(self) -> None:
        """End the children."""
        for worker in self._all:
            worker.stop()

    def _one(self, job: Job) -> Any:  # noqa: ANN401 - as the function returns
        worker = self._idle.get()
        try:
            return worker.work(job)
        finally:
            self._idle.put(worker)


@lru_cache(maxsize=1)
def workers() -> Workers | None:
    """Return the children of this process, None where papers are made in it."""
    count = getattr(settings, "PRINT_WORKERS", 0)
    return Workers(count) if count else None


def work(jobs: Iterable[Job]) -> list[Any]:
    """Do jobs, side by side in children where there are any; return what each made."""
    children = workers()
    return [job.made() for job in jobs] if children is None else children.work(jobs)


def in_a_child(make: Callable[P, T]) -> Callable[P, T]:
    """Have a function of a module done in a child where there are any."""

    @wraps(make)
    def made(*given: P.args, **also: P.kwargs) -> T:
        if workers() is None:
            return make(*given, **also)
        [answer] = work([Job(made, given, also)])
        return answer

    return made


def send(stream: IO[bytes] | None, message: object) -> None:
    """Write a message to the other process."""
    written = pickle.dumps(message)
    assert stream is not None  # noqa: S101 - opened above
    stream.write(LENGTH.pack(len(written)))
    stream.write(written)
    stream.flush()


def receive(stream: IO[bytes] | None) -> object:
    """Read the next message of the other process. Raises ``EOFError`` when it has ended."""
    assert stream is not None  # noqa: S101 - opened above
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    written = stream.read(length)
    if len(written) < length:
        raise EOFError
    return pickle.loads(written)  # noqa: S301 # nosec B301 - our own child's
