"""A referee rules, fault by fault: from the call or the deal to the standings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring import Fault
from tests.browser.visits import fits, signed_in
from tests.tournament.builders import a_deal, a_role, a_round, a_tournament, a_user
from tournament.models import (
    Decision,
    ExclusionKind,
    Match,
    RefereeCall,
    RoleKind,
    Ruling,
    Tournament,
)
from tournament.rounds.services import close_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def contest() -> Tournament:
    """A closed round of two tables: A takes 120 at diamonds and makes it, 250 – 40 at both."""
    tournament = a_tournament(
        deals=1,
        organiser=a_user("organisateur"),
        excluded_kind=ExclusionKind.BYE,
        bye_marks=100,
        names_sanctioned=True,
    )
    a_role(a_user("remi", first_name="Rémi"), tournament, RoleKind.REFEREE)
    round_ = a_round(tournament, 2)
    for match in round_.matches.with_teams().select_related("round__tournament"):
        a_deal(match)
    close_round(round_, by=a_user("organisateur"))
    return tournament


@pytest.fixture
def referee(new_context, live_server) -> Iterator[Page]:
    """The referee's browser; it never complains, overflows, or asks for a thin finger."""
    yield from signed_in("remi", new_context, live_server)


@pytest.fixture
def without_script(new_context, live_server) -> Iterator[Page]:
    """The same without a script."""
    yield from signed_in("remi", new_context, live_server, java_script_enabled=False)


def at_table(contest: Tournament, table: int = 1) -> Match:
    matches = Match.objects.with_teams().select_related("round__tournament")
    return matches.get(round__tournament=contest, table=table)


def address(contest: Tournament, name: str, **kwargs: int) -> str:
    return reverse(name, kwargs={"tournament_id": contest.pk, **kwargs})


@dataclass(frozen=True, kw_only=True)
class Journey:
    """One fault as it is ruled on: what is chosen and typed, what is shown, what becomes of it."""

    fault: Fault
    decision: Decision
    fill: Callable[[Page], None] = field(default=lambda page: None)
    at_deal: bool = True
    shown: tuple[str, ...] = ()
    standings: tuple[str, ...]


def deal_corrected(page: Page) -> None:
    page.locator("#id_points").fill("100")


def to_b_by_tariff(page: Page) -> None:
    page.get_by_role("group", name="Quelle équipe").get_by_label("B · Équipe 2").check()
    page.get_by_label("160 + contrat = 280").check()


def marks_off_the_team(page: Page) -> None:
    page.get_by_label("Équipe", exact=True).select_option("3")
    page.get_by_label("Marques", exact=True).fill("-100")


def of_team_one(page: Page) -> None:
    page.get_by_label("Équipe", exact=True).select_option("1")


def banned(page: Page) -> None:
    of_team_one(page)
    page.get_by_label("Pour combien de donnes").fill("2")


JOURNEYS = [
    Journey(
        fault=Fault.WRONG_ANNOUNCEMENT,
        decision=Decision.ANNULLED,
        shown=("annulée", "Équipe 1"),
        standings=("1 250 Équipe 3", "3 0 Équipe 1"),
    ),
    Journey(
        fault=Fault.DOUBTFUL_COUNT,
        decision=Decision.CORRECTED,
        fill=deal_corrected,
        shown=("fait 100", "0 – 280", "▼ 3"),
        standings=("1 280 Équipe 2", "4 0 Équipe 1"),
    ),
    Journey(
        fault=Fault.REVOKE,
        decision=Decision.AWARDED,
        fill=to_b_by_tariff,
        shown=("attribuée par l'arbitre", "0 – 280"),
        standings=("1 280 Équipe 2", "4 0 Équipe 1"),
    ),
    Journey(
        fault=Fault.MISDEAL,
        decision=Decision.REPLAYED,
        shown=("à jouer", "La donne 1 est à saisir à nouveau."),
        standings=("1 250 Équipe 3",),
    ),
    Journey(
        fault=Fault.OUT_OF_TURN,
        decision=Decision.BID_BAN,
        fill=banned,
        shown=("Interdiction d'enchérir pendant 2 donnes", "Le classement ne bouge pas."),
        standings=("1 250 Équipe 1",),
    ),
    Journey(
        fault=Fault.CONDUCT,
        decision=Decision.MARKS,
        fill=marks_off_the_team,
        at_deal=False,
        shown=("− 100", "Équipe 3", "1 · 250", "2 · 150"),
        standings=("1 250 Équipe 1", "2 150 Équipe 3", "Décision 1 : − 100"),
    ),
    Journey(
        fault=Fault.CHEATING,
        decision=Decision.EXCLUSION,
        fill=of_team_one,
        shown=("non classée", "devient une exemption", "Les prochains tirages ne placent plus"),
        standings=("1 250 Équipe 3", "2 100 Équipe 2", "Équipe 1 est exclue (décision 1)"),
    ),
    Journey(
        fault=Fault.CALL_FOR_NOTHING,
        decision=Decision.WARNING,
        fill=of_team_one,
        shown=("Avertissement", "Aucune marque, aucun rang et aucun tirage n'en est changé."),
        standings=("1 250 Équipe 1",),
    ),
]


