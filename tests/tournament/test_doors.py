"""Every page and what each visitor gets. A page without its line fails the first test."""

import re
from collections.abc import Callable, Iterator, Mapping

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLResolver, get_resolver, reverse

from tests.tournament.builders import (
    a_call,
    a_code,
    a_deal,
    a_display,
    a_match,
    a_picture,
    a_player_alone,
    a_role,
    a_rulebook,
    a_ruling,
    a_season,
    a_user,
    an_example,
    an_invitation,
)
from tournament.models import Club, ClubRole, Match, RoleKind
from tournament.people.passwords import secret_of
from tournament.teams.apart import keep_apart

VISITORS = (
    *("stranger", "outsider", "reader", "keeper", "referee", "treasurer", "organiser"),
    *("club organiser", "club keeper", "neighbour"),
)
"""The last three have a role in the whole club and none in the contest, or another club."""
LIKE = ("organiser", "keeper", "outsider")
"""Whom each of them is like in a contest."""

EVERYBODY = (200, 200, 200, 200, 200, 200, 200)
NOBODY = (404, 404, 404, 404, 404, 404, 404)
CLUB = (302, 404, 403, 403, 403, 403, 403, 200, 403, 404)
ACCOUNTS = (302, 200, 200, 200, 200, 200, 200)
READERS = (302, 404, 200, 200, 200, 200, 200)
DESK = (302, 404, 403, 200, 200, 403, 200)
WELCOME = (302, 404, 403, 200, 200, 200, 200)
TREASURER = (302, 404, 403, 403, 403, 200, 200)
REFEREE = (302, 404, 403, 403, 200, 403, 403)
ORGANISER = (302, 404, 403, 403, 403, 403, 200)
ANSWERING = (302, 404, 403, 403, 200, 403, 200)
WORKSHOP = (302, 404, 404, 404, 404, 404, 200)
CREATORS = WORKSHOP
UPKEEP = (302, 404, 404, 404, 404, 404, 404, 200, 404, 404)
NO_COPY = (302, 404, 404, 404, 404, 404, 404, 404, 404, 404)
"""What a GET answers to each visitor, in the order of VISITORS.

A line of seven is a contest's: a role in the whole club is as good there as the contest's own,
and an account of another club is an outsider.
"""

POST_ONLY = {200: 405}

