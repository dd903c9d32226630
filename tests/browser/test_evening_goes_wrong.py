"""An evening that goes wrong, through a real browser: what the desk does about it."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from django.db import connection
from playwright.sync_api import Locator, Page, expect

from tests.browser.visits import sign_in
from tests.tournament.builders import FACTS, a_team, a_tournament, a_user
from tests.tournament.upkeep.listing import backups
from tournament.deals.services import record_deals
from tournament.models import Match, Round, Team, Tournament
from tournament.rounds.removal import removed_rounds
from tournament.rounds.services import close_round
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db(transaction=True)

MADE = {120: (250, 40), 130: (270, 30), 140: (290, 20), 150: (310, 10)}
"""What a contract made by six points marks for the takers and for the others."""
WON = MADE[120][0]


@pytest.fixture(autouse=True)
def own_backups(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path


@pytest.fixture
def tournament() -> Tournament:
    """Sixteen teams on time, five rounds of one deal; sitting out marks as a win does."""
    tournament = a_tournament(
        organiser=a_user("organisateur"), deals=1, rounds_planned=5, bye_marks=WON
    )
    for number in range(1, 17):
        a_team(tournament, number)
    return tournament


@pytest.fixture
def desk(page: Page, live_server, tournament) -> Page:
    """A browser where the organiser has logged in and opened the contest."""
    sign_in(page.context, "organisateur", live_server.url)
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/rounds/")
    expect(page.get_by_role("heading", name="Manches")).to_be_visible()
    return page


def test_an_evening_that_goes_wrong(desk: Page, tournament: Tournament):
    draw(desk, 1)
    a_team_comes_late(desk, tournament)
    play(1)

    draw(desk, 2)
    expect(desk.get_by_role("heading", name="Exempte")).to_be_visible()
    a_wrong_seat_is_fixed_after_a_deal_was_typed(desk, tournament)
    play(2)
    gone = a_team_leaves(desk, tournament)

    draw(desk, 3)
    a_draw_is_cancelled(desk)
    draw(desk, 3)
    assert gone not in seated(round_of(tournament, 3))
    type_deals(round_of(tournament, 3))
    a_round_is_deleted_by_mistake_and_brought_back(desk, tournament)
    close(desk, 3)
    the_evening_is_cut_short(desk, tournament)

    draw(desk, 4)
    type_deals(round_of(tournament, 4), third_prize_tied=True)
    close(desk, 4)
    follow(desk, "Manches")
    expect(desk.get_by_text("Les 4 manches prévues ont été jouées.")).to_be_visible()
    the_third_prize_is_settled_by_lot(desk, tournament)
    nothing_was_lost(tournament, gone)


# --- What goes wrong ----------------------------------------------------------------------------


def a_team_comes_late(page: Page, tournament: Tournament) -> None:
    """Registered while round 1 is played: the round's page says from when on it plays."""
    follow(page, "Équipes")
    page.get_by_role("link", name="Ajouter une équipe").click()
    page.get_by_label(re.compile("^Nom d")).fill("Les Retardataires")
    page.get_by_label("Joueur 1").fill("Élodie Noël")
    page.get_by_label("Joueur 2").fill("Éric D'Almeida")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text("Les Retardataires").first).to_be_visible()
    assert tournament.teams.count() == 17
    open_round_page(page, 1)
    notice = page.locator(".notice", has_text="Pas dans cette manche")
    expect(notice).to_contain_text("Les Retardataires")
    expect(notice).to_contain_text("joue à partir du prochain tirage")


def a_wrong_seat_is_fixed_after_a_deal_was_typed(page: Page, tournament: Tournament) -> None:
    """Two teams sat at each other's table: the page says whose marks pass to whom first."""
    round_ = round_of(tournament, 2)
    first, second = matches(round_)[:2]
    one, other = first.team_a, second.team_a
    record_deals(round_, [(first, 1, FACTS)], by=None)
    page.reload()
    page.get_by_role("link", name="Changer les places").last.click()
    form = page.locator("#exchange")
    form.get_by_label("Cette équipe").select_option(str(one.pk))
    form.get_by_label("échange sa place avec").select_option(str(other.pk))
    form.get_by_role("button", name="Échanger ces équipes").dblclick()
    expect(form).to_contain_text(f"{WON} marques passent de {one} à {other}.")
    expect(form).to_contain_text("Dites pourquoi les places sont changées")
    assert seat_of(round_, one) == (1, "A")
    form.get_by_label("Motif").fill("tables interverties")
    form.get_by_role("button", name="Échanger ces équipes").dblclick()
    expect(page.get_by_text("Les places sont changées.")).to_be_visible()
    expect(page.get_by_text("1 changement de places depuis")).to_be_visible()
    assert seat_of(round_, one) == (2, "A")
    assert seat_of(round_, other) == (1, "A")
    assert tournament.journal.filter(kind="seat.swapped").count() == 1
    assert len(set(seated(round_))) == len(seated(round_)) == 17


