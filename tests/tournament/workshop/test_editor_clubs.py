"""Five clubs' rules made in the forms alone: they mark as the referees worked them out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import Refusal, Rulebook, Side, load_rulebook, score_deal
from tests.scoring.test_cases import facts_of, rows
from tests.tournament.workshop.five_clubs import CLUBS, Club, Step
from tournament.workshop.editor.answers import answer
from tournament.workshop.editor.mapping import shown
from tournament.workshop.editor.topics import TOPICS


def after(draft: Rulebook, step: Step) -> Rulebook:
    topic = TOPICS[step.topic]
    posted = shown(topic, draft.to_mapping())
    for name, value in step.answers.items():
        posted[name] = [value] if isinstance(value, str) else value
    given = answer(draft, topic, posted | {"do": [step.act], "left_to": ["table"]})
    assert given.rulebook is not None, given.errors
    assert given.final
    return given.rulebook


def marks_as_worked_out(name: str, club: Club, rulebook: Rulebook) -> int:
    """Compare the marks of every worked deal of a club; return how many there are."""
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


@pytest.mark.parametrize("name", sorted(CLUBS))
def test_a_club_s_rules_are_made_in_the_forms_alone(name):
    club = CLUBS[name]
    rulebook = load_rulebook(club.base)
    for step in club.steps:
        rulebook = after(rulebook, step)
    assert marks_as_worked_out(name, club, rulebook) >= 5