DOORS = {
    "home": ACCOUNTS,
    "clubs:login": (200, 302, 302, 302, 302, 302, 302),
    "clubs:create": CREATORS,
    "clubs:again": CREATORS,
    "clubs:club": CLUB,
    **dict.fromkeys(
        ("persons:find", "persons:person", "persons:export", "persons:retention"), CLUB
    ),
    **dict.fromkeys(("upkeep:about", "upkeep:backups", "upkeep:bundle"), UPKEEP),
    # There is no copy of that name yet.
    **dict.fromkeys(("upkeep:download", "upkeep:restore"), NO_COPY),
    "archive:give": CREATORS,
    "archive:download": ORGANISER,
    "api:openapi": EVERYBODY,
    **dict.fromkeys(("api:contest", "api:standings", "api:draw", "api:results"), EVERYBODY),
    "files:index": READERS,
    "files:standings": READERS,
    "files:teams": READERS,
    "files:results": READERS,
    "files:deals": DESK,
    "files:payments": TREASURER,
    "clubs:tournament": READERS,
    "people:password": ACCOUNTS,
    "people:join": EVERYBODY,
    "people:contest": ORGANISER,
    "people:club": CLUB,
    "clubs:settings": ORGANISER,
    "clubs:delete": ORGANISER,
    "teams:list": READERS,
    "teams:add": ORGANISER,
    "teams:import": ORGANISER,
    "teams:import_preview": (302, 404, 403, 403, 403, 403, 302),
    "teams:check_in": WELCOME,
    "teams:fees": TREASURER,
    "teams:fees_csv": TREASURER,
    "teams:payments": TREASURER,
    "teams:player_payments": TREASURER,
    "teams:alone": ORGANISER,
    "teams:apart": ORGANISER,
    "teams:pair": ORGANISER,
    "teams:edit": ORGANISER,
    "teams:replace": ORGANISER,
    "teams:separate": ORGANISER,
    "teams:delete": ORGANISER,
    "rounds:list": READERS,
    "rounds:draw": ORGANISER,
    "rounds:detail": READERS,
    "rounds:close": ORGANISER,
    "rounds:plan": ORGANISER,
    "rounds:seats": ORGANISER,
    "rounds:remove": ORGANISER,
    "rounds:clock": READERS,
    "rounds:checking": ORGANISER,
    "rounds:reclaim": (302, 404, 302, 302, 302, 302, 302),
    "deals:hall": DESK,
    "deals:sheet": DESK,
    "deals:confirm": DESK,
    "deals:settle": DESK,
    "deals:swap": DESK,
    "deals:move": DESK,
    "deals:options": DESK,
    "deals:options_corrected": DESK,
    "deals:totals": DESK,
    "deals:drop_totals": DESK,
    "referee:desk": DESK,
    "referee:deal": DESK,
    "referee:elsewhere": DESK,
    "referee:card_legal": DESK,
    "referee:cards": DESK,
    "referee:card_revoke": DESK,
    "referee:card_call": DESK,
    "referee:card_declarations": DESK,
    "referee:card_recount": DESK,
    "referee:register": DESK,
    "referee:calls": DESK,
    "referee:published": READERS,
    "referee:call": DESK,
    "rulebooks:change": ORGANISER,
    "referee:rule": REFEREE,
    "referee:ruling": DESK,
    "referee:replace": REFEREE,
    "standings:table": READERS,
    "standings:csv": READERS,
    "standings:team": READERS,
    "seasons:list": ACCOUNTS,
    "seasons:create": (302, 403, 403, 403, 403, 403, 403, 200, 403, 403),
    "seasons:detail": READERS,
    "seasons:settings": CLUB,
    "seasons:csv": READERS,
    "seasons:calendar": READERS,
    "rulebooks:rules": READERS,
    "rulebooks:compare": READERS,
    "library:list": ACCOUNTS,
    "library:rules": ACCOUNTS,
    "library:compare": ACCOUNTS,
    **dict.fromkeys(
        (
            "workshop:list",
            "workshop:start",
            "workshop:import",
            "workshop:find",
            "workshop:compare",
            "workshop:contest",
            "workshop:read",
            "workshop:file",
            "workshop:own",
            "workshop:examples",
            "workshop:publish",
            "workshop:editor:edit",
            "workshop:editor:topic",
        ),
        WORKSHOP,
    ),
    "journal:acts": DESK,
    "journal:csv": DESK,
    "phones:codes": DESK,
    "tables:enter": EVERYBODY,
    "tables:table": EVERYBODY,
    "tables:news": EVERYBODY,
    "hall:index": ORGANISER,
    "hall:new_display": ORGANISER,
    "hall:display": ORGANISER,
    "hall:edit_display": ORGANISER,
    "hall:pictures": ORGANISER,
    "hall:charts": READERS,
    "screens:screen": EVERYBODY,
    "screens:news": EVERYBODY,
    "screens:picture": EVERYBODY,
    "public:home": EVERYBODY,
    "public:draw": EVERYBODY,
    "public:draw_by_name": EVERYBODY,
    "public:standings": EVERYBODY,
    "public:last_results": EVERYBODY,
    "public:results": NOBODY,
    "public:rulings": EVERYBODY,
    "public:charts": EVERYBODY,
    "public:teams": EVERYBODY,
    "public:team": EVERYBODY,
    "public:rules": EVERYBODY,
    "prints:index": READERS,
    "prints:prizes": ORGANISER,
    "prints:changes": DESK,
    # The other papers of the registry: tests/tournament/prints/test_papers.py has each.
    "prints:paper": DESK,
    "prints:of_round": READERS,
    "prints:of_team": READERS,
    "prints:season": READERS,
    "prints:score_sheets": DESK,
    "prints:standings": READERS,
    "prints:ruling_slip": DESK,
    "prints:rulings": DESK,
    "prints:report": ANSWERING,
}

POSTS = {
    "set_language": (302, 302, 302, 302, 302, 302, 302),
    "archive:confirm": CREATORS,
    "clubs:logout": (405, 405, 405, 405, 405, 405, 405),
    "upkeep:now": UPKEEP,
    "upkeep:verify": UPKEEP,
    "people:give": ORGANISER,
    "people:take": ORGANISER,
    "people:new_account": ORGANISER,
    "people:invite": ORGANISER,
    "people:withdraw": ORGANISER,
    "people:give_in_club": CLUB,
    "people:take_in_club": CLUB,
    "people:new_account_in_club": CLUB,
    "people:invite_in_club": CLUB,
    "people:withdraw_in_club": CLUB,
    "people:reset": CLUB,
    "people:close": CLUB,
    "people:open_again": CLUB,
    "teams:remove_alone": ORGANISER,
    "teams:meet": ORGANISER,
    "teams:withdraw": ORGANISER,
    "teams:bring_back": ORGANISER,
    "rounds:reopen": ORGANISER,
    "rounds:cancel": ORGANISER,
    "rounds:restore": ORGANISER,
    "rounds:turn": DESK,
    "deals:preview": DESK,
    "deals:presence": DESK,
    "deals:contest": DESK,
    "deals:agree": DESK,
    "deals:undo": DESK,
    "journal:verify": DESK,
    "phones:renew": DESK,
    "phones:revoke": DESK,
    "hall:show": ORGANISER,
    "hall:drop_display": ORGANISER,
    "hall:drop_picture": ORGANISER,
    "tables:preview": EVERYBODY,
    "tables:options": EVERYBODY,
    "tables:answer": EVERYBODY,
    "tables:call": EVERYBODY,
    "tables:withdraw_call": EVERYBODY,
    "referee:impact_of_correction": DESK,
    "referee:playing": REFEREE,
    "referee:take_call": REFEREE,
    "referee:settle_call": REFEREE,
    "referee:withdraw_call": DESK,
    **dict.fromkeys(("workshop:remove_example", "workshop:retire", "workshop:delete"), WORKSHOP),
    "standings:lot": ORGANISER,
    "seasons:add": CLUB,
    "seasons:remove": CLUB,
}
"""Pages that only take a POST: what a GET answers, 405 to those the door lets in."""


