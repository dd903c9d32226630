"""Five clubs' rules, each as the answers given in the editor's forms, topic by topic."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from scoring import Refusal, Rulebook, Side, score_deal
from tests.scoring.test_cases import facts_of, rows

MOST = 4
"""No sum of these clubs has more terms."""
Answers = dict[str, str | list[str]]


@dataclass(frozen=True, kw_only=True)
class Step:
    """What is answered in one topic's form, then the button that is pressed."""

    topic: str
    answers: Answers
    act: str = "save"


@dataclass(frozen=True, kw_only=True)
class Club:
    """Where a club starts from, what it changes; ``ids`` names choices as its cases do."""

    base: str
    steps: tuple[Step, ...]
    ids: dict[str, str] = field(default_factory=dict)


def paid(cell: str, takers: str = "", defenders: str = "") -> Answers:
    """Answer what a cell pays: « points + contract*k + 160 »."""
    answers: Answers = {f"{cell}.as": "terms"}
    for side, text in (("takers", takers), ("defenders", defenders)):
        terms = [term for term in text.split(" + ") if term]
        for n in range(1, MOST + 1):
            term = terms[n - 1] if n <= len(terms) else ""
            name, times = term.removesuffix("*k"), term.endswith("*k")
            row = f"{cell}.{side}.{n}"
            figure = name if name.isdecimal() else ""
            answers[f"{row}.term"] = "fixed" if figure else name
            answers[f"{row}.amount"] = figure
            answers[f"{row}.k"] = ["k"] if times else []
    return answers


def like(**cells: str) -> Answers:
    """Answer that cells are as others."""
    return {f"marks.{cell}.as": other for cell, other in cells.items()}


def change(topic: str, answers: Answers, act: str = "save") -> Step:
    """Answer in a topic."""
    return Step(topic=topic, answers=answers, act=act)


CAPOT = "named.capot"
OWN = ["made_swept", "made_swept_doubled", "failed", "failed_doubled"]

CLUBS = {
    "a": Club(
        base="grenobloise",
        ids={"belote-apart": "belote-help"},
        steps=(
            change("bidding", {"points_bid.trumps": ["suit"]}),
            change("cards", {"trumps.all_trumps.conversion": "162/258"}),
            change(
                "marks",
                paid("marks.made_doubled", "160*k + contract*k + belote", "belote")
                | paid("marks.failed_doubled", "belote", "160*k + contract*k + belote"),
            ),
            change(
                "capot",
                like(made_swept="made", made_swept_doubled="made_doubled")
                | {
                    "named": ["capot"],
                    f"{CAPOT}.value": "500",
                    f"{CAPOT}.marks": [
                        "made_swept",
                        "made_swept_doubled",
                        "failed",
                        "failed_doubled",
                    ],
                },
            ),
            change(
                "capot",
                paid(f"{CAPOT}.marks.made_swept", "contract*k + belote", "belote")
                | paid(f"{CAPOT}.marks.failed", "belote", "contract*k + belote")
                | {
                    f"{CAPOT}.marks.made_swept_doubled.as": "made_swept",
                    f"{CAPOT}.marks.failed_doubled.as": "failed",
                },
            ),
            change("bidding", {"points_bid.trumps": ["suit", "no_trumps"]}, "leave"),
            change("bidding", {"points_bid.trumps": ["suit", "all_trumps"]}, "leave"),
            change("belote", {"belote.help.1.bid": "", "belote.help.1.points": ""}, "leave"),
        ),
    ),
    "b": Club(
        base="kchanaise",
        steps=(
            change("match", {"target": "1010", "target_rule": "reach"}),
            change("coinche", {"multipliers.surcoinche": "0"}),
            change(
                "belote",
                {
                    "belote.help.1.bid": "0",
                    "belote.help.1.points": "20",
                    "belote.help.2.bid": "",
                    "belote.help.2.points": "",
                    "belote.help.3.bid": "",
                    "belote.help.3.points": "",
                },
            ),
            change("capot", {"named": ["capot"], f"{CAPOT}.value": "250"}),
        ),
    ),
    "c": Club(
        base="ffb-contree-2016",
        steps=(
            change("match", {"target": "2001"}),
            change("coinche", {"multipliers.surcoinche": "3"}),
            change(
                "marks",
                paid("marks.made_doubled", "162 + contract*k + all_belotes")
                | paid("marks.failed", "", "162 + contract*k + all_belotes")
                | {"rounding.five": "down", "rounding.last_deal": "exact"},
            ),
            change(
                "capot",
                paid("marks.made_swept_doubled", "252 + contract*k + all_belotes")
                | {f"{CAPOT}.value": "270", f"{CAPOT}.marks": []},
            ),
        ),
    ),
    "d": Club(
        base="multijoueur",
        steps=(
            change("belote", {"belote.help.1.bid": "0", "belote.help.1.points": "20"}),
            change(
                "marks",
                {"made.equal_split": "litige", "made.must_beat_defenders": "yes"}
                | paid("marks.made", "points + belote", "points + belote")
                | paid("marks.failed", "belote", "162 + belote"),
            ),
            change(
                "capot",
                paid("marks.made_swept", "252 + belote + carried", "belote")
                | paid("marks.failed_swept", "belote", "252 + belote + carried"),
            ),
        ),
    ),
    "e": Club(
        base="ffb-coinchee-2015",
        steps=(
            change(
                "bidding",
                {
                    "points_bid.trumps": ["suit", "all_trumps"],
                    "points_bid.needs.1.bid": "80",
                    "points_bid.needs.1.points": "82",
                },
            ),
            change("coinche", {"points_bid.coinche_from": "90"}),
            change("marks", {"made.must_beat_defenders": "no", "made.equal_split": "made"}),
        ),
    ),
}


def marks_as_worked_out(name: str, rulebook: Rulebook) -> int:
    """Compare the marks of every worked deal of a club; return how many there are."""
    club = CLUBS[name]
    found = [row for club_name, _number, row in rows() if club_name == f"club-{name}"]
    for row in found:
        facts = facts_of(row, Side.A)
        facts = replace(facts, options=tuple(club.ids.get(each, each) for each in facts.options))
        if row["takers"]:
            score = score_deal(facts, rulebook)
            worked = int(row["takers"].split()[0]), int(row["defenders"])
            assert (score.total(Side.A), score.total(Side.B)) == worked, row["why"]
        else:
            with pytest.raises(Refusal) as refused:
                score_deal(facts, rulebook)
            assert refused.value.code == row["result"], row["why"]
    return len(found)
