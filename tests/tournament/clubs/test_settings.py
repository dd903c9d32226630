"""Every setting of a contest: what fits together, what may change once it has begun."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import override

from tests.tournament.builders import a_deal, a_role, a_round, a_team, a_tournament, a_user
from tournament.clubs.forms import StartedForm, TournamentForm, settings_of
from tournament.clubs.services import EVENING, RULES, change_settings, settings_digest
from tournament.models import (
    Checking,
    EndKind,
    ExclusionKind,
    Match,
    Ranking,
    RoleKind,
    Shape,
    Tournament,
)

pytestmark = pytest.mark.django_db


def changed(contest, **columns):
    contest.refresh_from_db()
    return change_settings(contest, columns, by=a_user(), seen=settings_digest(contest))


def started():
    contest = a_tournament()
    a_round(contest)
    contest.refresh_from_db()
    return contest


@pytest.mark.parametrize(
    ("end", "kept"),
    [
        ({"end_kind": EndKind.TARGET, "target": 1000}, (1000, None, None)),
        ({"end_kind": EndKind.DEALS, "deals": 8}, (None, 8, None)),
        ({"end_kind": EndKind.CLOCK, "minutes": 45}, (None, None, 45)),
        (
            {"end_kind": EndKind.FIRST, "target": 1000, "deals": None, "minutes": 45},
            (1000, None, 45),
        ),
        ({"end_kind": EndKind.FIRST, "target": 700, "deals": 8, "minutes": 45}, (700, 8, 45)),
    ],
)
def test_only_the_limits_in_force_are_kept(end, kept):
    contest = changed(a_tournament(), **({"target": 5, "deals": 5, "minutes": 5} | end))
    assert (contest.target, contest.deals, contest.minutes) == kept


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"end_kind": EndKind.CLOCK}, "minutes"),
        ({"end_kind": EndKind.CLOCK, "minutes": 0}, "minutes"),
        ({"end_kind": EndKind.TARGET}, "target"),
        ({"end_kind": EndKind.DEALS, "deals": None}, "deals"),
        ({"end_kind": EndKind.FIRST, "deals": None}, "target"),
        ({"end_kind": EndKind.FIRST, "deals": 12}, "target"),
        ({"end_kind": EndKind.FIRST, "deals": None, "target": 1000}, "deals"),
        ({"bye_kind": "half_table", "end_kind": EndKind.TARGET, "target": 700}, "bye_kind"),
        ({"missed_kind": "half_table", "end_kind": EndKind.CLOCK, "minutes": 45}, "missed_kind"),
        ({"ranking": Ranking.CUSTOM}, "criteria"),
        ({"ranking": Ranking.CUSTOM, "criteria": ["marks", "wins", "marks"]}, "criteria"),
        ({"ranking": Ranking.CUSTOM, "criteria": ["lot", "marks"]}, "criteria"),
        ({"ranking": Ranking.CUSTOM, "criteria": ["height"]}, "criteria"),
        ({"shape": "triangle"}, "shape"),
        ({"pool_size": 2}, "pool_size"),
        ({"equal_kind": "whatever"}, "equal_kind"),
        ({"fee": Decimal(-1)}, "fee"),
        ({"tables_out": [0]}, "tables_out"),
        ({"tables_out": ["3"]}, "tables_out"),
        (
            {
                "rooms": [
                    {"name": "A", "first": 1, "last": 9},
                    {"name": "B", "first": 9, "last": 12},
                ]
            },
            "rooms",
        ),
    ],
)
def test_settings_that_do_not_fit_together_are_refused_beside_their_field(wrong, field):
    contest = a_tournament()
    with pytest.raises(ValidationError) as refused:
        changed(contest, **wrong)
    assert field in refused.value.error_dict
    assert not contest.journal.exists()


def test_half_a_table_goes_with_the_first_of_several_limits_that_counts_deals():
    first = {"end_kind": EndKind.FIRST, "deals": 12, "minutes": 45, "bye_kind": "half_table"}
    assert changed(a_tournament(), **first).bye_kind == "half_table"


def test_criteria_are_kept_only_where_they_rank():
    contest = a_tournament()
    own = changed(contest, ranking=Ranking.CUSTOM, criteria=["points", "head_to_head", "lot"])
    assert [criterion.value for criterion in own.ranked_by] == ["points", "head_to_head", "lot"]
    assert changed(contest, ranking=Ranking.WINS).criteria == []


NEW = {
    "rulebook_own": "{}",
    "rulebook_name": "kchanaise",
    "shape": Shape.MITCHELL,
    "pool_size": 5,
    "end_kind": EndKind.CLOCK,
    "target": 1000,
    "deals": 9,
    "equal_kind": "one_more_deal",
    "cut_to_target": True,
    "finish_deal": False,
    "rounds_planned": 4,
    "minutes": 45,
    "ranking": Ranking.WINS,
    "criteria": ["marks"],
    "points_win": 3,
    "points_tie": 2,
    "points_loss": 1,
    "points_absent": 1,
    "bye_kind": "average",
    "bye_marks": 500,
    "bye_wins": True,
    "missed_kind": "average",
    "missed_marks": 300,
    "check_in": True,
    "fee": Decimal("7.50"),
    "clubs_apart": True,
    "tables_out": [3, 4],
    "rooms": [{"name": "Salle 2", "first": 21, "last": 40}],
    "checking": Checking.CONFIRMED,
    "paper_marks": True,
    "phones": True,
    "reclaim_minutes": 15,
    "excluded_kind": ExclusionKind.BYE,
    "names_sanctioned": True,
}


def test_every_setting_has_its_line_here():
    assert set(NEW) == {*RULES, *EVENING}


@pytest.mark.parametrize("name", [*RULES, "minutes"])
def test_what_matches_are_played_by_stays_once_a_round_is_open(name):
    with pytest.raises(ValidationError) as refused:
        changed(started(), **{name: NEW[name]})
    assert refused.value.code == "frozen"


@pytest.mark.parametrize("name", [name for name in EVENING if name not in {"minutes", "criteria"}])
def test_the_evening_may_change_and_the_journal_keeps_both_values(name):
    contest = started()
    old = getattr(contest, name)
    after = changed(contest, **{name: NEW[name]})
    assert getattr(after, name) == NEW[name]
    entry = after.journal.get()
    assert entry.kind == "tournament.settings_changed"
    assert entry.details["changed"] == [name]
    # JSON holds amounts and the like as texts, and PostgreSQL the keys of a room in its own order.
    assert entry.details["values"][name] == [_as_json(each) for each in (old, NEW[name])]


def _as_json(value):
    return value if isinstance(value, bool | int | list | None) else str(value)


def test_a_clock_may_tick_otherwise_once_a_round_is_open():
    contest = a_tournament(end_kind=EndKind.CLOCK, deals=None, minutes=45)
    a_round(contest)
    assert changed(contest, minutes=35).minutes == 35
    with pytest.raises(ValidationError):
        changed(contest, minutes=None)


def test_an_evening_is_not_cut_below_the_rounds_that_were_drawn():
    contest = started()
    with pytest.raises(ValidationError) as refused:
        changed(contest, rounds_planned=0)
    assert "rounds_planned" in refused.value.error_dict
    assert changed(contest, rounds_planned=1).rounds_planned == 1


def test_a_table_that_has_begun_is_checked_as_it_began():
    contest = a_tournament()
    begun, other = a_round(contest, 2).matches.with_teams().select_related("round__tournament")
    a_deal(begun)
    contest = changed(contest, checking=Checking.TWO_SHEETS)
    kept = {match.table: match.checking for match in Match.objects.all()}
    assert kept == {begun.table: Checking.ONCE, other.table: ""}
    changed(contest, checking=Checking.CONFIRMED)
    assert Match.objects.get(pk=begun.pk).checking == Checking.ONCE


def closed_long_ago(contest, minutes):
    """Close the only round of a contest some minutes ago."""
    a_round(contest)
    contest.rounds.update(closed_at=timezone.now() - timedelta(minutes=minutes))


def test_only_a_referee_gives_more_time_to_a_round_that_is_locked():
    contest = a_tournament(reclaim_minutes=15)
    closed_long_ago(contest, 20)
    for more in (None, 60):
        with pytest.raises(ValidationError) as refused:
            changed(contest, reclaim_minutes=more)
        assert "reclaim_minutes" in refused.value.error_dict
    assert changed(contest, reclaim_minutes=18).reclaim_minutes == 18
    a_role(a_user(), contest, RoleKind.REFEREE)
    assert changed(contest, reclaim_minutes=None).reclaim_minutes is None


def test_until_a_round_is_locked_the_organiser_sets_the_time_to_complain():
    contest = a_tournament(reclaim_minutes=15)
    closed_long_ago(contest, 10)
    assert changed(contest, reclaim_minutes=60).reclaim_minutes == 60
    assert changed(contest, reclaim_minutes=None).reclaim_minutes is None


def test_each_way_to_keep_the_score_sheets_is_explained(client):
    client.force_login(a_user("organiser"))
    contest = a_tournament()
    form = client.get(f"/tournaments/{contest.pk}/settings/").context["form"]
    for name in ("checking", "paper_marks", "phones", "reclaim_minutes"):
        assert form[name].help_text


def test_pairs_registered_make_no_individual_contest():
    contest = a_tournament()
    a_team(contest, 1)
    with pytest.raises(ValidationError) as refused:
        changed(contest, shape=Shape.INDIVIDUAL)
    assert "shape" in refused.value.error_dict
    assert changed(contest, shape=Shape.LOT).shape == Shape.LOT


@pytest.mark.parametrize("kind", [TournamentForm, StartedForm])
def test_saving_the_form_as_it_is_shown_changes_nothing(kind):
    end = {"end_kind": EndKind.FIRST, "target": 1000, "deals": 12}
    ranking = {"ranking": Ranking.CUSTOM, "criteria": ["points", "lot"]}
    shipped = {"rulebook_name": "grenobloise", "rulebook_own": ""}
    contest = a_tournament(**NEW | shipped | end | ranking)
    shown = kind(initial=settings_of(contest))
    typed = {}
    for field in shown:
        value = field.value()
        if value not in (None, False):
            typed[field.html_name] = field.field.prepare_value(value)
    form = kind(typed, initial=settings_of(contest))
    assert form.is_valid(), form.errors
    changed(contest, **form.columns())
    assert not contest.journal.exists()


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ({"end_kind": EndKind.TARGET, "target": 2000}, "at 2\u202f000"),
        ({"end_kind": EndKind.DEALS, "deals": 12}, "after 12 deals"),
        ({"end_kind": EndKind.CLOCK, "minutes": 45}, "after 45 minutes"),
        (
            {"end_kind": EndKind.FIRST, "target": 1000, "minutes": 45},
            "at 1\u202f000, or after 45 minutes",
        ),
    ],
)
def test_the_end_of_a_match_is_said_in_words(end, said):
    with override("en"):
        assert Tournament(**end).end_words == said
