"""Whatever happens in a contest, a page that was kept is the one that would be made anew."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import FACTS, a_display, a_ruling, a_user
from tests.tournament.hall.contest import a_contest, matches, typed
from tournament.deals.services import record_deal
from tournament.hall.doors import PAGES
from tournament.hall.screen_views import PANELS, SLIDES
from tournament.models import Display, Match, Tournament
from tournament.rounds.chairs import Act, Change
from tournament.rounds.removal import remove_round
from tournament.rounds.seat_plan import plan
from tournament.rounds.seating import Consent, change_seats
from tournament.rounds.services import close_round, reopen_round
from tournament.standings import cache
from tournament.teams.rows import line_of
from tournament.teams.services import change_team, state_of, withdraw

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("draw", "standings", "last_results", "rulings")


def forget_all() -> None:
    """Forget what a process keeps, as one that just started."""
    for shelf in (PAGES, SLIDES, PANELS):
        shelf.forget()
    cache.forget()


def stale(display: Display) -> list[str]:
    """Return the addresses that answer otherwise than a process that just started would."""
    key = display.tournament_id
    urls = [reverse(f"public:{name}", args=[key]) for name in NAMES]
    urls += [
        reverse("public:team", args=[key, 1]),
        reverse("screens:news", args=[display.code]),
    ]

    def read() -> dict[str, tuple[int, bytes]]:
        answers = {url: Client().get(url) for url in urls}
        return {url: (answer.status_code, answer.content) for url, answer in answers.items()}

    kept = read()
    forget_all()
    fresh = read()
    return [url for url in urls if kept[url] != fresh[url]]


def match_of(tournament: Tournament, number: int, table: int) -> Match:
    return matches(tournament.rounds.get(number=number))[table - 1]


def reseat(tournament: Tournament) -> None:
    """Exchange two teams of the round in play."""
    round_ = tournament.rounds.get(number=2)
    pair = tuple(match_of(tournament, 2, table).team_a.pk for table in (3, 4))
    change = Change(act=Act.EXCHANGE, teams=pair)
    planned = plan(round_, change)
    consent = Consent(seen=planned.seen, shown=planned.shown, ticked=True, reason="erreur")
    change_seats(round_, change, consent=consent, by=None)


def correct(tournament: Tournament) -> None:
    """Correct a deal of the closed round."""
    match = match_of(tournament, 1, 1)
    base = match.deals.get(number=1).accepted_id
    by, why = a_user("zoe"), "le papier dit 162"
    facts = FACTS | {"points": 162}
    record_deal(match, 1, facts, by=by, client_key=uuid4(), base=base, reason=why)


def rename(tournament: Tournament) -> None:
    """Give a team another name."""
    team = tournament.teams.select_related("tournament").get(number=1)
    line = line_of(team)
    changed = dataclasses.replace(line, name="Renommés")
    change_team(team, changed, seen=state_of(line), by=None)


def rule(tournament: Tournament, number: int) -> None:
    """Rule on a table of a round, for everybody to read."""
    a_ruling(match_of(tournament, number, 1), explanation=f"Manche {number}", is_published=True)


ACTS: dict[str, Callable[[Tournament], object]] = {
    "nothing": lambda contest: None,
    "a deal of the round in play": lambda contest: typed(match_of(contest, 2, 2), points=100),
    "seats": reseat,
    "a ruling on the round in play": lambda contest: rule(contest, 2),
    "a ruling on a closed round": lambda contest: rule(contest, 1),
    "a correction": correct,
    "a name": rename,
    "a team that left": lambda contest: withdraw(contest.teams.get(number=3), by=None),
    "a round closed": lambda contest: close_round(
        contest.rounds.get(number=2), by=None, despite_missing=True
    ),
    "a round opened again": lambda contest: reopen_round(contest.rounds.get(number=2), by=None),
    "a round removed": lambda contest: remove_round(
        contest.rounds.get(number=2), typed_name="Manche 2", by=None, reason="erreur"
    ),
}


def test_a_page_that_is_kept_follows_every_act():
    forget_all()
    contest = a_contest(shows_draw=True, shows_standings=True)
    display = a_display(contest)
    wrong = {}
    for what, act in ACTS.items():
        act(contest)
        if found := stale(display):
            wrong[what] = found
    assert wrong == {}
