"""Print every paper of the demonstration, and keep the first page of each as a picture in docs/."""

import datetime
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from unittest import mock

import pypdfium2
from django.utils import timezone, translation

from tests.bench.database import a_database
from tests.tournament.builders import a_season
from tournament.access import EVERY_ROLE
from tournament.demo import load_demonstration
from tournament.models import Club, Tournament, User
from tournament.prints.kinds import Asked, Of, PaperKind
from tournament.prints.prizes import Offer
from tournament.prints.prizes_services import digest_of, set_prizes
from tournament.prints.registry import PAPERS
from tournament.prints.season_papers import season_printout

FOLDER = Path("docs/papers")
DOTS_PER_INCH = 60
PRINTED_AT = datetime.datetime(2026, 11, 14, 21, 30, tzinfo=datetime.UTC)
"""When all of it happens."""
LOT = 20261114
"""What every lot is drawn from."""
SITE_AT = "http://192.168.1.20:8000"
"""Where the phones of the hall find the site."""
PRIZES = (
    Offer(kind="rank", place=1, amount=Decimal(120), award="la coupe"),
    Offer(kind="rank", place=2, amount=Decimal(80)),
    Offer(kind="rank", place=3, amount=Decimal(40)),
    Offer(kind="last", award="une cuillère en bois"),
)


def main() -> None:
    """Write docs/papers/*.png and the page that shows them."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with a_database(), translation.override("fr"), _the_same_evening():
        tournament = _contest()
        shown = [
            (str(kind.title), _keep(kind.key, kind.make(_asked(kind, tournament)).pdf()))
            for kind in PAPERS
            if kind.fits(tournament) and kind.key != "everything"
        ]
        season = season_printout(a_season(tournament))
        shown.append(("Saison", _keep("season", season.pdf())))
    lines = [f"## {title}\n\n![{title}](papers/{name})\n" for title, name in shown]
    head = "# Les papiers\n\nCeux de la démonstration ; « make gallery » les refait.\n\n"
    Path("docs/papers.md").write_text(head + "\n".join(lines), encoding="utf-8")
    sys.stdout.write(f"{len(shown)} papers in {FOLDER}\n")


@contextmanager
def _the_same_evening() -> Iterator[None]:
    """Stop the clock and fix the lots: the picture of a paper that did not change is the same."""
    lots = random.Random(LOT).randbytes
    with (
        mock.patch.object(timezone, "now", return_value=PRINTED_AT),
        # The seeds of the draws and the keys of what is typed, sealed in the journal.
        mock.patch("random._urandom", lots),
        mock.patch("os.urandom", lots),
    ):
        yield


def _contest() -> Tournament:
    club = Club.objects.create(name="Belote Club de l'Isère")
    organiser = User.objects.create_user("zoe", club=club)
    tournament = Tournament.objects.get(pk=load_demonstration(organiser).pk)
    rooms = [{"name": "Grande salle", "first": 1, "last": 5}]
    tournament.rooms = [*rooms, {"name": "Salle des mariages", "first": 6, "last": 40}]
    tournament.shows_draw = tournament.shows_standings = True
    tournament.save(update_fields=["rooms", "shows_draw", "shows_standings"])
    set_prizes(tournament, PRIZES, seen=digest_of([]), by=organiser)
    tournament.refresh_from_db()
    return tournament


def _asked(kind: PaperKind, tournament: Tournament) -> Asked:
    closed = tournament.rounds.filter(closed_at__isnull=False).last()
    wanted = closed if kind.key in {"results", "filled-sheets"} else tournament.rounds.last()
    wanted.tournament = tournament
    return Asked(
        tournament=tournament,
        roles=EVERY_ROLE,
        round=wanted if kind.of is Of.ROUND else None,
        team=tournament.teams.first() if kind.of is Of.TEAM else None,
        site_at=SITE_AT,
    )


def _keep(key: str, content: bytes) -> str:
    """Keep a file's first page as a grey picture; return its name."""
    name = f"{key}.png"
    page = pypdfium2.PdfDocument(content)[0]
    picture = page.render(scale=DOTS_PER_INCH / 72).to_pil().convert("L")
    picture.quantize(16).save(FOLDER / name, optimize=True)
    return name


if __name__ == "__main__":
    main()
