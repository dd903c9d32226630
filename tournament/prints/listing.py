"""The list of papers as its page shows it: what can be printed now, by moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from tournament.access import DESK_ROLES
from tournament.models import Round, Team, Tournament
from tournament.prints.changes import PaperChange, changes_of
from tournament.prints.kinds import Moment, Of, PaperKind
from tournament.prints.registry import BY_KEY, PAPERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """What a link says, and where it leads."""

    words: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLine:
    """A paper in the list; where each team has its own, ``teams`` lead to them."""

    kind: PaperKind
    links: tuple[Link, ...]
    teams: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentPart:
    """The papers that are wanted at one moment."""

    moment: Moment
    lines: tuple[PaperLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersPage:
    """The papers by moment, those of rounds being of one ``round``; ``rounds`` are all of them.

    ``seasons`` are those that the contest is in; ``is_desk``: the visitor prints for the desk.
    """

    parts: tuple[MomentPart, ...]
    round: Round | None
    rounds: tuple[Round, ...]
    seasons: tuple[Link, ...]
    is_desk: bool


def papers_page(request: HttpRequest, tournament: Tournament) -> PapersPage:
    """List the papers the visitor may print, those of the last round or of ``?round=``."""
    rounds = tuple(tournament.rounds.order_by("-number"))
    asked = request.GET.get("round", "")
    chosen = [round_ for round_ in rounds if str(round_.number) == asked]
    round_ = next(iter([*chosen, *rounds]), None)
    teams = tuple(tournament.teams.order_by("number"))
    kinds = [kind for kind in PAPERS if kind.roles & request.roles and kind.fits(tournament)]
    in_browser = request.GET.get("as") == "html"
    return PapersPage(
        parts=tuple(
            MomentPart(
                moment=moment,
                lines=tuple(
                    _line(kind, tournament, round_, teams, in_browser=in_browser)
                    for kind in kinds
                    if kind.moment is moment
                ),
            )
            for moment in Moment
            if any(kind.moment is moment for kind in kinds)
        ),
        round=round_,
        rounds=rounds,
        seasons=_seasons(tournament, in_browser=in_browser),
        is_desk=not DESK_ROLES.isdisjoint(request.roles),
    )


def _line(
    kind: PaperKind,
    tournament: Tournament,
    round_: Round | None,
    teams: Iterable[Team],
    *,
    in_browser: bool,
) -> PaperLine:
    def links(of: Round | Team | None) -> tuple[Link, ...]:
        address = kind.address(tournament, of)
        return tuple(
            Link(
                words=str(of or "") if isinstance(of, Team) else str(way.words),
                address=address + _query(way.choices, in_browser=in_browser),
            )
            for way in kind.ways
            if way.fits(tournament)
        )

    if kind.of is Of.TEAM:
        own = tuple(link for team in teams for link in links(team))
        return PaperLine(kind=kind, links=(), teams=own)
    if kind.of is Of.ROUND:
        return PaperLine(kind=kind, links=links(round_) if round_ else ())
    return PaperLine(kind=kind, links=links(None))


def _query(choices: Mapping[str, str], *, in_browser: bool) -> str:
    query = QueryDict(mutable=True)
    query.update({**choices, **({"as": "html"} if in_browser else {})})
    return f"?{query.urlencode()}" if query else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLine:
    """A paper of a round, what has changed on it, and where that is printed from."""

    kind: PaperKind
    change: PaperChange
    address: str


def changes_page(round_: Round) -> list[ChangeLine]:
    """List the papers of a round with what has changed since they were last printed."""
    lines = []
    for change in changes_of(round_):
        kind = BY_KEY[Of.ROUND, change.key]
        tables = {"tables": ",".join(map(str, change.tables))} if change.tables else {}
        address = kind.address(round_.tournament, round_) + _query(tables, in_browser=False)
        lines.append(ChangeLine(kind=kind, change=change, address=address))
    return lines


def _seasons(tournament: Tournament, *, in_browser: bool) -> tuple[Link, ...]:
    found = tournament.season_evenings.select_related("season").order_by("season")
    return tuple(
        Link(
            words=evening.season.name,
            address=reverse("prints:season", args=[tournament.pk, evening.season_id])
            + _query({}, in_browser=in_browser),
        )
        for evening in found
    )
