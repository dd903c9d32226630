"""Two contests, one of which somebody else's: what its tables hold, and every form of the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from tests.soak.pages import Form, Page
from tests.tournament.builders import a_deal, a_match, a_role, a_user
from tests.tournament.test_doors import arguments, identifiers, named_pages
from tournament.clubs.deletion import rows_of
from tournament.models import Club, Match, RoleKind, Tournament

SECRET = "Secrète"
"""What every name of the other contest holds, and no page for anybody else."""
PAPERS = ("prints:", "files:", "api:", "archive:download")
FORMS_OF_PAPERS = {"prints:index", "prints:prizes", "prints:changes"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A contest as an attacker knows it: the identifiers of its things."""

    match: Match
    known: dict[str, object]

    @property
    def contest(self) -> int:
        return self.match.round.tournament_id


def a_target(organiser: str, prefix: str = "") -> Target:
    """Return a contest with a deal, a call, a ruling, a screen and a code."""
    shown = {"shows_draw": False, "shows_standings": False}
    match = a_match(organiser=a_user(organiser), name=f"Concours {prefix}{organiser}", **shown)
    a_deal(match)
    tournament = match.round.tournament
    a_role(a_user(organiser), tournament, RoleKind.REFEREE)
    if prefix:
        elsewhere = Club.objects.create(name=f"Club {prefix}")
        Tournament.objects.filter(pk=tournament.pk).update(club=elsewhere)
        for row in [*tournament.teams.all(), *tournament.players.all()]:
            row.name = f"{prefix} {row.name}"
            row.full_clean()
            row.save()
    match = Match.objects.with_teams().select_related("round__tournament").get(pk=match.pk)
    return Target(match=match, known=identifiers(match))


def addresses(target: Target) -> dict[str, str]:
    """Return the address of every page, as far as the contest's identifiers give one."""
    found = {}
    for name in named_pages(get_resolver()):
        with suppress(NoReverseMatch):
            found[name] = reverse(name, kwargs=arguments(name, target.known))
    return found


def forms_of(client: Client, target: Target) -> Iterator[tuple[str, Form]]:
    """Yield every form that somebody is shown, once, with the name of the page it is on."""
    seen = set()
    for name, address in addresses(target).items():
        if name.startswith(PAPERS) and name not in FORMS_OF_PAPERS:
            continue
        answer = client.get(address)
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        for form in Page(address, answer.content.decode()).forms:
            mark = (form.action, form.method, tuple(sorted(form.fields)), tuple(form.buttons))
            if mark not in seen:
                seen.add(mark)
                yield name, form


def served(form: Form) -> dict[str, object]:
    """Return a form's fields as they were served, with what is chosen there or the first choice."""
    sent: dict[str, object] = {}
    for each in form.fields.values():
        if each.kind == "file":
            continue
        if each.kind in {"radio", "select"}:
            sent[each.name] = (each.chosen or each.options[-1:] or [""])[0]
        elif each.kind == "checkbox":
            sent[each.name] = each.chosen or each.options[:1]
        else:
            sent[each.name] = each.value
    if form.buttons and form.buttons[0][0]:
        sent[form.buttons[0][0]] = form.buttons[0][1]
    return sent


def held_by(target: Target) -> dict[str, object]:
    """Return every row of a contest, to compare it with what it was."""
    return {
        rows.model.__name__: sorted(map(repr, rows.values_list()))
        for rows in rows_of(target.match.round.tournament)
    }


def is_key(value: object) -> bool:
    """Whether a field's value is a row's key or a form's own."""
    return isinstance(value, str) and (value.isdecimal() or is_uuid(value))


def is_uuid(value: str) -> bool:
    """Whether a field's value is a form's own key."""
    try:
        UUID(value)
    except ValueError:
        return False
    return True
