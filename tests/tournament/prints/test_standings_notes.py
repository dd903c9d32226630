"""What was ruled stands on the posted standings as it does on the page."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from tests.tournament.builders import a_deal, a_match, a_ruling, a_user
from tests.tournament.standings.test_ruled import rule, team
from tournament.models import Decision, ExclusionKind, Match
from tournament.prints import standings_papers
from tournament.rounds.services import close_round
from tournament.rulebooks.change import Choice, change_rulebook

pytestmark = pytest.mark.django_db

PENALTY = {"marks": -100, "is_published": True}


@pytest.fixture
def match() -> Match:
    match = a_match(deals=1, excluded_kind=ExclusionKind.BYE, names_sanctioned=True)
    a_deal(match)
    close_round(match.round, by=None)
    return match


def printed(match: Match) -> str:
    pdf = standings_papers.standings_printout(match.round.tournament).pdf()
    pages = PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def test_marks_outside_a_match_are_printed_beside_the_team(match):
    a_ruling(match, Decision.NOTHING)
    rule(match.round.tournament, Decision.MARKS, team(match.round.tournament, 1), **PENALTY)
    paper = standings_papers.standings_paper(match.round.tournament)
    noted = {row.team.number: row.notes for row in paper.rows}
    assert noted[2] == ()
    assert [len(each) for each in noted.values()] == [1, 0]
    assert "Décision 2" in printed(match)


def test_who_is_no_longer_ranked_and_a_changed_rulebook_are_printed_at_the_head(match):
    tournament = match.round.tournament
    a_ruling(match, Decision.NOTHING)
    rule(tournament, Decision.EXCLUSION, team(tournament, 1), is_published=True)
    tournament.refresh_from_db()
    seen = tournament.rulebook.fingerprint()
    change_rulebook(
        tournament, Choice(name="competition"), seen=seen, by=a_user("organiser"), reason="erreur"
    )
    tournament.refresh_from_db()
    assert len(standings_papers.standings_paper(tournament).notes) == 3
    text = printed(match)
    assert "est exclue (décision 2)" in text
    assert "Règlement changé le" in text
