"""The club's own rulebooks: begun, changed, proven, published, retired."""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from scoring import load_rulebook, rulebook_from_toml, shipped_rulebooks
from tests.tournament.builders import (
    a_club,
    a_rulebook,
    a_user,
    a_version,
    an_example,
    redrafted,
)
from tournament.models import Club, ClubRulebook, RulebookExample, RulebookVersion
from tournament.workshop import services
from tournament.workshop.examples import prove
from tournament.workshop.worked import worked

pytestmark = pytest.mark.django_db


SWITCH = {
    "id": "belote-apart",
    "kind": "table",
    "clause": "belote_help",
    "decided": {"fr": "La belote aide le contrat.", "en": "The belote helps the contract."},
    "other": {"fr": "La belote n'aide pas.", "en": "The belote does not help."},
    "set": {"belote.help": []},
}


def begun(title: str = "Lundi", **said: object) -> ClubRulebook:
    given = {"club": a_club(), "by": a_user(), "client_key": uuid4()} | said
    return services.start_from(load_rulebook("ffb-fiche"), title=title, **given)


def imported(content: bytes, **said: object) -> ClubRulebook:
    given = {"club": a_club(), "by": a_user(), "client_key": uuid4()} | said
    return services.import_rulebook(content, **given)


def refused(act, *args: object, **said: object) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as caught:
        act(*args, **said)
    error = caught.value
    return error.message_dict if hasattr(error, "error_dict") else {"": error.messages}


def test_a_draft_begins_as_a_copy_under_the_club_s_name():
    own, base = begun("Règles du lundi"), load_rulebook("ffb-fiche")
    assert (own.name, own.rulebook.title.fr) == ("regles-du-lundi", "Règles du lundi")
    named = {"name": own.name, "version": "1", "title": own.rulebook.to_mapping()["title"]}
    assert own.rulebook.to_mapping() == base.to_mapping() | named
    assert own.came_from == base


def test_a_form_sent_twice_begins_one_rulebook():
    key = uuid4()
    assert begun(client_key=key) == begun(client_key=key)
    assert ClubRulebook.objects.count() == 1


@pytest.mark.parametrize("title", ["Lundi", "lundi !", "grenobloise", "♠ ♥", "-"])
def test_a_name_that_is_taken_or_none_is_refused_beside_it(title):
    begun("Lundi")
    assert list(refused(begun, title)) == ["title"]
    assert ClubRulebook.objects.count() == 1


def test_two_clubs_may_give_their_rulebooks_the_same_name():
    begun("Lundi")
    begun("Lundi", club=Club.objects.create(name="Un autre"))
    assert ClubRulebook.objects.count() == 2


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_file_that_was_exported_comes_back_with_its_fingerprint(name):
    book = load_rulebook(name)
    assert rulebook_from_toml(book.to_toml().encode()).fingerprint() == book.fingerprint()
    own = imported(book.to_toml().encode(), title="Chez nous")
    version = a_version(own)
    elsewhere = Club.objects.create(name="Un autre")
    again = imported(version.rulebook.to_toml().encode(), club=elsewhere)
    assert again.rulebook.fingerprint() == version.fingerprint


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "UTF-8"),
        (b"name = \n", "TOML"),
        (b"a" * 500_001, "UTF-8"),
        (b'name = "x"', "schema"),
        (b"[" * 10_000, "TOML"),
    ],
)
def test_a_file_that_is_no_rulebook_is_refused_with_what_is_wrong(content, said):
    (sentence,) = refused(imported, content)["file"]
    assert said in sentence
    assert not ClubRulebook.objects.exists()


@pytest.mark.parametrize(
    ("was", "becomes", "key"),
    [
        ("step = 10", "step = 0", "points_bid.step"),
        ("step = 10", "", "points_bid.step"),
        ("step = 10", "step = 10\nstride = 3", "points_bid.stride"),
        ('five = "up"', 'five = "sideways"', "rounding.five"),
        ("minimum = 80", "minimum = 500", "points_bid.maximum"),
        ("played = true", "played = 1", "declarations.played"),
        ("total = 162", "total = 161", "trumps.suit.total"),
    ],
)
def test_the_key_to_blame_is_in_the_sentence_that_refuses_a_file(was, becomes, key):
    text = load_rulebook("ffb-fiche").to_toml()
    assert was in text
    (sentence,) = refused(imported, text.replace(was, becomes, 1).encode())["file"]
    assert key in sentence


def test_a_file_under_a_name_that_ships_is_to_be_named_otherwise():
    assert list(refused(imported, load_rulebook("ffb-fiche").to_toml().encode())) == ["title"]


