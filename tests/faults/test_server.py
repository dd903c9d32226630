"""The real server, two workers and their threads, through what may happen to it of an evening."""

import json
import os
import signal
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.faults.conftest import PASSWORD, served_from
from tests.faults.site import Server, Visitor, manage, refused_in_one_sentence
from tournament.journal.verification import verify
from tournament.models import Tournament
from tournament.upkeep.copies import copied_to
from tournament.upkeep.ring import copies_in

LOOKS = 600
"""How often one looks whether something has happened, before giving up."""
DESK = "/tournaments/{}/desk/rounds/1/tables/{}/"


def asked(database: Path, query: str) -> list[tuple]:
    with closing(sqlite3.connect(database)) as opened:
        return opened.execute(query).fetchall()


def typed(visitor: Visitor, address: str) -> tuple[int, str]:
    """Type the next deal of a table as the page has it; return the answer."""
    status, page = visitor.get(address)
    if status != 200:
        return status, page
    assert 'id="deal"' in page, page
    form = visitor.form_of(page, 'id="deal"')
    number = page.partition('action="?deal=')[2].partition('"')[0]
    # Two deals alike, one after the other, are asked about.
    line = f"a9c{110 + int(number) % 40}"
    form |= {"line": line, "stake": "plain", "outcome": "played", "sweep": "none"}
    del form["csrfmiddlewaretoken"]
    return visitor.post(f"{address}?deal={number}", page, **form)


class Players:
    """Somebody who types and somebody who reads, as fast as they are answered."""

    def __init__(self, server: Server, contest: int) -> None:
        self.answers: list[tuple[str, int]] = []
        self.failed: list[BaseException] = []
        self.over = threading.Event()
        self.people = [
            threading.Thread(target=self._ask, args=(server, what, each))
            for what, each in (
                ("typed", lambda one: typed(one, DESK.format(contest, 1))),
                ("typed", lambda one: typed(one, DESK.format(contest, 2))),
                ("read", lambda one: one.get(f"/tournaments/{contest}/standings/")),
            )
        ]

    def __enter__(self) -> "Players":
        for each in self.people:
            each.start()
        return self

    def __exit__(self, *_why: object) -> None:
        self.over.set()
        for each in self.people:
            each.join()

    def wait_for(self, answers: int, *, of: str) -> None:
        """Let them go on until so many more of a kind are answered."""
        before = self._count(of)
        while self._count(of) < before + answers:
            assert not self.failed
            self.over.wait(0.02)

    def _count(self, what: str) -> int:
        return sum(each == what for each, _status in self.answers)

    def _ask(self, server: Server, what: str, act) -> None:
        try:
            visitor = Visitor(server)
            visitor.sign_in("organiser", PASSWORD)
            while not self.over.wait(0.05):
                status, _page = act(visitor)
                self.answers.append((what, status))
        except BaseException as failure:
            self.failed.append(failure)
            raise


@pytest.fixture
def contest(hall: Path) -> int:
    return asked(hall, "SELECT id FROM tournament_tournament")[0][0]


def test_an_evening_of_faults(hall, contest, tmp_path):
    first = copied_to(hall, tmp_path / "first.sqlite3")
    with Server(hall) as server:
        # Two servers started on one file by mistake.
        assert f"localhost:{server.port}" in refused_in_one_sentence(
            manage(hall, "serve", "--port", "0")
        )

        # A copy put back while everybody types and reads: each is answered, by a page.
        with Players(server, contest) as players:
            players.wait_for(3, of="typed")
            done = manage(hall, "restore", str(first), "--yes")
            assert done.returncode == 0, done.stderr
            players.wait_for(3, of="typed")
            players.wait_for(3, of="read")
        assert {status for _what, status in players.answers} == {200}
        assert asked(hall, "PRAGMA integrity_check") == [("ok",)]

        # Once more, from the page, when nobody types any more, so that what is there is known.
        visitor = Visitor(server)
        visitor.sign_in("organiser", PASSWORD)
        copy = copies_in(hall.parent / "backups")[-1].path
        copy.write_bytes(first.read_bytes())
        address = f"/upkeep/backups/here/{copy.name}/restore/"
        _status, page = visitor.get(address)
        form = visitor.form_of(page.partition("<main")[2], 'method="post"')
        status, _page = visitor.post(address, page, seen=form["seen"], agreed="on")
        assert status == 200

        # No worker shows what there was before: many readers, so that both are asked.
        told = asked(hall, "SELECT kind, details FROM tournament_journalentry ORDER BY id DESC")
        assert told[0][0] == "copy.restored"
        assert json.loads(told[0][1])["ended"] >= json.loads(told[0][1])["restored"]
        for table in (1, 2) * 6:
            _status, page = visitor.get(DESK.format(contest, table))
            assert 'action="?deal=2"' in page
        assert typed(visitor, DESK.format(contest, 1))[0] == 200
        assert asked(hall, "SELECT count(*) FROM tournament_entry") == [(3,)]
        with served_from(hall):
            assert verify(Tournament.objects.get()).is_whole

        # Stopped: the evening's last copy, one for both workers.
        ends = [copy for copy in copies_in(hall.parent / "backups") if copy.reason == "end"]
        assert ends == []
        complaints = server.stop()
    assert "Traceback" not in complaints
    ends = [copy for copy in copies_in(hall.parent / "backups") if copy.reason == "end"]
    assert [asked(copy.path, "SELECT count(*) FROM tournament_entry") for copy in ends] == [[(3,)]]


def test_no_worker_outlives_its_server(hall):
    pause = threading.Event()
    with Server(hall) as server:
        try:
            os.kill(server.process.pid, signal.SIGKILL)
            server.process.wait()
            # Whoever starts it again, as one does, finds the port and the file free.
            for _look in range(LOOKS):
                if Visitor(server).get("/login/")[0] == 0:
                    break
                pause.wait(0.1)
            else:
                pytest.fail("a worker answers without its server")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(server.process.pid, signal.SIGKILL)
