"""The pages of a table: what each side sees, sends and is answered."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import FACTS, a_code, a_deal, a_match, a_ruling, a_team
from tournament.deals.acts import take_totals
from tournament.models import Checking, Confirmation, Deal, Decision, Entry, Match, Outcome
from tournament.rounds.services import close_round
from tournament.tables.services import answer_deal, type_deal

pytestmark = pytest.mark.django_db

TYPED = {"takers": "A", "contract": "120", "trump": "diamonds", "points": "126", "belote": ""}
JSON = {"Accept": "application/json"}


@pytest.fixture
def match() -> Match:
    return a_match()


def address(match, side="A", deal=None, page="table") -> str:
    url = reverse(f"tables:{page}", args=[a_code(match, side).code])
    return f"{url}?deal={deal}" if deal else url


def text_of(answer) -> str:
    """Return a page with plain spaces and apostrophes."""
    return answer.content.decode().replace("\u202f", " ").replace("&#x27;", "'")


def shown(client, match, side="A", deal=None) -> str:
    return text_of(client.get(address(match, side, deal)))


def hidden(page: str) -> dict[str, str]:
    """Read the hidden fields of the form that a page shows."""
    form = page.split('id="deal"', 1)[1].split("</form>", 1)[0]
    return dict(
        re.findall(r'type="hidden" name="(base|client_key|answered)" value="([^"]*)"', form)
    )


def send(client, match, side="A", deal=1, headers=None, **typed):
    """Send what the page's form would send, hidden fields included."""
    sent = TYPED | hidden(shown(client, match, side, deal)) | typed
    return client.post(address(match, side, deal), sent, headers=headers)


def typed_by(match, side="A", number=1, **facts) -> Entry:
    return type_deal(a_code(match, side), number, FACTS | facts, client_key=uuid4())


def test_a_deal_is_recorded_and_the_next_one_is_opened(client, match):
    answer = send(client, match)
    assert answer.url == address(match)
    page = client.get(answer.url).content.decode()
    assert "Donne 1 enregistrée" in page
    assert "250 – 40" in page
    assert ">Donne 2<" in page


def test_the_other_side_is_asked_and_accepts(client, match):
    entry = typed_by(match, "A")
    page = shown(client, match, "B")
    assert "Donne 1 : êtes-vous d'accord ?" in page
    assert "êtes-vous" not in shown(client, match, "A")
    answer = client.post(address(match, "B", page="answer"), {"entry": entry.pk, "agrees": "on"})
    assert answer.status_code == 302
    assert entry.confirmations.get().side == "B"
    assert "êtes-vous" not in shown(client, match, "B")


def test_a_contest_without_a_word_is_asked_for_it(client, match):
    entry = typed_by(match, "A")
    answer = client.post(address(match, "B", page="answer"), {"entry": entry.pk, "note": " "})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not Confirmation.objects.exists()


def test_a_contest_is_shown_to_both_sides_with_what_is_wrong(client, match):
    entry = typed_by(match, "A")
    client.post(address(match, "B", page="answer"), {"entry": entry.pk, "note": "116 <b>"})
    for side in "AB":
        assert "116 &lt;b&gt;" in shown(client, match, side, deal=1)
        assert "is-contested" in shown(client, match, side)


def test_a_side_corrects_its_own_deal_in_the_form_it_was_typed_in(client, match):
    typed_by(match, "A")
    page = shown(client, match, "A", deal=1)
    assert "Corriger la donne 1" in page
    assert re.search(r'value="126"', page)
    assert send(client, match, points="116").status_code == 302
    assert Deal.objects.get().accepted.points == 116