def a_team_leaves(page: Page, tournament: Tournament) -> Team:
    """The last of the standings goes home: withdrawn, with all that it played."""
    gone = standings(fresh(tournament)).lines[-1].team
    follow(page, "Équipes")
    page.get_by_role("link", name=gone.name, exact=True).click()
    page.get_by_role("button", name="Retirer l'équipe").click()
    expect(page.locator(".flash", has_text=gone.name).first).to_be_visible()
    gone.refresh_from_db()
    assert gone.withdrawn
    return gone


def a_draw_is_cancelled(page: Page) -> None:
    """Drawn too early: no deal is typed, so one click cancels it."""
    page.locator("summary", has_text="Annuler le tirage").click()
    page.get_by_role("button", name="Annuler le tirage").dblclick()
    expect(page.get_by_text("Le tirage de la manche 3 est annulé")).to_be_visible()
    assert not Round.objects.filter(number=3).exists()


def a_round_is_deleted_by_mistake_and_brought_back(page: Page, tournament: Tournament) -> None:
    """With results, the round's name must be typed; the list of rounds brings it back."""
    open_round_page(page, 3)
    page.get_by_role("link", name="Supprimer la manche avec ses résultats").click()
    page.get_by_role("button", name="Supprimer la manche").click()
    expect(page.get_by_text("Tapez le nom de la manche")).to_be_visible()
    page.get_by_label("Tapez « Manche 3 »".replace(" ", "\u202f").replace("\u202f", " ", 1)).fill(
        "manche 3"
    )
    page.get_by_role("button", name="Supprimer la manche").click()
    expect(page.get_by_text("La manche 3 est supprimée.")).to_be_visible()
    assert tournament.rounds.count() == 2
    assert [line.deals for line in removed_rounds(tournament)] == [8]
    page.get_by_role("button", name="Rétablir la manche 3").dblclick()
    expect(page.get_by_text("La manche 3 est rétablie avec ses résultats.").first).to_be_visible()
    assert tournament.rounds.count() == 3
    assert not removed_rounds(tournament)


def the_evening_is_cut_short(page: Page, tournament: Tournament) -> None:
    """It is late: four rounds instead of five."""
    follow(page, "Manches")
    expect(page.get_by_text("5 manches sont prévues.")).to_be_visible()
    page.get_by_role("link", name="Changer le nombre de manches").click()
    page.get_by_label("Nombre de manches").fill("4")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_text("4 manches sont prévues.")).to_be_visible()
    assert fresh(tournament).rounds_planned == 4


def the_third_prize_is_settled_by_lot(page: Page, tournament: Tournament) -> None:
    """Teams equal on everything share rank 3 until a lot is drawn, once, from a printed seed."""
    ranks = Counter(line.row.rank for line in standings(fresh(tournament)).lines)
    assert (ranks[1], ranks[2]) == (1, 1)
    assert ranks[3] > 1
    tied = {line.team for line in standings(fresh(tournament)).lines if line.row.rank == 3}
    follow(page, "Classement")
    expect(page.get_by_role("heading", name="Classement après la manche 4")).to_be_visible()
    page.locator("form[action$='/lot/'] button").dblclick()
    expect(page.locator(".flash", has_text=fresh(tournament).lot_seed).first).to_be_visible()
    seed = fresh(tournament).lot_seed
    assert seed
    third = [line.team for line in standings(fresh(tournament)).lines if line.row.rank == 3]
    assert len(third) == 1
    assert third[0] in tied
    expect(page.locator("form[action$='/lot/']")).to_have_count(0)
    expect(page.locator("main .heading")).to_contain_text(seed)
    assert tournament.journal.filter(kind="standings.lot_drawn").count() == 1


