"""A round closed with something missing or unsettled leaves a trace, until it is mended."""

import html
from uuid import uuid4

import pytest
from django.utils.translation import override

from scoring import Side
from tests.tournament.builders import FACTS, a_deal, a_round, a_ruling, a_tournament, a_user
from tournament.clubs.services import change_settings, settings_digest
from tournament.deals.acts import drop_totals, last_act, move_sheet, take_totals, undo
from tournament.deals.checks import answer, seen_of
from tournament.deals.services import record_deal
from tournament.deals.states import TableState
from tournament.models import Checking, Decision, EndKind, Match, Round, Tournament
from tournament.rounds.services import close_round, reopen_round
from tournament.standings.doubts import Doubt
from tournament.standings.exports import plain_csv, spreadsheet_csv
from tournament.standings.notes import standings_notes
from tournament.standings.services import standings
from tournament.teams.services import bring_back, withdraw

pytestmark = pytest.mark.django_db


def contest(tables: int = 2, **columns) -> Tournament:
    tournament = a_tournament(**({"deals": 3} | columns))
    a_round(tournament, tables)
    return tournament


def matches(tournament: Tournament) -> list[Match]:
    return list(
        Match.objects.with_teams()
        .select_related("round__tournament", "totals")
        .filter(round__tournament=tournament)
    )


def closed(tournament: Tournament) -> Tournament:
    close_round(Round.objects.get(tournament=tournament), by=None, despite_missing=True)
    return Tournament.objects.get(pk=tournament.pk)


def doubts(tournament: Tournament) -> tuple[Doubt, ...]:
    return standings(Tournament.objects.get(pk=tournament.pk)).doubts


def said(tournament: Tournament) -> str:
    tournament = Tournament.objects.get(pk=tournament.pk)
    with override("en"):
        return " ".join(standings_notes(standings(tournament), tournament))


def typed(match: Match, *numbers: int) -> None:
    for number in numbers:
        a_deal(match, number)


def test_a_round_closed_whole_leaves_no_trace():
    tournament = contest(1)
    typed(matches(tournament)[0], 1, 2, 3)
    assert doubts(closed(tournament)) == ()
    assert "Provisional" not in said(tournament)


def test_missing_deals_are_named_until_they_are_typed():
    tournament = contest(3)
    first, second, third = matches(tournament)
    typed(first, 1, 3)
    typed(second, 1, 2, 3)
    closed(tournament)
    assert [(each.table, each.missing, each.is_untyped) for each in doubts(tournament)] == [
        (1, (2,), False),
        (3, (1, 2, 3), True),
    ]
    assert said(tournament) == (
        "Provisional: of round 1, deal 2 of table 1 is missing, table 3 has brought nothing."
    )
    typed(first, 2)
    assert [each.table for each in doubts(tournament)] == [3]
    typed(third, 1, 2, 3)
    assert doubts(tournament) == ()


def test_a_match_without_a_number_of_deals_is_over_with_the_round():
    tournament = contest(2, end_kind=EndKind.TARGET, target=2000, deals=None)
    typed(matches(tournament)[0], 1)
    assert [each.table for each in doubts(closed(tournament))] == [2]


def test_what_waits_differs_or_is_in_dispute_is_named_with_its_deals():
    tournament = contest(3, checking=Checking.CONFIRMED)
    waiting, disputed, settled = matches(tournament)
    for match in (waiting, disputed, settled):
        typed(match, 1, 2, 3)
    for deal in settled.deals.all():
        answer(deal.accepted, agrees=True, by=a_user("other"))
    contested = disputed.deals.get(number=2).accepted
    answer(contested, agrees=False, by=a_user("other"), note="140 et non 120")
    found = {each.table: (each.state, each.deals) for each in doubts(closed(tournament))}
    assert found == {
        1: (TableState.WAITING, (1, 2, 3)),
        2: (TableState.DISPUTE, (1, 2, 3)),
    }
    assert said(tournament) == (
        "Provisional: of round 1, table 1 is to be confirmed, table 2 is in dispute."
    )
    answer(contested, agrees=True, by=a_user("third"))
    for match in (waiting, disputed):
        for deal in match.deals.all():
            answer(deal.accepted, agrees=True, by=a_user("other"))
    assert doubts(tournament) == ()


def test_two_sheets_that_differ_are_named():
    tournament = contest(1, checking=Checking.TWO_SHEETS, deals=1)
    (match,) = matches(tournament)
    for sheet, points in (("A", 126), ("B", 136)):
        facts = FACTS | {"points": points}
        record_deal(match, 1, facts, by=a_user(sheet), client_key=uuid4(), sheet=sheet)
    (doubt,) = doubts(closed(tournament))
    assert (doubt.state, doubt.deals) == (TableState.DIFFERS, (1,))


def test_a_deal_contested_after_the_closing_is_named_too():
    tournament = contest(1, deals=1)
    (match,) = matches(tournament)
    typed(match, 1)
    assert doubts(closed(tournament)) == ()
    answer(match.deals.get().accepted, agrees=False, by=a_user("other"), note="capot")
    assert [each.state for each in doubts(tournament)] == [TableState.DISPUTE]


