"""What is answered to whoever acts on a contest that somebody is deleting."""

import pytest

from tournament.access import DeletedMeanwhile
from tournament.models import Tournament


@pytest.mark.django_db
def test_an_act_on_a_contest_deleted_meanwhile_finds_no_page(rf):
    request = rf.post("/")
    with pytest.raises(Tournament.DoesNotExist) as gone:
        Tournament.objects.held(1)
    answer = DeletedMeanwhile(lambda _request: None).process_exception(request, gone.value)
    assert answer.status_code == 404


def test_any_other_error_stays_one(rf):
    other = DeletedMeanwhile(lambda _request: None).process_exception(rf.get("/"), ValueError())
    assert other is None
