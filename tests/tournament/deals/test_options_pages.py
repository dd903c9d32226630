"""What is left to the table, as the desk, the phones, the referee and the archive have it."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from scoring import Rulebook, load_rulebook
from tests.tournament.archive.whole import altered, elsewhere, forgotten, the_file
from tests.tournament.builders import a_code, a_deal, a_match, a_role, a_user
from tests.tournament.deals.test_options import (
    NO_TRUMPS,
    WHY,
    WITH_BELOTE,
    choose,
    club_a,
    fresh,
    totals,
)
from tournament.archive.reading import read_archive
from tournament.archive.restoring import restore
from tournament.deals.options_acts import options_seen
from tournament.deals.tally import match_sheet
from tournament.models import Deal, Match, Role, RoleKind, Ruling, freeze
from tournament.referee.cards.fields import CheckForm
from tournament.referee.elsewhere import everywhere, match_told
from tournament.referee.rulings import decide
from tournament.rulebooks.change import Choice, change_rulebook
from tournament.standings.shares import counts_under

pytestmark = pytest.mark.django_db
__all__ = ["club_a"]


@pytest.fixture
def match(club_a: Rulebook) -> Match:
    return fresh(a_match(rulebook_frozen=freeze(club_a), organiser=a_user()))


@pytest.fixture
def desk(client: Client, match: Match) -> Client:
    client.force_login(a_user())
    return client


def address(match: Match, page: str = "sheet", query: str = "") -> str:
    return reverse(f"deals:{page}", args=[match.round.tournament_id, 1, match.table]) + query


def phone(match: Match, page: str = "table", side: str = "A") -> str:
    return reverse(f"tables:{page}", args=[a_code(match, side).code])


def text_of(answer: Any) -> str:
    return answer.content.decode().replace("\u202f", " ").replace("&#x27;", "'")


def answers(seen: str = "", **turned: str) -> dict[str, str]:
    """The form as a page sends it: every choice as the rulebook has it, unless said otherwise."""
    own = {f"option-{name}": "own" for name in ("no-trumps", "all-trumps", "belote-apart")}
    return own | {f"option-{name.replace('_', '-')}": said for name, said in turned.items()} | {
        "seen": seen
    }  # fmt: skip


TYPED = {"takers": "A", "contract": "100", "trump": "no_trumps", "points": "110", "base": "",
         "client_key": "5b3b0f5e-6a3e-4f51-9d0f-9e5b6b7f0001"}  # fmt: skip


def test_the_desk_asks_before_the_first_deal_and_says_it_afterwards(desk, match) -> None:
    page = text_of(desk.get(address(match)))
    assert "Le sans atout est permis." in page
    legends = re.findall(r"<legend[^>]*>\s*(.*?)\s*</legend>", page)
    assert {"Sans atout", "Tout atout", "La belote et le contrat"} < set(legends)
    assert len(re.findall(r'value="own"[^>]* checked', page)) == page.count('value="own"') == 3
    assert 'name="line"' in page
    assert 'value="no_trumps"' not in page
    answer = desk.post(address(match, "options"), answers(no_trumps="other"))
    assert answer.url == address(match)
    page = text_of(desk.get(address(match)))
    assert "<strong>Le sans atout est permis.</strong>" in page
    assert 'name="option-no-trumps"' not in page
    assert 'value="no_trumps"' in page
    a_deal(fresh(match), 1, **NO_TRUMPS)
    assert address(match, "options_corrected") in text_of(desk.get(address(match)))


def test_a_preview_is_of_what_the_table_plays(desk, match) -> None:
    preview = address(match, "preview", "?deal=1")
    assert "Cette table ne l'a pas choisi" in text_of(desk.post(preview, TYPED))
    choose(match, "no-trumps")
    assert "210" in text_of(desk.post(preview, TYPED))
    sent = {"client_key": TYPED["client_key"], "line": "", "answered": ""}
    assert desk.post(address(match, query="?deal=1"), TYPED | sent).status_code == 302
    assert match.deals.get().accepted.options == "no-trumps"


def test_what_is_refused_stays_on_the_page(desk, match) -> None:
    choose(match, "all-trumps")
    page = desk.post(address(match, "options"), answers(no_trumps="other"))
    assert page.status_code == 200
    assert 'class="errorlist' in text_of(page)
    assert fresh(match).options == "all-trumps"
    nothing = desk.post(address(match, "options"), {"seen": "all-trumps", "option-rumour": "other"})
    assert nothing.status_code == 200
    assert fresh(match).options == "all-trumps"


def test_a_correction_is_shown_before_it_is_made(desk, match) -> None:
    a_deal(match, 1, **WITH_BELOTE)
    page = address(match, "options_corrected")
    said = answers(options_seen(match), belote_apart="other")
    shown = text_of(desk.post(page, said | {"preview": "1", "reason": ""}))
    before, after = totals(match), (20, 260)
    assert before != after
    assert all(str(mark) in shown for mark in (*before, *after))
    assert totals(match) == before
    assert desk.post(page, said | {"reason": ""}).status_code == 200
    assert desk.post(page, said | {"reason": WHY}).status_code == 302
    assert totals(match) == after


def test_a_scorekeeper_is_told_who_corrects(desk, match) -> None:
    Role.objects.filter(user=a_user()).update(kind=RoleKind.SCOREKEEPER)
    a_deal(match, 1)
    assert address(match, "options_corrected") not in text_of(desk.get(address(match)))
    assert 'name="option-' not in text_of(desk.get(address(match, "options")))
    said = answers(options_seen(match), no_trumps="other") | {"reason": WHY}
    assert desk.post(address(match, "options_corrected"), said).status_code == 200
    assert fresh(match).options == ""


def test_a_side_chooses_on_its_phone_and_the_other_sees_it(client, match) -> None:
    key = text_of(client.get(phone(match, side="B"))).split('data-key="')[1][:16]
    assert "Le sans atout est permis." in text_of(client.get(phone(match)))
    answer = client.post(phone(match, "options"), answers(no_trumps="other"))
    assert answer.status_code == 302
    other = Client()
    page = text_of(other.get(phone(match, side="B")))
    assert "<strong>Le sans atout est permis.</strong>" in page
    assert other.get(phone(match, "news", side="B"), {"seen": key}).status_code == 200
    stale = other.post(phone(match, "options", side="B"), answers(all_trumps="other"))
    assert stale.status_code == 200
    assert fresh(match).options == "no-trumps"
    assert match.round.tournament.journal.last().details["sheet"] == "A"
    sent = {name: value for name, value in TYPED.items() if name != "base"} | {"belote": ""}
    assert client.post(phone(match) + "?deal=1", sent).status_code == 302
    assert match.deals.get().accepted.options == "no-trumps"
    page = text_of(client.get(phone(match)))
    assert "Le sans atout est permis." in page
    assert 'name="option-no-trumps"' not in page
    late = client.post(phone(match, "options"), answers("no-trumps"))
    assert late.status_code == 200
    assert fresh(match).options == "no-trumps"


def test_a_rulebook_that_leaves_nothing_to_the_tables_asks_nothing(client) -> None:
    match = fresh(a_match(organiser=a_user()))
    client.force_login(a_user())
    assert 'class="card options"' not in text_of(client.get(address(match)))
    assert client.get(address(match, "options")).status_code == 200
    assert client.get(address(match, "options_corrected")).status_code == 200
    assert client.post(address(match, "options"), {"seen": ""}).status_code in {200, 302}
    assert client.get(phone(match)).status_code == 200


def corrected(match: Match, deal: Deal, facts: dict[str, Any]) -> None:
    """Have the referee correct a deal."""
    referee = a_user("rémi")
    a_role(referee, match.round.tournament, RoleKind.REFEREE)
    said = {"category": "revoke", "facts": "120 sur le papier", "client_key": uuid4()}
    ruling = Ruling(
        tournament=match.round.tournament, match=match, deal=deal, decision="corrected", **said
    )
    decide(ruling, by=referee, facts=facts)


def test_a_ruling_and_other_rulebooks_hold_with_what_the_table_chose(match) -> None:
    match = choose(match, "no-trumps", "belote-apart")
    entry = a_deal(match, 1, **NO_TRUMPS)
    a_deal(match, 2, **WITH_BELOTE)
    corrected(match, entry.deal, NO_TRUMPS | {"points": 120})
    whole = match_sheet(fresh(match))
    own = whole.tournament.rulebook
    assert match_told(whole, own.switched("belote-apart")).sheet.tally.totals == totals(match)
    assert everywhere(whole, 2)
    facts = [row.facts for row in whole.rows]
    assert counts_under(facts, own) == counts_under(facts, load_rulebook("grenobloise")) | {
        "made": 1, "failed": 1
    }  # fmt: skip


def test_the_checks_of_cards_are_of_the_table_that_asks_or_of_any(match) -> None:
    tournament = match.round.tournament
    asked = [QueryDict("round=1&table=1"), QueryDict(""), QueryDict("round=1&table=9")]

    def trumps() -> list[int]:
        forms = [CheckForm(where, tournament=tournament) for where in asked]
        return [len(form.fields["trump"].choices) for form in forms]

    assert trumps() == [4, 6, 6]
    choose(match, "no-trumps", "belote-apart")
    assert trumps() == [5, 6, 6]
    form = CheckForm(asked[1], tournament=tournament)
    assert form.rulebook.applied == ("all-trumps", "no-trumps")


def test_a_rulebook_that_lacks_what_a_table_plays_names_the_table(match) -> None:
    match = choose(match, "belote-apart")
    a_deal(match, 1)
    tournament = match.round.tournament
    with pytest.raises(ValidationError) as caught:
        change_rulebook(
            tournament,
            Choice(name="grenobloise"),
            seen=tournament.rulebook.fingerprint(),
            by=a_user(),
            reason="essai",
        )
    said = " ".join(caught.value.messages).replace("\u202f", " ")
    assert "table 1" in said
    assert "belote-apart" in said


def test_an_archive_keeps_what_the_tables_chose(match) -> None:
    match = choose(match, "no-trumps")
    a_deal(match, 1, **NO_TRUMPS)
    before, content = totals(match), the_file(match.round.tournament)
    restored = elsewhere(content, accept=True)
    again = fresh(Match.objects.get(round__tournament=restored))
    assert again.options == "no-trumps"
    assert totals(again) == before


def test_an_archive_of_before_has_nothing_chosen(match) -> None:
    a_deal(match, 1)
    before = totals(match)

    def of_before(parts: dict[str, Any]) -> None:
        for name in ("matches", "entries"):
            at = parts["tables"][name]["columns"].index("options")
            for row in (parts["tables"][name]["columns"], *parts["tables"][name]["rows"]):
                del row[at]

    content = altered(the_file(match.round.tournament), of_before)
    restored = elsewhere(content, accept=True)
    assert totals(fresh(Match.objects.get(round__tournament=restored))) == before


def test_an_archive_whose_deals_name_no_choice_of_the_rulebook_is_refused(match) -> None:
    a_deal(match, 1)

    def strange(parts: dict[str, Any]) -> None:
        at = parts["tables"]["entries"]["columns"].index("options")
        parts["tables"]["entries"]["rows"][0][at] = "rumour"

    content = altered(the_file(match.round.tournament), strange)
    forgotten()
    with pytest.raises(ValidationError):
        restore(read_archive(content), by=a_user(), accept=True)
