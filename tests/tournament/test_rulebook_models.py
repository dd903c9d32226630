"""The club's own rulebooks as rows: what the database itself refuses."""

import pytest
from django.db import DatabaseError, connection, transaction

from scoring import load_rulebook
from tournament.models import Club, ClubRulebook, RulebookVersion, freeze

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def version():
    club = Club.objects.create(name="Club")
    text = freeze(load_rulebook("ffb-coinchee-2015"))
    own = ClubRulebook.objects.create(club=club, name="la-notre", base=text, draft=text)
    return RulebookVersion.objects.create(
        rulebook_of=own, number=1, text=text, fingerprint=own.rulebook.fingerprint()
    )


def test_a_published_version_is_never_changed(version):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        RulebookVersion.objects.filter(pk=version.pk).update(number=2)


def test_a_published_version_is_never_deleted(version):
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM tournament_rulebookversion")


def test_a_version_gives_the_rulebook_that_was_published(version):
    assert version.rulebook == load_rulebook("ffb-coinchee-2015")