def test_a_correction_after_the_closing_waits_as_the_match_asks():
    tournament = contest(1, deals=1, checking=Checking.CONFIRMED)
    (match,) = matches(tournament)
    typed(match, 1)
    answer(match.deals.get().accepted, agrees=True, by=a_user("other"))
    assert doubts(closed(tournament)) == ()
    base = match.deals.get().accepted_id
    facts = FACTS | {"points": 136}
    record_deal(match, 1, facts, by=a_user(), client_key=uuid4(), base=base, reason="mal lu")
    assert [each.state for each in doubts(tournament)] == [TableState.WAITING]


@pytest.mark.parametrize("stricter", [Checking.CONFIRMED, Checking.TWO_SHEETS])
def test_a_stricter_checking_is_asked_of_what_is_typed_from_then_on(stricter):
    tournament = contest(2, deals=1)
    begun, untyped = matches(tournament)
    typed(begun, 1)
    assert [each.table for each in doubts(closed(tournament))] == [untyped.table]
    current = Tournament.objects.get(pk=tournament.pk)
    change_settings(current, {"checking": stricter}, by=None, seen=settings_digest(current))
    # A table that had begun is checked as it began: nothing new is owed of it.
    assert [each.table for each in doubts(tournament)] == [untyped.table]
    sheet = "A" if stricter == Checking.TWO_SHEETS else ""
    untyped = matches(tournament)[1]
    record_deal(untyped, 1, FACTS, by=a_user(), client_key=uuid4(), sheet=sheet)
    found = {each.table: each.state for each in doubts(tournament)}
    assert found == {untyped.table: TableState.WAITING}


def test_the_last_closing_is_the_one_that_counts():
    tournament = contest(1, deals=1)
    closed(tournament)
    assert len(doubts(tournament)) == 1
    reopen_round(Round.objects.get(), by=None)
    typed(matches(tournament)[0], 1)
    closed(tournament)
    assert doubts(tournament) == ()


# --- Matches taken as their totals ---------------------------------------------------------------


def test_a_match_taken_as_its_totals_owes_nothing_and_is_marked():
    tournament = contest(2, deals=1)
    first, second = matches(tournament)
    typed(second, 1)
    take_totals(first, (840, 610), base=None, by=a_user(), reason="illisible", client_key=uuid4())
    closed(tournament)
    found = standings(Tournament.objects.get(pk=tournament.pk))
    assert found.doubts == ()
    assert found.totals_only == ((1, 1),)
    assert said(tournament) == "Taken as totals, not deal by deal: table 1 of round 1."
    by_team = {line.row.team: line.parts[0] for line in found.lines}
    assert [by_team[number].totals_only for number in (1, 2, 3, 4)] == [True, True, False, False]


def test_the_pages_and_the_file_say_so(client):
    tournament = contest(3, deals=1)
    first, second, _third = matches(tournament)
    typed(second, 1)
    take_totals(first, (840, 610), base=None, by=a_user(), reason="illisible", client_key=uuid4())
    closed(tournament)
    client.force_login(a_user("organiser"))
    client.cookies["django_language"] = "en"
    page = client.get(f"/tournaments/{tournament.pk}/standings/").content.decode()
    file = client.get(f"/tournaments/{tournament.pk}/standings/csv/").content.decode()
    for written in (html.unescape(page), file):
        assert "Provisional: of round 1, table 3 has brought nothing." in written
        assert "Taken as totals, not deal by deal: table 1 of round 1." in written
    team = first.team_a
    own = client.get(f"/tournaments/{tournament.pk}/standings/teams/{team.pk}/").content.decode()
    assert "totals only" in own
    found = standings(Tournament.objects.get(pk=tournament.pk))
    # Programs read figures.
    assert plain_csv(found).count("\r\n") == 1 + 6
    assert len(spreadsheet_csv(found).splitlines()) == 1 + 6


def test_what_is_taken_away_from_a_closed_round_is_missing_again():
    tournament = contest(4)
    replayed, dropped, moved, undone = matches(tournament)
    for match in (replayed, moved, undone):
        typed(match, 1, 2, 3)
    totals = take_totals(
        dropped, (900, 500), base=None, by=a_user(), reason="illisible", client_key=uuid4()
    )
    assert doubts(closed(tournament)) == ()
    a_ruling(replayed, Decision.REPLAYED, deal=replayed.deals.get(number=2))
    drop_totals(dropped, base=totals.pk, by=a_user(), reason="retrouvée")
    assert [(each.table, each.missing) for each in doubts(tournament)] == [
        (1, (2,)),
        (2, (1, 2, 3)),
    ]
    move_sheet(moved, dropped, seen=seen_of(moved), by=a_user(), reason="mauvaise table")
    assert [each.table for each in doubts(tournament)] == [1, 3]
    undo(tournament, last_act(tournament, a_user()).number, by=a_user())
    assert [each.table for each in doubts(tournament)] == [1, 2]


def test_a_team_that_left_owes_nothing_until_it_is_brought_back():
    tournament = contest(1)
    match = matches(tournament)[0]
    typed(match, 1)
    team = match.entrants(Side.B)[0]
    withdraw(team, by=None)
    assert doubts(closed(tournament)) == ()
    bring_back(team, by=None)
    assert [(each.table, each.missing) for each in doubts(tournament)] == [(1, (2, 3))]
