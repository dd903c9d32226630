"""A contest that is played under the club's own rulebook: chosen, changed, frozen, told."""

from __future__ import annotations

import datetime
import re
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring import load_rulebook
from tests.tournament.builders import (
    a_club,
    a_deal,
    a_match,
    a_rulebook,
    a_team,
    a_tournament,
    a_user,
    a_version,
    redrafted,
)
from tournament.clubs.forms import TournamentForm
from tournament.clubs.own_rulebooks import offered
from tournament.clubs.services import change_settings, settings_digest, start_again
from tournament.journal.verification import verify
from tournament.models import Club, DrawKind, RulebookVersion, Tournament, freeze
from tournament.rounds.services import close_round, open_round
from tournament.rulebooks.change import Choice, change_rulebook
from tournament.standings.services import standings
from tournament.workshop.services import retire

pytestmark = pytest.mark.django_db


def chosen(version: RulebookVersion) -> dict[str, str]:
    return {"rulebook_name": version.rulebook.name, "rulebook_own": version.text}


def a_contest_of(version: RulebookVersion) -> Tournament:
    return a_tournament(version.rulebook.name, rulebook_own=version.text)


def keys(**whose: object) -> list[str]:
    return [key for key, _words in TournamentForm(**whose).fields["rulebook_name"].choices]


def test_published_versions_are_offered_beside_those_that_ship_and_no_retired_one():
    version = a_version()
    key = f"version-{version.pk}"
    assert key in keys(club=a_club())
    assert "grenobloise" in keys(club=a_club())
    assert key not in keys(club=Club.objects.create(name="Un autre"))
    retire(version.rulebook_of, is_retired=True)
    assert key not in keys(club=a_club())


def test_the_newest_versions_are_offered_first_and_an_old_one_that_was_chosen_stays():
    own = a_rulebook()
    versions = [a_version(redrafted(own, target=1000 + n)) for n in range(5)]
    numbers = [version.rulebook.version for version in offered(a_club())]
    assert numbers == ["5", "4", "3"]
    assert keys(contest=a_contest_of(versions[0]))[0] == "present"


def test_a_contest_is_created_under_the_club_s_own(client):
    version = a_version(redrafted(a_rulebook(), target=1010))
    client.force_login(a_user())
    sent = {
        "name": "Chez nous",
        "date": "2026-12-01",
        "rulebook_name": f"version-{version.pk}",
        "end": "rulebook",
        "client_key": uuid4(),
    }
    assert client.post(reverse("clubs:create"), sent).status_code == 302
    contest = Tournament.objects.get()
    assert (contest.rulebook, contest.rulebook_name) == (version.rulebook, "la-notre")
    assert contest.target == 1010
    assert verify(contest).faults == ()


def test_settings_show_the_version_and_keep_it_when_they_are_saved(client):
    version = a_version()
    contest = a_contest_of(version)
    retire(version.rulebook_of, is_retired=True)
    client.force_login(a_user("organiser"))
    address = reverse("clubs:settings", args=[contest.pk])
    page = client.get(address).content.decode()
    assert re.search(r'value="present"[^>]* checked', page)
    sent = {
        "name": "Autrement",
        "date": "2026-12-01",
        "rulebook_name": "present",
        "end": "deals",
        "end_number": "12",
        "seen": settings_digest(contest),
    }
    assert client.post(address, sent).status_code == 302
    contest.refresh_from_db()
    assert (contest.name, contest.rulebook) == ("Autrement", version.rulebook)


def test_another_version_is_another_setting_and_the_journal_keeps_its_fingerprint_alone():
    first = a_version()
    contest = a_contest_of(first)
    second = a_version(redrafted(first.rulebook_of, target=1010))
    seen = settings_digest(contest)
    change_settings(contest, chosen(second), by=None, seen=seen)
    contest.refresh_from_db()
    assert settings_digest(contest) != seen
    act = contest.journal.get(kind="tournament.settings_changed")
    assert act.details["values"] == {"rulebook_own": [first.fingerprint, second.fingerprint]}
    assert verify(contest).faults == ()
    Tournament.objects.filter(pk=contest.pk).update(rulebook_own=first.text)
    assert [fault.code for fault in verify(Tournament.objects.get()).faults] == ["setting_altered"]


