"""Recording deals: what is refused, what is kept, what happens twice only once."""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.utils import timezone

from tests.tournament.builders import FACTS, a_deal, a_match, a_round, a_tournament, a_user
from tournament.deals.services import RefusedRow, StaleEntry, record_deal, record_deals
from tournament.deals.tally import match_sheet, match_sheets
from tournament.models import Deal, Entry, Match, Round, Seat, Team

pytestmark = pytest.mark.django_db


def refused(match: Match, number: int = 1, **facts: object) -> dict[str, list[str]]:
    """Return what is refused, by field; "" for the deal as a whole."""
    with pytest.raises(ValidationError) as caught:
        a_deal(match, number, **facts)
    assert not Deal.objects.exists()
    error = caught.value
    return error.message_dict if hasattr(error, "error_dict") else {"": error.messages}


def test_a_deal_is_one_entry_that_the_deal_points_at():
    match = a_match()
    entry = a_deal(match)
    deal = Deal.objects.get()
    assert (deal.match, deal.number, deal.accepted) == (match, 1, entry)
    assert match_sheet(match).rows[0].marks == (250, 40)


def test_a_form_sent_twice_records_one_deal():
    match, key = a_match(), uuid4()
    first = record_deal(match, 1, FACTS, by=None, client_key=key)
    again = record_deal(match, 1, FACTS, by=None, client_key=key)
    assert first == again
    assert Entry.objects.count() == 1
    assert match.round.tournament.journal.count() == 1


def test_a_page_gone_back_to_and_changed_is_not_taken_for_a_second_click():
    match, key = a_match(), uuid4()
    record_deal(match, 1, FACTS, by=a_user(), client_key=key)
    with pytest.raises(StaleEntry) as caught:
        record_deal(match, 1, FACTS | {"points": 136}, by=a_user(), client_key=key)
    assert "zoe" in caught.value.messages[0]
    assert Entry.objects.get().points == 126


def test_a_page_gone_back_to_is_told_that_its_deal_was_corrected_since():
    match, key = a_match(), uuid4()
    first = record_deal(match, 1, FACTS, by=a_user(), client_key=key)
    corrected = FACTS | {"points": 130}
    sent = {"by": a_user("max"), "client_key": uuid4(), "base": first.pk, "reason": "relu"}
    counts = record_deal(match, 1, corrected, **sent)
    with pytest.raises(StaleEntry) as caught:
        record_deal(match, 1, FACTS, by=a_user(), client_key=key)
    assert caught.value.other == counts == Deal.objects.get().accepted
    assert record_deal(match, 1, corrected, **sent) == counts


def test_two_people_on_one_deal_the_second_is_told_who_was_first():
    match = a_match()
    a_deal(match)
    with pytest.raises(StaleEntry) as caught:
        record_deal(match, 1, FACTS, by=a_user("max"), client_key=uuid4())
    assert "zoe" in caught.value.messages[0]
    assert Entry.objects.count() == 1


def test_a_correction_is_a_new_entry_and_the_old_one_stays():
    match = a_match()
    old = a_deal(match)
    new = record_deal(
        match,
        1,
        FACTS | {"points": 116},
        by=a_user("max"),
        client_key=uuid4(),
        base=old.pk,
        reason="116 sur la feuille",
    )
    assert Deal.objects.get().accepted == new
    assert list(Entry.objects.order_by("pk")) == [old, new]
    assert match_sheet(match).rows[0].marks == (0, 280)
    assert [entry.kind for entry in match.round.tournament.journal.all()] == [
        "deal.recorded",
        "deal.corrected",
    ]


def test_a_correction_says_why():
    match = a_match()
    old = a_deal(match)
    with pytest.raises(ValidationError) as caught:
        record_deal(match, 1, FACTS, by=None, client_key=uuid4(), base=old.pk, reason=" ")
    assert "reason" in caught.value.message_dict


@pytest.mark.parametrize(
    ("rulebook", "facts", "field"),
    [
        ("grenobloise", {"points": 163}, "points"),
        ("grenobloise", {"points": None}, "points"),
        ("grenobloise", {"contract": "85"}, "contract"),
        ("grenobloise", {"contract": "70"}, "contract"),
        ("grenobloise", {"contract": "generale"}, "contract"),
        ("grenobloise", {"sweep": "takers", "points": 150}, "points"),
        ("grenobloise", {"trump": "no_trumps", "belote_a": 1}, "belote"),
        ("grenobloise", {"belote_a": 1, "belote_b": 1}, "belote"),
        ("kchanaise", {"trump": "no_trumps", "contract": "100"}, "trump"),
        ("multijoueur", {"contract": "take", "stake": "surcoinche"}, "stake"),
        ("multijoueur", {"contract": "100"}, "contract"),
        (
            "grenobloise",
            {"declarations": {"A": [{"kind": "tierce", "top": "KH"}]}},
            "declarations",
        ),
    ],
)
def test_an_impossible_fact_is_refused_beside_its_field(rulebook, facts, field):
    errors = refused(a_match(rulebook), **facts)
    assert list(errors) == [field]
    assert len(errors[field]) == 1
    assert "%(" not in errors[field][0]


def test_a_deal_beyond_the_last_is_refused():
    match = a_match(deals=4)
    assert "4" in refused(match, 5)[""][0]


def test_a_match_that_reached_its_target_takes_no_further_deal():
    match = a_match(end_kind="target", target=200)
    a_deal(match)
    with pytest.raises(ValidationError):
        a_deal(match, 2)
    assert match_sheet(match).next_number is None


