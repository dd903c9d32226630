"""Serve the site with a production server, on this machine or on the hall's network."""

import errno
import multiprocessing
import os
import socket
import time
from argparse import ArgumentParser
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPException
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import IO, Any

import segno
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.log import logger as server_log
from granian.server import Server

from tournament.hosts import hall_addresses
from tournament.people.erasure import erase_all_old
from tournament.upkeep.commands import LooksFirst
from tournament.upkeep.copies import database_file
from tournament.upkeep.lock import OtherServer, hold
from tournament.upkeep.watch import Watch

# A worker with a slow request left is not waited for longer than this after Ctrl-C.
STOP_AFTER_SECONDS = 5
# A worker computes on one core at a time. Two let a page be laid out while another is: a third
# would find no core on the laptops that halls have, and each holds its own copy of the site.
MOST_WORKERS = 2
# Threads take turns (tournament/turns.py): the others are there while one is long. In a hall,
# papers laid out, saves that wait for another program and telephones that send half a form
# (tournament/intake.py) may take many at once, each started when it is needed. A host has nginx
# before it, and counts its connections to PostgreSQL: one a thread.
THREADS_OF_A_HALL, THREADS_OF_A_HOST = 8, 4
# Seconds: its own address is asked for until it answers.
ANSWERS_WITHIN = 10
ASKED_AGAIN_AFTER = 0.1


class Command(LooksFirst):
    help = "Serve the site, on this machine only unless --lan is given."
    writes = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read which network and which port."""
        parser.add_argument(
            "--lan", action="store_true", default=settings.LAN, help="open to the hall's network"
        )
        parser.add_argument("--port", type=int, default=8000, help="8000 when not given")

    def handle(self, *, lan: bool, port: int, **_options: Any) -> None:
        """Serve until Ctrl-C, say where to go once it answers; see to the copies meanwhile."""
        address = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 # nosec B104 - the hall asked for it
        source = database_file()
        self._check_pages_can_be_served()
        with ExitStack() as held:
            if source is not None and (lock := self._held(source, port)):
                held.enter_context(lock)
            self._check_port_is_free(address, port)
            self._erase_what_is_kept_no_longer(source)
            if source is not None:
                watch = Watch(source)
                watch.start()
                held.callback(watch.stop)
            self._serve(address, port, lan=lan)

    def _serve(self, address: str, port: int, *, lan: bool) -> None:
        # Workers start from nothing, on every system alike: settings read anew, no open connection.
        multiprocessing.set_start_method("spawn", force=True)
        os.environ["LAN"] = "1" if lan else ""
        # The C library of Linux gives each thread a heap of its own, each as large as its largest
        # page and a third of it free: threads that take turns need no more than one.
        os.environ.setdefault("MALLOC_ARENA_MAX", "1")
        # A page is taken and given back as a whole: in the heap its place would not fit the next.
        os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(64 * 1024))
        self.stdout.write(_("The site is starting. Stop it with Ctrl-C."))
        self.stdout.flush()
        # The server finds eight threads many for two cores; here they take turns.
        server_log.addFilter(lambda record: "Python threads" not in record.getMessage())
        # The server tells nobody when its workers are there.
        Thread(
            target=self._say_once_it_answers, args=(port,), kwargs={"lan": lan}, daemon=True
        ).start()
        Server(
            "tournament.wsgi:application",
            address=address,
            port=port,
            interface=Interfaces.WSGI,
            websockets=False,
            workers=min(MOST_WORKERS, os.cpu_count() or 1),
            blocking_threads=THREADS_OF_A_HALL if database_file() else THREADS_OF_A_HOST,
            workers_kill_timeout=STOP_AFTER_SECONDS,
            log_level=LogLevels.warning,
        ).serve()

    def _check_pages_can_be_served(self) -> None:
        collected = Path(settings.STATIC_ROOT) / "staticfiles.json"
        if not settings.DEBUG and not collected.exists():
            raise CommandError(
                _("The styles and fonts are not collected yet: run “make setup” first.")
            )

    def _erase_what_is_kept_no_longer(self, source: Path | None) -> None:
        if source is not None and not source.exists():
            return
        migrations = MigrationExecutor(connection)
        if not migrations.migration_plan(migrations.loader.graph.leaf_nodes()):
            erase_all_old()
        connection.close()

    def _held(self, source: Path, port: int) -> IO[str] | None:
        try:
            return hold(source, port=port)
        except OtherServer as refusal:
            raise CommandError(str(refusal)) from refusal

    def _check_port_is_free(self, address: str, port: int) -> None:
        # The server shares its port between workers, so a second server would start unnoticed
        # and take half of the requests. A socket that shares nothing tells.
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
            except (OSError, OverflowError) as error:
                if getattr(error, "errno", None) == errno.EADDRINUSE:
                    problem = _("Port %(port)s is already in use: choose another with PORT=8001.")
                else:
                    problem = _("Port %(port)s cannot be opened: choose another with PORT=8001.")
                raise CommandError(problem % {"port": port}) from error

    def _say_once_it_answers(self, port: int, *, lan: bool) -> None:
        while True:
            try:
                with closing(HTTPConnection("127.0.0.1", port, timeout=ANSWERS_WITHIN)) as visitor:
                    visitor.request("HEAD", "/")
                    visitor.getresponse()
                break
            except (OSError, HTTPException):
                time.sleep(ASKED_AGAIN_AFTER)
        self._say_where_to_go(port, lan=lan)

    def _say_where_to_go(self, port: int, *, lan: bool) -> None:
        self.stdout.write(_("On this computer: %(url)s") % {"url": f"http://localhost:{port}/"})
        if lan:
            self._say_where_the_hall_goes(port)
        self.stdout.flush()

    def _say_where_the_hall_goes(self, port: int) -> None:
        urls = [f"http://{address}:{port}/" for address in hall_addresses()]
        if not urls:
            self.stdout.write(_("This computer is on no network: no phone can reach it yet."))
            return
        for url in urls:
            self.stdout.write(_("In the hall: %(url)s") % {"url": url})
        drawing = StringIO()  # stdout ends a line at every write, and a code is many
        segno.make(urls[0], micro=False).terminal(out=drawing, compact=True)
        self.stdout.write(drawing.getvalue())
