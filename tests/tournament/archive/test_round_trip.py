"""A contest that leaves in an archive and comes back elsewhere is the same contest."""

from dataclasses import replace

import pytest
from django.apps import apps
from django.urls import reverse

from tests.tournament.archive.whole import (
    a_whole_contest,
    altered,
    elsewhere,
    forgotten,
    the_file,
    told,
)
from tests.tournament.builders import a_club, a_role, a_season, a_tournament, a_user
from tests.tournament.journal.played import typed
from tournament.archive.reading import read_archive
from tournament.archive.restoring import AlreadyHere, restore
from tournament.archive.tables import TABLES
from tournament.clubs.deletion import delete_tournament
from tournament.journal.verification import verify
from tournament.logins import names_like
from tournament.models import (
    Club,
    ClubRole,
    Entry,
    Match,
    RoleKind,
    Season,
    Shape,
    Tournament,
    User,
)
from tournament.prints.referee_papers import report_paper, rulings_paper
from tournament.prints.standings_papers import standings_paper
from tournament.rounds.redraw import redraw
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest() -> Tournament:
    return a_whole_contest()


def looked_at(contest: Tournament) -> dict[str, object]:
    """Return what must be the same wherever the contest is."""
    return {
        "standings": spreadsheet_csv(standings(contest)),
        "acts": told(contest),
        "digests": list(contest.journal.values_list("number", "digest")),
        "papers": [
            replace(paper, printed_at=None)
            for paper in (
                standings_paper(contest),
                rulings_paper(contest, is_posted=False),
                report_paper(contest),
            )
        ],
        "draws": [redraw(round_) for round_ in contest.rounds.all()],
        "rows": {
            name: table.rows_of(contest).count()
            for name, table in TABLES.items()
            if name != "users"
        },
        "typed": list(
            Entry.objects.filter(deal__match__round__removed_from=contest)
            .order_by("pk")
            .values_list("client_key", "created_at", "author__username", "deal__number")
        ),
    }


def test_everything_is_the_same_in_an_installation_with_other_contests(contest):
    before, faults = looked_at(contest), verify(contest).faults
    restored = elsewhere(the_file(contest))
    assert restored.pk != contest.pk
    after = looked_at(restored)
    # Whoever restores it organises it.
    after["rows"]["roles"] -= 1
    assert after == before
    assert verify(restored).faults == faults == ()


def test_its_archive_can_be_restored_again_after_more_was_done(contest):
    restored = elsewhere(the_file(contest))
    match = Match.objects.with_teams().filter(round__tournament=restored, table=2).last()
    typed(match, 1)
    restored.refresh_from_db()
    before = looked_at(restored)
    again = elsewhere(the_file(restored))
    after = looked_at(again)
    assert after == before
    assert verify(again).faults == ()
    assert [era["acts"] for era in again.origin] == [contest.version, contest.version + 1]


def test_the_same_contest_gives_the_same_bytes_but_for_the_moment(contest):
    one, other = the_file(contest), the_file(contest)
    assert one.splitlines()[2:] == other.splitlines()[2:]
    assert b'"made_at"' in one.splitlines()[1]


def test_a_contest_that_is_here_already_is_not_restored_a_second_time(contest):
    with pytest.raises(AlreadyHere) as refusal:
        restore(read_archive(the_file(contest)), by=a_user("somebody"))
    assert refusal.value.tournament == contest


def test_a_contest_that_was_deleted_comes_back(contest):
    content, before = the_file(contest), looked_at(contest)
    by = a_user("organiser")
    delete_tournament(contest, name=contest.name, seen=contest.version, by=by)
    assert looked_at(restore(read_archive(content), by=by)) == before


def test_accounts_are_found_by_name_or_made_without_a_password(contest):
    def rename(whole):
        names = {"lea": "jamais.vue", "zoe": "homonyme"}
        for row in whole["tables"]["users"]["rows"]:
            row[1] = names.get(row[1], row[1])

    a_user("homonyme", club=Club.objects.create(name="Un autre club"))
    restored = elsewhere(altered(the_file(contest), rename))
    assert verify(restored).faults == ()
    assert not User.objects.get(username="jamais.vue").has_usable_password()
    typists = Entry.objects.filter(deal__match__round__tournament=restored).values(
        "author__username"
    )
    assert {"author__username": "homonyme.2"} in typists
    roles = set(restored.roles.values_list("user__username", "kind"))
    assert {("somebody", RoleKind.ORGANISER), ("trésorier", RoleKind.TREASURER)} <= roles


def test_an_account_is_found_whatever_the_case_of_its_name_and_once(contest):
    def rename(whole):
        names = {"lea": "ÉLODIE", "zoe": "élodie"}
        for row in whole["tables"]["users"]["rows"]:
            row[1] = names.get(row[1], row[1])

    here = a_user("Élodie")
    restored = elsewhere(altered(the_file(contest), rename))
    assert verify(restored).faults == ()
    named = User.objects.filter(username__icontains="lodie").exclude(pk=here.pk)
    assert named.count() == 1
    assert names_like("élodie") == ["Élodie"]


def test_it_joins_the_season_of_its_club_that_has_its_name(contest):
    content = the_file(contest)
    restored = elsewhere(content)
    made = restored.season_evenings.get().season
    assert (made.name, made.club) == ("Challenge", a_club())


def test_who_organises_a_contest_alone_puts_none_into_the_season_of_the_club(contest):
    content = the_file(contest)
    forgotten()
    a_role(a_user("hôte"), a_tournament(), RoleKind.ORGANISER)
    ClubRole.objects.create(user=a_user("olga"), club=a_club(), kind=RoleKind.ORGANISER)
    restored = restore(read_archive(content), by=a_user("hôte"))
    assert restored.club == a_club()
    assert not restored.season_evenings.exists()
    assert told(restored)
    forgotten()
    assert restore(read_archive(content), by=a_user("olga")).season_evenings.exists()


def test_a_season_of_single_players_takes_no_pairs_by_its_name(contest):
    content = the_file(contest)
    forgotten()
    Season.objects.all().delete()
    other = a_tournament(shape=Shape.INDIVIDUAL)
    single = a_season(other)
    restored = restore(read_archive(content), by=None)
    assert restored.season_evenings.get().season != single


def test_the_screens_of_a_contest_that_is_restored_open(contest, client):
    (screen,) = elsewhere(the_file(contest)).displays.all()
    assert client.get(reverse("screens:screen", args=[screen.code])).status_code == 200


LEFT_OUT = {
    "ClubRole": "roles in a club are of the installation",
    "ClubRulebook": "a contest keeps its rulebook whole; the club's own leave as files",
    "Installation": "of the machine, not of a contest",
    "Invitation": "what lets somebody in is not for whoever has the file",
    "RulebookExample": "of the club's own rulebook, not of a contest",
    "RulebookVersion": "of the club's own rulebook, not of a contest",
    "Club": "the contest joins the club of who restores it",
    "Evening": "a contest joins the seasons of its club that have the same name",
    "TableCode": "a code opens a table without an account: new ones are printed",
    "Presence": "who looks at which sheet is of the moment",
    "WrongCode": "of no contest",
    "WrongLogin": "of no contest",
    "Picture": "of the club, not of a contest",
    "Printed": "what another machine printed is printed again",
}


def test_every_model_is_in_an_archive_or_left_out_for_a_reason():
    models = {model.__name__ for model in apps.get_app_config("tournament").get_models()}
    assert models == {table.model.__name__ for table in TABLES.values()} | set(LEFT_OUT)
