"""What the rulebook leaves to the table: chosen before the first deal, kept with each deal."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from scoring import Rulebook, load_rulebook
from tests.tournament.builders import (
    FACTS,
    a_deal,
    a_match,
    a_role,
    a_round,
    a_tournament,
    a_user,
)
from tournament.deals.acts import move_sheet, swap_sides, undo
from tournament.deals.checks import seen_of
from tournament.deals.options import (
    choices_of,
    has_chosen,
    known,
    options_words,
    rulebook_at,
)
from tournament.deals.options_acts import choose_options, correct_options, options_seen
from tournament.deals.services import record_deal, record_deals
from tournament.deals.tally import match_sheet, match_tallies
from tournament.journal.naming import Names
from tournament.journal.verification import verify
from tournament.journal.words import sentence
from tournament.models import Match, RoleKind, Tournament, freeze
from tournament.prints.referee_papers import late_acts
from tournament.rounds.services import close_round
from tournament.standings.since import changed_since_closing

pytestmark = pytest.mark.django_db

CLUB_A = Path(__file__).parents[2] / "scoring" / "rulebooks" / "club-a.toml"
NO_TRUMPS = {**FACTS, "takers": "A", "contract": "100", "trump": "no_trumps", "points": 110}
WITH_BELOTE = {**FACTS, "takers": "A", "contract": "100", "trump": "hearts", "points": 90,
               "belote_a": 1}  # fmt: skip
WHY = "mal noté sur la feuille"


@pytest.fixture
def club_a() -> Rulebook:
    """The rulebook whose tables choose whether no trumps and all trumps are allowed, and more."""
    return load_rulebook(CLUB_A)


@pytest.fixture
def match(club_a: Rulebook) -> Match:
    return fresh(a_match(rulebook_frozen=freeze(club_a)))


def fresh(match: Match) -> Match:
    return Match.objects.with_teams().select_related("round__tournament").get(pk=match.pk)


def choose(match: Match, *ids: str, seen: str = "") -> Match:
    choose_options(match, ids, seen=seen, by=a_user())
    return fresh(match)


def correct(match: Match, *ids: str, **said: object) -> Match:
    told = {"seen": options_seen(match), "by": a_user("organiser"), "reason": WHY} | said
    correct_options(match, ids, **told)
    return fresh(match)


def refused(act: object, *args: object, **said: object) -> str:
    with pytest.raises(ValidationError) as caught:
        act(*args, **said)  # type: ignore[operator]
    return " ".join(caught.value.messages)


def totals(match: Match) -> tuple[int, int]:
    return match_sheet(fresh(match)).tally.totals


def kinds(tournament: Tournament) -> list[str]:
    return list(tournament.journal.order_by("number").values_list("kind", flat=True))


def is_intact(tournament: Tournament) -> bool:
    """Whether the journal is whole; the tests' contests are drawn by no act of it."""
    return {fault.code for fault in verify(tournament).faults} <= {"round_added"}


def told(tournament: Tournament) -> str:
    act = tournament.journal.last()
    return sentence(act, Names.of(tournament, [act])).replace("\u202f", " ")


def test_a_table_chooses_among_what_the_rulebook_leaves_to_it(match: Match) -> None:
    rulebook = match.round.tournament.rulebook
    offered = choices_of(rulebook)
    assert [choice.id for choice in offered] == ["no-trumps", "all-trumps", "belote-apart"]
    assert [choice.words for choice in offered] == [choice.own for choice in offered]
    assert not has_chosen(match)
    match = choose(match, "no-trumps", "belote-apart")
    assert match.options == "belote-apart no-trumps"
    assert has_chosen(match)
    assert options_words(match, rulebook) == [
        "Le sans atout est permis.",
        "Pas de tout atout.",
        "La belote n'aide pas le contrat.",
    ]
    assert not choices_of(load_rulebook("grenobloise"))
    assert rulebook_at(match, rulebook).applied == ("belote-apart", "no-trumps")


def test_what_the_organiser_took_for_everybody_is_not_left_to_a_table(club_a: Rulebook) -> None:
    taken = club_a.switched("no-trumps")
    assert [choice.id for choice in choices_of(taken)] == ["all-trumps", "belote-apart"]
    assert known("no-trumps all-trumps", taken) == {"all-trumps"}


