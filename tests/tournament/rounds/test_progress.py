"""Where a contest stands, and what comes next."""

import html
import re

import pytest
from django.utils import timezone

from tests.tournament.builders import a_deal, a_round, a_team, a_tournament, a_user
from tournament.models import Checking, EndKind, Match, Shape
from tournament.rounds.gathering import draw_kinds
from tournament.rounds.progress import Step, progress_of
from tournament.rounds.services import close_round, open_round

pytestmark = pytest.mark.django_db


def matches(round_):
    return list(Match.objects.with_teams().select_related("round__tournament").filter(round=round_))


def test_a_new_contest_first_needs_teams():
    contest = a_tournament()
    assert progress_of(contest).step == Step.REGISTER
    a_team(contest, 1)
    assert progress_of(contest).step == Step.REGISTER


def test_two_teams_can_be_drawn():
    contest = a_tournament()
    a_team(contest, 1)
    a_team(contest, 2)
    progress = progress_of(contest)
    assert (progress.step, progress.round_number, progress.teams) == (Step.DRAW, 1, 2)


def test_a_withdrawn_team_does_not_count():
    contest = a_tournament()
    a_team(contest, 1)
    a_team(contest, 2)
    contest.teams.filter(number=2).update(withdrawn=True)
    assert progress_of(contest).step == Step.REGISTER


def test_a_drawn_round_waits_for_its_deals():
    contest = a_tournament(deals=2)
    first, _second = matches(a_round(contest, tables=2))
    for number in (1, 2):
        a_deal(first, number)
    progress = progress_of(contest)
    assert progress.step == Step.ENTER
    assert (progress.tables, progress.started, progress.complete, progress.deals) == (2, 1, 1, 2)


def test_four_passes_use_no_line_of_the_agreed_number():
    contest = a_tournament(deals=2)
    (match,) = matches(a_round(contest))
    a_deal(match, 1)
    a_deal(match, 2, outcome="passed", takers="", contract="", trump="", points=None)
    assert progress_of(contest).complete == 0
    a_deal(match, 3)
    assert progress_of(contest).complete == 1


def test_a_round_whose_deals_are_all_typed_is_to_be_closed():
    contest = a_tournament(deals=1)
    (match,) = matches(a_round(contest))
    a_deal(match)
    assert progress_of(contest).step == Step.CLOSE


def test_a_table_has_finished_when_the_desk_says_so_also_under_a_target():
    contest = a_tournament(end_kind=EndKind.TARGET, target=240, deals=None)
    first, _second = matches(a_round(contest, 2))
    assert progress_of(contest).complete == 0
    a_deal(first)
    progress = progress_of(contest)
    assert (progress.complete, progress.started, progress.step) == (1, 1, Step.ENTER)


def test_a_table_that_misses_a_deal_has_not_finished_however_many_are_typed():
    contest = a_tournament(deals=2)
    (match,) = matches(a_round(contest))
    a_deal(match, 1)
    a_deal(match, 2, outcome="void", takers="", contract="", trump="", points=None)
    # An annulled deal is not missing, and one that waits to be confirmed is typed.
    assert progress_of(contest).complete == 1
    contest.checking = Checking.CONFIRMED
    contest.save()
    assert progress_of(contest).complete == 1


def test_after_a_closed_round_the_next_is_drawn():
    contest = a_tournament()
    round_ = a_round(contest)
    contest.rounds.filter(pk=round_.pk).update(closed_at=timezone.now())
    progress = progress_of(contest)
    assert (progress.step, progress.closed, progress.round_number) == (Step.DRAW, 1, 2)


def played(contest, rounds):
    for number in range(contest.rounds.count() + 1, contest.rounds.count() + rounds + 1):
        kind = draw_kinds(contest, number)[0]
        round_ = open_round(contest, number, kind=kind, by=None, accept=True)
        for match in matches(round_):
            a_deal(match)
        close_round(round_, by=None)
    contest.refresh_from_db()
    return contest


