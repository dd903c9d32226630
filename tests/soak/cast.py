"""The club that the season is played in: its contests, its people, the addresses they know."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from scoring import load_rulebook
from tests.load.contest import a_contest
from tests.soak.browsers import Browser
from tests.soak.filling import LOGO
from tests.soak.people import Person
from tests.soak.people import Season as TheSeason
from tests.soak.purposes import organises, plays_by_phone, rules, types_deals
from tests.tournament.test_doors import arguments, named_pages
from tournament.archive.writing import archive_of
from tournament.clubs.deletion import delete_tournament
from tournament.clubs.services import (
    change_settings,
    create_first_organiser,
    settings_digest,
)
from tournament.demo import load_demonstration
from tournament.hall.displays import new_code
from tournament.hall.pictures import add_picture
from tournament.hall.publishing import Shown, show
from tournament.models import (
    ClubRole,
    ClubRulebook,
    Display,
    DrawKind,
    EndKind,
    Match,
    Panel,
    Player,
    RefereeCall,
    Role,
    RoleKind,
    Round,
    Ruling,
    Season,
    Shape,
    TableCode,
    Team,
    Tournament,
    User,
    freeze,
)
from tournament.rounds.services import open_round
from tournament.tables.codes import codes_of
from tournament.workshop.services import start_from

CAST = {
    "organiser": 3,
    "scorekeeper": 5,
    "referee": 3,
    "treasurer": 2,
    "reader": 2,
    "phone": 3,
    "public": 2,
}
"""Twenty people."""
AT_THE_CLUB = ("organiser-1", "organiser-2")
"""Who organises for the whole club: its accounts, its copies, its persons."""
LEFT_TO_TABLES = Path(__file__).parents[1] / "scoring" / "rulebooks" / "club-a.toml"
"""A rulebook that leaves something to each table."""
PURPOSES = {
    "organiser": (organises, 0.25),
    "scorekeeper": (types_deals, 0.5),
    "referee": (rules, 0.15),
    "phone": (plays_by_phone, 0.5),
}


def set_stage(teams: int = 16) -> User:
    """Make the club, its demonstration, two contests to be played, and everybody's account."""
    organiser = create_first_organiser("une longue phrase de passe", club_name="Club")
    demonstration = load_demonstration(organiser)
    own = load_rulebook(LEFT_TO_TABLES)
    swiss = a_contest("Saison", teams, Shape.SWISS, organiser, deals=4)
    settings = {
        demonstration: {},
        swiss: {"rulebook_name": own.name, "rulebook_own": freeze(own)},
        a_contest("Individuel", teams, Shape.INDIVIDUAL, organiser, deals=4): {
            "end_kind": EndKind.FIRST,
            "minutes": 20,
        },
    }
    for contest, said in settings.items():
        said["phones"] = True
        change_settings(contest, said, by=organiser, seen=settings_digest(contest))
    # Nobody has typed anything at these tables: they may still choose what they play.
    open_round(swiss, 1, kind=DrawKind.LOT, by=organiser)
    # Read again, as it is now.
    for round_ in Round.objects.filter(closed_at=None).select_related("tournament"):
        codes_of(round_)
    for contest in settings:
        for what in Shown:
            show(contest, what, shown=True, by=organiser)
    _furnish(demonstration, organiser)
    for kind, count in CAST.items():
        if kind in RoleKind.values:
            for number in range(1, count + 1):
                user = User.objects.create_user(f"{kind}-{number}", password="une longue phrase")
                user.club = organiser.club
                user.save(update_fields=["club"])
                for contest in settings:
                    Role.objects.create(user=user, tournament=contest, kind=kind)
    return organiser


def _furnish(contest: Tournament, organiser: User) -> None:
    """Give the club what few think of making: a rulebook, a picture, a screen in its hall."""
    club = contest.club
    start_from(contest.rulebook, club=club, title="La nôtre", by=organiser, client_key=uuid4())
    add_picture(club, "Logo", SimpleUploadedFile("logo.png", LOGO.getvalue()))
    shown = {"code": new_code(), "panels": list(Panel.values), "client_key": uuid4()}
    Display.objects.create(tournament=contest, name="Bar", **shown)


