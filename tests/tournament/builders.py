"""Small contests for the tests, built as the site builds them."""

from __future__ import annotations

import datetime
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from scoring import Rulebook, facts_from_json, load_rulebook
from tournament.deals.services import record_deal
from tournament.hall.displays import new_code
from tournament.hall.pictures import add_picture
from tournament.models import (
    Club,
    ClubRulebook,
    Display,
    EndKind,
    Entry,
    Evening,
    Invitation,
    Match,
    Panel,
    Picture,
    Player,
    RefereeCall,
    Role,
    RoleKind,
    Round,
    RulebookExample,
    RulebookVersion,
    Ruling,
    Season,
    Seat,
    TableCode,
    Team,
    Tournament,
    User,
    freeze,
)
from tournament.people.invitations import invite
from tournament.people.scopes import Scope
from tournament.referee.calls import call_referee
from tournament.referee.rulings import decide
from tournament.tables.codes import codes_of
from tournament.text import search_key
from tournament.workshop.services import add_example, publish, save_draft, start_from


def a_club() -> Club:
    """Return the one club of the tests."""
    return Club.objects.get_or_create(name="Belote Club de l'Isère")[0]


def a_user(name: str = "zoe", **columns: Any) -> User:
    """Return an account of the club, made if need be; its password is its name."""
    user, is_new = User.objects.get_or_create(username=name, defaults={"club": a_club(), **columns})
    if is_new:
        user.set_password(name)
        user.save()
    return user


def a_tournament(
    rulebook: str = "grenobloise", *, organiser: User | None = None, **columns: Any
) -> Tournament:
    """Return a new contest of 12 deals a match, its rulebook not frozen yet."""
    defaults = {
        "club": a_club(),
        "name": "Concours d'automne",
        "date": datetime.date(2026, 11, 30),
        "rulebook_name": rulebook,
        "end_kind": EndKind.DEALS,
        "deals": 12,
    }
    tournament = Tournament.objects.create(**(defaults | columns))
    a_role(organiser or a_user("organiser"), tournament, RoleKind.ORGANISER)
    return tournament


def a_role(user: User, tournament: Tournament, kind: str) -> Role:
    """Give an account a role in a contest."""
    return Role.objects.create(user=user, tournament=tournament, kind=kind)


def a_team(tournament: Tournament, number: int, name: str = "") -> Team:
    """Return a new team with its two players."""
    team = Team(tournament=tournament, number=number, name=name or f"Équipe {number}")
    team.full_clean()
    team.save()
    for place in (1, 2):
        player = Player(
            tournament=tournament, team=team, place=place, name=f"Joueur {number}.{place}"
        )
        player.full_clean()
        player.save()
    return team


def a_round(tournament: Tournament, tables: int = 1, *, bye: bool = False) -> Round:
    """Return a drawn round of new teams, the rulebook frozen as a draw does."""
    first = tournament.teams.count() + 1
    teams = [a_team(tournament, first + index) for index in range(2 * tables + bye)]
    tournament.rulebook_frozen = freeze(tournament.rulebook)
    tournament.save(update_fields=["rulebook_frozen"])
    round_ = Round.objects.create(
        tournament=tournament, number=tournament.rounds.count() + 1, draw_kind="lot", seed="1"
    )
    for table in range(1, tables + 1):
        match = Match.objects.create(round=round_, table=table)
        for side in ("A", "B"):
            Seat.objects.create(round=round_, team=teams.pop(0), match=match, side=side)
    if bye:
        Seat.objects.create(round=round_, team=teams.pop(0))
    return round_


def a_match(rulebook: str = "grenobloise", **columns: Any) -> Match:
    """Return the one match of a new contest's first round, its teams loaded."""
    round_ = a_round(a_tournament(rulebook, **columns))
    return Match.objects.with_teams().select_related("round__tournament").get(round=round_)


FACTS = {"takers": "A", "contract": "120", "trump": "diamonds", "points": 126}
"""A made 120 at diamonds: 250 – 40 under `grenobloise`."""


def a_deal(match: Match, number: int = 1, **facts: Any) -> Entry:
    """Record a deal of a match as the desk does."""
    return record_deal(match, number, FACTS | facts, by=a_user(), client_key=uuid4())


def a_code(match: Match, side: str = "A") -> TableCode:
    """Return the code that opens a side of a table; its contest allows phones from then on."""
    tournament = match.round.tournament
    tournament.phones = True
    tournament.save(update_fields=["phones"])
    return codes_of(match.round)[match.pk, side]


