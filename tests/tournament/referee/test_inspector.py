"""A deal laid open: each line of its marks with its article, its versions, its answers."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring import clause_text
from tests.tournament.builders import FACTS, a_deal, a_match, a_role, a_ruling, a_user
from tournament.deals.checks import answer
from tournament.deals.services import record_deal
from tournament.models import Checking, Entry, Match, RoleKind, freeze
from tournament.models.tournament import shipped_rulebook
from tournament.referee.inspector import Inspection, inspect

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """A match of which three deals are typed, the second corrected and contested."""
    match = a_match(deals=12)
    a_deal(match, 1)
    first = a_deal(match, 2, points=130)
    corrected = a_correction(match, first, points=116, stake="coinche")
    answer(corrected, agrees=False, by=a_user("camille"), note="pas coinché")
    a_deal(match, 3)
    tournament = match.round.tournament
    a_role(a_user("rémi"), tournament, RoleKind.REFEREE)
    a_role(a_user("zoe"), tournament, RoleKind.SCOREKEEPER)
    return match


def a_correction(match: Match, entry: Entry, **facts: object) -> Entry:
    said = {"base": entry.pk, "reason": "mal lu", "by": a_user("zoe"), "client_key": uuid4()}
    return record_deal(match, entry.deal.number, FACTS | facts, **said)


def opened(match: Match, number: int, *, sees_all: bool = True) -> Inspection:
    found = inspect(match, number, sees_all=sees_all)
    assert found is not None
    return found


def page(match: Match, number: int, name: str = "rémi") -> str:
    client = Client()
    client.force_login(a_user(name))
    place = [match.round.tournament_id, match.round.number, match.table, number]
    return client.get(reverse("referee:deal", args=place)).content.decode()


def test_every_line_stands_under_the_article_that_gives_it(match):
    found = opened(match, 1)
    lines = [line for each in found.articles for line in each.lines]
    score = found.row.score
    assert sum(line.a or 0 for line in lines) == score.mark_a
    assert sum(line.b or 0 for line in lines) == score.mark_b
    assert len(lines) == len(score.lines)
    for each in found.articles:
        rulebook = match.round.tournament.rulebook
        assert each.sentence == clause_text(rulebook, each.clause, "fr")


def test_the_sentences_are_those_of_the_frozen_copy_not_of_the_file(match):
    tournament = match.round.tournament
    mapping = tournament.rulebook.to_mapping()
    mapping["clauses"]["made"] = "article d'autrefois"
    frozen = type(tournament.rulebook).from_mapping(mapping)
    tournament.rulebook_frozen = freeze(frozen)
    tournament.save()
    articles = {each.clause: each.article for each in opened(match, 1).articles}
    assert articles["made"] == "article d'autrefois"


def test_the_running_score_stands_before_and_after(match):
    first, second, third = (opened(match, number) for number in (1, 2, 3))
    assert first.before == (0, 0)
    assert first.after == second.before == (250, 40)
    assert third.before == second.after
    assert third.after == third.whole.tally.totals


def test_every_version_is_told_with_what_it_changed(match):
    found = opened(match, 2)
    one, other = found.versions
    assert [one.is_accepted, other.is_accepted] == [False, True]
    assert one.changes == ()
    changed = {line.label for line in other.changes}
    assert len(changed) == 3  # the coinche, the points, the marks
    assert other.entry.reason == "mal lu"
    assert other.entry.typed_by == str(a_user("zoe"))
    (contest,) = other.answers
    assert (contest.agrees, contest.note) == (False, "pas coinché")
    assert found.is_contested


def test_the_deals_beside_it_are_a_click_away(match):
    assert (opened(match, 1).previous, opened(match, 1).following) == (None, 2)
    assert (opened(match, 2).previous, opened(match, 2).following) == (1, 3)
    assert (opened(match, 3).previous, opened(match, 3).following) == (2, None)


@pytest.mark.parametrize("number", [4, 999])
def test_a_deal_never_typed_is_not_there(match, number):
    client = Client()
    client.force_login(a_user("rémi"))
    place = [match.round.tournament_id, 1, 1, number]
    assert client.get(reverse("referee:deal", args=place)).status_code == 404


def test_the_page_offers_to_rule_to_the_referee_alone(match):
    rule = reverse("referee:rule", args=[match.round.tournament_id])
    assert f"{rule}?round=1&amp;table=1&amp;deal=2" in page(match, 2)
    assert rule not in page(match, 2, "zoe")
    for name in ("rémi", "zoe"):
        sheet = reverse("deals:sheet", args=[match.round.tournament_id, 1, 1])
        assert f"{sheet}?deal=2" in page(match, 2, name)
        assert "pas coinché" in page(match, 2, name)


def test_a_deal_ruled_on_shows_its_rulings(match):
    deal = match.deals.get(number=2)
    ruling = a_ruling(match, "annulled", deal=deal)
    found = opened(match, 2)
    assert found.rulings == (ruling,)
    assert found.articles == ()
    assert found.after == found.before
    address = reverse("referee:ruling", args=[match.round.tournament_id, ruling.number])
    assert address in page(match, 2)


def test_a_deal_to_be_replayed_still_tells_what_was_typed(match):
    a_ruling(match, "replayed", deal=match.deals.get(number=2))
    found = opened(match, 2)
    assert found.row is None
    assert len(found.versions) == 2
    assert page(match, 2)


def test_a_deal_awarded_has_marks_and_no_lines(match):
    deal = match.deals.get(number=3)
    a_ruling(match, "awarded", deal=deal, side="A", marks_a=162, marks_b=0)
    found = opened(match, 3)
    assert found.articles == ()
    assert found.row.marks == (162, 0)
    assert found.versions[-1].marks == (162, 0)
    assert page(match, 3)


@pytest.fixture
def double() -> Match:
    match = a_match(deals=12, checking=Checking.TWO_SHEETS)
    for number, sheets in ((1, "AB"), (2, "A")):
        for sheet in sheets:
            said = FACTS | {"points": 126 if sheet == "A" else 130}
            typed = {"by": a_user(f"typist {sheet}"), "client_key": uuid4(), "sheet": sheet}
            record_deal(match, number, said, **typed)
    tournament = match.round.tournament
    a_role(a_user("rémi"), tournament, RoleKind.REFEREE)
    a_role(a_user("zoe"), tournament, RoleKind.SCOREKEEPER)
    return match


def test_two_sheets_that_differ_stand_fact_by_fact(double):
    found = opened(double, 1)
    assert {line.label for line in found.readings if line.differs}
    assert all(version.is_reading for version in found.versions)
    assert all(version.changes == () for version in found.versions)


def test_one_sheet_alone_is_shown_to_the_referee_only(double):
    assert opened(double, 2).versions
    hidden = opened(double, 2, sees_all=False)
    assert (hidden.said, hidden.not_said, hidden.articles, hidden.versions) == ("", "", (), ())
    assert "126" in page(double, 2)
    assert "126" not in page(double, 2, "zoe")
    assert opened(double, 1, sees_all=False).versions


def test_no_total_tells_what_one_sheet_alone_says(double):
    for sheet in "AB":
        typed = {"by": a_user(f"typist {sheet}"), "client_key": uuid4(), "sheet": sheet}
        record_deal(double, 3, FACTS, **typed)
    for number, score in ((1, (0, 0)), (2, (250, 40)), (3, None)):
        assert opened(double, number, sees_all=False).before == score
    assert opened(double, 3, sees_all=False).after is None
    assert opened(double, 3).before == (500, 80)
    for name, is_told in (("rémi", True), ("zoe", False)):
        place = {"round": 1, "table": 1, "rulebook": "kchanaise"}
        client = Client()
        client.force_login(a_user(name))
        elsewhere = reverse("referee:elsewhere", args=[double.round.tournament_id])
        pairs = client.get(elsewhere, place).context["pairs"]
        assert (pairs.totals != ("–", "–")) == is_told
        assert ([pair.number for pair in pairs.deals] == [1, 2, 3]) == is_told
        assert ("750" in page(double, 3, name)) == is_told


def test_a_version_that_a_rulebook_changed_since_cannot_mark_says_why(match):
    for deal in match.deals.all():
        a_ruling(match, "awarded", deal=deal, side="A", marks_a=162, marks_b=0)
    tournament = match.round.tournament
    tournament.rulebook_frozen = freeze(shipped_rulebook("multijoueur"))
    found = opened(match, 3)
    assert found.versions[0].marks is None
    assert found.versions[0].said
    assert page(match, 3)
