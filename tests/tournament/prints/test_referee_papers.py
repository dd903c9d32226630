"""The referee's papers: a ruling's slip, the list of rulings, the evening's report."""

import io
from dataclasses import replace
from uuid import uuid4

import pypdf
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tournament.builders import FACTS, a_deal, a_match, a_role, a_ruling, a_user
from tests.tournament.journal.played import a_played_contest, typed
from tests.tournament.prints.samples import LONG, MARKUP, WIDE
from tournament.deals.acts import take_totals
from tournament.journal.verification import last_noted, parse_noted, verify
from tournament.models import Match, RoleKind, Ruling, Tournament
from tournament.prints import score_sheets, standings_papers
from tournament.prints.referee_papers import (
    every_ruling,
    late_acts,
    report_paper,
    ruling_slip,
    rulings_paper,
)
from tournament.referee.rulings import decide
from tournament.rounds.services import close_round, reopen_round

pytestmark = pytest.mark.django_db

FACTS_SAID = "Maurice a renoncé à cœur au pli 4"


@pytest.fixture
def match() -> Match:
    match = a_match(deals=3)
    for number in (1, 2):
        a_deal(match, number)
    return match


def slip_of(match: Match, decision: str = "nothing", **said):
    ruling = a_ruling(match, decision, **{"facts": FACTS_SAID} | said)
    (found,) = [each for each in every_ruling(match.round.tournament) if each.pk == ruling.pk]
    with translation.override("en"):
        return ruling_slip(found)


def paper(client: Client, tournament: Tournament, name: str, *arguments: int, query: str = ""):
    return client.get(reverse(f"prints:{name}", args=[tournament.pk, *arguments]) + query)


def keeper(tournament: Tournament) -> Client:
    a_role(a_user("keeper"), tournament, RoleKind.SCOREKEEPER)
    client = Client()
    client.force_login(a_user("keeper"))
    return client


def referee(tournament: Tournament) -> Client:
    a_role(a_user("marie"), tournament, RoleKind.REFEREE)
    client = Client()
    client.force_login(a_user("marie"))
    return client


def text_of(answer) -> str:
    reader = pypdf.PdfReader(io.BytesIO(answer.content))
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def test_a_slip_says_what_was_ruled_and_who_signs(match):
    deal = match.deals.get(number=2)
    slip = slip_of(
        match,
        "annulled",
        deal=deal,
        article="Article 9.2",
        explanation="Donne nulle.",
        second_person="Mme Roux",
    )
    assert (slip.ruling.number, slip.ruling.place) == (1, "Round 1, table 1, deal 2")
    assert (slip.ruling.facts, slip.ruling.article) == (FACTS_SAID, "Article 9.2")
    assert (slip.ruling.by, slip.ruling.second_person) == ("rémi", "Mme Roux")
    assert (slip.team_a.name, slip.team_b.players) == ("Équipe 1", ("Joueur 2.1", "Joueur 2.2"))
    (change,) = slip.changes
    assert "250" in change.before
    assert change.after == "annulled"


def test_the_slip_of_a_corrected_deal_has_the_marks_before_and_after(match):
    deal = match.deals.get(number=1)
    ruling = Ruling(
        tournament=match.round.tournament,
        match=match,
        deal=deal,
        decision="corrected",
        category="doubtful_count",
        facts=FACTS_SAID,
        client_key=uuid4(),
    )
    a_role(a_user("rémi"), match.round.tournament, RoleKind.REFEREE)
    decide(ruling, by=a_user("rémi"), facts=FACTS | {"points": 100})
    (change,) = ruling_slip(every_ruling(match.round.tournament)[0]).changes
    assert "250\u00a0–\u00a040" in change.before
    assert "0\u00a0–\u00a0280" in change.after


def test_the_slip_of_marks_has_the_match_before_and_after(match):
    (change,) = slip_of(match, "marks", side="B", marks=-30).changes
    assert (change.before, change.after) == ("500\u00a0–\u00a080", "500\u00a0–\u00a050")


