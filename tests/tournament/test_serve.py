"""`manage.py serve` as a person starts it: a process of its own."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tournament.management.commands import serve as module

ROOT = Path(__file__).parent.parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def serve(*arguments: str, database: Path) -> subprocess.Popen[str]:
    environment = {
        **{name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ},
        "DATABASE_URL": f"sqlite:///{database}",
        "DEBUG": "1",
        "PYTHONUNBUFFERED": "1",
    }
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def status(port: int, host: str) -> int:
    request = Request(f"http://127.0.0.1:{port}/no-such-page/", headers={"Host": host})
    try:
        with urlopen(request, timeout=10) as answer:
            return answer.status
    except HTTPError as error:
        error.close()
        return error.code


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    port = free_port()
    with serve("--lan", "--port", str(port), database=tmp_path / "hall.sqlite3") as server:
        yield port, server
        if server.poll() is None:
            server.terminate()  # killed, it would leave its worker behind


def test_the_hall_is_served_and_ctrl_c_stops_cleanly(hall):
    port, server = hall
    # The address is printed once it leads somewhere.
    said = []
    while f"http://localhost:{port}/" not in "".join(said):
        said.append(next(server.stdout))
    assert "WARNING" not in "".join(said)
    assert status(port, "192.168.1.20") == 404
    assert status(port, "example.org") == 400
    server.send_signal(signal.SIGINT)
    _said, complained = server.communicate(timeout=20)
    assert server.returncode == 0
    assert complained == ""


def test_a_busy_port_is_one_sentence_and_exit_1(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with serve("--port", str(port), database=tmp_path / "hall.sqlite3") as server:
            said, complained = server.communicate(timeout=30)
    assert server.returncode == 1
    assert said == ""
    assert str(port) in complained
    assert len(complained.strip().splitlines()) == 1


def test_the_hall_s_addresses_are_written_with_a_code_for_the_first(monkeypatch):
    monkeypatch.setattr(module, "hall_addresses", lambda: ["192.168.1.20", "10.0.0.4"])
    said = StringIO()
    module.Command(stdout=said)._say_where_to_go(8000, lan=True)
    lines = said.getvalue().splitlines()
    hall = [line for line in lines if line.startswith("Dans la salle")]
    assert [line.split()[-1] for line in hall] == [
        "http://192.168.1.20:8000/",
        "http://10.0.0.4:8000/",
    ]
    code = [line for line in lines if "█" in line]
    assert len({len(line) for line in code}) == 1, "the rows of the code do not line up"
    first = lines.index(code[0])
    assert lines[first : first + len(code)] == code, "the rows of the code are apart"


def test_a_machine_on_no_network_says_so(monkeypatch):
    monkeypatch.setattr(module, "hall_addresses", list)
    said = StringIO()
    module.Command(stdout=said)._say_where_to_go(8000, lan=True)
    assert "aucun réseau" in said.getvalue()