def named_pages(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    """Give the name of every page of the site, its namespace before it."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from named_pages(pattern, inner)
        else:
            yield f"{namespace}{pattern.name}"


def views(resolver: URLResolver) -> Iterator[Callable[..., HttpResponse]]:
    """Give every view of the site."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern)
        else:
            yield pattern.callback


def identifiers(match: Match) -> dict[str, int]:
    """Give one identifier of each kind that an address may ask for, those of a match."""
    return {
        "tournament_id": match.round.tournament_id,
        "team_id": match.team_a.pk,
        "player_id": a_player_alone(match.round.tournament).pk,
        "number": match.round.number,
        "round_id": match.round_id,
        "table": match.table,
        "apart_id": keep_apart(match.team_a, match.team_b, by=None).pk,
        "season_id": a_season(match.round.tournament).pk,
        "contest_id": match.round.tournament_id,
        "club_id": match.round.tournament.club_id,
        "side": "A",
        "key": "competition",
        "paper": "cards",
        "round_paper": "draw",
        "team_paper": "record",
        "code": a_code(match).code,
        "ruling": a_ruling(match).number,
        "deal": 1,
        "extension": "csv",
        "place": "here",
        "name": "000001-20261130-200000-draw-1.sqlite3",
        "call": a_call(match).pk,
        "display_id": a_display(match.round.tournament).pk,
        "screen": a_display(match.round.tournament).code,
        "picture_id": a_picture().pk,
        "digest": a_picture().digest,
        "own_id": a_rulebook().pk,
        "topic": "belote",
        "example_id": an_example(a_rulebook()).pk,
        "user_id": a_user("reader").pk,
        "invitation_id": (invited := an_invitation(match.round.tournament)).pk,
        "secret": secret_of(invited.client_key),
    }


def arguments(name: str, given: Mapping[str, int]) -> dict[str, int]:
    """Give a page the identifiers that its address asks for."""
    resolver, names = get_resolver(), []
    *namespaces, page = name.split(":")
    for namespace in namespaces:
        above, resolver = resolver.namespace_dict[namespace]
        names += re.findall(r"\(\?P<(\w+)>", above)
    names += resolver.reverse_dict.getlist(page)[0][0][0][1]
    return {key: value for key, value in given.items() if key in names}


@pytest.fixture
def visitors(db) -> dict[str, Client]:
    shown = {"shows_draw": True, "shows_standings": True}
    match = a_match(organiser=a_user("organiser"), **shown)
    a_deal(match)
    for name, kind in (
        ("reader", RoleKind.READER),
        ("keeper", RoleKind.SCOREKEEPER),
        ("referee", RoleKind.REFEREE),
        ("treasurer", RoleKind.TREASURER),
    ):
        a_role(a_user(name), match.round.tournament, kind)
    for name, kind in (("club organiser", "organiser"), ("club keeper", "scorekeeper")):
        ClubRole.objects.create(user=a_user(name), club=match.round.tournament.club, kind=kind)
    elsewhere = Club.objects.create(name="Ailleurs")
    theirs = a_user("of elsewhere", club=elsewhere)
    ClubRole.objects.create(user=theirs, club=elsewhere, kind="organiser")
    a_user("neighbour", club=elsewhere)
    clients = {name: Client() for name in VISITORS}
    for name in VISITORS[1:]:
        clients[name].force_login(a_user(name))
    return clients


def whole(line: tuple[int, ...]) -> tuple[int, ...]:
    """Complete a contest's line with the visitors whose role is of the club."""
    return line if len(line) == len(VISITORS) else (*line, *(line[_AT[name]] for name in LIKE))


_AT = {name: index for index, name in enumerate(VISITORS)}


def is_let_in(line: tuple[int, ...], visitor: str) -> bool:
    """Whether a page has a part for a visitor: what is sent to it by others changes nothing."""
    code = whole(line)[_AT[visitor]]
    # A stranger is sent to the login by the pages that let accounts in.
    is_sent_away = visitor == "stranger" and code == 302 != line[_AT["organiser"]]
    return code not in {403, 404} and not is_sent_away


def writes(asked: CaptureQueriesContext) -> list[str]:
    """Return what was asked of the database that changes something in it."""
    found = (query["sql"] for query in asked)
    return [sql for sql in found if sql.startswith(("INSERT", "UPDATE", "DELETE", "REPLACE"))]


STRICT = {"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"}
SECURE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


def assert_secure(answer: HttpResponse) -> None:
    """Whatever is answered, to whomever, no script of elsewhere runs in it and none frames it."""
    policy = answer["Content-Security-Policy"]
    assert set(policy.split("; ")) >= STRICT, policy
    assert "unsafe" not in policy
    assert {name: answer[name] for name in SECURE} == SECURE


FEATURES = sorted({name.rpartition(":")[0] for name in [*DOORS, *POSTS]})
KEYS = {"team_id", "player_id", "round_id", "apart_id", "call", "display_id", "invitation_id"}
"""What an address names by a number of the whole site, and that is one contest's."""


def pages_of(feature: str) -> list[str]:
    """Return the pages of a feature, those that take a POST only the last."""
    return [name for name in [*DOORS, *POSTS] if name.rpartition(":")[0] == feature]


def test_every_page_has_its_line():
    assert set(named_pages(get_resolver())) == set(DOORS) | set(POSTS)


def test_no_page_does_without_the_token_of_its_form():
    free = {view for view in views(get_resolver()) if getattr(view, "csrf_exempt", False)}
    # The API answers and takes nothing: its pages are told apart by their own 405.
    assert {view.__module__ for view in free} <= {"tournament.api.views"}


@pytest.mark.parametrize("feature", FEATURES)
def test_each_visitor_gets_what_the_table_says_and_changes_nothing_elsewhere(feature, visitors):
    known = identifiers(Match.objects.with_teams().get())
    wrong = {}
    for name in pages_of(feature):
        url = reverse(name, kwargs=arguments(name, known))
        line = whole(DOORS.get(name) or POSTS[name])
        # A paper takes long to lay out: its doors are the contest's, whichever way the role came.
        asking = VISITORS[:7] if feature == "prints" else VISITORS
        answers = [visitors[visitor].get(url) for visitor in asking]
        got = tuple(answer.status_code for answer in answers)
        expected = tuple(POST_ONLY.get(code, code) if name in POSTS else code for code in line)
        if got != expected[: len(asking)]:
            wrong[name] = got
        for answer in answers:
            assert_secure(answer)
            answer.getvalue()  # what is sent piece by piece is closed once it is read
        for visitor in VISITORS:
            if not is_let_in(line, visitor) and (done := sent_in_vain(visitors[visitor], url)):
                wrong[name, visitor] = done
    assert wrong == {}


def sent_in_vain(client: Client, url: str) -> str:
    """Send something to a page that lets its sender do nothing; say what it did all the same."""
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(url, {"reason": "x", "name": "x", "kind": "reader"})
    if answer.status_code == 302 and answer["Location"].startswith("/login/?next="):
        return "; ".join(writes(asked))
    return "; ".join([*writes(asked), *({str(answer.status_code)} - {"403", "404", "405"})])


@pytest.mark.parametrize("feature", FEATURES)
def test_another_contest_s_identifiers_open_nothing(feature, visitors):
    other = identifiers(a_match(organiser=a_user("somebody else")))
    own = identifiers(Match.objects.with_teams().earliest("pk"))
    opened = {}
    for name in pages_of(feature):
        asked = arguments(name, own)
        # Its own contest's address with another's thing, then all of it another contest's.
        theirs = [{key} for key in sorted(KEYS & asked.keys())]
        for keys in [*theirs, asked.keys()] if "tournament_id" in asked else theirs:
            url = reverse(name, kwargs=asked | {key: other[key] for key in keys})
            is_page = name in DOORS and DOORS[name] != EVERYBODY
            if done := opens(visitors["organiser"], url, is_page=is_page):
                opened[name, *keys] = done
    assert opened == {}


def opens(client: Client, url: str, *, is_page: bool) -> str:
    """Ask for a page of another contest and send something to it; say what it did all the same."""
    shown = client.get(url).status_code if is_page else 404
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(url, {"reason": "x", "name": "x", "kind": "reader"})
    # An act that finds nothing to do may lead back to its own contest's page.
    sent = {answer.status_code} - {302, 403, 404, 405}
    return "; ".join([*writes(asked), *map(str, {shown} - {403, 404}), *map(str, sent)])
