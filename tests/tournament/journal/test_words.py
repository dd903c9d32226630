"""Every kind of act that the project writes has its sentence, names resolved when shown."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import translation

from scoring import load_rulebook
from tests.tournament.builders import a_tournament, a_user
from tests.tournament.journal.played import a_played_contest, alter, decided, typed
from tournament.deals.acts import drop_totals, move_sheet, swap_sides, take_totals
from tournament.deals.checks import answer, confirm_sheet, seen_of
from tournament.journal.listing import lines
from tournament.journal.naming import Names
from tournament.journal.services import write
from tournament.journal.words import SENTENCES, Group, sentence
from tournament.models import Checking, JournalEntry, Match, Tournament, User
from tournament.rounds.services import reopen_round
from tournament.teams.partners import replace_player
from tournament.teams.services import withdraw

pytestmark = pytest.mark.django_db

SITE = Path(__file__).parents[3] / "tournament"
KIND = re.compile(r"[a-z]+\.[a-z]+(_[a-z]+)*")
NO_KINDS: set[str] = set()
"""What looks like a kind in a module that writes acts, and is none."""


def kinds_in_the_sources() -> Iterator[tuple[str, str]]:
    """Give every kind of act, with the module that writes it."""
    for path in SITE.rglob("*.py"):
        source = path.read_text()
        folder = path.relative_to(SITE).parts[0]
        if folder in {"journal", "migrations", "settings.py"} or "journal" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            value = getattr(node, "value", None)
            if isinstance(value, str) and KIND.fullmatch(value) and value not in NO_KINDS:
                yield value, str(path.relative_to(SITE))


def test_every_kind_that_is_written_has_its_sentence():
    written = dict(kinds_in_the_sources())
    assert len(written) > 40
    assert {kind: path for kind, path in written.items() if kind not in SENTENCES} == {}


def test_no_sentence_is_left_of_a_kind_that_nobody_writes():
    assert set(SENTENCES) - set(dict(kinds_in_the_sources())) == set()


def told(tournament: Tournament, **options: bool) -> list[str]:
    """Tell every act of a contest in English, the last first."""
    numbers = list(tournament.journal.order_by("-number").values_list("number", flat=True))
    with translation.override("en"):
        found = lines(tournament, numbers, **({"shows_money": True} | options))
    return [line.sentence for line in found]


@pytest.fixture
def contest() -> Tournament:
    return a_played_contest()


def test_names_erased_before_their_number_alone_was_kept_are_told(contest):
    write(contest, "names.erased", by=None, details={"players": [1, 2], "teams": []})
    assert told(contest)[0] == "The names of 2 players are erased."


def test_an_act_that_was_forged_names_nobody_by_a_yes(contest):
    """JSON's true is as good a key as 1 to Python."""
    User.objects.get_or_create(pk=1, defaults={"username": "la.première"})
    write(contest, "role.given", by=None, details={"user": True, "role": "referee"})
    assert "a deleted account" in told(contest)[0]


def match_of(tournament: Tournament, round_: int, table: int = 1) -> Match:
    matches = Match.objects.with_teams().select_related("round__tournament")
    return matches.get(round__tournament=tournament, round__number=round_, table=table)


def test_a_played_contest_is_told_from_its_creation(contest):
    said, title = told(contest)[::-1], load_rulebook("grenobloise").title["en"]
    assert said[:4] == [
        f"Contest created, under the rulebook “{title}”.",
        "4 teams registered from a list.",
        "€10 taken from 1 · Équipe 1.",
        "Settings changed: marks for sitting out: 0 → 100.",
    ]
    assert said[4].startswith("Round 1 drawn (by lot): 2 tables. Seed ")
    assert "Round 1 closed." in said
    assert not [words for words in said if "cannot be told" in words]


def test_a_deal_is_told_with_both_teams_and_what_was_typed(contest):
    match = match_of(contest, 1)
    place = f"Deal 1, table 1, round 1 ({match.team_a} – {match.team_b})"
    said = told(contest)
    assert f"{place} typed: A 120 ♦\ufe0e, 126 points." in said
    assert (
        f"{place} corrected: A 120 ♦\ufe0e, 130 points instead of A 120 ♦\ufe0e, 126 points."
        " Reason: le papier dit 130."
    ) in said