def nothing_was_lost(tournament: Tournament, gone: Team) -> None:
    """Everybody is ranked, each act is in the journal, a copy precedes what the page does."""
    everybody = {line.team for line in standings(fresh(tournament)).lines}
    assert gone in everybody
    assert len(everybody) == 17
    kinds = Counter(tournament.journal.values_list("kind", flat=True))
    assert kinds["round.drawn"] == 5
    assert kinds["round.cancelled"] == kinds["round.removed"] == kinds["round.restored"] == 1
    assert kinds["rounds.planned"] == kinds["team.withdrawn"] == 1
    if connection.vendor != "sqlite":
        return
    reasons = Counter(copy.stem.split("-")[3] for copy in backups())
    assert reasons["draw"] >= 5
    assert reasons["close"] >= 2


# --- Rounds played without a fault --------------------------------------------------------------


def play(number: int) -> None:
    """Type every deal of a round that is still missing, and close it, at once."""
    round_ = Round.objects.select_related("tournament").get(number=number)
    type_deals(round_)
    close_round(round_, by=a_user("organisateur"))


def draw(page: Page, number: int) -> None:
    """Draw a round with an impatient double click: one round comes of it."""
    follow(page, "Manches")
    page.get_by_role("link", name=f"Tirer la manche {number}").click()
    page.get_by_role("button", name="Tirer", exact=True).dblclick()
    expect(page).to_have_url(re.compile(rf"/rounds/{number}/$"))
    assert Round.objects.filter(number=number).count() == 1


def close(page: Page, number: int) -> None:
    """Close a round where nothing is missing."""
    open_round_page(page, number)
    page.get_by_role("link", name="Clore la manche").click()
    expect(page.get_by_text("Il ne manque rien")).to_be_visible()
    page.get_by_role("button", name="Clore la manche").click()
    expect(page.get_by_text(f"La manche {number} est close.")).to_be_visible()


def type_deals(round_: Round, *, third_prize_tied: bool = False) -> None:
    """Type the deals still missing: the team with the lower number makes 120.

    With ``third_prize_tied`` others may win, and by more, so that the evening ends
    with a first, a second, and two or more who share the third place.
    """
    waiting = [match for match in matches(round_) if not match.deals.exists()]
    results = [(min("AB", key=lambda side: match.team(side).number), 120) for match in waiting]
    if third_prize_tied:
        results = results_that_tie(round_.tournament, waiting)
    rows = [
        (match, 1, FACTS | {"takers": side, "contract": str(contract), "points": contract + 6})
        for match, (side, contract) in zip(waiting, results, strict=True)
    ]
    record_deals(round_, rows, by=None)


def results_that_tie(tournament: Tournament, last: list[Match]) -> list[tuple[str, int]]:
    """Find who wins each match of the last round, and by what, for rank 3 to be shared."""
    before = {line.team: line.row.marks for line in standings(fresh(tournament)).lines}
    chance = random.Random(3)
    while True:
        results = [(chance.choice("AB"), chance.choice([*MADE])) for _match in last]
        totals = dict(before)
        for match, (side, contract) in zip(last, results, strict=True):
            winner, loser = (match.team_a, match.team_b)[:: 1 if side == "A" else -1]
            totals[winner] += MADE[contract][0]
            totals[loser] += MADE[contract][1]
        first, second, third, fourth = sorted(totals.values(), reverse=True)[:4]
        if first > second > third == fourth:
            return results


# --- Looking things up --------------------------------------------------------------------------


def follow(page: Page, name: str) -> Locator:
    """Follow a link of the contest's own bar."""
    link = page.get_by_role("banner").get_by_role("link", name=name, exact=True)
    link.click()
    return link


def open_round_page(page: Page, number: int) -> None:
    """Open a round from the list."""
    follow(page, "Manches")
    page.get_by_role("rowheader", name=str(number), exact=True).get_by_role("link").click()
    expect(page).to_have_url(re.compile(rf"/rounds/{number}/$"))


def fresh(tournament: Tournament) -> Tournament:
    """The contest as the database has it now."""
    return Tournament.objects.get(pk=tournament.pk)


def round_of(tournament: Tournament, number: int) -> Round:
    return tournament.rounds.select_related("tournament").get(number=number)


def matches(round_: Round) -> list[Match]:
    return list(round_.matches.with_teams().select_related("round__tournament"))


def seat_of(round_: Round, team: Team) -> tuple[int, str]:
    seat = round_.seats.select_related("match").get(team=team)
    return seat.match.table, seat.side


def seated(round_: Round) -> list[Team]:
    return [seat.team for seat in round_.seats.select_related("team")]