def test_a_slip_is_one_page_with_its_signatures_and_its_journal(match):
    slip_of(match, "marks", side="A", marks=-100, second_person="Mme Roux")
    tournament = match.round.tournament
    answer = paper(keeper(tournament), tournament, "ruling_slip", 1)
    assert answer["Content-Type"] == "application/pdf"
    text = text_of(answer)
    for said in ("Décision 1", FACTS_SAID, "Signature A", "Signature B", "Signature de l'arbitre"):
        assert said in text
    assert "1 / 1" in text
    assert last_noted(tournament).digest in text


def test_the_slip_of_no_match_is_signed_by_the_referee_alone(match):
    tournament = match.round.tournament
    a_ruling(match)
    ruling = Ruling(
        tournament=tournament,
        team=match.team_a,
        decision="warning",
        category="conduct",
        facts=FACTS_SAID,
        client_key=uuid4(),
    )
    decide(ruling, by=a_user("rémi"))
    text = text_of(paper(keeper(tournament), tournament, "ruling_slip", 2))
    assert "Signature A" not in text
    assert "Signature de l'arbitre" in text


@pytest.mark.parametrize("name", [LONG, WIDE, MARKUP])
def test_a_long_name_or_text_is_never_cut(match, name):
    match.team_a.name = name
    match.team_a.save()
    facts = (name + " ") * 15
    slip_of(match, "nothing", facts=facts[:900], explanation=facts[:900], category="misdeal")
    tournament = match.round.tournament
    answer = paper(keeper(tournament), tournament, "ruling_slip", 1)
    squeezed = text_of(answer).replace(" ", "").replace("\u202f", "")
    assert squeezed.count(name.replace(" ", "")) >= 29


def test_a_ruling_that_does_not_exist_has_no_slip(match):
    tournament = match.round.tournament
    assert paper(keeper(tournament), tournament, "ruling_slip", 7).status_code == 404


def test_the_list_for_the_wall_holds_nothing_private(match):
    tournament = match.round.tournament
    published = {"facts": FACTS_SAID, "is_published": True}
    a_ruling(match, "warning", team=match.team_a, category="conduct", **published)
    a_ruling(match, "marks", side="A", marks=-10, category="revoke", **published)
    a_ruling(match, "nothing", facts=FACTS_SAID)
    assert len(rulings_paper(tournament, is_posted=False).rulings) == 3
    posted = rulings_paper(tournament, is_posted=True)
    assert [each.number for each in posted.rulings] == [1, 2]
    client = keeper(tournament)
    for query in ("?posted=1", "?posted=1&as=html"):
        answer = paper(client, tournament, "rulings", query=query)
        text = answer.content.decode() if "html" in query else text_of(answer)
        assert "Maurice" not in text
        assert "Avertissement" in text
        assert "rémi" not in text
    whole = text_of(paper(client, tournament, "rulings"))
    assert "Maurice" in whole
    assert "ne pas afficher" in whole


def test_an_empty_list_is_a_page_all_the_same(match):
    tournament = match.round.tournament
    assert "1 / 1" in text_of(paper(keeper(tournament), tournament, "rulings"))


def table_of(tournament: Tournament, number: int, table: int = 1) -> Match:
    matches = Match.objects.with_teams().select_related("round__tournament")
    return matches.get(round__tournament=tournament, round__number=number, table=table)


def test_the_report_holds_the_whole_evening():
    tournament = a_played_contest()
    match = table_of(tournament, 2)
    why = {"base": None, "by": a_user("zoe"), "client_key": uuid4()}
    take_totals(match, (900, 700), reason="feuille trempée", **why)
    a_ruling(match, "warning", team=match.team_a, category="conduct", facts=FACTS_SAID)
    report = report_paper(tournament)
    assert [(each.number, each.tables) for each in report.rounds] == [(1, 2), (2, 2)]
    assert all(each.seed for each in report.rounds)
    assert report.rounds[1].closed_at is None
    assert not report.final
    assert (len(report.top), report.ranked, report.teams) == (4, 4, 4)
    assert [(each.marks, each.reason) for each in report.totals] == [
        ((900, 700), "feuille trempée")
    ]
    said = " ".join(act.sentence for act in report.corrections.acts)
    assert "le papier dit 130" in said
    assert [each.facts for each in report.rulings] == [FACTS_SAID]
    assert report.late.count == 0


