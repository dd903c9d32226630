"""Every page of the site, for whoever uses a keyboard, a screen reader, a zoom or a thumb.

The pages come from the table of test_doors.py, so that a new page is looked at from its first day.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import NoReverseMatch, reverse
from playwright.sync_api import Page, expect

from tests.browser.in_play import a_contest_in_play
from tests.browser.visits import sign_in
from tests.tournament.builders import a_role, a_tournament, a_user
from tests.tournament.test_doors import DOORS, arguments, identifiers
from tournament.models import Match, RoleKind

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = (Path(__file__).parent / "look.js").read_text()
DESK, ZOOMED, PHONE = 1280, 640, 360
"""Widths in CSS pixels: a laptop's, the same at 200 %, the smallest phone's."""
TOUCH = 44

PARTS = 2
"""The pages are shared between so many tests, for as many processes as there are."""

SHEET = "/tournaments/{tournament_id}/desk/rounds/{round}/tables/{table}/"
STATES = (
    (2, 1, "all its deals agree"),
    (2, 2, "?deal=2 is corrected, ?deal=3 waits for the other sheet"),
    (2, 3, "?deal=1 is contested"),
    (2, 4, "taken as totals"),
    (1, 1, "closed, ?deal=1 is corrected with a reason"),
)
"""Sheets that look different: round, table, and what is particular there."""

FILES = {
    "teams:fees_csv",
    "standings:csv",
    "seasons:csv",
    "seasons:calendar",
    "journal:csv",
    "archive:download",
    "upkeep:bundle",
    "upkeep:download",
    "api:openapi",
    "api:contest",
    "api:standings",
    "api:draw",
    "api:results",
    "screens:picture",
    "workshop:file",
    "persons:export",
    "files:standings",
    "files:teams",
    "files:results",
    "files:deals",
    "files:payments",
    "prints:paper",
    "prints:of_round",
    "prints:of_team",
    "prints:season",
    "prints:score_sheets",
    "prints:standings",
    "prints:ruling_slip",
    "prints:rulings",
    "prints:report",
}
PARTS_OF_PAGES = {"tables:news", "screens:news"}
ELSEWHERE = {"clubs:login", "teams:import_preview", "public:results", "upkeep:restore"}
"""Pages that send an organiser elsewhere when only their address is asked for, or are not there
for a round that is being played."""

PAGES = [name for name in DOORS if name not in FILES | PARTS_OF_PAGES | ELSEWHERE]

BAD = """
<title>Essai</title><style>button { outline: 0 !important }</style>
<main><h1>Essai</h1><p>The deal is recorded.</p><input name="nom" placeholder="Nom">
<button>Enregistrer</button><div style="width: 500px">Trop large</div></main>
"""
"""A page with one of each fault."""

ENGLISH = re.compile(
    r"\b(the|and|of|is|are|was|were|this|that|with|from|deals?|rounds?|teams?|marks|side|save|you|your"
    r"|their|not|no|yes|by|to|in|be|has|have|it|which|when|who|what)\b"
)
"""Words that no French sentence of this site holds."""


@pytest.fixture
def match() -> Match:
    """The match that the pages are about."""
    return a_contest_in_play()


@pytest.fixture
def visitor(page: Page, live_server) -> Page:
    """A browser where the organiser is logged in, who is the referee too."""
    sign_in(page.context, "organisateur", live_server.url)
    return page


def addresses(given: Mapping[str, object], names: Iterable[str]) -> list[str]:
    """Give the address of each page."""
    return [reverse(name, kwargs=arguments(name, given)) for name in names]


def sheets(tournament_id: int) -> Iterator[str]:
    """Give the addresses of the sheets that look different."""
    for number, table, particular in STATES:
        address = SHEET.format(tournament_id=tournament_id, round=number, table=table)
        yield from (address, *(address + deal for deal in re.findall(r"\?deal=\d", particular)))


def violations(page: Page, *, colours: bool) -> list[str]:
    """Ask axe what is wrong with a page: its colours, which take it longest, only if asked."""
    page.evaluate(Axe().axe_script)
    options = {"resultTypes": ["violations"]}
    if not colours:
        options["rules"] = {"color-contrast": {"enabled": False}}
    found = page.evaluate("options => axe.run(options).then(({violations}) => violations)", options)
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:120]}"
        for each in found
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"]
    ]


def faults_of(page: Page, *, colours: bool = True) -> list[str]:
    """Look at a page at its three widths, and say what is wrong with it."""
    page.set_viewport_size({"width": DESK, "height": 800})
    look = page.evaluate_handle(LOOK)
    look.evaluate("look => look.unfold()")
    faults = violations(page, colours=colours)
    faults += look.evaluate("look => [...look.unlabelled(), ...look.unseenFocus()]")
    if page.evaluate("document.documentElement.lang") != "fr":
        faults.append("does not say that it is in French")
    lines = set(look.evaluate("look => look.words()").split("\n"))
    faults += [f"in English: {line.strip()}" for line in lines if ENGLISH.search(line)]
    for width in (DESK, ZOOMED, PHONE):
        page.set_viewport_size({"width": width, "height": 800})
        faults += [f"{width} px: {said}" for said in look.evaluate("look => look.tooWide()")]
    faults += look.evaluate("(look, least) => look.tooSmall(least)", TOUCH)
    return faults


def look_at(page: Page, base: str, found: Iterable[str], *, again: bool = False) -> None:
    """Open every address, and fail with all that is wrong, each fault once.

    ``again``: these pages are looked at in another state, their colours with them; here only
    where something stands empty.
    """
    wrong: dict[str, list[str]] = {}
    for address in found:
        answer = page.goto(base + address)
        assert answer.headers["content-type"].startswith("text/html"), address
        colours = not again or page.locator(".empty").count() > 0
        for fault in faults_of(page, colours=colours):
            wrong.setdefault(fault, []).append(address)
    assert not wrong, "\n".join(
        ["", *(f"{fault}  <- {' '.join(at)}" for fault, at in wrong.items())]
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_a_contest_in_play_is_for_everybody(visitor: Page, live_server, match: Match, part: int):
    look_at(visitor, live_server.url, addresses(identifiers(match), PAGES[part::PARTS]))


def test_every_state_of_a_sheet_is_for_everybody(visitor: Page, live_server, match: Match):
    look_at(visitor, live_server.url, sheets(match.round.tournament_id))


def test_a_contest_where_nothing_is_done_yet_is_for_everybody(visitor: Page, live_server):
    shown = {"shows_draw": True, "shows_standings": True}
    tournament = a_tournament(organiser=a_user("organisateur"), **shown)
    a_role(a_user("organisateur"), tournament, RoleKind.REFEREE)
    given = {"tournament_id": tournament.pk}
    names = [name for name in PAGES if asks_only_for(name, given)]
    look_at(visitor, live_server.url, addresses(given, names), again=True)


def test_what_a_visitor_without_rights_sees_is_for_everybody(
    page: Page, live_server, match: Match, page_problems: list[str]
):
    look_at(page, live_server.url, ["/login/"])
    sign_in(page.context, "personne", live_server.url)
    look_at(page, live_server.url, ["/", "/nowhere/"])
    a_role(a_user("lecteur"), match.round.tournament, RoleKind.READER)
    sign_in(page.context, "lecteur", live_server.url)
    overview = f"/tournaments/{match.round.tournament_id}/"
    look_at(page, live_server.url, ["/", overview, f"{overview}settings/"])
    # The console tells of the pages that are refused or not there, as it should.
    assert all("403" in said or "404" in said for said in page_problems)
    page_problems.clear()


def test_what_a_form_answers_is_for_everybody(visitor: Page, live_server, match: Match):
    overview = f"{live_server.url}/tournaments/{match.round.tournament_id}"
    round_ = f"{overview}/rounds/{match.round.number}"
    pressed = {
        f"{live_server.url}/tournaments/new/": "Créer le concours",
        f"{live_server.url}/seasons/new/": "Créer la saison",
        f"{overview}/teams/add/": "Enregistrer",
        f"{overview}/teams/{match.team_a.pk}/replace/": "Remplacer",
        f"{overview}/teams/import/": "Voir ce que cela donne",
        f"{round_}/close/": "Clore la manche",
        f"{round_}/remove/": "Supprimer la manche",
        f"{round_}/seats/": "Échanger les côtés",
        f"{overview}/desk/rounds/1/tables/1/?deal=1": "Enregistrer la correction",
    }
    wrong = {}
    for address, button in pressed.items():
        visitor.goto(address)
        if pasted := visitor.locator("textarea[name=pasted]").all():
            pasted[0].fill(
                "N°\tÉquipe\tJoueur 1\tJoueur 2\n1\tLes Uns\tAnne\tAlice\n\tLes <b>\tLuc\t"
            )
        visitor.get_by_role("button", name=button, exact=True).click()
        expect(visitor.locator(".errorlist, .notice, .tag").first).to_be_visible()
        wrong |= dict.fromkeys(faults_of(visitor), address)
    assert not wrong, "\n".join(["", *(f"{fault}  <- {at}" for fault, at in wrong.items())])


def test_the_look_sees_what_is_wrong(page: Page):
    page.set_content(BAD)
    faults = "\n".join(faults_of(page))
    for fault in (
        "html-has-lang",
        "no label: text nom",
        "focus is not seen: button « Enregistrer »",
        "too small for a thumb",
        "360 px: wider than the page",
        "in English: The deal is recorded",
        "does not say that it is in French",
    ):
        assert fault in faults


def asks_only_for(name: str, given: Mapping[str, object]) -> bool:
    """Whether a page's address asks for these identifiers and no other."""
    try:
        return arguments(name, given) == given and bool(reverse(name, kwargs=given))
    except NoReverseMatch:
        return False
