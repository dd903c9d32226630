"""Only what has changed since the last print is printed again."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests.tournament.builders import a_deal, a_round, a_tournament, a_user
from tournament.models.paper import Printed
from tournament.prints.changes import changed, changes_of, note_printed

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    return a_round(a_tournament(organiser=a_user("organiser")), tables=3)


def of(round_, key):
    return next(change for change in changes_of(round_) if change.key == key)


def print_all(round_):
    for change in changes_of(round_):
        note_printed(round_, change.key, seen=change.seen)


def test_what_was_never_printed_is_to_be_printed_whole(round_):
    assert all(change.is_changed and change.at is None for change in changes_of(round_))
    assert {change.tables for change in changes_of(round_)} == {()}


def test_what_is_printed_is_not_printed_again_in_another_language_either(round_):
    print_all(round_)
    for language in ("fr", "en"):
        with translation.override(language):
            assert not any(change.is_changed for change in changes_of(round_))


def test_a_deal_changes_the_filled_sheet_of_its_table_and_the_results_only(round_):
    print_all(round_)
    a_deal(round_.matches.with_teams().get(table=2))
    assert of(round_, "filled-sheets").tables == (2,)
    assert of(round_, "results").is_changed
    assert not of(round_, "score-sheets").is_changed
    assert not of(round_, "draw").is_changed


def test_a_name_that_is_mended_changes_both_sheets_of_its_table_and_the_draw(round_):
    print_all(round_)
    team = round_.tournament.teams.get(number=5)
    team.name = "Les Œufs"
    team.save()
    assert of(round_, "score-sheets").tables == of(round_, "filled-sheets").tables == (3,)
    assert of(round_, "draw").is_changed


def test_what_changed_between_the_page_and_the_click_is_not_taken_for_printed(round_):
    seen = of(round_, "filled-sheets").seen
    a_deal(round_.matches.with_teams().get(table=1))
    with pytest.raises(ValidationError) as refused:
        note_printed(round_, "filled-sheets", seen=seen)
    assert refused.value.code == "stale"
    assert not Printed.objects.exists()


def test_the_papers_are_laid_out_before_anybody_waits_for_the_contest(round_):
    seen = of(round_, "results").seen
    with CaptureQueriesContext(connection) as asked:
        note_printed(round_, "results", seen=seen)
    statements = [query["sql"] for query in asked]
    held = next(i for i, sql in enumerate(statements) if sql.startswith("SAVEPOINT"))
    assert any("tournament_match" in sql for sql in statements[:held])
    assert not any("tournament_match" in sql for sql in statements[held:])


def test_two_clicks_note_it_once(round_):
    for _click in range(2):
        note_printed(round_, "score-sheets", seen=of(round_, "score-sheets").seen)
    assert Printed.objects.count() == 3


def test_a_part_that_is_new_has_changed_and_one_that_is_gone_has_not():
    assert changed({1: "a", 2: "b"}, {1: "a", 3: "c"}) == (3,)


def test_the_page_prints_the_tables_that_changed_and_notes_that_they_are(client, round_):
    client.force_login(a_user("organiser"))
    print_all(round_)
    a_deal(round_.matches.with_teams().get(table=2))
    url = reverse("prints:changes", args=[round_.tournament_id, 1])
    line = next(line for line in client.get(url).context["lines"] if line.change.tables)
    assert line.address.endswith("filled-sheets.pdf?tables=2")
    page = client.get(f"{line.address}&as=html").content.decode()
    assert page.count("<article") == 1
    client.post(url, {"paper": line.change.key, "seen": line.change.seen})
    assert not of(round_, "filled-sheets").is_changed
    assert client.post(url, {"paper": "report", "seen": ""}).status_code == 404


@pytest.mark.parametrize("tables", ["", "x", "9999999", "²", ",,", "2;drop"])
def test_tables_that_cannot_be_read_are_all_of_them(client, round_, tables):
    client.force_login(a_user("organiser"))
    url = reverse("prints:score_sheets", args=[round_.tournament_id, 1])
    page = client.get(url, {"as": "html", "tables": tables}).content.decode()
    assert page.count("<article") == 3