def words(page: Page) -> str:
    """What is to be read on a page, its spaces made plain."""
    page.wait_for_load_state()
    return " ".join(page.locator("main").inner_text().split())


def ranked(page: Page) -> str:
    """The standings as « rank marks team », one after the other, then the notes."""
    page.wait_for_load_state()
    rows = page.locator("table.standings tbody tr").all()
    lines = []
    for row in rows:
        rank, team, marks = (
            " ".join(row.locator("td").nth(cell).inner_text().split()) for cell in (0, 1, 2)
        )
        lines.append(f"{rank} {marks} {team}")
    return " ".join([*lines, words(page)])


def test_there_is_a_journey_for_each_fault():
    assert [journey.fault for journey in JOURNEYS] == list(Fault)


@pytest.mark.parametrize("journey", JOURNEYS, ids=[each.fault.value for each in JOURNEYS])
def test_from_the_call_to_the_standings(contest, referee, journey: Journey):
    match = at_table(contest)
    call = RefereeCall.objects.create(
        match=match, side="B", category=journey.fault.value, client_key=uuid4()
    )
    asked = f"?call={call.pk}&category={journey.fault.value}"
    if journey.at_deal:
        asked += "&round=1&table=1&deal=1"
    page = referee
    page.goto(address(contest, "referee:rule") + asked)
    page.get_by_label("Ce qui s'est passé").fill("Constaté à la table par l'arbitre.")
    page.locator(f"[name=decision][value={journey.decision.value}]").check()
    expect(page.get_by_text("Public, seconde personne")).to_be_visible()
    journey.fill(page)
    fits(page)

    page.get_by_role("button", name="Voir ce qu'elle change").click()
    expect(page.get_by_text("Rien n'est encore décidé.")).to_be_visible()
    shown = words(page)
    for said in journey.shown:
        assert said in shown, (said, shown)
    fits(page)
    assert not Ruling.objects.exists()

    page.get_by_label("Motif, tel qu'il sera lu et imprimé").fill("Comme au règlement.")
    page.get_by_role("button", name="Décider").click()
    expect(page.get_by_role("heading", name="Décision 1")).to_be_visible()
    assert "Répond à l'appel de la table 1" in words(page)
    assert "Comme au règlement." in words(page)
    fits(page)
    call.refresh_from_db()
    assert call.ruling == Ruling.objects.get(decision=journey.decision)

    page.goto(address(contest, "standings:table"))
    found = ranked(page)
    for said in journey.standings:
        assert said in found, (said, found)


def test_without_a_script_the_decision_is_chosen_first(contest, without_script):
    page = without_script
    page.goto(address(contest, "referee:rule") + "?round=1&table=1&deal=1&category=revoke")
    page.get_by_label("Ce qui s'est passé").fill("Renonce.")
    page.locator("[name=decision][value=awarded]").check()
    page.get_by_role("button", name="Montrer ce que cette décision demande").click()
    to_b_by_tariff(page)
    page.get_by_role("button", name="Voir ce qu'elle change").click()
    page.get_by_role("button", name="Modifier").click()
    expect(page.get_by_label("Ce qui s'est passé")).to_have_value("Renonce.")
    page.get_by_role("button", name="Voir ce qu'elle change").click()
    page.get_by_label("Motif, tel qu'il sera lu et imprimé").fill("Renonce établie.")
    page.get_by_role("button", name="Décider").click()
    expect(page.get_by_role("heading", name="Décision 1")).to_be_visible()


def test_a_ruling_is_lifted_from_its_own_page(contest, referee):
    page = referee
    page.goto(address(contest, "referee:rule") + "?round=1&table=1&category=revoke&decision=marks")
    page.get_by_label("Ce qui s'est passé").fill("Renonce.")
    page.get_by_label("A · Équipe 1").check()
    page.get_by_label("Marques", exact=True).fill("-230")
    page.get_by_role("button", name="Voir ce qu'elle change").click()
    page.get_by_label("Motif, tel qu'il sera lu et imprimé").fill("Renonce établie.")
    page.get_by_role("button", name="Décider").click()

    page.get_by_role("link", name="La remplacer ou la lever").click()
    page.locator("[name=decision][value=nothing]").check()
    page.get_by_role("button", name="Voir ce qu'elle change").click()
    expect(page.get_by_text("Rien n'est encore décidé.")).to_be_visible()
    assert "20 – 40 250 – 40" in words(page)
    page.get_by_label("Motif, tel qu'il sera lu et imprimé").fill("Constat erroné.")
    page.get_by_role("button", name="Décider").click()
    expect(page.get_by_role("heading", name="Décision 2")).to_be_visible()
    page.get_by_role("link", name="Remplace la décision 1").click()
    expect(page.get_by_role("link", name="Remplacée par la décision 2")).to_be_visible()
    page.get_by_role("link", name="Le registre").click()
    expect(page).to_have_url(re.compile("/referee/rulings/$"))
    assert words(page).index("Décision 2") < words(page).index("Décision 1")
    fits(page)
    page.goto(address(contest, "standings:table"))
    assert "1 250 Équipe 1" in ranked(page)
