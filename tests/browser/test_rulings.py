"""A referee rules, fault by fault: from the call on a phone to the standings and the slip."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scoring import Fault
from tests.browser.visits import fits, signed_in
from tests.tournament.builders import a_code, a_deal, a_role, a_round, a_tournament, a_user
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
    """A round of two tables, typed: A takes 120 at diamonds and makes it, 250 – 40 at both."""
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
    return tournament


@pytest.fixture
def closed(contest) -> Tournament:
    """The same once its round is closed."""
    close_round(contest.rounds.get(), by=a_user("organisateur"))
    return contest


@pytest.fixture
def phone(new_context, live_server) -> Iterator[Page]:
    """The phone of a table."""
    yield from signed_in("", new_context, live_server)


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
    """One fault as it is ruled on: what is chosen and typed, what is shown, what becomes of it.

    ``calls`` is what the table calls for, in a word: the referee may find something else.
    """

    fault: Fault
    decision: Decision
    calls: str
    fill: Callable[[Page], None] = field(default=lambda page: None)
    deal: int | None = 1
    shown: tuple[str, ...]
    standings: tuple[str, ...]
    slip: tuple[str, ...]


def deal_corrected(page: Page) -> None:
    page.locator("#id_points").fill("100")


def to_b_by_tariff(page: Page) -> None:
    page.get_by_role("group", name="Quelle équipe").get_by_label("B · Équipe 2").check()
    page.get_by_label("160 + contrat = 280").check()


def marks_off_a_side(page: Page) -> None:
    page.get_by_label("A · Équipe 1").check()
    page.get_by_label("Marques", exact=True).fill("-100")


def of_team_one(page: Page) -> None:
    page.get_by_label("Équipe", exact=True).select_option("1")


def banned(page: Page) -> None:
    of_team_one(page)
    page.get_by_label("Pour combien de donnes").fill("2")


JOURNEYS = [
    Journey(
        fault=Fault.WRONG_ANNOUNCEMENT,
        calls="fausse annonce",
        decision=Decision.ANNULLED,
        shown=("annulée", "Équipe 1"),
        standings=("1 250 Équipe 3", "3 0 Équipe 1"),
        slip=("Fausse annonce · Manche 1, table 1, donne 1", "Donne annulée"),
    ),
    Journey(
        fault=Fault.DOUBTFUL_COUNT,
        calls="compte douteux",
        decision=Decision.CORRECTED,
        fill=deal_corrected,
        shown=("fait 100", "0 – 280", "▼ 3"),
        standings=("1 280 Équipe 2", "4 0 Équipe 1"),
        slip=("Compte douteux · Manche 1, table 1, donne 1", "Donne corrigée", "fait 100"),
    ),
    Journey(
        fault=Fault.REVOKE,
        calls="renonce",
        decision=Decision.AWARDED,
        fill=to_b_by_tariff,
        shown=("attribuée par l'arbitre", "0 – 280"),
        standings=("1 280 Équipe 2", "4 0 Équipe 1"),
        slip=("Renonce · Manche 1, table 1, donne 1", "Donne attribuée : 0 – 280"),
    ),
    Journey(
        fault=Fault.MISDEAL,
        calls="maldonne",
        decision=Decision.REPLAYED,
        shown=("à jouer", "La donne 1 est à saisir à nouveau."),
        standings=("1 250 Équipe 3",),
        slip=("Maldonne · Manche 1, table 1, donne 1", "Donne à rejouer"),
    ),
    Journey(
        fault=Fault.OUT_OF_TURN,
        calls="hors tour",
        decision=Decision.BID_BAN,
        fill=banned,
        shown=("Interdiction d'enchérir pendant 2 donnes", "Le classement ne bouge pas."),
        standings=("1 250 Équipe 1",),
        slip=("Interdiction d'enchérir pendant 2 donnes", "1 · Équipe 1"),
    ),
    Journey(
        fault=Fault.CONDUCT,
        calls="conduite",
        decision=Decision.MARKS,
        fill=marks_off_a_side,
        deal=None,
        shown=("250 – 40 150 – 40", "1 · 250", "2 · 150"),
        standings=("1 250 Équipe 3", "2 150 Équipe 1"),
        slip=("Conduite · Manche 1, table 1", "− 100 à Équipe 1 (A)"),
    ),
    Journey(
        fault=Fault.CHEATING,
        calls="tricherie",
        decision=Decision.EXCLUSION,
        fill=of_team_one,
        deal=None,
        shown=("non classée", "devient une exemption", "Les prochains tirages ne placent plus"),
        standings=("1 250 Équipe 3", "2 100 Équipe 2", "Équipe 1 est exclue (décision 1)"),
        slip=("Tricherie · Manche 1, table 1 · 1 · Équipe 1", "Exclusion"),
    ),
    Journey(
        fault=Fault.CALL_FOR_NOTHING,
        calls="renonce",
        decision=Decision.WARNING,
        fill=of_team_one,
        deal=None,
        shown=("Avertissement", "Aucune marque, aucun rang et aucun tirage n'en est changé."),
        standings=("1 250 Équipe 1",),
        slip=("Appel pour rien · Manche 1, table 1 · 1 · Équipe 1", "Avertissement"),
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


def printed(page: Page, slip: str) -> str:
    """The words of a printed slip, its spaces made plain."""
    answer = page.request.get(slip)
    assert answer.headers["content-type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(answer.body())).pages
    return " ".join(" ".join(each.extract_text().split()) for each in pages)


def test_there_is_a_journey_for_each_fault():
    assert [journey.fault for journey in JOURNEYS] == list(Fault)


@pytest.mark.parametrize("journey", JOURNEYS, ids=[each.fault.value for each in JOURNEYS])
def test_from_the_call_to_the_standings_and_the_slip(contest, phone, referee, journey: Journey):
    match = at_table(contest)
    phone.goto(f"/t/{a_code(match, 'B').code}/")
    phone.get_by_text("Appeler l'arbitre").click()
    phone.get_by_role("button", name=journey.calls).click()
    expect(phone.get_by_text("L'arbitre est appelé depuis")).to_be_visible()
    # Its code is of this round alone: the phone would be told so once it is closed.
    phone.close()

    page, queue = referee, referee.locator("#calls")
    page.goto(address(contest, "referee:calls"))
    queue.get_by_role("button", name="J'y vais").click()
    expect(queue.get_by_text("Rémi y est")).to_be_visible()
    # The round goes on, and is closed before the case is decided.
    close_round(match.round, by=a_user("organisateur"))
    queue.get_by_role("link", name="Décider").click()
    expect(page.locator("[name=table]")).to_have_value("1")
    page.get_by_label("Ce qui s'est passé").fill("Constaté à la table par l'arbitre.")
    page.locator("[name=category]").select_option(journey.fault.value)
    if journey.deal:
        page.locator("[name=deal]").fill(str(journey.deal))
    page.locator(f"[name=decision][value={journey.decision.value}]").check()
    # It comes with the fields of the decision, and the last answer is the one that stays.
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
    fits(page)
    made = Ruling.objects.get(decision=journey.decision, category=journey.fault.value)
    assert RefereeCall.objects.get().ruling == made
    slip = printed(page, page.locator("main a[href$='rulings/1.pdf']").get_attribute("href"))
    for said in (*journey.slip, "Décision 1", "Comme au règlement."):
        assert said in slip, (said, slip)

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


def test_a_ruling_is_lifted_from_its_own_page(closed, referee):
    page, contest = referee, closed
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
