"""The referee's pages: from a case to a numbered ruling, what it moves shown before."""

from __future__ import annotations

import html
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext as _

from tests.tournament.builders import (
    FACTS,
    a_club,
    a_deal,
    a_match,
    a_role,
    a_round,
    a_ruling,
    a_tournament,
    a_user,
)
from tournament.deals.services import record_deal
from tournament.deals.tally import match_tallies
from tournament.models import (
    Decision,
    DrawKind,
    Match,
    RefereeCall,
    RoleKind,
    Round,
    Ruling,
    Team,
    Tournament,
)
from tournament.rounds.removal import remove_round
from tournament.rounds.services import close_round

pytestmark = pytest.mark.django_db

CASE = {"category": "revoke", "round": "1", "table": "1", "facts": "Renonce à cœur au pli 5."}


@pytest.fixture
def match() -> Match:
    match = a_match(deals=3)
    for number in (1, 2):
        a_deal(match, number)
    a_role(a_user("rémi"), match.round.tournament, RoleKind.REFEREE)
    a_role(a_user("zoe"), match.round.tournament, RoleKind.SCOREKEEPER)
    return match


@pytest.fixture
def referee(match) -> Client:
    client = Client()
    client.force_login(a_user("rémi"))
    return client


@pytest.fixture
def keeper(match) -> Client:
    client = Client()
    client.force_login(a_user("zoe"))
    return client


def url(match: Match, name: str = "rule", **kwargs: Any) -> str:
    return reverse(f"referee:{name}", kwargs={"tournament_id": match.round.tournament_id, **kwargs})


def text_of(response: Any) -> str:
    """The words of a page, its tags left out."""
    bare = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(bare).split())


def hidden_of(response: Any) -> dict[str, str]:
    """What the page's form holds hidden."""
    found = {}
    for tag in re.findall(r'<input type="hidden"[^>]*>', response.content.decode()):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name:
            found[name[1]] = html.unescape(value[1]) if value else ""
    return found


def decide(client: Client, address: str, *, why: str = "Article 12", **said: Any) -> Any:
    """Go the whole way: the form, what it moves, then decide."""
    seen = client.post(address, {**CASE, "ruling_key": str(uuid4()), **said, "step": "impact"})
    assert "Rien n'est encore décidé" in text_of(seen), text_of(seen)
    return client.post(address, {**hidden_of(seen), "explanation": why, "step": "decide"})


def totals(match: Match) -> tuple[int, int]:
    tournament = Tournament.objects.get(pk=match.round.tournament_id)
    return match_tallies(tournament, [match.round])[match.pk].totals


def test_the_form_is_preset_by_its_address(referee, match):
    page = referee.get(url(match), {"round": 1, "table": 1, "deal": 2, "category": "revoke"})
    words = text_of(page)
    assert "A prend 120" in words
    assert "Renonce" in words or "renonce" in words
    assert page.context["form"].deal_found.number == 2


@pytest.mark.parametrize("asked", [{"table": "99"}, {"deal": "x"}, {"team": "é"}, {"call": "-1"}])
def test_an_address_that_means_nothing_shows_the_form_all_the_same(referee, match, asked):
    assert referee.get(url(match), asked).status_code == 200


def test_only_the_fields_of_the_decision_are_shown(referee, match):
    def fields(decision: str, **case: str) -> list[str]:
        page = referee.get(url(match), {"decision": decision, **case})
        return [field.name for field in page.context["form"].own_fields]

    at_table = {"round": "1", "table": "1", "deal": "1"}
    assert fields(Decision.NOTHING) == []
    assert fields(Decision.MARKS, **at_table) == ["side", "tariff", "marks"]
    assert fields(Decision.MARKS) == ["team", "tariff", "tariff_contract", "marks"]
    assert fields(Decision.AWARDED, **at_table) == ["side", "tariff", "marks_a", "marks_b"]
    assert fields(Decision.WARNING) == ["team", "player"]
    assert fields(Decision.BID_BAN) == ["team", "player", "deals"]


