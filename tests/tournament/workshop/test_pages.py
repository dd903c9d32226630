"""The workshop's pages, as an organiser uses them, with nothing but links and forms."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring import load_rulebook, rulebook_from_toml
from tests.tournament.builders import (
    a_club,
    a_deal,
    a_match,
    a_rulebook,
    a_tournament,
    a_user,
    a_version,
    an_example,
    redrafted,
)
from tournament.models import Club, ClubRole, ClubRulebook, RoleKind, Tournament, freeze
from tournament.rounds.services import close_round
from tournament.workshop.services import start_from

pytestmark = pytest.mark.django_db

ENGLISH = {"headers": {"accept-language": "en"}}


@pytest.fixture
def organiser(client) -> Client:
    a_tournament(organiser=a_user("organiser"))
    client.force_login(a_user("organiser"))
    return client


def shown(client: Client, name: str, *args: object, **query: object) -> str:
    answer = client.get(reverse(f"workshop:{name}", args=args), query, **ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


def sent(client: Client, name: str, *args: object, **data: object) -> str:
    """Post a form; return where it leads, or the page that refuses it."""
    answer = client.post(reverse(f"workshop:{name}", args=args), data, **ENGLISH)
    assert answer.status_code in {200, 302}
    return answer.url if answer.status_code == 302 else answer.content.decode()


def test_a_role_in_the_club_opens_its_workshop_and_that_of_no_other_club(client):
    a_tournament(organiser=a_user("organiser"))
    own = a_rulebook()
    other = Club.objects.create(name="Un autre")
    user = a_user("marie", club=other)
    ClubRole.objects.create(user=user, club=other, kind=RoleKind.ORGANISER)
    client.force_login(user)
    assert "La nôtre" not in shown(client, "list")
    for name in ("own", "examples", "publish"):
        assert client.get(reverse(f"workshop:{name}", args=[own.pk])).status_code == 404
    for key in (f"draft-{own.pk}", f"contest-{Tournament.objects.get().pk}", "draft-99", "nothing"):
        assert client.get(reverse("workshop:read", args=[key])).status_code == 404
        assert client.get(reverse("workshop:file", args=[key])).status_code == 404
    ClubRole.objects.create(user=user, club=a_club(), kind=RoleKind.ORGANISER)
    assert "La nôtre" in shown(client, "own", own.pk)


def test_a_rulebook_is_begun_from_one_that_ships_by_two_clicks_once(organiser):
    page = shown(organiser, "start", **{"from": "competition"})
    assert re.search(r'value="competition"\s+selected', page)
    form = {"rulebook": "competition", "title": "Chez nous", "client_key": str(uuid4())}
    address = sent(organiser, "start", **form)
    assert address == sent(organiser, "start", **form)
    own = ClubRulebook.objects.get()
    assert address == reverse("workshop:own", args=[own.pk])
    assert own.came_from == load_rulebook("competition")
    page = sent(organiser, "start", **(form | {"client_key": str(uuid4())}))
    assert "The club has a rulebook named “chez-nous”" in page
    assert 'value="Chez nous"' in page


def test_one_begins_from_a_version_and_from_what_a_past_contest_was_played_by(organiser):
    version = a_version()
    contest = Tournament.objects.get()
    frozen = load_rulebook("grenobloise").switched("five-down")
    Tournament.objects.update(rulebook_frozen=freeze(frozen))
    for key, rulebook in (
        (f"version-{version.pk}", version.rulebook),
        (f"contest-{contest.pk}", frozen),
        ("grenobloise+five-down", frozen),
    ):
        assert f'value="{key}"' in shown(organiser, "start", **{"from": key})
        sent(organiser, "start", rulebook=key, title=f"De {key}", client_key=str(uuid4()))
        assert ClubRulebook.objects.latest("pk").came_from == rulebook


@pytest.mark.parametrize("key", ["", "nothing", "version-99", "draft-" + "9" * 40, "\x00"])
def test_what_there_is_not_cannot_be_begun_from(organiser, key):
    page = sent(organiser, "start", rulebook=key, title="Rien", client_key=str(uuid4()))
    assert "errorlist" in page
    assert not ClubRulebook.objects.exists()


def test_a_version_leaves_as_the_file_that_comes_back_in(organiser):
    version = a_version(redrafted(a_rulebook(), target=1010))
    answer = organiser.get(reverse("workshop:file", args=[f"version-{version.pk}"]))
    assert "attachment" in answer["Content-Disposition"]
    assert rulebook_from_toml(answer.content).fingerprint() == version.fingerprint
    file = SimpleUploadedFile("x.toml", answer.content)
    page = sent(organiser, "import", file=file, client_key=str(uuid4()))
    assert "The club has a rulebook named “la-notre”" in page
    file = SimpleUploadedFile("x.toml", answer.content)
    sent(organiser, "import", file=file, title="Revenue", client_key=str(uuid4()))
    assert ClubRulebook.objects.get(name="revenue").rulebook.target == 1010


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"\x00\xff", "TOML"),
        (b"schema = 2", "name"),
        (b"x" * 500_001, "too large"),
    ],
)
def test_a_file_that_is_no_rulebook_is_refused_in_a_sentence(organiser, content, said):
    file = SimpleUploadedFile("x.toml", content)
    page = sent(organiser, "import", file=file, client_key=str(uuid4()))
    assert said in re.search(r"errorlist.*?</ul>", page, re.DOTALL)[0]
    assert not ClubRulebook.objects.exists()


def test_an_example_is_typed_as_one_line_or_field_by_field(organiser):
    own = a_rulebook()
    form = {"line": "a12c116b=260/50", "client_key": str(uuid4())}
    for _click in range(2):
        assert sent(organiser, "examples", own.pk, **form).endswith("/examples/")
    # The page gone back to and typed otherwise is another example.
    sent(organiser, "examples", own.pk, **(form | {"line": "a10c112=210/50"}))
    other = own.examples.latest("pk")
    assert other.facts["contract"] == 100
    other.delete()
    fields = {"takers": "A", "contract": "120", "trump": "hearts", "points": "116", "belote": "A"}
    marks = {"paper_a": "260", "paper_b": "50", "client_key": str(uuid4())}
    sent(organiser, "examples", own.pk, **(fields | marks))
    example = own.examples.get()
    assert (example.facts["contract"], example.marks_a, example.marks_b) == (120, 260, 50)
    page = shown(organiser, "examples", own.pk)
    assert "✓" in page
    sent(organiser, "remove_example", own.pk, example.pk)
    assert not own.examples.exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a12c116b", "Type the marks"),
        ("a12c116b=260", "Type the marks"),
        ("a12c163=260/50", "162"),
        ("passe=0/0", "Type a deal that was played."),
        ("a12sa116b=1/2", "belote"),
        ("xyz", "xyz"),
    ],
)
def test_an_example_that_cannot_be_is_refused_and_what_was_typed_stays(organiser, line, said):
    own = a_rulebook()
    page = sent(organiser, "examples", own.pk, line=line, client_key=str(uuid4()))
    assert said in page
    assert f'value="{line}"' in page
    assert not own.examples.exists()


def test_a_draft_whose_example_fails_says_why_and_offers_no_button(organiser):
    own = a_rulebook()
    an_example(own, (240, 40))
    page = shown(organiser, "publish", own.pk)
    assert "fails: the draft gives 260 – 50" in page
    assert ">Publish version 1</button>" not in page
    refused = sent(organiser, "publish", own.pk, number=1, seen=own.draft_number)
    assert "it cannot be published" in refused
    assert not own.versions.exists()


def test_a_version_is_published_by_two_clicks_once_and_listed_with_who_and_why(organiser):
    own = a_rulebook()
    form = {"number": 1, "seen": own.draft_number, "note": "Première"}
    for _click in range(2):
        assert sent(organiser, "publish", own.pk, **form) == reverse("workshop:own", args=[own.pk])
    page = shown(organiser, "own", own.pk)
    assert own.versions.get().published_by == a_user("organiser")
    assert "Première" in page
    sent(organiser, "retire", own.pk)
    assert "no contest is offered it" in shown(organiser, "own", own.pk)
    sent(organiser, "retire", own.pk, retired="no")
    assert ClubRulebook.objects.get().retired_at is None


def test_a_draft_changed_meanwhile_is_shown_before_it_is_published_and_the_note_stays(organiser):
    own = a_rulebook()
    form = {"number": 1, "seen": own.draft_number, "note": "Première"}
    redrafted(own, target=1010)
    page = sent(organiser, "publish", own.pk, **form)
    assert "Somebody has changed the draft meanwhile" in page
    assert 'value="Première"' in page
    assert 'name="seen" value="2"' in page
    assert not own.versions.exists()


def test_any_two_rulebooks_are_told_apart_in_words(organiser):
    own = a_rulebook()
    version = a_version(own)
    redrafted(own, "five-down")
    keys = {"one": f"version-{version.pk}", "other": f"draft-{own.pk}"}
    page = shown(organiser, "compare", **keys)
    assert "1 rule of 41 is not the same." in page
    assert "La nôtre, version 1" in page
    assert "errorlist" in shown(organiser, "compare", one="nothing", other="\x00")
    half = shown(organiser, "compare", one=f"version-{version.pk}")
    assert f'value="version-{version.pk}" selected' in half
    assert "errorlist" not in half
    assert "errorlist" not in shown(organiser, "contest", contest="\x00")


def test_a_draft_is_only_deleted_while_nothing_of_it_is_published(organiser):
    own = a_rulebook()
    assert sent(organiser, "delete", own.pk) == reverse("workshop:list")
    assert not ClubRulebook.objects.exists()


def test_ten_answers_find_the_nearest_rulebook_and_what_differs(organiser):
    a_version(redrafted(a_rulebook(), "five-down"))
    page = shown(organiser, "find")
    names = list(dict.fromkeys(re.findall(r'name="(q\d)"', page)))
    assert len(names) == 10
    first = dict(re.findall(r'name="(q\d)" value="([^"]+)"', page)[::-1])
    found = shown(organiser, "find", **first)
    assert "The nearest rulebooks" in found
    assert "Start from this one" in found
    assert "Answer one question at least." in shown(organiser, "find", q0="")
    assert "errorlist" in shown(organiser, "find", q0="nothing")


def test_a_past_contest_is_shown_as_a_draft_would_have_had_it(client):
    match = a_match(deals=2)
    a_deal(match)
    a_deal(match, 2, takers="B", trump="no_trumps", points=150)
    close_round(match.round, by=None)
    client.force_login(a_user("organiser"))
    own = start_from(
        load_rulebook("kchanaise"), club=a_club(), title="K", by=None, client_key=uuid4()
    )
    contest = match.round.tournament_id
    page = shown(client, "contest", contest=contest, under=f"draft-{own.pk}")
    assert "Matches with other totals" in page
    same = shown(client, "contest", contest=contest, under=f"contest-{contest}")
    assert "would still have won" in same
    assert "No rank would be another." in same
    assert "errorlist" in shown(client, "contest", contest="99", under="nothing")
    assert Tournament.objects.get().rulebook == load_rulebook("grenobloise")


def test_what_cannot_be_marked_there_is_listed(client):
    match = a_match(deals=1)
    a_deal(match, contract="100")
    close_round(match.round, by=None)
    client.force_login(a_user("organiser"))
    contest = match.round.tournament_id
    page = shown(client, "contest", contest=contest, under="multijoueur")
    assert "1 deal cannot exist there" in page
    assert "Round 1, table 1, deal 1" in page


def test_the_library_leads_to_the_workshop_for_who_may_enter_it(client):
    a_tournament(organiser=a_user("organiser"))
    client.force_login(a_user("organiser"))
    link = reverse("workshop:start")
    assert link in client.get(reverse("library:list")).content.decode()
    assert link in client.get(reverse("library:rules", args=["competition"])).content.decode()
    client.force_login(a_user("luc"))
    assert link not in client.get(reverse("library:list")).content.decode()
