"""Contests of every kind, and what a referee may do in them, drawn by hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from hypothesis import strategies as st

from scoring import shipped_rulebooks
from tests.tournament.builders import a_role, a_team, a_tournament, a_user
from tournament.deals.acts import take_totals
from tournament.deals.services import record_deal
from tournament.deals.tally import match_tallies
from tournament.models import (
    ByeKind,
    Criterion,
    Decision,
    DrawKind,
    EndKind,
    EqualKind,
    ExclusionKind,
    Match,
    Ranking,
    RoleKind,
    Round,
    Ruling,
    Shape,
    Team,
    Tournament,
)
from tournament.referee.rulings import decide
from tournament.rounds.acceptance import Offer
from tournament.rounds.draw import draw as drawn_from
from tournament.rounds.gathering import brackets_now, draw_kinds, gather
from tournament.rounds.services import close_round, open_round
from tournament.rounds.shapes.brackets import are_over
from tournament.rulebooks.change import Choice, change_rulebook
from tournament.teams.services import bring_back, withdraw

Act = Callable[[], Any]
"""Something a person does; called again it makes new rows."""
DEALS = 2
"""How many deals a match has, where deals end it."""

settings = st.fixed_dictionaries(
    {
        "rulebook": st.sampled_from(["grenobloise", "ffb-fiche", "competition"]),
        "shape": st.sampled_from(list(Shape)),
        "teams": st.integers(6, 9),
        "rounds": st.integers(1, 3),
        "end": st.sampled_from(
            [
                {"end_kind": EndKind.DEALS, "deals": DEALS},
                {"end_kind": EndKind.TARGET, "target": 300},
                {"end_kind": EndKind.FIRST, "target": 400, "deals": DEALS, "cut_to_target": True},
            ]
        ),
        "equal_kind": st.sampled_from([EqualKind.TIE, EqualKind.LED_BEFORE]),
        "bye_kind": st.sampled_from([ByeKind.AVERAGE, ByeKind.AVERAGE, ByeKind.FIXED]),
        "bye_marks": st.just(90),
        "bye_wins": st.booleans(),
        "missed_kind": st.sampled_from([ByeKind.AVERAGE, ByeKind.FIXED]),
        "excluded_kind": st.sampled_from(list(ExclusionKind)),
        "criteria": st.lists(
            st.sampled_from([each for each in Criterion if each != Criterion.LOT]),
            min_size=1,
            max_size=4,
            unique=True,
        ),
        "closes": st.booleans(),
    }
)
facts = st.fixed_dictionaries(
    {
        "takers": st.sampled_from("AB"),
        "contract": st.sampled_from(["80", "100", "130"]),
        "trump": st.sampled_from(["spades", "hearts"]),
        "stake": st.sampled_from(["plain", "plain", "coinche"]),
        "points": st.sampled_from([70, 92, 110, 131, 140]),
        "belote_a": st.integers(0, 1),
    }
)
marks = st.integers(-400, 400).filter(bool)
seeds = st.integers(0, 9).map("TEST-{:04}".format)


def a_contest(draw: Callable[[st.SearchStrategy], Any]) -> Tournament:
    """Build a contest and play it through the services; the last round may be in play still.

    In between a team may come late, leave, or come back, a match be taken as its totals,
    and a ruling be made.
    """
    chosen = draw(settings)
    tournament = a_tournament(
        chosen["rulebook"],
        shape=chosen["shape"],
        ranking=Ranking.CUSTOM,
        pool_size=3,
        **{"deals": None, **chosen["end"]},
        **{
            name: chosen[name]
            for name in (
                "equal_kind",
                "bye_kind",
                "bye_marks",
                "bye_wins",
                "missed_kind",
                "excluded_kind",
                "criteria",
            )
        },
    )
    for kind in (RoleKind.REFEREE, RoleKind.SCOREKEEPER):
        a_role(the_referee(), tournament, kind)
    for number in range(1, chosen["teams"] + 1):
        a_team(tournament, number)
    # After pools of three come the brackets, from the fourth round on.
    rounds = chosen["rounds"] + (3 if tournament.shape == Shape.POOLS else 0)
    for number in range(1, rounds + 1):
        tournament.refresh_from_db()
        if not may_draw(tournament):
            break
        kinds = draw_kinds(tournament, number)
        kind = draw(st.sampled_from(kinds)) if tournament.shape != Shape.POOLS else kinds[0]
        round_ = opened(tournament, number, kind, draw)
        is_last = number == rounds
        play(round_, draw)
        happen(tournament, draw)
        if not is_last or chosen["closes"]:
            close_round(round_, by=None, despite_missing=True)
    tournament.refresh_from_db()
    return tournament


def opened(
    tournament: Tournament, number: int, kind: str, draw: Callable[[st.SearchStrategy], Any]
) -> Round:
    """Draw a round from a seed of the example's own; where nobody won the first of two goes on.

    A seed that nobody can foresee would make another contest of the same example.
    """
    undecided = brackets_now(tournament)[1] if kind == DrawKind.BRACKETS else ()
    winners = [each.one for each in undecided]
    seed = draw(seeds)
    inputs = gather(tournament, number, kind, winners=winners).inputs
    token = Offer.of(seed, drawn_from(kind, inputs, seed)).token(tournament, number, kind)
    asked = {"accept": True, "winners": winners, "token": token}
    round_ = open_round(tournament, number, kind=kind, by=None, **asked)
    assert round_.seed == seed
    return round_


def may_draw(tournament: Tournament) -> bool:
    last = tournament.rounds.last()
    fewest = 4 if tournament.shape == Shape.INDIVIDUAL else 3
    is_free = last is None or last.is_closed
    is_over = are_over(brackets_now(tournament)[0])
    return is_free and not is_over and tournament.teams.seatable().count() >= fewest


def the_referee():
    return a_user("rémi")


def matches(round_: Round) -> list[Match]:
    return list(round_.matches.with_teams().select_related("round__tournament", "totals"))


def play(round_: Round, draw: Callable[[st.SearchStrategy], Any]) -> None:
    """Type what the tables bring: all of it, a part, or two totals."""
    for match in matches(round_):
        brought = draw(st.sampled_from([DEALS, DEALS, DEALS, 1, 0, "totals"]))
        if brought == "totals":
            totals = draw(st.tuples(st.integers(0, 500), st.integers(0, 500)))
            take_totals(
                match, totals, base=None, by=the_referee(), reason="illisible", client_key=uuid4()
            )
            continue
        for number in range(1, brought + 1):
            if is_over(match):
                break
            record_deal(match, number, draw(facts), by=a_user(), client_key=uuid4())


def is_over(match: Match) -> bool:
    tally = match_tallies(match.round.tournament, [match.round]).get(match.pk)
    return tally is not None and tally.is_finished


def happen(tournament: Tournament, draw: Callable[[st.SearchStrategy], Any]) -> None:
    """Let one thing happen at most of those that do during an evening."""
    teams = list(tournament.teams.filter(withdrawn=False))
    away = list(tournament.teams.filter(withdrawn=True, rulings=None))
    what = draw(st.sampled_from(["nothing", "nothing", "leaves", "returns", "comes", "ruling"]))
    if what == "leaves" and len(teams) > 5:
        withdraw(draw(st.sampled_from(teams)), by=None)
    elif what == "returns" and away:
        bring_back(draw(st.sampled_from(away)), by=None)
    elif what == "comes":
        a_team(tournament, tournament.teams.count() + 1)
    elif what == "ruling":
        act = a_ruling(tournament, draw, draw(st.sampled_from(list(Decision))))
        if act:
            act()


KINDS = ("correction", "rulebook", "lift", *Decision.values)
"""What may be done: a correction at the desk, another rulebook, a ruling lifted or made."""


def an_act(tournament: Tournament, kind: str, draw: Callable[[st.SearchStrategy], Any]) -> Act:
    """Choose something of a kind to be done."""
    makers = {"correction": a_correction, "rulebook": a_rulebook, "lift": a_lifting}
    maker = makers.get(kind)
    act = maker(tournament, draw) if maker else a_ruling(tournament, draw, kind)
    # A contest in which there is nothing to correct or to lift: nothing is ruled.
    return act or a_ruling(tournament, draw, Decision.NOTHING)


def typed_deals(tournament: Tournament) -> list[tuple[Match, Any]]:
    return [
        (match, deal)
        for round_ in tournament.rounds.all()
        for match in matches(round_)
        for deal in match.deals.filter(accepted__isnull=False).select_related("accepted")
    ]


def a_correction(tournament: Tournament, draw: Callable[[st.SearchStrategy], Any]) -> Act | None:
    deals = typed_deals(tournament)
    if not deals:
        return None
    match, deal = draw(st.sampled_from(deals))
    said = draw(facts)
    return lambda: record_deal(
        match,
        deal.number,
        said,
        by=the_referee(),
        client_key=uuid4(),
        base=deal.accepted_id,
        reason="relu",
    )


def a_rulebook(tournament: Tournament, draw: Callable[[st.SearchStrategy], Any]) -> Act:
    own = tournament.rulebook
    choices = [Choice(name=name) for name in shipped_rulebooks()]
    choices += [Choice(name=own.name, switches=(switch.id,)) for switch in own.switches]
    choice, seen = draw(st.sampled_from(choices)), own.fingerprint()
    return lambda: change_rulebook(
        tournament, choice, seen=seen, by=a_user("organiser"), reason="erreur de règlement"
    )


def a_lifting(tournament: Tournament, draw: Callable[[st.SearchStrategy], Any]) -> Act | None:
    in_force = list(tournament.rulings.in_force())
    if not in_force:
        return None
    return ruled(tournament, Decision.NOTHING, replaces=draw(st.sampled_from(in_force)))


def a_ruling(
    tournament: Tournament, draw: Callable[[st.SearchStrategy], Any], decision: str
) -> Act | None:
    """Choose a ruling of a kind; None where the contest has nothing to rule on so."""
    a, b = draw(st.tuples(st.integers(0, 300), st.integers(0, 300)))
    seated = [match for round_ in tournament.rounds.all() for match in matches(round_)]
    team: Team = draw(st.sampled_from(list(tournament.teams.all())))
    match decision:
        case Decision.CORRECTED | Decision.ANNULLED | Decision.REPLAYED | Decision.AWARDED:
            deals = typed_deals(tournament)
            if not deals:
                return None
            at, deal = draw(st.sampled_from(deals))
            said = {"corrected": draw(facts)} if decision == Decision.CORRECTED else {}
            awarded = {"marks_a": a, "marks_b": b} if decision == Decision.AWARDED else {}
            return ruled(tournament, decision, match=at, deal=deal, **said, **awarded)
        case Decision.MATCH_AWARDED:
            at = draw(st.sampled_from(seated))
            return ruled(tournament, decision, match=at, marks_a=a, marks_b=b)
        case Decision.MARKS if draw(st.booleans()):
            return ruled(tournament, decision, team=team, marks=draw(marks))
        case Decision.MARKS:
            at, side = draw(st.sampled_from(seated)), draw(st.sampled_from("AB"))
            return ruled(tournament, decision, match=at, side=side, marks=draw(marks))
        case Decision.NOTHING:
            return ruled(tournament, decision)
        case _:
            return ruled(tournament, decision, team=team)


def ruled(tournament: Tournament, decision: str, **said: Any) -> Act:
    """Return the act of deciding so."""
    corrected = said.pop("corrected", None)

    def act() -> Ruling:
        ruling = Ruling(
            tournament=tournament,
            decision=decision,
            category="revoke",
            facts="Renonce à cœur",
            client_key=uuid4(),
            **said,
        )
        return decide(ruling, by=the_referee(), facts=corrected)

    return act