def test_without_a_script_the_decision_is_chosen_first_and_nothing_typed_is_lost(referee, match):
    sent = {**CASE, "decision": "marks", "step": "fields", "ruling_key": str(uuid4())}
    page = referee.post(url(match), sent)
    assert page.context["form"].errors == {}
    assert [field.name for field in page.context["form"].own_fields][-1] == "marks"
    assert "Renonce à cœur au pli 5." in text_of(page)


def test_with_a_script_only_the_fields_are_sent_again(referee, match):
    sent = {**CASE, "decision": "marks", "step": "fields", "ruling_key": str(uuid4())}
    part = referee.post(url(match), sent, headers={"HX-Request": "true"})
    written = part.content.decode()
    assert "<html" not in written
    assert 'id="articles"' in written
    assert 'id="beside" hx-swap-oob="true"' in written


def test_the_usual_tariffs_are_offered_with_what_they_come_to(referee, match):
    page = referee.get(url(match), {"decision": "marks", "round": 1, "table": 1, "deal": 1})
    assert "160 + contrat = 280" in text_of(page)
    assert "162" in text_of(page)


def test_a_tariff_is_given_to_the_side_that_suffered(referee, match):
    answer = decide(referee, url(match), deal="1", decision="marks", side="B", tariff="0")
    assert answer.status_code == 302
    made = Ruling.objects.get()
    assert (made.side, made.marks, totals(match)) == ("B", 280, (500, 360))


def test_a_tariff_that_adds_a_contract_asks_for_it_where_no_deal_says_it(referee, match):
    sent = {**CASE, "decision": "marks", "side": "B", "tariff": "0", "ruling_key": str(uuid4())}
    page = referee.post(url(match), {**sent, "step": "impact"})
    assert "Dites le contrat que ce tarif ajoute." in text_of(page)
    answer = decide(
        referee, url(match), decision="marks", side="B", tariff="0", tariff_contract="capot"
    )
    assert answer.status_code == 302
    assert Ruling.objects.get().marks > 280


def test_a_tariff_and_other_marks_are_not_taken_together(referee, match):
    sent = {**CASE, "decision": "marks", "side": "B", "tariff": "1", "marks": "5"}
    page = referee.post(url(match), {**sent, "ruling_key": str(uuid4()), "step": "impact"})
    assert "pas les deux" in text_of(page)


def test_an_awarded_deal_may_be_a_tariff_to_one_side(referee, match):
    decide(referee, url(match), deal="1", decision="awarded", side="B", tariff="1")
    made = Ruling.objects.get()
    assert (made.marks_a, made.marks_b, totals(match)) == (0, 162, (250, 202))


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ({"decision": "annulled", "deal": "1"}, (250, 40)),
        ({"decision": "replayed", "deal": "1"}, (250, 40)),
        ({"decision": "match_awarded", "marks_a": "0", "marks_b": "900"}, (0, 900)),
        ({"decision": "marks", "side": "A", "marks": "-100"}, (400, 80)),
        ({"decision": "nothing"}, (500, 80)),
    ],
)
def test_each_decision_does_what_was_shown(referee, match, said, after):
    seen = referee.post(url(match), {**CASE, "ruling_key": str(uuid4()), **said, "step": "impact"})
    figures = f"{after[0]} – {after[1]}"
    if after != (500, 80):
        assert figures in text_of(seen)
    assert totals(match) == (500, 80)
    referee.post(url(match), {**hidden_of(seen), "explanation": "Vu", "step": "decide"})
    assert totals(match) == after


def test_a_deal_is_corrected_from_what_was_typed(referee, match):
    page = referee.get(url(match), {"decision": "corrected", "round": 1, "table": 1, "deal": 1})
    shown = page.context["form"].deal_form
    assert (shown["takers"].value(), shown["points"].value()) == ("A", 126)
    facts = {"takers": "B", "contract": "120", "trump": "diamonds", "points": "126", "line": ""}
    typed = {"client_key": str(uuid4()), "stake": "plain", "outcome": "played", **facts}
    answer = decide(referee, url(match), deal="1", decision="corrected", **typed)
    assert answer.status_code == 302
    assert totals(match) == (290, 290)