def test_a_choice_said_twice_is_kept_once_and_a_stale_page_is_refused(match: Match) -> None:
    choose(match, "no-trumps")
    choose(match, "no-trumps")
    assert kinds(match.round.tournament).count("match.options_chosen") == 1
    assert "entre-temps" in refused(choose, match, "all-trumps", seen="")
    again = choose(match, "all-trumps", seen="no-trumps")
    assert again.options == "all-trumps"
    act = match.round.tournament.journal.last()
    assert act.details["options"] == ["all-trumps"]
    assert act.details["was"] == ["no-trumps"]
    assert "« Le tout atout est permis »" in told(match.round.tournament)
    assert is_intact(match.round.tournament)


def test_to_play_as_the_rulebook_has_it_is_a_choice_too(match: Match) -> None:
    assert has_chosen(choose(match))
    assert "comme le règlement" in told(match.round.tournament)
    choose(match)
    assert kinds(match.round.tournament).count("match.options_chosen") == 1


def test_a_switch_that_is_not_left_to_the_table_is_refused(match: Match) -> None:
    assert "rumour" in refused(choose, match, "rumour")
    other = fresh(a_match("grenobloise"))
    assert "no-surcoinche" in refused(choose, other, "no-surcoinche")
    assert fresh(match).options == ""


def test_choices_that_contradict_each_other_are_refused(club_a: Rulebook) -> None:
    mapping = club_a.to_mapping()
    helps = {"id": "belote-ten", "set": {"belote.help": [[0, 10]]}}
    mapping["switches"].append(mapping["switches"][2] | helps)
    match = fresh(a_match(rulebook_frozen=freeze(Rulebook.from_mapping(mapping))))
    assert "ne vont pas ensemble" in refused(choose, match, "belote-apart", "belote-ten")
    match.options = "belote-apart belote-ten"
    assert rulebook_at(match, match.round.tournament.rulebook).applied == ()


def test_each_deal_is_marked_by_what_its_table_chose(match: Match) -> None:
    match = choose(match, "no-trumps", "belote-apart")
    entry = a_deal(match, 1, **NO_TRUMPS)
    assert entry.options == "belote-apart no-trumps"
    a_deal(match, 2, **WITH_BELOTE)
    assert totals(match) == (210 + 20, 50 + 260)
    tally = match_tallies(match.round.tournament, [match.round])[match.pk]
    assert tally.totals == (230, 310)


def test_a_deal_that_the_table_did_not_allow_is_refused_with_its_reason(match: Match) -> None:
    said = refused(a_deal, match, 1, **NO_TRUMPS)
    assert "Le sans atout est permis." in said
    assert match.deals.count() == 0


def test_deals_read_from_a_list_keep_the_choice_too(match: Match) -> None:
    match = choose(match, "no-trumps")
    (entry,) = record_deals(match.round, [(match, 1, NO_TRUMPS)], by=a_user())
    assert entry.options == "no-trumps"


def test_once_a_deal_is_typed_the_table_chooses_no_more(match: Match) -> None:
    a_deal(match, 1)
    assert "avec un motif" in refused(choose, match, "no-trumps")
    assert fresh(match).options == ""


def test_a_correction_marks_every_deal_again_by_the_other_choice(match: Match) -> None:
    a_deal(match, 1, **WITH_BELOTE)
    a_deal(match, 2)
    before = totals(match)
    match = correct(match, "belote-apart")
    first, second = match.deals.with_accepted()
    assert {first.accepted.options, second.accepted.options} == {"belote-apart"}
    assert first.accepted.reason == WHY
    assert first.accepted.copied_from.options == ""
    assert first.entries.count() == 2
    assert totals(match) != before
    correct(match, "belote-apart")
    assert kinds(match.round.tournament).count("match.options_corrected") == 1
    assert WHY in told(match.round.tournament)
    assert is_intact(match.round.tournament)


def test_a_correction_of_a_closed_round_is_told_as_a_change_of_its_table(match: Match) -> None:
    a_deal(match, 1, **WITH_BELOTE)
    close_round(match.round, by=a_user(), despite_missing=True)
    tournament = match.round.tournament
    assert not changed_since_closing(tournament, [1])
    correct(fresh(match), "belote-apart")
    assert changed_since_closing(tournament, [1]).tables == ((1, 1),)
    (late,) = late_acts(tournament)
    assert tournament.journal.get(number=late).kind == "match.options_corrected"


