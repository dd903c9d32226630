"""Creating a contest, and changing it as long as it may change."""

import datetime
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.builders import a_club, a_round, a_tournament, a_user
from tournament.clubs.services import (
    change_settings,
    create_first_organiser,
    create_tournament,
    settings_digest,
)
from tournament.models import Club, Role, RoleKind, Tournament, User

pytestmark = pytest.mark.django_db

COLUMNS = {
    "name": "Concours de printemps",
    "date": datetime.date(2027, 3, 20),
    "place": "Salle des fêtes",
    "rulebook_name": "kchanaise",
    "end_kind": "target",
    "target": 1000,
    "deals": None,
    "ranking": "wins",
    "bye_kind": "fixed",
    "bye_marks": 500,
    "bye_wins": True,
}


def test_the_creator_is_the_organiser_and_the_journal_says_it():
    user = a_user()
    contest = create_tournament(by=user, **COLUMNS)
    assert contest.club == user.club
    assert [role.kind for role in contest.roles.filter(user=user)] == [RoleKind.ORGANISER]
    entry = contest.journal.get()
    assert (entry.kind, entry.by) == ("tournament.created", user)
    assert entry.details["rulebook_name"] == "kchanaise"


def test_the_journal_holds_no_name():
    contest = create_tournament(by=a_user(), **COLUMNS)
    assert "Concours" not in str(contest.journal.get().details)


def test_the_same_form_sent_twice_creates_one_contest():
    key = uuid4()
    first = create_tournament(by=a_user(), client_key=key, **COLUMNS)
    second = create_tournament(by=a_user(), client_key=key, **COLUMNS)
    assert first == second
    assert Tournament.objects.count() == Role.objects.count() == 1
    assert first.journal.count() == 1


def test_a_form_that_somebody_else_sent_gives_nobody_their_contest():
    key = uuid4()
    create_tournament(by=a_user(), client_key=key, **COLUMNS)
    with pytest.raises(ValidationError):
        create_tournament(by=a_user("max"), client_key=key, **COLUMNS)
    assert Role.objects.count() == 1


def test_a_command_creates_for_the_club_and_gives_no_role():
    club = a_club()
    contest = create_tournament(by=None, **COLUMNS)
    assert contest.club == club
    assert not contest.roles.exists()


def test_without_any_club_one_is_made():
    assert create_tournament(by=None, **COLUMNS).club == Club.objects.get()


def test_names_are_tidied():
    contest = create_tournament(by=a_user(), **COLUMNS | {"name": "  Le   grand\tsoir "})
    assert contest.name == "Le grand soir"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": "   "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"rulebook_name": "bridge"}, "rulebook_name"),
        ({"ranking": "height"}, "ranking"),
        ({"bye_kind": "half_table"}, "bye_kind"),
        ({"end_kind": "target", "target": None}, "target"),
        ({"end_kind": "deals", "deals": None}, "deals"),
        ({"end_kind": "deals", "deals": 0}, "deals"),
    ],
)
def test_a_contest_that_could_not_be_played_is_refused(wrong, field):
    with pytest.raises(ValidationError) as refused:
        create_tournament(by=a_user(), **COLUMNS | wrong)
    assert field in refused.value.error_dict
    assert not Tournament.objects.exists()


def test_only_the_number_in_force_is_kept():
    by_deals = create_tournament(by=a_user(), **COLUMNS | {"end_kind": "deals", "deals": 12})
    by_target = create_tournament(by=a_user(), **COLUMNS | {"deals": 12})
    assert (by_deals.target, by_deals.deals) == (None, 12)
    assert (by_target.target, by_target.deals) == (1000, None)


def test_settings_change_until_a_round_opens():
    contest = a_tournament()
    user = a_user()
    changed = change_settings(contest, COLUMNS, by=user, seen=settings_digest(contest))
    assert changed.rulebook_name == "kchanaise"
    entry = changed.journal.get()
    assert entry.kind == "tournament.settings_changed"
    assert "rulebook_name" in entry.details["changed"]


def test_saving_without_a_change_writes_nothing():
    contest = a_tournament()
    change_settings(contest, {"name": contest.name}, by=a_user(), seen=settings_digest(contest))
    assert not contest.journal.exists()


def test_an_open_round_freezes_what_counts():
    contest = a_tournament()
    a_round(contest)
    contest.refresh_from_db()
    with pytest.raises(ValidationError) as refused:
        change_settings(contest, COLUMNS, by=a_user(), seen=settings_digest(contest))
    assert refused.value.code == "frozen"


def test_name_date_and_place_can_be_mended_at_any_time():
    contest = a_tournament()
    a_round(contest)
    contest.refresh_from_db()
    new = {"name": "Autre nom", "date": datetime.date(2027, 1, 1), "place": "Ailleurs"}
    changed = change_settings(contest, new, by=a_user(), seen=settings_digest(contest))
    assert (changed.name, changed.place) == ("Autre nom", "Ailleurs")


def test_two_organisers_do_not_overwrite_each_other():
    contest = a_tournament()
    seen = settings_digest(contest)
    change_settings(contest, {"place": "Ici"}, by=a_user(), seen=seen)
    with pytest.raises(ValidationError) as refused:
        change_settings(contest, {"place": "Là"}, by=a_user("bob"), seen=seen)
    assert refused.value.code == "stale"
    contest.refresh_from_db()
    assert contest.place == "Ici"


def test_two_contests_do_not_touch_each_other():
    one, other = a_tournament(), a_tournament()
    change_settings(one, COLUMNS, by=a_user(), seen=settings_digest(one))
    other.refresh_from_db()
    assert other.name == "Concours d'automne"
    assert not other.journal.exists()


def test_the_first_organiser_belongs_to_a_club_and_can_log_in(client):
    user = create_first_organiser("k7m4-q2xh", club_name="Mon club")
    assert user.club.name == "Mon club"
    assert client.login(username=user.username, password="k7m4-q2xh")
    assert not User.objects.get().is_superuser