def test_what_cannot_be_of_a_corrected_deal_is_said_beside_its_field(referee, match):
    facts = {"takers": "A", "contract": "120", "trump": "diamonds", "points": "163", "line": ""}
    typed = {"client_key": str(uuid4()), "stake": "plain", "outcome": "played", **facts}
    sent = {**CASE, "deal": "1", "decision": "corrected", "ruling_key": str(uuid4())}
    page = referee.post(url(match), {**sent, **typed, "step": "impact"})
    assert "points" in page.context["form"].deal_form.errors
    assert not Ruling.objects.exists()


def test_what_is_missing_is_said_and_nothing_typed_is_lost(referee, match):
    page = referee.post(url(match), {"decision": "warning", "facts": "Insultes", "step": "impact"})
    assert page.status_code == 200
    assert "Insultes" in text_of(page)
    assert {"category", "ruling_key"} <= set(page.context["form"].errors)


def test_a_decision_asks_for_its_reason(referee, match):
    answer = decide(referee, url(match), decision="nothing", why=" ")
    assert "Donnez le motif" in text_of(answer)
    assert not Ruling.objects.exists()


def test_two_clicks_make_one_ruling(referee, match):
    sent = {**CASE, "decision": "marks", "side": "A", "marks": "-100", "ruling_key": str(uuid4())}
    seen = referee.post(url(match), {**sent, "step": "impact"})
    confirmed = {**hidden_of(seen), "explanation": "Vu", "step": "decide"}
    for _click in range(2):
        answer = referee.post(url(match), confirmed)
        assert answer.url == url(match, "ruling", ruling=1)
    assert (Ruling.objects.count(), totals(match)) == (1, (400, 80))


def test_a_deal_that_changed_meanwhile_is_said_and_shown_anew(referee, match):
    sent = {**CASE, "deal": "1", "decision": "awarded", "marks_a": "0", "marks_b": "280"}
    seen = referee.post(url(match), {**sent, "ruling_key": str(uuid4()), "step": "impact"})
    record_deal(match, 3, FACTS, by=a_user("zoe"), client_key=uuid4())
    confirmed = {**hidden_of(seen), "explanation": "Vu", "step": "decide"}
    again = referee.post(url(match), confirmed)
    assert "a changé entre-temps" in text_of(again)
    assert "750 – 120" in text_of(again)
    assert not Ruling.objects.exists()
    confirmed = {**hidden_of(again), "explanation": "Vu", "step": "decide"}
    assert referee.post(url(match), confirmed).status_code == 302


def test_a_round_drawn_meanwhile_is_not_ruled_on_unseen(referee):
    match = a_match(deals=3)
    a_role(a_user("rémi"), match.round.tournament, RoleKind.REFEREE)
    sent = {**CASE, "round": "", "decision": "marks", "side": "A", "marks": "-100"}
    seen = referee.post(url(match), {**sent, "ruling_key": str(uuid4()), "step": "impact"})
    close_round(match.round, by=None, despite_missing=True)
    later = a_round(match.round.tournament)
    Round.objects.filter(pk=later.pk).update(draw_kind=DrawKind.GIVEN)
    confirmed = {**hidden_of(seen), "explanation": "Vu", "step": "decide"}
    assert "a changé entre-temps" in text_of(referee.post(url(match), confirmed))
    assert not Ruling.objects.exists()


def test_gone_back_to_the_form_holds_all_that_was_written(referee, match):
    sent = {**CASE, "decision": "marks", "side": "A", "marks": "-100", "ruling_key": str(uuid4())}
    seen = referee.post(url(match), {**sent, "step": "impact"})
    back = referee.post(url(match), {**hidden_of(seen), "step": "back"})
    form = back.context["form"]
    assert (form["marks"].value(), form["decision"].value()) == ("-100", "marks")
    assert form["ruling_key"].value() == sent["ruling_key"]
    assert form.errors == {}


