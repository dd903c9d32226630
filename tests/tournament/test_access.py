"""What is answered to whoever acts on a contest or a round that somebody is deleting."""

import pytest
from django.urls import reverse

from tests.tournament.builders import a_deal, a_round, a_tournament, a_user
from tournament.access import DeletedMeanwhile
from tournament.deals import following
from tournament.models import Match, Tournament
from tournament.rounds.names import round_name
from tournament.rounds.removal import remove_round


@pytest.mark.django_db
def test_an_act_on_a_contest_deleted_meanwhile_finds_no_page(rf):
    request = rf.post("/")
    with pytest.raises(Tournament.DoesNotExist) as gone:
        Tournament.objects.held(1)
    answer = DeletedMeanwhile(lambda _request: None).process_exception(request, gone.value)
    assert answer.status_code == 404


@pytest.mark.django_db
def test_a_sheet_whose_round_is_deleted_while_it_is_shown_is_no_page(client, monkeypatch):
    contest = a_tournament(organiser=a_user(), deals=1)
    round_ = a_round(contest, tables=2)
    first = Match.objects.get(round=round_, table=1)
    a_deal(first, 1)
    client.force_login(a_user())
    found = following.hall_tables

    def deleted_meanwhile(*asked):
        tables = found(*asked)
        remove_round(round_, typed_name=round_name(round_), by=a_user())
        return tables

    monkeypatch.setattr(following, "hall_tables", deleted_meanwhile)
    sheet = reverse("deals:sheet", args=[contest.pk, round_.number, first.table])
    assert client.get(sheet).status_code == 404


def test_any_other_error_stays_one(rf):
    other = DeletedMeanwhile(lambda _request: None).process_exception(rf.get("/"), ValueError())
    assert other is None
