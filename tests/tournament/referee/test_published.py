"""What the public reads of the rulings, and above all what it does not."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tournament.builders import a_match, a_ruling, a_user
from tournament.models import Match, Role, RoleKind, Ruling
from tournament.referee.published import published
from tournament.referee.rulings import decide
from tournament.rounds.services import close_round

pytestmark = pytest.mark.django_db

FACTS, REASON = "Maurice a triché, dit la table", "Il a insulté Jeanine"


@pytest.fixture
def match() -> Match:
    return a_match(deals=2)


def ruled(match: Match, decision: str = "nothing", **said) -> Ruling:
    columns = {"facts": FACTS, "explanation": REASON, "is_published": True}
    return a_ruling(match, decision, **columns | said)


def of_a_team(match: Match, decision: str, **said) -> Ruling:
    return ruled(match, decision, team=match.team_a, category="conduct", **said)


def set_names(match: Match, *, shown: bool) -> None:
    match.round.tournament.names_sanctioned = shown
    match.round.tournament.save(update_fields=["names_sanctioned"])


def reader(match: Match) -> Client:
    said = {"user": a_user("reader"), "tournament": match.round.tournament}
    Role.objects.get_or_create(**said, kind=RoleKind.READER)
    client = Client()
    client.force_login(a_user("reader"))
    return client


def source(match: Match, client: Client, name: str = "referee:published") -> str:
    return client.get(reverse(name, args=[match.round.tournament_id])).content.decode()


def test_only_what_is_published_is_read(match):
    ruled(match, is_published=False)
    ruled(match)
    assert [ruling.number for ruling in published(match.round.tournament)] == [2]


def test_a_fault_of_play_is_read_with_its_place_its_decision_and_its_reason(match):
    ruled(match, "marks", side="A", marks=-100, article="4.2")
    with translation.override("en"):
        (ruling,) = published(match.round.tournament)
    assert ruling.place == "Round 1, table 1"
    assert "100 to Équipe 1 (A) in this match" in ruling.decision
    assert (ruling.explanation, ruling.article) == (REASON, "4.2")


@pytest.mark.parametrize("decision", ["warning", "exclusion", "bid_ban"])
@pytest.mark.parametrize("category", ["revoke", "conduct"])
def test_a_sanction_names_nobody_unless_that_is_set(match, decision, category):
    set_names(match, shown=False)
    said = {"player": match.team_a.players.first(), "category": category, "deals": 2}
    ruled(match, decision, team=match.team_a, **said)
    page = source(match, reader(match))
    for private in (FACTS, REASON, "Équipe 1", "Équipe 2", "Joueur", "table 1", "Table 1"):
        assert private not in page
    set_names(match, shown=True)
    page = source(match, reader(match))
    assert "Équipe 1" in page
    assert "Joueur 1.1" in page


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("category", ["conduct", "cheating", "call_for_nothing"])
def test_no_note_of_conduct_is_read_whatever_is_set(match, category, shown):
    set_names(match, shown=shown)
    ruled(match, "marks", side="A", marks=-50, category=category)
    page = source(match, reader(match))
    assert "Maurice" not in page
    assert "Jeanine" not in page


@pytest.mark.parametrize("shown", [True, False])
def test_what_happened_is_for_the_desk_alone(match, shown):
    set_names(match, shown=shown)
    ruled(match, "marks", side="A", marks=-50)
    assert "Maurice" not in source(match, reader(match))


@pytest.mark.parametrize("shown", [True, False])
def test_marks_taken_from_a_team_name_it_only_where_that_is_set(match, shown):
    set_names(match, shown=shown)
    a_ruling(match)
    ruling = Ruling(
        tournament=match.round.tournament,
        category="misdeal",
        facts=FACTS,
        decision="marks",
        team=match.team_b,
        marks=-80,
        is_published=True,
        client_key=uuid4(),
    )
    decide(ruling, by=a_user("rémi"))
    page = source(match, reader(match))
    assert ("Équipe 2" in page) is shown
    assert "80" in page


def test_who_is_let_off_is_not_named_either(match):
    set_names(match, shown=False)
    exclusion = of_a_team(match, "exclusion", is_published=False)
    ruled(match, "nothing", team=match.team_a, replaces=exclusion)
    assert "Équipe 1" not in source(match, reader(match))


def test_a_replaced_ruling_is_marked_and_leads_to_a_published_one_only(match):
    first = ruled(match)
    ruled(match, replaces=first, is_published=False)
    (ruling,) = published(match.round.tournament)
    assert (ruling.is_in_force, ruling.replaced_by) == (False, 0)
    second = ruled(match)
    ruled(match, replaces=second)
    assert [each.replaced_by for each in published(match.round.tournament)] == [0, 4, 0]


def test_the_public_s_pages_and_files_hold_nothing_private(match):
    set_names(match, shown=False)
    of_a_team(match, "exclusion", is_published=False)
    of_a_team(match, "warning")
    client = reader(match)
    close_round(match.round, by=a_user("organiser"), despite_missing=True)
    for name in ("standings:table", "standings:csv", "rounds:list", "clubs:tournament"):
        page = source(match, client, name)
        assert "Maurice" not in page, name
        assert "Jeanine" not in page, name
        assert "triché" not in page, name
    for name, arguments in (
        ("referee:register", []),
        ("referee:ruling", [1]),
        ("referee:calls", []),
        ("referee:desk", []),
        ("journal:acts", []),
        ("journal:csv", []),
    ):
        url = reverse(name, args=[match.round.tournament_id, *arguments])
        assert client.get(url).status_code == 403, name


def test_the_standings_lead_to_the_published_rulings_once_there_is_one(match):
    client, address = reader(match), reverse("referee:published", args=[match.round.tournament_id])
    close_round(match.round, by=a_user("organiser"), despite_missing=True)
    assert address not in source(match, client, "standings:table")
    ruled(match)
    assert address in source(match, client, "standings:table")


def test_what_a_ruling_says_is_text(match):
    ruled(match, explanation="<script>alert(1)</script>")
    assert "<script>alert" not in source(match, reader(match))