def test_a_closed_round_shows_the_ranks_that_move(referee, match):
    a_deal(match, 3)
    close_round(match.round, by=None)
    sent = {**CASE, "decision": "marks", "side": "A", "marks": "-700", "ruling_key": str(uuid4())}
    words = text_of(referee.post(url(match), {**sent, "step": "impact"}))
    assert "1 · Équipe 1 1 · 750 2 · 50 ▼ 1" in words
    assert "reste tel quel tant que vous ne l'imprimez pas à nouveau" in words


def test_the_ruling_s_page_says_it_all(keeper, match):
    a_ruling(
        match,
        Decision.AWARDED,
        deal=match.deals.get(number=1),
        marks_a=0,
        marks_b=280,
        article="Art. 12",
        explanation="Renonce établie.",
    )
    words = text_of(keeper.get(url(match, "ruling", ruling=1)))
    for said in (
        "Décision 1",
        "Manche 1, table 1, donne 1",
        "Donne attribuée",
        "0 – 280",
        "Art. 12",
        "Renonce établie.",
        "A prend 120",
        "attribuée par l'arbitre",
        "rémi",
    ):
        assert said in words, said
    assert "La remplacer" not in words


def test_a_later_ruling_replaces_one_from_its_own_page(referee, match):
    a_ruling(match, Decision.MARKS, side="A", marks=-100)
    page = referee.get(url(match, "replace", ruling=1))
    assert page.context["form"]["facts"].value() == "Renonce à cœur."
    answer = decide(
        referee, url(match, "replace", ruling=1), decision="nothing", facts="Levée", why="Erreur"
    )
    assert answer.url == url(match, "ruling", ruling=2)
    assert totals(match) == (500, 80)
    words = text_of(referee.get(url(match, "ruling", ruling=1)))
    assert "Remplacée par la décision 2" in words
    later = referee.get(url(match, "replace", ruling=1))
    assert later.url == url(match, "ruling", ruling=2)


def test_lifting_shows_its_own_impact_first(referee, match):
    a_ruling(match, Decision.MARKS, side="A", marks=-100)
    sent = {**CASE, "decision": "nothing", "ruling_key": str(uuid4()), "step": "impact"}
    words = text_of(referee.post(url(match, "replace", ruling=1), sent))
    assert "400 – 80 500 – 80" in words


def test_a_ruling_that_is_not_there_is_not_found(referee, match):
    assert referee.get(url(match, "ruling", ruling=9)).status_code == 404
    assert referee.get(url(match, "replace", ruling=9)).status_code == 404


def test_who_plays_at_the_table_names_a_second_person(referee, match):
    team = match.entrants("A")[0]
    referee.post(url(match, "playing"), {"team": str(team.number)})
    assert match.round.tournament.roles.get(user=a_user("rémi")).team == team
    sent = {**CASE, "decision": "nothing", "ruling_key": str(uuid4())}
    page = referee.post(url(match), {**sent, "step": "impact"})
    assert "second_person" in page.context["form"].errors
    assert "Vous jouez à cette table" in text_of(page)
    answer = decide(referee, url(match), decision="nothing", second_person="Hélène")
    assert answer.status_code == 302
    assert "Avec Hélène" in text_of(referee.get(url(match, "ruling", ruling=1)))


def test_the_team_one_plays_in_is_noted_once_and_taken_back(referee, match):
    tournament = match.round.tournament
    team = match.entrants("A")[0]
    for said in (str(team.number), str(team.number), "", "9999"):
        referee.post(url(match, "playing"), {"team": said})
    assert tournament.journal.filter(kind="referee.seated").count() == 2
    assert tournament.roles.get(user=a_user("rémi")).team is None