def cast(
    season: TheSeason, seed: int, enter: Callable[[str], Browser], part: int = 1
) -> list[Person]:
    """Return everybody, or one in ``part`` of each kind; ``enter`` lets an account in."""
    people = []
    for kind, count in CAST.items():
        for number in range(1, -(-count // part) + 1):
            name = f"{kind}-{number}" if kind in RoleKind.values else ""
            purpose, at_it = PURPOSES.get(kind, (None, 0.0))
            people.append(
                Person(
                    season=season,
                    browser=enter(name),
                    lot=random.Random(f"{seed} {kind} {number}"),
                    kind=kind,
                    log_in=(lambda name=name: enter(name)) if name else None,
                    purpose=purpose,
                    at_it=at_it,
                )
            )
    return people


def bookmarks(lot: random.Random) -> list[str]:
    """Return addresses that no page may link to, of one of the contests as it is now."""
    contest = lot.choice(list(Tournament.objects.all()))
    known = _identifiers(contest, lot)
    found = []
    for name in named_pages(get_resolver()):
        try:
            found.append(reverse(name, kwargs=arguments(name, known)))
        except NoReverseMatch:
            continue
    return lot.sample(found, min(len(found), 12))


def _identifiers(contest: Tournament, lot: random.Random) -> dict[str, object]:
    def one(rows: object) -> object:
        held = list(rows[:200])
        return lot.choice(held) if held else None

    match = one(Match.objects.filter(round__tournament=contest).select_related("round"))
    code = one(
        TableCode.objects.filter(
            match__round__tournament=contest, match__round__closed_at=None, revoked_at=None
        )
    )
    known = {
        "tournament_id": contest.pk,
        "contest_id": contest.pk,
        "club_id": contest.club_id,
        "team_id": one(Team.objects.filter(tournament=contest).values_list("pk", flat=True)),
        "player_id": one(Player.objects.filter(tournament=contest).values_list("pk", flat=True)),
        "season_id": one(Season.objects.values_list("pk", flat=True)),
        "own_id": one(ClubRulebook.objects.values_list("pk", flat=True)),
        "number": match and match.round.number,
        "round_id": match and match.round_id,
        "table": match and match.table,
        "code": code and code.code,
        "display_id": one(Display.objects.filter(tournament=contest).values_list("pk", flat=True)),
        "screen": one(Display.objects.filter(tournament=contest).values_list("code", flat=True)),
        "call": one(
            RefereeCall.objects.filter(match__round__tournament=contest).values_list(
                "pk", flat=True
            )
        ),
        "ruling": one(Ruling.objects.filter(tournament=contest).values_list("number", flat=True)),
        "deal": lot.randint(1, 4),
        "side": lot.choice("AB"),
        "extension": lot.choice(["csv", "xlsx"]),
        "paper": "cards",
        "round_paper": "draw",
        "team_paper": "record",
        "key": "competition",
    }
    return {name: value for name, value in known.items() if value is not None}


def signed_in(name: str) -> str:
    """Return the session of an account, given back the roles that somebody took from it."""
    user = User.objects.get(username=name)
    User.objects.filter(pk=user.pk).update(is_active=True)
    for contest in Tournament.objects.all():
        Role.objects.get_or_create(user=user, tournament=contest, kind=name.partition("-")[0])
    if name in AT_THE_CLUB:
        ClubRole.objects.get_or_create(user=user, club=user.club, kind=name.partition("-")[0])
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value


def an_archive() -> bytes:
    """Return the archive of a contest that is not here any more."""
    organiser = User.objects.earliest("pk")
    contest = a_contest("L'an dernier", 8, Shape.SWISS, organiser, deals=4)
    contest = Tournament.objects.get(pk=contest.pk)
    with archive_of(contest) as written:
        content = written.read()
    delete_tournament(contest, name=contest.name, seen=contest.version, by=organiser)
    return content
