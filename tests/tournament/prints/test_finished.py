"""Files are kept while the journal stands where it stood: never stale, never more than a bound."""

import io

import pypdf
import pytest
from django.db import transaction
from django.urls import reverse

from tests.tournament.builders import a_deal, a_match, a_user
from tournament.models import Tournament
from tournament.prints import finished as module
from tournament.prints.finished import File, finished, forget

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_kept():
    forget()
    yield
    forget()


@pytest.fixture
def match():
    match = a_match()
    a_deal(match, 1)
    return match


def files(count=9, size=1):
    """Return what makes a file, another one each time."""
    made = (File(title=str(number), content=b"x" * size) for number in range(count))
    return lambda: next(made)


def asked(match, make, what="standings"):
    return finished(Tournament.objects.get(pk=match.round.tournament_id), what, make).title


def test_a_file_is_made_once_until_the_next_act(match):
    make = files()
    assert [asked(match, make), asked(match, make)] == ["0", "0"]
    assert asked(match, make, "draw") == "1"
    a_deal(match, 2)
    assert [asked(match, make), asked(match, make)] == ["2", "2"]
    # What was read before an act is not kept under it.
    before = Tournament.objects.get(pk=match.round.tournament_id)
    a_deal(match, 3)
    assert finished(before, "results", make).title == "3"
    assert asked(match, make, "results") == "4"


def test_nothing_is_kept_beyond_the_bound_of_a_transaction_or_of_a_failure(match, monkeypatch):
    make = files()
    with transaction.atomic():
        assert [asked(match, make), asked(match, make)] == ["0", "1"]
    with pytest.raises(ZeroDivisionError):
        asked(match, lambda: 1 / 0)
    assert [asked(match, make), asked(match, make)] == ["2", "2"]
    forget()
    monkeypatch.setattr(module, "MOST_BYTES", 25)
    make = files(size=10)
    assert [asked(match, make, what) for what in ("a", "b", "a", "c")] == ["0", "1", "0", "2"]
    assert [asked(match, make, what) for what in ("a", "c", "b")] == ["0", "2", "3"]


def test_a_paper_is_the_same_file_until_a_deal_is_typed(client, match):
    client.force_login(a_user("organiser"))
    number = match.round.number
    url = reverse("prints:of_round", args=[match.round.tournament_id, number, "filled-sheets"])
    first = client.get(url)
    a_deal(match, 2, points=150)
    text = pypdf.PdfReader(io.BytesIO(client.get(url).content)).pages[0].extract_text()
    assert "126" in text
    assert "150" in text
    assert first["Content-Disposition"] == client.get(url)["Content-Disposition"]
    in_english = client.get(url, headers={"Accept-Language": "en"})
    assert in_english.content != client.get(url).content


def test_papers_that_cannot_be_made_are_not_remembered_for_good(match, monkeypatch):
    monkeypatch.setattr(module, "MOST_FILES", 3)
    for number in range(9):
        with pytest.raises(StopIteration):
            asked(match, files(0), f"paper {number}")
    assert len(module._places) == 3


def test_what_a_paper_said_before_the_last_act_is_not_kept(match):
    for number in range(1, 4):
        asked(match, files(), "standings")
        assert [key[1] for key in module._places] == ["standings"]
        a_deal(match, number + 1)


def test_once_a_paper_is_made_after_an_act_those_of_before_it_go_of_that_contest_alone(match):
    other = a_match()
    a_deal(other, 1)
    for place, what in ((match, "standings"), (match, "draw"), (other, "draw")):
        asked(place, files(), what)
    a_deal(match, 2)
    asked(match, files(), "results")
    own, others = match.round.tournament_id, other.round.tournament_id
    assert list(module._places) == [(others, "draw"), (own, "results")]