def test_a_sanction_is_private_unless_it_is_said(referee, match):
    team = str(match.entrants("A")[0].number)
    decide(referee, url(match), decision="warning", team=team)
    decide(referee, url(match), decision="warning", team=team, shown="yes")
    decide(referee, url(match), decision="nothing")
    decide(referee, url(match), decision="nothing", shown="no")
    published = Ruling.objects.order_by("number").values_list("is_published", flat=True)
    assert list(published) == [False, True, True, False]


def test_warnings_are_counted_where_a_team_is_chosen(referee, match):
    team = match.entrants("A")[0]
    for _time in range(2):
        a_ruling(match, Decision.WARNING, team=team)
    lifted = a_ruling(match, Decision.WARNING, team=team)
    a_ruling(match, Decision.NOTHING, replaces=lifted)
    page = referee.get(url(match), {"decision": "warning"})
    assert "Équipe 1 (2 avertissements)" in text_of(page)


def test_a_player_is_warned_with_his_team(referee, match):
    team = match.entrants("B")[0]
    player = team.players.first()
    decide(referee, url(match), decision="warning", player=str(player.pk))
    made = Ruling.objects.get()
    assert (made.player, made.team) == (player, team)
    assert player.name in text_of(referee.get(url(match, "ruling", ruling=1)))


def test_a_ruling_answers_the_call_it_was_made_for(referee, match):
    call = RefereeCall.objects.create(match=match, category="revoke", client_key=uuid4())
    decide(referee, url(match), decision="nothing", call=str(call.pk))
    call.refresh_from_db()
    assert (call.ruling, call.settled_at is None) == (Ruling.objects.get(), False)
    assert "Répond à l'appel de la table 1" in text_of(referee.get(url(match, "ruling", ruling=1)))


def test_another_contest_s_call_is_not_answered(referee, match):
    other = a_match(organiser=a_user("somebody else"))
    call = RefereeCall.objects.create(match=other, category="revoke", client_key=uuid4())
    decide(referee, url(match), decision="nothing", call=str(call.pk))
    call.refresh_from_db()
    assert call.ruling is None


def test_articles_that_bear_on_the_case_come_first(referee, match):
    page = referee.get(url(match), {"category": "misdeal"})
    (_none, (_near, first), _far) = page.context["form"].fields["clause"].choices
    assert {clause for clause, _line in first} >= {"faults", "dealing"}
    answer = decide(referee, url(match), decision="nothing", clause="dealing")
    assert answer.status_code == 302
    assert dict(first)["dealing"] == Ruling.objects.get().article


def test_an_article_in_one_s_own_words_is_kept(referee, match):
    decide(referee, url(match), decision="nothing", clause="dealing", article="Usage du club")
    assert Ruling.objects.get().article == "Usage du club"


def test_like_cases_stand_beside_the_form_tonight_s_first(referee, match):
    earlier = a_match(organiser=a_user("somebody else"), name="Soirée d'octobre")
    earlier.round.tournament.club = a_club()
    earlier.round.tournament.save()
    a_ruling(earlier, Decision.MARKS, side="A", marks=-162, facts="Renonce à cœur, pli 7")
    a_ruling(match, Decision.NOTHING, facts="Renonces non établies à cœur")
    a_ruling(match, Decision.NOTHING, category="conduct", facts="Insultes")
    page = referee.get(url(match), {"category": "revoke", "facts": "renonce à cœur au pli 2"})
    found = page.context["precedents"]
    assert [(each.ruling.number, each.is_tonight) for each in found] == [(1, True), (1, False)]
    assert all(each.same_category and each.like_facts for each in found)


def test_another_club_s_rulings_are_no_precedents(referee, match):
    from tournament.models import Club  # noqa: PLC0415

    elsewhere = Club.objects.create(name="Ailleurs")
    other = a_match(organiser=a_user("somebody else"), club=elsewhere)
    a_ruling(other, Decision.NOTHING)
    page = referee.get(url(match), {"category": "revoke"})
    assert page.context["precedents"] == []