def test_a_correction_needs_a_reason_and_the_organiser_or_the_referee(match: Match) -> None:
    a_deal(match, 1)
    assert refused(correct, match, "no-trumps", reason=" ")
    a_role(a_user("marqueur"), match.round.tournament, RoleKind.SCOREKEEPER)
    assert "l'organisateur ou l'arbitre" in refused(
        correct, match, "no-trumps", by=a_user("marqueur")
    )
    assert "La feuille a changé" in refused(correct, match, "no-trumps", seen="x")
    a_role(a_user("arbitre"), match.round.tournament, RoleKind.REFEREE)
    assert correct(match, "no-trumps", by=a_user("arbitre")).options == "no-trumps"


def test_a_correction_that_makes_a_deal_impossible_is_refused_whole(match: Match) -> None:
    match = choose(match, "no-trumps")
    a_deal(match, 1, **NO_TRUMPS)
    assert "Donne 1" in refused(correct, match)
    assert fresh(match).options == "no-trumps"
    assert match.deals.get().entries.count() == 1


def test_swapped_and_moved_sheets_keep_their_choice(club_a: Rulebook) -> None:
    tournament = a_tournament(rulebook_frozen=freeze(club_a))
    one, other = map(fresh, a_round(tournament, tables=2).matches.order_by("table"))
    one = choose(one, "no-trumps")
    a_deal(one, 1, **NO_TRUMPS)
    before = totals(one)
    swap_sides(one, seen=seen_of(one), by=a_user(), reason=WHY)
    assert totals(one) == before[::-1]
    move_sheet(fresh(one), other, seen=seen_of(one), by=a_user(), reason=WHY)
    assert fresh(other).options == "no-trumps"
    assert totals(other) == before[::-1]


def test_a_choice_that_came_with_a_sheet_goes_with_it(club_a: Rulebook) -> None:
    tournament = a_tournament(rulebook_frozen=freeze(club_a))
    one, two, three = map(fresh, a_round(tournament, tables=3).matches.order_by("table"))
    one = choose(one, "belote-apart")
    a_deal(one, 1, **WITH_BELOTE)
    before = totals(one)

    def played() -> list[str]:
        return [fresh(match).options for match in (one, two, three)]

    def moved(match: Match, to: Match) -> None:
        move_sheet(fresh(match), fresh(to), seen=seen_of(match), by=a_user(), reason=WHY)

    moved(one, two)
    undo(tournament, tournament.journal.last().number, by=a_user())
    assert played() == ["belote-apart", "", ""]
    assert not has_chosen(fresh(two))
    moved(one, two)
    moved(two, three)
    assert played() == ["belote-apart", "", "belote-apart"]
    undo(tournament, tournament.journal.last().number, by=a_user())
    assert played() == ["belote-apart", "belote-apart", ""]
    assert totals(two) == before
    assert is_intact(tournament)


def test_a_sheet_moved_to_a_table_that_chose_otherwise_is_marked_by_that_choice(
    club_a: Rulebook,
) -> None:
    tournament = a_tournament(rulebook_frozen=freeze(club_a))
    one, two, three = map(fresh, a_round(tournament, tables=3).matches.order_by("table"))
    a_deal(one, 1, **WITH_BELOTE)
    two = choose(two, "belote-apart")
    before = totals(one)
    move_sheet(one, two, seen=seen_of(one), by=a_user(), reason=WHY)
    assert totals(two) != before
    three = choose(three, "no-trumps")
    a_deal(three, 1, **NO_TRUMPS)
    four = choose(one)
    said = refused(move_sheet, three, four, seen=seen_of(three), by=a_user(), reason=WHY)
    assert "Donne 1" in said


def test_a_form_sent_again_finds_its_deal_whatever_the_table_chose(match: Match) -> None:
    match = choose(match, "no-trumps")
    key = uuid4()
    first = record_deal(match, 1, FACTS, by=a_user(), client_key=key)
    again = record_deal(match, 1, FACTS, by=a_user(), client_key=key)
    assert again == first


def test_a_choice_that_a_later_rulebook_does_not_know_is_played_as_it_has_it(match: Match) -> None:
    match = choose(match, "no-trumps")
    tournament = match.round.tournament
    tournament.rulebook_frozen = freeze(load_rulebook("grenobloise"))
    tournament.save()
    again = fresh(match)
    assert rulebook_at(again, again.round.tournament.rulebook).name == "grenobloise"
    assert a_deal(again, 1).options == ""
    assert json.dumps(choices_of(again.round.tournament.rulebook)) == "[]"