def test_four_passes_use_no_line_of_the_agreed_number():
    match = a_match(deals=2)
    a_deal(match, 1)
    record_deal(match, 2, {"outcome": "passed"}, by=None, client_key=uuid4())
    a_deal(match, 3)
    sheet = match_sheet(match)
    assert sheet.tally.is_finished
    assert sheet.tally.totals == (500, 80)
    assert [row.counts for row in sheet.rows] == [True, False, True]


def test_an_annulled_deal_is_neither_counted_nor_missing():
    match = a_match(deals=2)
    a_deal(match, 1)
    record_deal(match, 2, {"outcome": "void"}, by=None, client_key=uuid4())
    sheet = match_sheet(match)
    assert sheet.is_complete
    assert sheet.tally.totals == (250, 40)


def test_missing_deals_are_named():
    match = a_match(deals=4)
    a_deal(match, 1)
    a_deal(match, 3)
    assert match_sheet(match).missing == (2, 4)


def test_two_contests_never_touch():
    one, other = a_match(), a_match()
    a_deal(one)
    assert match_sheet(other).rows == ()
    assert not other.round.tournament.journal.exists()


def test_the_database_refuses_to_change_or_delete_an_entry():
    entry = a_deal(a_match())
    for act in (
        lambda: Entry.objects.filter(pk=entry.pk).update(points=1),
        lambda: Entry.objects.filter(pk=entry.pk)._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()
    entry.refresh_from_db()
    assert entry.points == 126


def test_a_whole_contest_can_be_deleted_once_marked_so():
    tournament = a_tournament()
    match = Match.objects.get(round=a_round(tournament))
    a_deal(match)
    tournament.deleting = True
    tournament.save()
    Deal.objects.filter(match=match).update(accepted=None)
    tournament.rounds.all().delete()
    tournament.delete()
    assert not Entry.objects.exists()


def test_a_list_of_deals_is_recorded_whole_in_one_act():
    match = a_match()
    rows = [(match, number, FACTS) for number in (1, 2, 3)]
    entries = record_deals(match.round, rows, by=None)
    assert [row.entry for row in match_sheet(match).rows] == entries
    assert match_sheet(match).tally.totals == (750, 120)
    assert match.round.tournament.journal.get().details["deals"][0] == [1, 1, entries[0].pk]


def test_a_list_with_one_impossible_deal_records_none():
    match = a_match()
    rows = [(match, 1, FACTS), (match, 2, FACTS | {"points": 163})]
    with pytest.raises(RefusedRow) as caught:
        record_deals(match.round, rows, by=None)
    assert caught.value.row == 1
    assert "162" in caught.value.messages[0]
    assert not Deal.objects.exists()


def test_a_match_whose_time_is_called_misses_no_deal():
    match = a_match(deals=4)
    a_deal(match, 1)
    match.round.time_called_at = timezone.now()
    sheet = match_sheet(match)
    assert (sheet.is_complete, sheet.missing, sheet.tally.winner) == (True, (), "A")
    a_deal(match, 3)
    assert match_sheet(match).missing == (2,)


def test_a_match_whose_team_has_left_is_over_with_what_is_typed():
    match = a_match(deals=4)
    a_deal(match, 1)
    Team.objects.filter(pk=match.team_b.pk).update(withdrawn=True)
    sheet = match_sheet(Match.objects.with_teams().get(pk=match.pk))
    assert sheet.is_complete
    assert sheet.tally.totals == (250, 40)


def test_a_closed_round_still_names_what_was_never_typed():
    match = a_match(deals=3)
    a_deal(match, 1)
    match.round.closed_at = timezone.now()
    sheet = match_sheet(match)
    assert (sheet.tally.winner, sheet.missing) == ("A", (2, 3))


def test_a_deal_of_a_round_taken_back_meanwhile_is_refused():
    match = a_match()
    Round.objects.filter(pk=match.round_id).update(
        tournament=None, removed_from=match.round.tournament
    )
    assert refused(match)[""]
    Match.objects.filter(pk=match.pk).delete()
    assert refused(match)[""]


def test_another_deal_s_key_records_nothing():
    one, other, key = a_match(), a_match(), uuid4()
    record_deal(one, 1, FACTS, by=None, client_key=key)
    with pytest.raises(ValidationError):
        record_deal(other, 1, FACTS, by=None, client_key=key)
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("is_closed", [True, False])
def test_no_list_is_read_into_a_round_that_is_closed_or_taken_back(is_closed):
    match = a_match()
    removed = {"tournament": None, "removed_from": match.round.tournament}
    changed = {"closed_at": timezone.now()} if is_closed else removed
    Round.objects.filter(pk=match.round_id).update(**changed)
    with pytest.raises(ValidationError):
        record_deals(match.round, [(match, 1, FACTS)], by=a_user())
    assert not Entry.objects.exists()


def test_a_round_of_five_hundred_and_fifty_tables_is_read(django_assert_max_num_queries):
    tournament = a_tournament()
    teams = Team.objects.bulk_create(
        Team(tournament=tournament, number=number, name=str(number), key=str(number))
        for number in range(1, 1101)
    )
    round_ = Round.objects.create(tournament=tournament, number=1, draw_kind="lot", seed="1")
    matches = Match.objects.bulk_create(Match(round=round_, table=n) for n in range(1, 551))
    Seat.objects.bulk_create(
        Seat(round=round_, team=teams.pop(), match=match, side=side)
        for match in matches
        for side in ("A", "B")
    )
    with django_assert_max_num_queries(8):
        assert len(match_sheets(round_)) == 550