def test_the_register_filters(keeper, match):
    a_ruling(match, Decision.WARNING, team=match.entrants("A")[0], category="conduct")
    before = a_ruling(match, Decision.MARKS, side="A", marks=-10)
    a_ruling(match, Decision.NOTHING, replaces=before)

    def numbers(**asked: str) -> list[int]:
        page = keeper.get(url(match, "register"), asked)
        return [line["ruling"].number for line in page.context["lines"]]

    assert numbers() == [3, 2, 1]
    assert numbers(category="conduct") == [1]
    assert numbers(decision="marks") == [2]
    assert numbers(state="in_force") == [3, 1]
    assert numbers(state="replaced") == [2]
    assert numbers(team="1") == [3, 2, 1]
    assert numbers(category="no such thing", team="999") == [3, 2, 1]


def test_the_register_of_all_the_club_s_evenings(keeper, match):
    a_ruling(match)
    other = a_match(organiser=a_user("somebody else"), name="Soirée d'octobre")
    a_ruling(other)
    page = keeper.get(url(match, "register"), {"evenings": "all"})
    assert len(page.context["lines"]) == 2
    assert "Soirée d'octobre" in text_of(page)
    assert url(other, "ruling", ruling=1) not in page.content.decode()


def test_a_register_without_a_ruling_says_what_to_do(keeper, match):
    assert "Aucune décision à afficher." in text_of(keeper.get(url(match, "register")))


def test_the_register_reads_a_fixed_number_of_queries(keeper, match, django_assert_max_num_queries):
    for _time in range(6):
        a_ruling(match, Decision.MARKS, side="A", marks=-10)
    with django_assert_max_num_queries(16):
        keeper.get(url(match, "register"))


def test_a_ruling_of_a_contest_without_a_round_yet(referee, match):
    tournament = a_tournament(organiser=a_user("rémi"))
    a_role(a_user("rémi"), tournament, RoleKind.REFEREE)
    Team.objects.create(tournament=tournament, number=1, name="Les As", key="les as")
    address = reverse("referee:rule", args=[tournament.pk])
    said = {"table": "", "round": "", "decision": "warning", "team": "1"}
    assert decide(referee, address, **said).status_code == 302


NONSENSE = ("", "x", "²", "-1", "0", "99999999999999999999", "1.5")


@pytest.mark.parametrize("name", ["round", "table", "deal", "team", "marks", "player", "call"])
def test_whatever_is_posted_is_answered(referee, match, name):
    sent = {**CASE, "decision": "marks", "ruling_key": str(uuid4()), "step": "impact"}
    for value in NONSENSE:
        assert referee.post(url(match), {**sent, name: value}).status_code == 200, value


def test_whatever_step_is_posted_is_answered(referee, match):
    for step in ("", "impact", "decide", "fields", "back", "nonsense"):
        assert referee.post(url(match), {"step": step}).status_code == 200, step


# --- A correction of the desk --------------------------------------------------------------


def correction(match: Match, **facts: str) -> dict[str, str]:
    deal = match.deals.get(number=1)
    typed = {"takers": "B", "contract": "120", "trump": "diamonds", "points": "126", "line": ""}
    keys = {"client_key": str(uuid4()), "base": str(deal.accepted_id)}
    return {"stake": "plain", "outcome": "played", **typed, **keys, **facts}


def impact_url(match: Match, deal: str = "1") -> str:
    return url(match, "impact_of_correction", number=1, table=1) + f"?deal={deal}"


def test_a_correction_is_looked_at_and_not_recorded(keeper, match):
    page = keeper.post(impact_url(match), correction(match))
    words = text_of(page)
    assert "500 – 80 290 – 290" in words
    assert "Rien n'est encore enregistré" in words
    assert totals(match) == (500, 80)


def test_what_was_looked_at_is_recorded_with_its_reason(keeper, match):
    page = keeper.post(impact_url(match), correction(match))
    sheet = reverse("deals:sheet", args=[match.round.tournament_id, 1, 1])
    answer = keeper.post(f"{sheet}?deal=1", {**hidden_of(page), "reason": "relu"})
    assert answer.status_code == 302, text_of(answer)
    assert totals(match) == (290, 290)


