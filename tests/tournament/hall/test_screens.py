"""The screens of the hall: their pages, what they answer when they ask, how they are steered."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.contrib.staticfiles.finders import find
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournament.builders import a_display, a_picture, a_round, a_team, a_tournament, a_user
from tests.tournament.hall.contest import a_contest, matches, typed
from tournament.hall.displays import (
    MOST,
    Steer,
    add_display,
    change_display,
    read_screen_code,
    remove_display,
    steer,
)
from tournament.hall.publishing import Shown, show
from tournament.hall.screen_views import PANELS, SLIDES
from tournament.hall.screens import TEAMS_A_PAGE, slides
from tournament.journal.services import write
from tournament.models import Display, DrawKind, EndKind, Panel, Round, Shape, Tournament
from tournament.rounds.clock import ClockAct, turn_clock
from tournament.rounds.gathering import draw_kinds
from tournament.rounds.services import close_round, open_round
from tournament.tables.codes import shown
from tournament.teams.services import withdraw

SHOWN = {"shows_draw": True, "shows_standings": True}
CLOCK = {"end_kind": EndKind.CLOCK, "deals": None, "minutes": 45}

pytestmark = pytest.mark.django_db


def panels(display: Display) -> list[str]:
    return [slide.panel for slide in slides(display)]


def news(display: Display) -> str:
    return reverse("screens:news", args=[display.code])


def orders(display: Display) -> str:
    return reverse("hall:display", args=[display.tournament_id, display.pk])


def test_a_hall_of_a_hundred_teams_is_paged_sixteen_at_a_time():
    tournament = a_tournament(**SHOWN)
    a_round(tournament, 60, bye=True)
    found = slides(a_display(tournament, panels=[Panel.DRAW]))
    assert [(slide.page, slide.pages) for slide in found] == [(page, 8) for page in range(1, 9)]
    rows = [row for slide in found for column in slide.columns for row in column]
    assert [row.table for row in rows[:60]] == list(range(1, 61))
    assert (len(rows), rows[60].number) == (61, 121)
    assert max(2 * len(column) for slide in found for column in slide.columns) <= TEAMS_A_PAGE // 2


def test_each_panel_has_its_pages_and_the_finished_tables_come_one_by_one():
    contest = a_contest(**SHOWN)
    a_picture()
    display = a_display(contest)
    assert panels(display) == ["draw", "standings", "results", "next", "pictures"]
    (results,) = [slide for slide in slides(display) if slide.panel == "results"]
    assert [len(column) for column in results.columns] == [1]
    typed(matches(contest.rounds.get(number=2))[1], points=100)
    contest.refresh_from_db()
    (results,) = [slide for slide in slides(display) if slide.panel == "results"]
    assert [len(column) for column in results.columns] == [2]


def test_a_team_that_left_before_it_played_is_no_result():
    contest = a_contest(**SHOWN)
    withdraw(matches(contest.rounds.get(number=2))[1].team_a, by=None)
    contest.refresh_from_db()
    (results,) = [slide for slide in slides(a_display(contest)) if slide.panel == "results"]
    assert [row.seats.table for column in results.columns for row in column] == [1]


def test_a_contest_that_has_not_begun_says_which_round_is_next():
    display = a_display(a_tournament(**SHOWN))
    (coming,) = slides(display)
    assert (coming.panel, coming.about.number, coming.about.in_play) == ("next", 1, None)


def test_after_the_last_brackets_the_contest_is_over_and_no_round_is_next(client):
    contest = a_tournament(shape=Shape.POOLS, deals=1, **SHOWN)
    for number in range(1, 5):
        a_team(contest, number)
    for number in range(1, 5):
        kind = draw_kinds(contest, number)[0]
        round_ = open_round(contest, number, kind=kind, by=None, accept=True)
        for match in matches(round_):
            typed(match)
        close_round(round_, by=None)
    display = a_display(contest, panels=[Panel.NEXT])
    page = client.get(reverse("screens:screen", args=[display.code])).content.decode()
    assert "Le concours est fini" in page


def test_pools_have_their_pages_one_after_the_other():
    contest = a_tournament(shape=Shape.POOLS, pool_size=3, deals=1, **SHOWN)
    for number in range(1, 7):
        a_team(contest, number)
    first = open_round(contest, 1, kind=DrawKind.POOLS, by=None)
    for match in matches(first):
        typed(match)
    close_round(first, by=None)
    contest.refresh_from_db()
    found = slides(a_display(contest, panels=[Panel.STANDINGS]))
    assert [(slide.name, slide.key, slide.pages) for slide in found] == [
        ("A", "standings-1", 2),
        ("B", "standings-2", 2),
    ]


def test_a_screen_with_nothing_to_show_says_so(client):
    display = a_display(a_tournament(), panels=[Panel.DRAW])
    assert panels(display) == ["empty"]
    page = client.get(reverse("screens:screen", args=[display.code])).content.decode()
    assert 'data-key="empty-1"' in page


def test_without_a_script_the_browser_turns_the_pages(client):
    display = a_display(a_contest(**SHOWN))
    for page, now in ((0, "draw"), (1, "standings"), (5, "standings"), (10**9, "draw")):
        url = reverse("screens:screen", args=[display.code])
        said = client.get(f"{url}?page={page}").content.decode()
        assert f'class="slide panel-{now} now"' in said, page
    following = f"15;url={url}?lang=fr&amp;page=1"
    assert f'<noscript><meta http-equiv="refresh" content="{following}"></noscript>' in said
    assert client.get(f"{url}?page=-1").status_code == 200


def test_a_screen_speaks_french_whatever_its_television_was_bought_in(client):
    display = a_display(a_contest(**SHOWN))
    for query, language, said in (
        ("", "fr", "Classement après la manche 1"),
        ("?lang=en", "en", "Standings after round 1"),
        ("?lang=xx", "fr", "Classement après la manche 1"),
    ):
        answer = client.get(news(display) + query, headers={"Accept-Language": "en-US"})
        assert said in answer.content.decode()
        assert answer["Content-Language"] == language


def test_the_script_of_a_screen_is_read_by_a_television_of_some_years():
    script = Path(find("tournament/hall.js")).read_text()
    assert not [newer for newer in ("?.", "??", "catch {", "replaceChildren") if newer in script]


def test_a_code_is_read_as_it_is_typed_and_any_other_opens_nothing(client):
    display = a_display(a_tournament())
    written = shown(display.code).lower()
    assert read_screen_code(written) == display.code
    assert client.get(f"/hall/{written}/").status_code == 200
    for wrong in ("A" * 10, "x", "é" * 10, "0" * 500):
        assert client.get(f"/hall/{wrong}/").status_code == 404
        assert client.get(f"/hall/{wrong}/news/").status_code == 404


def test_the_time_left_is_the_server_s_whatever_the_pages(client):
    tournament = a_tournament(**CLOCK)
    round_ = a_round(tournament)
    display = a_display(tournament)
    assert panels(display) == ["clock", "next"]
    asked = client.get(news(display))
    assert (asked["Clock-Left"], asked["Clock-State"]) == ("2700", "ready")
    turn_clock(round_, ClockAct.START, by=a_user("organiser"))
    # The server's clock is set back an hour: nobody is given time.
    Round.objects.update(clock_from=timezone.now() + timedelta(hours=1), clock_spent=60)
    again = client.get(news(display), headers={"If-None-Match": asked["ETag"]})
    assert (again.status_code, again["Clock-Left"], again["Clock-State"]) == (
        304,
        "2640",
        "running",
    )


@pytest.mark.django_db(transaction=True)
def test_a_screen_that_has_all_costs_two_queries(client):
    SLIDES.forget()
    PANELS.forget()
    contest = a_contest(**SHOWN, end_kind=EndKind.FIRST, minutes=45)
    display = a_display(contest, panels=[Panel.DRAW, Panel.STANDINGS, Panel.CLOCK])
    tag = client.get(news(display))["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert client.get(news(display), headers={"If-None-Match": tag}).status_code == 304
    assert len(queries) == 2
    steer(display, Steer.NEXT)
    told = client.get(news(display), headers={"If-None-Match": tag})
    assert 'data-order="1"' in told.content.decode()
    steer(display, Steer.SAY, message="Buvette ouverte")
    assert "Buvette ouverte" in client.get(news(display)).content.decode()


@pytest.mark.django_db(transaction=True)
def test_what_is_kept_of_a_screen_follows_each_act():
    SLIDES.forget()
    PANELS.forget()
    client = Client()
    contest = a_contest(**SHOWN)
    display = a_display(contest)
    other = a_display_named(contest, "Bar 2")

    def now(shown: Display = display) -> str:
        return client.get(news(shown)).content.decode()

    assert now().count('class="figures"') == 1
    second = contest.rounds.get(number=2)
    for place, match in enumerate(matches(second)[1:], 2):
        typed(match, points=100)
        assert now().count('class="figures"') == place
    assert "Classement après la manche 1" in now()
    assert "<h1>Manche 2" in now()
    close_round(second, by=None)
    assert "Classement après la manche 2" in now()
    assert 'data-panel="draw"' not in now()
    assert 'data-panel="pictures"' not in now()
    a_picture()
    assert 'data-panel="pictures"' in now()
    contest.teams.filter(number=1).update(name="Renommés")
    write(contest, "team.changed", by=None, details={})
    assert "Renommés" in now()
    show(contest, Shown.STANDINGS, shown=False, by=None)
    assert "Renommés" not in now()
    assert "Renommés" not in now(other)
    show(contest, Shown.STANDINGS, shown=True, by=None)
    assert "Renommés" in now()


def test_a_screen_is_set_up_once_however_often_it_is_sent():
    tournament, key = a_tournament(), uuid4()
    for _click in range(2):
        made = add_display(
            tournament,
            by=None,
            client_key=key,
            name="Bar",
            panels=["next", "draw"],
            seconds=10,
            is_dark=True,
        )
    assert list(tournament.displays.all()) == [made]
    assert made.panels == ["draw", "next"]
    assert [act.kind for act in tournament.journal.all()] == ["display.added"]
    assert tournament.journal.get().details == {"display": made.pk, "panels": ["draw", "next"]}


@pytest.mark.parametrize("chosen", [[], ["nothing"], ["draw", "nothing"]])
def test_a_screen_shows_some_panel_that_exists(chosen):
    said = {"name": "Bar", "panels": chosen, "seconds": 10, "is_dark": True}
    with pytest.raises(ValidationError) as refused:
        add_display(a_tournament(), by=None, client_key=uuid4(), **said)
    assert set(refused.value.message_dict) == {"panels"}


def test_a_screen_shows_each_panel_once():
    said = {"name": "Bar", "panels": ["draw", "draw"], "seconds": 10, "is_dark": True}
    assert add_display(a_tournament(), by=None, client_key=uuid4(), **said).panels == ["draw"]


def test_a_contest_has_so_many_screens_and_no_two_of_one_name():
    tournament = a_tournament()
    for number in range(MOST):
        a_display_named(tournament, f"n° {number}")
    with pytest.raises(ValidationError, match=str(MOST)):
        a_display_named(tournament, "un de trop")
    Display.objects.first().delete()
    with pytest.raises(ValidationError) as refused:
        a_display_named(tournament, " n°\u00a01\u202e")
    assert set(refused.value.message_dict) == {"name"}


def test_a_form_that_was_sent_for_one_contest_sets_nothing_up_in_another():
    said = {"name": "Bar", "panels": ["next"], "seconds": 10, "is_dark": True}
    key = uuid4()
    add_display(a_tournament(), by=None, client_key=key, **said)
    other = a_tournament(name="Un autre")
    with pytest.raises(ValidationError):
        add_display(other, by=None, client_key=key, **said)
    assert not other.displays.exists()


def a_display_named(tournament: Tournament, name: str) -> Display:
    said = {"panels": ["next"], "seconds": 10, "is_dark": True}
    return add_display(tournament, by=None, client_key=uuid4(), name=name, **said)


def test_a_screen_that_loses_the_panel_it_is_held_on_turns_again():
    display = steer(a_display(a_contest(**SHOWN)), Steer.HOLD, panel="standings")
    assert set(panels(display)) == {"standings"}
    columns = {"name": "Bar", "panels": ["draw"], "seconds": 20, "is_dark": False}
    changed = change_display(display, columns, by=None)
    assert (changed.held, changed.panels) == ("", ["draw"])
    remove_display(changed, by=None)
    remove_display(changed, by=None)
    kinds = [act.kind for act in changed.tournament.journal.order_by("number")]
    assert kinds[-2:] == ["display.changed", "display.removed"]


def test_the_organiser_steers_a_screen_from_afar(client):
    display = a_display(a_tournament(**SHOWN))
    client.force_login(a_user("organiser"))
    acts = display.tournament.journal.count()
    for said, column, value in (
        ({"order": "hold", "panel": "draw"}, "held", "draw"),
        ({"order": "next"}, "order", 1),
        ({"order": "turn"}, "held", ""),
        ({"order": "light"}, "is_dark", False),
        ({"order": "dark"}, "is_dark", True),
        ({"order": "say", "message": "À table !"}, "message", "À table !"),
        ({"order": "say", "message": ""}, "message", ""),
    ):
        assert client.post(orders(display), said).status_code == 302, said
        display.refresh_from_db()
        assert getattr(display, column) == value, said
    for nonsense in (
        {},
        {"order": "explode"},
        {"order": "hold"},
        {"order": "hold", "panel": "nothing"},
        {"order": "say", "message": "x" * 121},
        {"order": "say", "message": "a\0b"},
    ):
        assert client.post(orders(display), nonsense).status_code == 200, nonsense
    # What stands on a screen for a moment is no act of the contest.
    assert display.tournament.journal.count() == acts


def test_the_forms_of_a_screen_keep_what_was_typed(client):
    tournament = a_tournament()
    client.force_login(a_user("organiser"))
    url = reverse("hall:new_display", args=[tournament.pk])
    typed_in = {"name": "Grande salle", "panels": ["draw"], "seconds": "2", "client_key": uuid4()}
    refused = client.post(url, typed_in)
    assert refused.status_code == 200
    assert "Grande salle" in refused.content.decode()
    for _click in range(2):
        made = client.post(url, typed_in | {"seconds": "20", "is_dark": "on"})
    display = tournament.displays.get()
    assert made["Location"] == orders(display)
    edit = reverse("hall:edit_display", args=[tournament.pk, display.pk])
    client.post(edit, {"name": "Bar", "panels": ["next", "clock"], "seconds": "30"})
    display.refresh_from_db()
    assert (display.name, display.panels, display.is_dark) == ("Bar", ["clock", "next"], False)
    client.post(reverse("hall:drop_display", args=[tournament.pk, display.pk]))
    assert not tournament.displays.exists()
    assert client.get(orders(display)).status_code == 404