@pytest.mark.parametrize("text", ["{}", "[]", "not JSON", "competition"])
def test_what_is_no_rulebook_or_not_the_one_that_is_named_is_refused(text):
    contest = a_tournament()
    if text == "competition":
        text = freeze(load_rulebook(text))
    columns = {"rulebook_name": "grenobloise", "rulebook_own": text}
    with pytest.raises(ValidationError):
        change_settings(contest, columns, by=None, seen=settings_digest(contest))


def test_a_contest_started_again_takes_the_version_with_the_settings():
    contest = a_contest_of(a_version())
    again = start_again(
        contest,
        by=a_user(),
        client_key=uuid4(),
        name="Encore",
        date=datetime.date(2027, 1, 1),
        with_teams=False,
    )
    assert again.rulebook == contest.rulebook


def test_the_first_round_freezes_a_copy_that_later_versions_do_not_touch():
    version = a_version()
    contest = a_contest_of(version)
    for number in range(1, 5):
        a_team(contest, number)
    open_round(contest, 1, kind=DrawKind.LOT, by=None)
    a_version(redrafted(version.rulebook_of, target=1010))
    contest.refresh_from_db()
    assert contest.is_frozen
    assert contest.rulebook == version.rulebook


def changed(contest: Tournament, name: str, *switches: str) -> Tournament:
    contest = Tournament.objects.get(pk=contest.pk)
    given = {"seen": contest.rulebook.fingerprint(), "by": a_user("organiser"), "reason": "erreur"}
    return change_rulebook(contest, Choice(name=name, switches=switches), **given)


def set_otherwise() -> list[str]:
    """Say what the journal finds of the settings and the rulebook that it was not told."""
    codes = (fault.code for fault in verify(Tournament.objects.get()).faults)
    return [code for code in codes if code in {"setting_altered", "rulebook_altered"}]


def test_a_contest_being_played_takes_a_version_of_the_club_s_own_and_gives_it_up_again():
    match = a_match(deals=1)
    a_deal(match)
    close_round(match.round, by=None)
    version = a_version(redrafted(a_rulebook("competition"), target=1010))
    contest = changed(match.round.tournament, f"version-{version.pk}")
    assert (contest.rulebook, contest.rulebook_own) == (version.rulebook, version.text)
    (change,) = standings(contest).changes
    assert change.after == version.rulebook.short_fingerprint
    (switch, *_more) = version.rulebook.switches
    assert changed(contest, "la-notre", switch.id).rulebook == version.rulebook.switched(switch.id)
    assert changed(contest, "la-notre").rulebook == version.rulebook
    assert not set_otherwise()
    contest = changed(contest, "grenobloise")
    assert (contest.rulebook_name, contest.rulebook_own) == ("grenobloise", "")
    assert not set_otherwise()
    assert len(standings(contest).changes) == 4


def test_a_retired_version_or_another_club_s_cannot_be_taken_in_the_middle_of_a_contest():
    match, version = a_match(), a_version()
    retire(version.rulebook_of, is_retired=True)
    with pytest.raises(ValidationError):
        changed(match.round.tournament, f"version-{version.pk}")


def test_the_impact_of_a_version_is_shown_before_the_contest_takes_it(client):
    match = a_match(deals=1)
    a_deal(match)
    version = a_version(redrafted(a_rulebook("competition"), target=1010))
    client.force_login(a_user("organiser"))
    address = reverse("rulebooks:change", args=[match.round.tournament_id])
    key = f"version-{version.pk}"
    assert key in client.get(address).content.decode()
    seen = match.round.tournament.rulebook.fingerprint()
    page = client.post(address, {"rulebook": key, "seen": seen, "step": "impact"}).content.decode()
    assert version.rulebook.short_fingerprint in page
    assert Tournament.objects.get().rulebook_name == "grenobloise"