def test_an_accepted_deal_shows_no_form(client, match):
    entry = typed_by(match, "A")
    answer_deal(a_code(match, "B"), entry.pk, agrees=True)
    page = shown(client, match, "A", deal=1).split('<template id="blank"', 1)[0]
    assert 'id="deal"' not in page
    assert "table de marque" in page


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"points": "163"}, "162"),
        ({"points": "-1"}, "0"),
        ({"points": "douze"}, "entier"),
        ({"contract": "85"}, "85"),
        ({"takers": ""}, "preneur"),
        ({"trump": "", "takers": ""}, "atout"),
        ({"outcome": "void"}, "void"),
        ({"client_key": ""}, "obligatoire"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_keeps_what_was_typed(client, match, typed, said):
    answer = send(client, match, **typed)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert said in page
    assert not Entry.objects.exists()
    assert re.search(r'value="diamonds"[^>]* checked', page) or typed.get("trump") == ""


def test_an_unusual_deal_is_asked_about_once(client, match):
    answer = send(client, match, points="12", contract="80")
    assert "encore une fois" in answer.content.decode() or "notice" in answer.content.decode()
    assert not Entry.objects.exists()
    again = TYPED | {"points": "12", "contract": "80"} | hidden(answer.content.decode())
    assert client.post(address(match, deal=1), again).status_code == 302


def test_the_eight_tricks_are_asked_in_so_many_words(client, match):
    answer = send(client, match, points="162")
    again = TYPED | {"points": "162"} | hidden(answer.content.decode())
    assert client.post(address(match, deal=1), again).status_code == 200
    assert client.post(address(match, deal=1), again | {"sweep": "takers"}).status_code == 302
    assert Entry.objects.get().sweep == "takers"


def test_everybody_passed_needs_nothing_else(client, match):
    answer = send(client, match, takers="", contract="", trump="", points="", outcome="passed")
    assert answer.status_code == 302
    assert Entry.objects.get().outcome == Outcome.PASSED


@pytest.mark.parametrize("deal", ["0", "x", "1000", "1;2"])
def test_a_deal_that_cannot_be_is_not_there(client, match, deal):
    assert client.get(address(match) + f"?deal={deal}").status_code == 404
    assert client.post(address(match) + f"?deal={deal}", TYPED).status_code == 404


def test_a_post_that_names_no_deal_is_not_there(client, match):
    assert client.post(address(match), TYPED).status_code == 404


def test_a_script_is_told_what_became_of_its_deal(client, match):
    answer = send(client, match, headers=JSON).json()
    assert answer["outcome"] == "recorded"
    assert answer["sentences"] == ["Donne 1 enregistrée\u202f: 250 – 40."]
    assert ">Donne 2<" in answer["html"]
    refused = send(client, match, deal=2, points="163", headers=JSON).json()
    assert refused["outcome"] == "refused"
    assert "162" in refused["sentences"][0]
    assert 'value="163"' in refused["html"]
    asked = send(client, match, deal=2, points="12", contract="80", headers=JSON).json()
    assert asked["outcome"] == "asked"
    assert asked["sentences"]


def test_what_the_other_phone_recorded_meanwhile_is_shown_beside_what_was_typed(client, match):
    sent = TYPED | hidden(shown(client, match, "B", deal=1)) | {"points": "116"}
    typed_by(match, "A")
    answer = client.post(address(match, "B", deal=1), sent, headers=JSON).json()
    assert answer["outcome"] == "stale"
    assert "250 – 40" in answer["sentences"][-1]
    page = answer["html"]
    assert "116 – 46" in page
    assert "126 – 36" in page
    assert "Accepter" in page
    assert Entry.objects.count() == 1


def test_another_phone_of_the_same_side_may_take_the_place_of_its_own(client, match):
    sent = TYPED | hidden(shown(client, match, deal=1)) | {"points": "116"}
    first = typed_by(match, "A")
    answer = client.post(address(match, deal=1), sent)
    page = answer.content.decode()
    assert "Corriger la donne 1" in page
    assert hidden(page)["base"] == str(first.pk)
    again = sent | hidden(page)
    assert client.post(address(match, deal=1), again).status_code == 302
    assert Deal.objects.get().accepted.points == 116


def test_a_deal_taken_back_meanwhile_may_be_sent_again(client, match):
    entry = typed_by(match, "A")
    sent = TYPED | hidden(shown(client, match, deal=1)) | {"points": "116"}
    Deal.objects.update(accepted=None)
    page = client.post(address(match, deal=1), sent).content.decode()
    assert hidden(page).get("base", "") == ""
    assert (
        client.post(address(match, deal=1), sent | {"base": ""} | hidden(page)).status_code == 302
    )
    assert Deal.objects.get().accepted != entry


def test_a_deal_whose_answer_was_lost_is_recorded_even_once_the_round_is_closed(client, match):
    sent = TYPED | hidden(shown(client, match, deal=1))
    url = address(match, deal=1)
    client.post(url, sent, headers=JSON)
    close_round(match.round, by=None, despite_missing=True)
    assert client.post(url, sent, headers=JSON).json()["outcome"] == "recorded"
    other = sent | {"client_key": str(uuid4())}
    answer = client.post(url, other, headers=JSON)
    assert (answer.status_code, answer.json()["outcome"]) == (410, "closed")
    assert Client().post(url, sent, headers=JSON).status_code == 404


def test_news_come_only_when_there_are_some(client, match):
    news = address(match, page="news")
    key = re.search(r'data-key="(\w+)"', shown(client, match))[1]
    assert client.get(news, {"seen": key}).status_code == 204
    entry = typed_by(match, "B")
    answer = client.get(news, {"seen": key})
    assert answer.status_code == 200
    key = re.search(r'data-key="(\w+)"', answer.content.decode())[1]
    assert client.get(news, {"seen": key}).status_code == 204
    answer_deal(a_code(match, "A"), entry.pk, agrees=True)
    assert client.get(news, {"seen": key}).status_code == 200


def test_a_ruling_that_changes_the_totals_is_news(client, match):
    key = re.search(r'data-key="(\w+)"', shown(client, match))[1]
    a_ruling(match, Decision.MARKS, side="A", marks=-100)
    assert client.get(address(match, page="news"), {"seen": key}).status_code == 200


def test_a_phone_that_hears_nothing_new_costs_little(client, match, django_assert_max_num_queries):
    for number in range(1, 9):
        typed_by(match, "B", number)
    key = re.search(r'data-key="(\w+)"', shown(client, match))[1]
    news = address(match, page="news")
    with django_assert_max_num_queries(4):
        client.get(news, {"seen": key})


@pytest.mark.parametrize("checking", Checking)
def test_a_page_asks_the_database_as_much_whatever_the_number_of_deals(
    client, match, django_assert_max_num_queries, checking
):
    match.checking = checking
    match.save()
    for number in range(1, 11):
        typed_by(match, "B", number)
        if checking is Checking.TWO_SHEETS:
            typed_by(match, "A", number)
    url = address(match)
    client.get(url)
    with django_assert_max_num_queries(22):
        client.get(url)


def test_the_marks_are_shown_before_they_are_sent(client, match):
    answer = client.post(address(match, deal=1, page="preview"), TYPED | {"client_key": uuid4()})
    page = answer.content.decode()
    assert "<dd>250</dd>" in page
    half = client.post(address(match, deal=1, page="preview"), {"takers": "A"})
    assert half.status_code == 200
    assert "errorlist" not in half.content.decode()


def test_the_other_sheet_stays_hidden_until_one_s_own_is_in(client, match):
    match.checking = Checking.TWO_SHEETS
    match.save()
    typed_by(match, "B", points=117)
    page = shown(client, match, "A")
    assert "117" not in page
    assert "êtes-vous" not in page
    assert ">Donne 1<" in page
    typed_by(match, "A")
    page = shown(client, match, "A", deal=1)
    assert "117 – 45" in page
    assert "126 – 36" in page
    assert "differs" in page


def test_what_the_desk_decided_between_two_sheets_is_what_both_see(client, match):
    match.checking = Checking.TWO_SHEETS
    match.save()
    a_deal(match, points=130)
    assert "130" in shown(client, match, "A", deal=1)


def test_a_match_that_is_over_asks_for_no_deal(client):
    match = a_match(deals=1)
    typed_by(match, "A")
    page = shown(client, match, "A").split('<template id="blank"', 1)[0]
    assert 'id="deal"' not in page
    assert "Équipe 1 gagne" in page


def test_a_match_taken_as_totals_asks_for_no_deal(client, match):
    take_totals(match, (1000, 900), base=None, by=None, reason="illisible", client_key=uuid4())
    page = shown(client, match, "A").split('<template id="blank"', 1)[0]
    assert 'id="deal"' not in page
    assert "deux totaux" in page


@pytest.mark.parametrize("rulebook", ["multijoueur", "ffb-fiche", "competition", "kchanaise"])
def test_each_rulebook_is_typed_with_what_it_has(client, rulebook):
    match = a_match(rulebook)
    page = shown(client, match)
    is_take = match.round.tournament.rulebook.is_take
    assert ('name="contract"' in page) is not is_take
    assert ('name="declarations_a"' in page) is match.round.tournament.rulebook.plays_declarations
    typed = {"takers": "A", "trump": "spades", "points": "100", "contract": "80", "belote": ""}
    assert send(client, match, **typed).status_code == 302


def test_partners_who_change_each_round_have_a_table_too(client, match):
    seat = match.seats.get(side="A")
    other = a_team(match.round.tournament, 9)
    match.seats.create(round=match.round, team=other, side="A", place=2)
    assert f"{seat.team.name} + {other.name}" in shown(client, match)


def test_the_page_is_in_english_too(client, match):
    client.post(reverse("set_language"), {"language": "en"})
    assert "Table 1, round 1" in shown(client, match)
