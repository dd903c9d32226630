"""What the tests of the checks by cards share: a contest, its visitors, an answer by address."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from scoring import load_rulebook
from tests.tournament.builders import a_role, a_tournament, a_user
from tournament.models import RoleKind, Tournament, freeze
from tournament.referee.cards.answers import Answer
from tournament.referee.cards.fields import CheckForm


def a_contest(rulebook: str = "competition", *switches: str) -> Tournament:
    """Return a contest whose rulebook is frozen, with a referee and a scorekeeper."""
    tournament = a_tournament(rulebook)
    tournament.rulebook_frozen = freeze(load_rulebook(rulebook).switched(*switches))
    tournament.save(update_fields=["rulebook_frozen"])
    a_role(a_user("rémi"), tournament, RoleKind.REFEREE)
    a_role(a_user("camille"), tournament, RoleKind.SCOREKEEPER)
    return tournament


def as_user(name: str) -> Client:
    """Return somebody's browser."""
    client = Client()
    client.force_login(a_user(name))
    return client


def address(tournament: Tournament, name: str) -> str:
    """Return the address of a check."""
    return reverse(f"referee:{name}", args=[tournament.pk])


def asked(**said: Any) -> QueryDict:
    """Return what an address says; lists are said more than once."""
    data = QueryDict(mutable=True)
    for name, value in said.items():
        data.setlist(name, [str(each) for each in value] if isinstance(value, list) else [value])
    return data


def answer(kind: type[CheckForm], tournament: Tournament, **said: Any) -> Answer:
    """Return what a check answers."""
    return kind(asked(**said), tournament=tournament).answer()


def clauses(found: Answer) -> list[str]:
    """Return the clauses of what was found."""
    return [finding.clause for finding in found.findings]