def test_of_many_acts_the_report_tells_the_last_and_says_how_many_there_are(monkeypatch):
    tournament = a_played_contest()
    match = table_of(tournament, 1)
    for points in (140, 141, 142):
        shown = match.deals.get(number=2).accepted_id
        typed(match, 2, base=shown, reason="réclamation", points=points)
    told = report_paper(tournament).late
    assert (len(told.acts), told.count) == (3, 3)
    monkeypatch.setattr("tournament.prints.referee_papers.MOST_TOLD", 2)
    assert report_paper(tournament).late == replace(told, acts=told.acts[1:])
    text = text_of(paper(referee(tournament), tournament, "report"))
    assert "Les 2 derniers sur 3 : tous sont dans le journal." in text


def test_the_report_is_signed_and_ends_with_what_proves_the_journal():
    tournament = a_played_contest()
    a_ruling(table_of(tournament, 2), "nothing", facts=FACTS_SAID)
    tournament.refresh_from_db()
    text = text_of(paper(referee(tournament), tournament, "report"))
    noted = last_noted(tournament)
    assert f"{noted.number}, empreinte {noted.digest}" in text
    assert "Signature de l'organisateur" in text
    assert "grenobloise" in text.lower()
    assert tournament.rulebook.short_fingerprint in text
    assert "1 / " in text
    assert verify(tournament, parse_noted(f"{noted.number}:{noted.digest}")).is_whole


def test_what_is_changed_once_a_round_is_closed_is_late():
    tournament = a_played_contest()
    first = table_of(tournament, 1)
    shown = first.deals.get(number=2).accepted_id
    typed(first, 2, base=shown, reason="réclamation", points=140)
    acts = {act.number: act.kind for act in tournament.journal.all()}
    assert [acts[number] for number in late_acts(tournament)] == ["deal.corrected"]
    a_ruling(first, "nothing")
    acts = {act.number: act.kind for act in tournament.journal.all()}
    assert [acts[number] for number in late_acts(tournament)] == ["deal.corrected", "ruling.made"]


def test_what_is_typed_in_a_round_opened_again_is_not_late():
    tournament = a_played_contest()
    second, by = table_of(tournament, 2), a_user("organiser")
    close_round(second.round, by=by, despite_missing=True)
    reopen_round(second.round, by=by)
    typed(second, 1)
    acts = {act.number: act.kind for act in tournament.journal.all()}
    assert [acts[number] for number in late_acts(tournament)] == ["round.reopened"]


def test_a_filled_sheet_says_that_its_match_is_taken_as_totals(match):
    why = {"base": None, "by": a_user("zoe"), "client_key": uuid4()}
    take_totals(match, (900, 700), reason="feuille trempée", **why)
    (sheet,) = score_sheets.filled_sheets(match.round)
    assert (sheet.totals_only, sheet.totals) == (True, (900, 700))
    tournament = match.round.tournament
    text = text_of(paper(keeper(tournament), tournament, "score_sheets", 1, query="?filled=1"))
    assert "totaux seuls" in text
    assert last_noted(tournament).digest in text


def test_a_blank_sheet_says_neither(match):
    (sheet,) = score_sheets.blank_sheets(match.round)
    assert (sheet.totals_only, sheet.journal) == (False, "")


def test_the_standings_on_the_wall_say_where_the_journal_ends(match):
    tournament = match.round.tournament
    close_round(match.round, by=a_user("organiser"), despite_missing=True)
    text = text_of(paper(keeper(tournament), tournament, "standings"))
    assert last_noted(tournament).digest in text


def test_standings_with_something_in_doubt_are_not_called_final(match):
    close_round(match.round, by=a_user("organiser"), despite_missing=True)
    found = standings_papers.standings_paper(match.round.tournament)
    assert not found.final
    assert found.notes


def test_the_pages_lead_to_the_papers(match):
    tournament = match.round.tournament
    a_ruling(match)
    client, desk = referee(tournament), keeper(tournament)
    slip = reverse("prints:ruling_slip", args=[tournament.pk, 1])
    report = reverse("prints:report", args=[tournament.pk])
    for page, address in (
        (reverse("referee:ruling", args=[tournament.pk, 1]), slip),
        (reverse("referee:register", args=[tournament.pk]), report),
        (reverse("prints:index", args=[tournament.pk]), report),
    ):
        assert address in client.get(page).content.decode()
        assert (address in desk.get(page).content.decode()) is (address == slip)