def teams(contest, count, first=1):
    for number in range(first, first + count):
        a_team(contest, number)
    return contest


@pytest.fixture
def organiser(client):
    client.force_login(a_user("organiser"))
    client.cookies["django_language"] = "en"
    return client


def page(client, contest, rest=""):
    return html.unescape(client.get(f"/tournaments/{contest.pk}/{rest}").content.decode())


def words_of(shown):
    """The words of a page's own part, without its marks."""
    return " ".join(re.sub(r"<[^>]*>", " ", shown.split("<main")[1]).split())


def test_once_the_rounds_that_were_planned_are_played_the_end_is_offered_first(organiser):
    contest = played(teams(a_tournament(deals=1, rounds_planned=2), 4), 1)
    assert progress_of(contest).step == Step.DRAW
    played(contest, 1)
    assert progress_of(contest).step == Step.END
    shown = page(organiser, contest)
    assert "The 2 rounds that were planned have been played." in shown
    standings = f'class="btn big" href="/tournaments/{contest.pk}/standings/"'
    assert standings in shown
    draw = f'class="btn quiet" href="/tournaments/{contest.pk}/rounds/draw/"'
    assert shown.index(standings) < shown.index(draw)
    round_page = page(organiser, contest, "rounds/2/")
    assert draw in round_page
    assert draw in page(organiser, contest, "rounds/")
    assert "Draw the next round" not in round_page


def test_after_the_final_nothing_is_left_to_draw(organiser):
    contest = played(teams(a_tournament(deals=1, shape=Shape.POOLS), 4), 3)
    assert progress_of(contest).step == Step.DRAW
    played(contest, 1)
    assert progress_of(contest).step == Step.END
    for rest in ("", "rounds/4/", "rounds/"):
        shown = page(organiser, contest, rest)
        assert "Every match of this contest has been played." in shown
        assert "/rounds/draw/" not in shown


def test_teams_that_are_registered_are_first_checked_in_where_only_these_are_drawn(organiser):
    contest = teams(a_tournament(check_in=True), 4)
    progress = progress_of(contest)
    assert (progress.step, progress.registered, progress.teams) == (Step.CHECK_IN, 4, 0)
    check_in = f'class="btn big" href="/tournaments/{contest.pk}/teams/check-in/"'
    for rest in ("", "rounds/", "rounds/draw/"):
        shown = page(organiser, contest, rest)
        assert check_in in shown
        assert "Register the teams, then" not in shown
    assert "Check the teams in 0 of 4" in words_of(page(organiser, contest))
    assert "Teams checked in: 0 of 4." in words_of(page(organiser, contest, "rounds/"))


def test_once_enough_are_checked_in_the_draw_comes_next_and_says_who_is_not(organiser):
    contest = teams(a_tournament(check_in=True), 4)
    contest.teams.filter(number__lte=2).update(checked_in_at=timezone.now())
    assert progress_of(contest).step == Step.DRAW
    shown = page(organiser, contest)
    assert f'class="btn alt" href="/tournaments/{contest.pk}/teams/check-in/"' in shown
    assert "Check the teams in 2 of 4" in words_of(shown)


def test_too_few_teams_are_registered_first_whoever_is_checked_in(organiser):
    contest = teams(a_tournament(check_in=True), 1)
    assert progress_of(contest).step == Step.REGISTER
    assert "Register the teams, then" in page(organiser, contest, "rounds/")


def test_an_individual_contest_speaks_of_players_and_needs_four(organiser):
    contest = teams(a_tournament(shape=Shape.INDIVIDUAL), 3)
    assert progress_of(contest).step == Step.REGISTER
    shown = page(organiser, contest)
    assert "Register the players" in shown
    assert "team" not in words_of(shown).lower()
    teams(contest, 4, first=4)
    contest.check_in = True
    contest.save()
    for rest in ("", "rounds/"):
        shown = words_of(page(organiser, contest, rest))
        assert "0 of 7" in shown
        assert "team" not in shown.lower()
