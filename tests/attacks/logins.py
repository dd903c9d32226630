"""`python -m tests.attacks.logins 10000` tries so many passwords on the real server, to the end.

The passwords are digested as they are on the day. Those who guess come from one address, from
one that tries many accounts, and from thousands of addresses. Meanwhile the person whose
account it is signs in and out in her usual browser, behind the same router as the first of
them; somebody else does from elsewhere in a browser that is not known; and the public page is
read without a pause. What happened is printed; 1 is returned where anything went wrong.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.load.database import new_database, own_folder

CONNECTIONS = 8
HERS, HER_PASSWORD = "zoe", "quatre valets et le dix de der"
ROUTER, ELSEWHERE = "127.0.0.2", "127.0.0.9"
"""The whole of 127.0.0.0/8 is this machine: each of its addresses is another visitor's."""
LET_IN, LOOKED_AT, MADE_TO_WAIT = 302, 200, 429


class Browser:
    """A connection from an address, with its cookies."""

    def __init__(self, port: int, address: str) -> None:
        """Connect to the site when something is first asked."""
        self._connection = HTTPConnection(
            "127.0.0.1", port, timeout=120, source_address=(address, 0)
        )
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, sent: dict[str, str] | None = None) -> int:
        """Return the status of what is answered, whose cookies are kept."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if sent is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, urlencode(sent) if sent else None, headers)
        answer = self._connection.getresponse()
        answer.read()
        for line in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return answer.status

    def signs_in(self, name: str, password: str) -> int:
        """Type a name and a password."""
        if "csrftoken" not in self.cookies:
            self.ask("GET", "/login/")
        token = self.cookies["csrftoken"]
        typed = {"username": name, "password": password, "csrfmiddlewaretoken": token}
        return self.ask("POST", "/login/", typed)

    def forgets(self) -> None:
        """Sign out: what says which browser it is stays."""
        self.cookies = {name: self.cookies[name] for name in ("known", "csrftoken")}

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


@dataclass(slots=True)
class Told:
    """What happened to everybody."""

    guesses: dict[str, Counter[int | str]] = field(default_factory=dict)
    hers: Counter[int] = field(default_factory=Counter)
    unknown: dict[str, Counter[int]] = field(default_factory=dict)
    reads: list[float] = field(default_factory=list)
    unread: int = 0
    rows: int = 0
    phase: str = ""

    def faults(self, most: int) -> list[str]:
        """Say what went wrong."""
        every = sum(self.guesses.values(), Counter())
        odd = {status: count for status, count in every.items() if status not in {200, 429}}
        return [
            sentence
            for sentence, is_so in (
                (f"guesses were answered {odd}", odd),
                (f"she was kept out of her own browser: {dict(self.hers)}", {*self.hers} != {302}),
                (f"a page was not answered {self.unread} times", self.unread),
                (f"the table of attempts had {self.rows} rows", self.rows > most),
                (f"{every[LOOKED_AT]} guesses were looked at", every[LOOKED_AT] > most),
            )
            if is_so
        ]


def guess(port: int, kind: str, count: int, told: Told) -> None:
    """Try so many passwords, on a few connections at once."""
    told.phase, told.guesses[kind] = kind, Counter()
    lock, told.unknown[kind] = threading.Lock(), Counter()

    def some(place: int) -> None:
        lot = random.Random(f"{kind} {place}")
        browser = None
        for number in range(place, count, CONNECTIONS):
            if browser is None or kind == "many addresses":
                if browser:
                    browser.close()
                cookies = browser.cookies if browser else {}
                browser = Browser(port, _address(kind, number))
                browser.cookies = cookies
            name = f"account{number}" if kind == "many accounts" else HERS
            try:
                said: int | str = browser.signs_in(name, f"guess {lot.random()}")
            except (OSError, HTTPException) as failure:
                said, browser = repr(failure), None
            with lock:
                told.guesses[kind][said] += 1

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(some, range(CONNECTIONS)))


def _address(kind: str, number: int) -> str:
    if kind == "many addresses":
        return f"127.{1 + number // 62500}.{1 + number // 250 % 250}.{1 + number % 250}"
    return ROUTER if kind == "one account" else "127.0.0.3"


def meanwhile(port: int, told: Told, page: str, over: threading.Event) -> list[Callable[[], None]]:
    """Return what others do until it is over."""
    from tournament.models import WrongLogin  # noqa: PLC0415 - needs the settings

    hers, reader = Browser(port, ROUTER), Browser(port, ELSEWHERE)
    told.hers[hers.signs_in(HERS, HER_PASSWORD)] += 1

    def she_signs_in() -> None:
        while not over.wait(2):
            hers.forgets()
            told.hers[hers.signs_in(HERS, HER_PASSWORD)] += 1

    def somebody_else_signs_in() -> None:
        while not over.wait(7):
            phase = told.phase
            with closing(Browser(port, ELSEWHERE)) as other:
                told.unknown[phase][other.signs_in("lea", HER_PASSWORD)] += 1

    def somebody_reads() -> None:
        while not over.wait(0.05):
            start = time.perf_counter()
            told.unread += reader.ask("GET", page) != 200
            told.reads.append(time.perf_counter() - start)
            told.rows = max(told.rows, WrongLogin.objects.count())

    return [she_signs_in, somebody_else_signs_in, somebody_reads]


def main(count: int) -> int:
    """Serve the site, attack it, print what happened."""
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder())
        new_database(folder, stack, "sqlite")
        from tests.load.public import publish  # noqa: PLC0415 - needs the settings
        from tests.load.server import Site  # noqa: PLC0415
        from tests.soak.cast import set_stage  # noqa: PLC0415
        from tournament import logins  # noqa: PLC0415
        from tournament.models import Club, Tournament, User  # noqa: PLC0415

        set_stage()
        page = publish(Tournament.objects.order_by("pk")[0].pk)
        for name in (HERS, "lea"):
            User.objects.create_user(name, password=HER_PASSWORD, club=Club.objects.first())
        told, over, site = Told(), threading.Event(), Site(folder / "server.log")
        start = time.monotonic()
        site.start()
        try:
            site.wait()
            with ThreadPoolExecutor() as others:
                acts = meanwhile(site.port, told, page, over)
                waiting = [others.submit(act) for act in acts]
                try:
                    for kind, share in (
                        ("one account", 0.3),
                        ("many accounts", 0.3),
                        ("many addresses", 0.4),
                    ):
                        guess(site.port, kind, round(share * count), told)
                finally:
                    over.set()
                for act in waiting:
                    act.result()
            lasted = time.monotonic() - start
        finally:
            site.stop()
        windows = 1 + int(lasted / logins.WITHIN.total_seconds())
        most = windows * (logins.MOST_IN_ALL + logins.MOST_OF_AN_ADDRESS)
        return _report(told, lasted, most, site.complaints())


def _report(told: Told, lasted: float, most: int, complaints: str) -> int:
    said = [f"lasted {lasted:.0f} s"]
    for kind, guesses in told.guesses.items():
        said.append(
            f"guesses, {kind}: {guesses.total()}; looked at {guesses[LOOKED_AT]},"
            f" made to wait {guesses[MADE_TO_WAIT]}, let in {guesses[LET_IN]};"
            f" meanwhile a person in an unknown browser elsewhere: {dict(told.unknown[kind])}"
        )
    times = sorted(told.reads)
    said += [
        f"she, in her usual browser behind the same router: {dict(told.hers)}",
        f"the public page: {len(times)} times, not answered {told.unread}; half within"
        f" {times[len(times) // 2] * 1000:.0f} ms, all within {times[-1] * 1000:.0f} ms",
        f"rows of the table of attempts: {told.rows} at most",
    ]
    faults = told.faults(most) + ([complaints] if complaints else [])
    sys.stdout.write("\n".join([*said, *faults, ""]))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 10_000))
