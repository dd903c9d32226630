"""Five clubs' rules made in the forms alone: they mark as the referees worked them out."""

from __future__ import annotations

import pytest

from scoring import Rulebook, load_rulebook
from tests.tournament.workshop.five_clubs import CLUBS, Step, marks_as_worked_out
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


@pytest.mark.parametrize("name", sorted(CLUBS))
def test_a_club_s_rules_are_made_in_the_forms_alone(name):
    club = CLUBS[name]
    rulebook = load_rulebook(club.base)
    for step in club.steps:
        rulebook = after(rulebook, step)
    assert marks_as_worked_out(name, rulebook) >= 5