def test_a_name_is_the_one_that_is_there_when_it_is_told(contest):
    team = contest.teams.get(number=1)
    team.name = "Les Gones"
    team.save()
    assert any("taken from 1 · Les Gones" in words for words in told(contest))
    assert "Les Gones" not in str(list(contest.journal.values_list("details", flat=True)))


def test_who_is_gone_is_told_by_the_number(contest):
    write(contest, "team.withdrawn", by=None, details={"team": 999999, "number": 12})
    write(contest, "player.registered", by=None, details={"player": 999999})
    assert told(contest)[:2] == [
        "a deleted player registered without a partner.",
        "Team 12 (deleted) withdrawn.",
    ]


def test_amounts_are_for_those_who_may_know_them(contest):
    assert "Payment of 1 · Équipe 1 noted." in told(contest, shows_money=False)
    assert "€" not in " ".join(told(contest, shows_money=False))


def test_whole_sheets_are_told_with_their_reason(contest):
    one, other = match_of(contest, 2), match_of(contest, 2, 2)
    by, why = a_user("zoe"), "feuille à l'envers"
    typed(one, 1)
    swap_sides(one, seen=seen_of(one), by=by, reason=why)
    move_sheet(one, other, seen=seen_of(one), by=by, reason=why)
    totals = take_totals(one, (900, 1700), base=None, by=by, reason=why, client_key=uuid4())
    drop_totals(one, base=totals.pk, by=by, reason=why)
    place = f"Table 1, round 2 ({one.team_a} – {one.team_b})"
    dropped, taken, moved, swapped = told(contest)[:4]
    assert swapped == f"{place}: A and B are swapped. Reason: {why}."
    assert moved == f"{place}: the sheet is moved to table 2 of round 2. Reason: {why}."
    assert taken == f"{place} taken as its totals: 900 – 1\u202f700. Reason: {why}."
    assert dropped.startswith(f"{place} counts deal by deal again.")


def test_answers_are_told_with_what_is_contested(contest):
    match = match_of(contest, 2)
    Match.objects.filter(pk=match.pk).update(checking=Checking.CONFIRMED)
    first, second = typed(match, 1), typed(match, 2)
    answer(first, agrees=False, by=a_user("lea"), note="130 sur le papier")
    confirm_sheet(match, seen=seen_of(match), by=a_user("lea"))
    decided(first, by="max", reason="vu à la table")
    settled, confirmed, contested = told(contest)[:3]
    assert contested.endswith("contested: A 120 ♦\ufe0e, 126 points. Reason: 130 sur le papier.")
    assert confirmed.endswith(f"deal {second.deal.number} confirmed.")
    assert settled.endswith("decided: A 120 ♦\ufe0e, 126 points. Reason: vu à la table.")


def test_teams_and_rounds_are_told(contest):
    team = contest.teams.get(number=2)
    withdraw(team, by=a_user())
    player = team.players.first()
    replace_player(team, player, "Jeanne Neuve", by=a_user())
    said = told(contest)
    assert said[1] == "Team 2 · Équipe 2 withdrawn. From round 3 on."
    assert "Jeanne Neuve plays in place of Joueur 2.1 from round 3 on." in said[0]
    contest.rounds.get(number=2).delete()
    reopen_round(contest.rounds.get(number=1), by=a_user())
    assert told(contest)[0] == "Round 1 opened again."


def test_every_sentence_has_a_group_to_be_found_by():
    assert {group for group, _words in SENTENCES.values()} <= set(Group)


@pytest.mark.parametrize(
    "details", [{}, [], None, {"round": [], "teams": 3, "values": 7, "changed": None}, "text"]
)
def test_an_act_altered_past_telling_is_shown_all_the_same(details):
    tournament = a_tournament()
    for kind in SENTENCES:
        act = JournalEntry(tournament=tournament, number=1, kind=kind, details=details)
        assert sentence(act, Names.of(tournament, [act]))


def test_an_act_of_no_known_kind_is_told_by_its_kind():
    tournament = a_tournament()
    write(tournament, "test.act", by=None, details={})
    assert told(tournament) == ["An act that cannot be told: test.act."]


def test_the_queries_do_not_grow_with_the_acts(contest, django_assert_max_num_queries):
    numbers = list(contest.journal.values_list("number", flat=True))
    with django_assert_max_num_queries(12):
        lines(contest, numbers, shows_money=True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps what is no value")
def test_an_unreadable_act_does_not_hide_the_others(contest):
    alter(JournalEntry, "at = '2026-13-45'", number=3)
    assert len(told(contest)) == contest.journal.count()