def test_a_version_is_the_draft_with_its_number_and_nothing_else_changed():
    own = redrafted(a_rulebook(), target=1010)
    version = a_version(own, note="  cible  1010 ")
    assert version.rulebook.to_mapping() == own.rulebook.to_mapping() | {"version": "1"}
    assert version.fingerprint == version.rulebook.fingerprint()
    assert (version.number, version.note, version.published_by) == (1, "cible 1010", a_user())
    second = a_version(redrafted(own, target=1500))
    assert second.rulebook.version == "2"
    assert RulebookVersion.objects.get(number=1).rulebook.target == 1010


def test_what_has_not_changed_is_not_published_again_and_two_clicks_publish_once():
    own = a_rulebook()
    first = a_version(own)
    assert a_version(own, number=1) == first
    assert "version 1" in refused(a_version, own)[""][0]
    assert own.versions.count() == 1


def test_a_draft_changed_since_it_was_seen_is_not_published():
    own = a_rulebook()
    seen = own.draft_number
    redrafted(own, target=1010)
    assert refused(a_version, own, seen=seen)
    assert not own.versions.exists()


def test_a_draft_whose_examples_fail_is_not_published():
    own = a_rulebook()
    an_example(own, (260, 50))
    assert a_version(own).examples == [
        {"facts": RulebookExample.objects.get().facts, "marks": [260, 50]}
    ]
    own = redrafted(own, target=1010)
    wrong = an_example(own, (240, 40), points=126, belote={})
    assert refused(a_version, own)
    assert own.versions.count() == 1
    services.remove_example(own, wrong.pk)
    assert a_version(own).number == 2


def test_an_example_that_fails_says_what_it_gives_and_why():
    own = a_rulebook()
    proof, impossible = prove(
        [an_example(own, (240, 40)), an_example(own, trump="no_trumps")], own.rulebook
    )
    assert (proof.holds, proof.expected, proof.got) == (False, (240, 40), (260, 50))
    assert sum(line.points for side in proof.why.sides for line in side.lines) == 310
    assert not impossible.holds
    assert impossible.refused


def test_an_example_may_say_what_its_table_chose():
    own = redrafted(a_rulebook(), switches=[SWITCH])
    example = an_example(own, (240, 50), options=["belote-apart"])
    (proof,) = prove([example], own.rulebook)
    assert (proof.got, len(proof.chosen)) == ((20, 280), 1)


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        (1, 0, "Your example holds."),
        (0, 1, "Your example fails."),
        (2, 0, "Your examples hold."),
        (2, 1, "1 of your 3 examples fails."),
        (0, 2, "2 of your 2 examples fail."),
    ],
)
def test_whether_the_examples_hold_is_said_in_a_sentence(good, bad, said):
    own = a_rulebook()
    examples = [an_example(own)] * good + [an_example(own, (1, 2))] * bad
    with translation.override("en"):
        assert worked(own.rulebook, own.rulebook, examples).proofs_said == said


def test_an_example_added_twice_is_there_once():
    own = a_rulebook()
    assert an_example(own) == an_example(own)
    assert own.examples.count() == 1


def test_a_form_of_another_club_s_begins_nothing_and_shows_nothing():
    key = uuid4()
    begun(client_key=key)
    assert refused(begun, client_key=key, club=Club.objects.create(name="Un autre"))
    own, other = a_rulebook(), begun("Autre")
    example = an_example(own)
    given = {"by": a_user(), "client_key": example.client_key}
    assert refused(services.add_example, other, example.deal, (1, 2), **given)
    assert not other.examples.exists()


def test_a_draft_is_saved_once_and_never_over_somebody_else_s():
    own = a_rulebook()
    changed = own.rulebook.switched("five-down")
    given = {"seen": own.draft_number, "by": a_user()}
    for _click in range(2):
        services.save_draft(own, changed, **given)
    own.refresh_from_db()
    assert (own.draft_number, own.rulebook) == (2, changed)
    assert refused(services.save_draft, own, own.came_from.switched("five-down"), **given)


def test_a_retired_rulebook_publishes_nothing_until_it_is_brought_back():
    own = a_rulebook()
    a_version(own)
    services.retire(redrafted(own, target=1010), is_retired=True)
    assert refused(a_version, own)
    services.retire(own, is_retired=False)
    assert a_version(own).number == 2


def test_only_what_was_never_published_is_deleted():
    own = a_rulebook()
    services.delete_draft(own)
    services.delete_draft(own)
    assert not ClubRulebook.objects.exists()
    own = a_version().rulebook_of
    assert refused(services.delete_draft, own)