def a_player_alone(tournament: Tournament, name: str = "Jean Seul") -> Player:
    """Return the player of that name who waits for a partner, registered if need be."""
    key = search_key(name)
    columns = {"tournament": tournament, "key": key}
    return Player.objects.get_or_create(**columns, defaults={"name": name})[0]


def a_season(*evenings: Tournament, **columns: Any) -> Season:
    """Return the season of the tests' club, made if need be, with these contests in it."""
    season = Season.objects.get_or_create(club=a_club(), name="Challenge", defaults=columns)[0]
    for tournament in evenings:
        Evening.objects.get_or_create(season=season, tournament=tournament)
    return season


def an_invitation(tournament: Tournament, kind: RoleKind = RoleKind.REFEREE) -> Invitation:
    """Have a contest's first organiser invite somebody; ``secret_of(its key)`` is in its link."""
    key, organiser = uuid4(), tournament.roles.filter(kind=RoleKind.ORGANISER).first().user
    invite(Scope.of(tournament), kind, 12, by=organiser, key=key)
    return Invitation.objects.get(client_key=key)


def a_call(match: Match, side: str = "A", category: str = "revoke", **said: Any) -> RefereeCall:
    """Have a table call the referee; one that waits already goes on waiting."""
    return call_referee(match, side=side, category=category, client_key=uuid4(), **said)


def a_ruling(match: Match, decision: str = "nothing", **said: Any) -> Ruling:
    """Have the tests' referee rule on a match."""
    tournament = match.round.tournament
    referee = a_user("rémi")
    Role.objects.get_or_create(user=referee, tournament=tournament, kind=RoleKind.REFEREE)
    columns = {"category": "revoke", "facts": "Renonce à cœur.", "client_key": uuid4()} | said
    ruling = Ruling(tournament=tournament, match=match, decision=decision, **columns)
    return decide(ruling, by=referee)


def a_display(tournament: Tournament, **columns: Any) -> Display:
    """Return the screen of a contest's hall, made if need be, with every panel."""
    defaults = {"panels": list(Panel.values), "code": new_code(), "client_key": uuid4()}
    return Display.objects.get_or_create(
        tournament=tournament, name="Bar", defaults=defaults | columns
    )[0]


def a_picture() -> Picture:
    """Return the one picture of the tests' club, made if need be."""
    return a_club().pictures.first() or add_picture(a_club(), "Le club", an_image())


def an_image(kind: str = "PNG", size: tuple[int, int] = (40, 30)) -> SimpleUploadedFile:
    """Return a picture as a browser sends it."""
    written = BytesIO()
    Image.new("RGB", size, "green").save(written, kind)
    return SimpleUploadedFile(f"club.{kind.lower()}", written.getvalue())


def a_rulebook(base: str = "grenobloise", **columns: Any) -> ClubRulebook:
    """Return a draft of the tests' club, begun from a rulebook that ships, made if need be."""
    own = ClubRulebook.objects.filter(club=a_club(), name="la-notre").first()
    if own is None:
        given = {"club": a_club(), "title": "La nôtre", "by": None, "client_key": uuid4()}
        own = start_from(load_rulebook(base), **(given | columns))
    return own


def an_example(
    own: ClubRulebook, marks: tuple[int, int] = (260, 50), **facts: Any
) -> RulebookExample:
    """Add an example to a rulebook: 120, 116 with the belote, unless said otherwise."""
    deal = {"takers": "A", "trump": "hearts", "contract": 120, "points": 116, "belote": {"A": 1}}
    given = {"by": a_user(), "client_key": uuid4()}
    return add_example(own, facts_from_json(deal | facts), marks, **given)


def a_version(own: ClubRulebook | None = None, **said: Any) -> RulebookVersion:
    """Publish the draft of a rulebook of the tests' club."""
    own = ClubRulebook.objects.get(pk=(own or a_rulebook()).pk)
    given = {"number": own.versions.count() + 1, "seen": own.draft_number, "by": a_user()}
    return publish(own, **(given | said))


def redrafted(own: ClubRulebook, *switches: str, **keys: Any) -> ClubRulebook:
    """Change a draft: switches taken, keys of its first level written otherwise."""
    own = ClubRulebook.objects.get(pk=own.pk)
    changed = own.rulebook.switched(*switches)
    if keys:
        changed = Rulebook.from_mapping(changed.to_mapping() | keys)
    return save_draft(own, changed, seen=own.draft_number, by=a_user())