def test_a_correction_that_cannot_be_says_why(keeper, match):
    page = keeper.post(impact_url(match), correction(match, points="163"))
    assert "162" in text_of(page)
    assert page.context["page"] is None


def test_a_correction_of_a_deal_changed_meanwhile_says_so(keeper, match):
    sent = correction(match)
    deal = match.deals.get(number=1)
    record_deal(
        match,
        1,
        FACTS,
        by=a_user("lea"),
        client_key=uuid4(),
        base=deal.accepted_id,
        reason="autre",
    )
    assert keeper.post(impact_url(match), sent).context["page"] is None


@pytest.mark.parametrize("deal", ["", "0", "x", "1000"])
def test_a_correction_of_no_deal_is_not_found(keeper, match, deal):
    assert keeper.post(impact_url(match, deal), correction(match)).status_code == 404


def test_a_ruling_of_a_deleted_round_is_lifted_without_touching_the_round_drawn_since(
    referee, match
):
    tournament = match.round.tournament
    made = a_ruling(match, "annulled", deal=match.deals.get(number=1))
    remove_round(match.round, typed_name="Manche 1", by=None)
    again = a_round(tournament, 1).matches.get()
    a_deal(again)
    page = referee.get(url(match, "replace", ruling=made.number) + "?decision=nothing")
    assert page.context["form"].match_found is None
    assert _("round deleted since") in text_of(referee.get(url(match, "ruling", ruling=1)))
    case = {"category": "revoke", "facts": "Levée", "decision": "nothing"}
    sent = {**case, "ruling_key": str(uuid4()), "step": "impact"}
    seen = referee.post(url(match, "replace", ruling=made.number), sent)
    assert "Rien n'est encore décidé" in text_of(seen), text_of(seen)
    confirmed = {**hidden_of(seen), "explanation": "Erreur", "step": "decide"}
    referee.post(url(match, "replace", ruling=made.number), confirmed)
    lifting = Ruling.objects.get(replaces=made)
    assert lifting.match is None
    assert totals(again) == (250, 40)


def test_what_lifting_would_move_is_shown_and_which_ruling_is_to_be_lifted_first(referee, match):
    one = a_ruling(match, "replayed", deal=match.deals.get(number=1))
    record_deal(match, 1, FACTS | {"takers": "B"}, by=a_user("zoe"), client_key=uuid4())
    two = a_ruling(match, "annulled", deal=match.deals.get(number=1))
    sent = CASE | {"deal": "1", "decision": "nothing", "step": "impact"}
    address = url(match, "replace", ruling=one.number)
    refused = referee.post(address, sent | {"ruling_key": str(uuid4())})
    assert refused.status_code == 200
    assert f"décision {two.number}," in text_of(refused)
    later = url(match, "replace", ruling=two.number)
    decide(referee, later, deal="1", decision="nothing")
    assert totals(match) == (290, 290)
    seen = referee.post(address, sent | {"ruling_key": str(uuid4())})
    assert "290 – 290 500 – 80" in text_of(seen)
    referee.post(address, {**hidden_of(seen), "explanation": "Erreur", "step": "decide"})
    assert totals(match) == (500, 80)


def test_the_team_page_says_which_ruling_excludes_a_team(match):
    tournament, organiser = match.round.tournament, Client()
    a_role(a_user("olga"), tournament, RoleKind.ORGANISER)
    organiser.force_login(a_user("olga"))
    team = match.seats.get(side="A").team
    made = a_ruling(match, "exclusion", team=team)
    page = organiser.get(reverse("teams:edit", args=[tournament.pk, team.pk]))
    assert url(match, "ruling", ruling=made.number) in page.content.decode()
    assert reverse("teams:bring_back", args=[tournament.pk, team.pk]) not in page.content.decode()
    answer = organiser.post(reverse("teams:bring_back", args=[tournament.pk, team.pk]), follow=True)
    assert "1" in text_of(answer)
    team.refresh_from_db()
    assert team.withdrawn
