"""Every page and what each visitor gets. A page without its line fails the first test."""

from collections.abc import Iterator, Mapping

import pytest
from django.test import Client
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
)
from tournament.models import Match, RoleKind
from tournament.teams.apart import keep_apart

VISITORS = ("stranger", "outsider", "reader", "keeper", "referee", "treasurer", "organiser")

EVERYBODY = (200, 200, 200, 200, 200, 200, 200)
NOBODY = (404, 404, 404, 404, 404, 404, 404)
ACCOUNTS = (302, 200, 200, 200, 200, 200, 200)
READERS = (302, 404, 200, 200, 200, 200, 200)
DESK = (302, 404, 403, 200, 200, 403, 200)
WELCOME = (302, 404, 403, 200, 200, 200, 200)
TREASURER = (302, 404, 403, 403, 403, 200, 200)
REFEREE = (302, 404, 403, 403, 200, 403, 403)
ORGANISER = (302, 404, 403, 403, 403, 403, 200)
WORKSHOP = (302, 404, 404, 404, 404, 404, 200)
"""What a GET answers to each visitor, in the order of VISITORS."""

OF_A_CONTEST = {
    "rulebooks",
    "journal",
    "teams",
    "rounds",
    "deals",
    "files",
    "hall",
    "phones",
    "public",
    "referee",
    "standings",
    "prints",
}
"""The features whose addresses all stand below a contest's."""

POST_ONLY = {200: 405}

DOORS = {
    "home": ACCOUNTS,
    "clubs:login": (200, 302, 302, 302, 302, 302, 302),
    "clubs:create": ACCOUNTS,
    "clubs:again": ACCOUNTS,
    "clubs:club": ORGANISER,
    "archive:give": ACCOUNTS,
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
    "seasons:create": (302, 403, 403, 403, 403, 403, 200),
    "seasons:detail": READERS,
    "seasons:settings": ORGANISER,
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
    "prints:report": DESK,
}

POSTS = {
    "set_language": (302, 302, 302, 302, 302, 302, 302),
    "archive:confirm": ACCOUNTS,
    "clubs:logout": (405, 405, 405, 405, 405, 405, 405),
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
    "tables:answer": EVERYBODY,
    "tables:call": EVERYBODY,
    "tables:withdraw_call": EVERYBODY,
    "referee:impact_of_correction": DESK,
    "referee:playing": REFEREE,
    "referee:take_call": REFEREE,
    "referee:settle_call": REFEREE,
    "referee:withdraw_call": DESK,
    **dict.fromkeys(
        ("workshop:remove_example", "workshop:retire", "workshop:delete"), WORKSHOP
    ),
    "standings:lot": ORGANISER,
    "seasons:add": ORGANISER,
    "seasons:remove": ORGANISER,
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
        "call": a_call(match).pk,
        "display_id": a_display(match.round.tournament).pk,
        "screen": a_display(match.round.tournament).code,
        "picture_id": a_picture().pk,
        "digest": a_picture().digest,
        "own_id": a_rulebook().pk,
        "example_id": an_example(a_rulebook()).pk,
    }


def arguments(name: str, given: Mapping[str, int]) -> dict[str, int]:
    """Give a page the identifiers that its address asks for."""
    resolver = get_resolver()
    *namespaces, page = name.split(":")
    for namespace in namespaces:
        resolver = resolver.namespace_dict[namespace][1]
    wanted = resolver.reverse_dict.getlist(page)[0][0][0][1]
    names = [*wanted, *(["tournament_id"] if set(namespaces) & OF_A_CONTEST else [])]
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
    clients = {name: Client() for name in VISITORS}
    for name in VISITORS[1:]:
        clients[name].force_login(a_user(name))
    return clients


def test_every_page_has_its_line():
    assert set(named_pages(get_resolver())) == set(DOORS) | set(POSTS)


@pytest.mark.parametrize("name", [*DOORS, *POSTS])
def test_each_visitor_gets_what_the_table_says(name, visitors):
    url = reverse(name, kwargs=arguments(name, identifiers(Match.objects.with_teams().get())))
    got = tuple(visitors[visitor].get(url).status_code for visitor in VISITORS)
    expected = DOORS.get(name) or tuple(POST_ONLY.get(code, code) for code in POSTS[name])
    assert got == expected, url


@pytest.mark.parametrize("name", [name for name in DOORS if ":" in name and name != "clubs:login"])
def test_another_contest_s_identifiers_open_nothing(name, visitors):
    other = a_match(organiser=a_user("somebody else"))
    asked = arguments(name, identifiers(other))
    url = reverse(name, kwargs=asked)
    if "tournament_id" in asked:
        assert visitors["organiser"].get(url).status_code == 404
