"""The draw of a round on paper, made from what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import DrawKind, Match, Round, Tournament
from tournament.prints.draw_sheets import DrawPaper, Meeting, Said, by_name, by_table
from tournament.prints.printing import (
    Printout,
    head_of,
    paper_team,
    printout_of,
    round_words,
)
from tournament.rounds.gathering import BY_STANDINGS
from tournament.rounds.seating import KINDS
from tournament.rounds.words import left_out_words

LIST_TEMPLATE = "prints/list.html"
NAMES_TEMPLATE = "prints/names.html"
SEAT_CHANGES = frozenset(KINDS.values())


def draw_paper(round_: Round) -> DrawPaper:
    """Make the paper of a round's draw, the seats as they are now."""
    tournament = round_.tournament
    byes = round_.seats.filter(match__isnull=True).select_related("team")
    teams = {team.number: team for team in tournament.teams.prefetch_related("players")}
    return DrawPaper(
        **head_of(tournament),
        round=round_.number,
        kind=str(round_.get_draw_kind_display()),
        seed=round_.seed,
        drawn_at=timezone.localtime(round_.drawn_at),
        is_individual=tournament.is_individual,
        meetings=tuple(
            _meeting(match, tournament) for match in round_.matches.with_teams().order_by("table")
        ),
        byes=tuple(paper_team(seat.team) for seat in byes.prefetch_related("team__players")),
        left_out=tuple(
            (paper_team(teams[number]), left_out_words(why))
            for number, why in round_.inputs.get("not_seated", ())
            if number in teams
        ),
        made_from=made_from(round_.draw_kind, round_.inputs, of_players=tournament.is_individual),
        again=_("To draw it again: manage.py redraw %(contest)s %(round)s")
        % {"contest": tournament.pk, "round": round_.number},
        moved=tournament.journal.filter(kind__in=SEAT_CHANGES, details__round_id=round_.pk).count(),
    )


def draw_printout(round_: Round) -> Printout:
    """Print the draw table by table, with its seed and lists."""
    words = round_words(round_.number, _("the draw"))
    return printout_of(LIST_TEMPLATE, round_.tournament, words, by_table(draw_paper(round_)))


def names_printout(round_: Round) -> Printout:
    """Print the draw by name."""
    words = round_words(round_.number, _("who sits where"))
    return printout_of(NAMES_TEMPLATE, round_.tournament, words, by_name(draw_paper(round_)))


def room_of(table: int, rooms: Iterable[Mapping[str, Any]]) -> str:
    """Return the name of the room a table is in, nothing where it is in none."""
    found = (room["name"] for room in rooms if room["first"] <= table <= room["last"])
    return next(found, "")


def made_from(kind: str, inputs: Mapping[str, Any], *, of_players: bool) -> tuple[Said, ...]:
    """Say all that a draw was made from but its seed, as it is kept with the round."""
    said = [
        (_entrants_words(kind, inputs, of_players=of_players), _numbers(inputs.get("teams", ()))),
        (_("Their ranks, in the same order:"), _numbers(inputs.get("ranks", ()))),
        (_("Had sat out before:"), _numbers(inputs.get("had_bye", ()))),
        (_("Had met before:"), _pairs(inputs.get("met", ()))),
        (_("Had been partners before:"), _pairs(inputs.get("partnered", ()))),
        (_("Must not meet:"), _pairs(inputs.get("apart", ()))),
        (_("Of one club, kept apart:"), _pairs(inputs.get("same_club", ()))),
        (_("Always at one table (team–table):"), _pairs(inputs.get("fixed", ()))),
        (_("Rooms (first–last table):"), _pairs(inputs.get("rooms", ()))),
        (_("Tables out of use:"), _numbers(inputs.get("tables_out", ()))),
        (_("By the round they came in:"), _groups(inputs.get("roster", ()))),
        (_("Seed of round 1:"), str(inputs.get("first_seed", ""))),
        (_("Seeds, best first:"), _numbers(inputs.get("seeded", ()))),
        (_("Pools:"), _groups(inputs.get("pools", ()))),
        (_("Brackets (draw, first place: teams):"), _brackets(inputs.get("brackets", ()))),
        (_("Went on though nobody won (match: team):"), _decided(inputs.get("decided", ()))),
    ]
    if kind == DrawKind.POOLS:
        said.append((_("Teams in a pool:"), str(inputs.get("pool_size", ""))))
    if "rules" in inputs:
        said.append((_("Rules of the draw, release:"), str(inputs["rules"])))
    return tuple((label, numbers) for label, numbers in said if numbers)


def _meeting(match: Match, tournament: Tournament) -> Meeting:
    return Meeting(
        table=match.table,
        a=paper_team(match.team_a),
        b=paper_team(match.team_b),
        room=room_of(match.table, tournament.rooms),
        stake=match.label,
    )


def _entrants_words(kind: str, inputs: Mapping[str, Any], *, of_players: bool) -> str:
    is_ranked = inputs.get("ranks") and kind in BY_STANDINGS
    if of_players:
        return _("Players in the order of the standings:") if is_ranked else _("Players by number:")
    return _("Teams in the order of the standings:") if is_ranked else _("Teams by number:")


def _numbers(numbers: Iterable[object]) -> str:
    return ", ".join(map(str, numbers))


def _pairs(pairs: Iterable[Iterable[object]]) -> str:
    return ", ".join("–".join(map(str, pair)) for pair in pairs)


def _groups(groups: Iterable[Iterable[object]]) -> str:
    return " / ".join(_numbers(group) for group in groups)


def _brackets(groups: Iterable[Sequence[Any]]) -> str:
    return " / ".join(
        f"{draw}, {first}: {_numbers('–' if team is None else team for team in teams)}"
        for draw, first, teams in groups
    )


def _decided(decided: Iterable[Sequence[int]]) -> str:
    return ", ".join(f"{one}–{other}: {winner}" for one, other, winner in decided)
