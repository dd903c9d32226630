"""Open, close and take back rounds; each act is one transaction and one line of the journal."""

from __future__ import annotations

import secrets
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import Side
from tournament.deals.tally import match_sheets
from tournament.journal import services as journal
from tournament.models import Deal, DrawKind, Match, Round, Seat, Team, Tournament, User, freeze
from tournament.rounds.draw import Draw, draw_by_lot, draw_by_standings
from tournament.standings.services import standings

LEAST_TEAMS = 2
SEED_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What a seed is made of: nothing that is misread on paper (0 O, 1 I L)."""
NOT_CHECKED = ("inputs", "drawn_by", "closed_by")
"""Columns of a round that may be empty though no form ever shows them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What the earlier rounds forbid, by team number: who met whom, who had sat out."""

    met: frozenset[frozenset[int]]
    byes: Mapping[int, int]

    def had_bye(self, teams: Sequence[int]) -> list[int]:
        """Of some teams, those that sat out more often than another one."""
        least = min((self.byes.get(team, 0) for team in teams), default=0)
        return sorted(team for team in teams if self.byes.get(team, 0) > least)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingDeals:
    """What a table has not brought yet; no number when its match just is not over."""

    match: Match
    deals: tuple[int, ...]

    @property
    def ranges(self) -> list[str]:
        """The numbers as one writes them: ``["3", "6–12"]``."""
        runs: list[list[int]] = []
        for number in self.deals:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        return [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]


@transaction.atomic
def open_round(tournament: Tournament, number: int, *, kind: str, by: User | None) -> Round:
    """Draw a round and return it; the first one freezes the rulebook.

    ``number`` is the round that the form announced: when somebody has drawn it
    meanwhile, that round is returned and nothing is drawn. Raises
    ``ValidationError`` when no round can be drawn now.
    """
    tournament = _locked(tournament)
    already = tournament.rounds.filter(number=number).first()
    if already:
        return already
    _check_next(tournament, number)
    if kind == DrawKind.STANDINGS and number == 1:
        raise ValidationError(_("There are no standings before the first round: draw it by lot."))
    teams = {team.number: team for team in tournament.teams.playing()}
    if len(teams) < LEAST_TEAMS:
        raise ValidationError(_("A draw needs at least two teams: register them first."))
    inputs = draw_inputs(tournament, kind)
    seed = new_seed()
    drawn = draw(kind, inputs, seed)
    tables = {table: (teams[a], teams[b]) for table, (a, b) in enumerate(drawn.tables, start=1)}
    byes = [] if drawn.bye is None else [teams[drawn.bye]]
    round_ = Round(number=number, draw_kind=kind, seed=seed, inputs=inputs, drawn_by=by)
    return _record(tournament, round_, tables, byes)


@transaction.atomic
def given_round(
    tournament: Tournament,
    number: int,
    tables: Mapping[int, tuple[Team, Team]],
    byes: Sequence[Team],
    *,
    by: User | None,
) -> Round:
    """Record a round as it was drawn elsewhere: side A and side B of each table, who sat out.

    Raises ``ValidationError`` when a team is seated twice or the round is not the next.
    """
    tournament = _locked(tournament)
    _check_next(tournament, number)
    seated = [team.number for pair in tables.values() for team in pair]
    counts = Counter([*seated, *(team.number for team in byes)])
    for team, count in counts.items():
        if count > 1:
            raise ValidationError(
                _("Team %(team)s is listed twice in round %(round)s."),
                params={"team": team, "round": number},
            )
    return _record(
        tournament, Round(number=number, draw_kind=DrawKind.GIVEN, drawn_by=by), tables, byes
    )


@transaction.atomic
def close_round(round_: Round, *, by: User | None, despite_missing: bool = False) -> Round:
    """Make a round count. Closing it a second time changes nothing.

    Raises ``ValidationError`` while deals are missing, unless ``despite_missing``.
    """
    tournament = _locked(round_.tournament)
    round_ = tournament.rounds.get(pk=round_.pk)
    if round_.is_closed:
        return round_
    missing = missing_deals(round_)
    if missing and not despite_missing:
        raise ValidationError(
            {"despite_missing": _("Deals are missing: say that the round is closed anyway.")}
        )
    round_.closed_at = timezone.now()
    round_.closed_by = by
    round_.full_clean(exclude=NOT_CHECKED)
    round_.save(update_fields=["closed_at", "closed_by"])
    details = {
        "round": round_.number,
        "missing": [[each.match.table, list(each.deals)] for each in missing],
    }
    journal.write(tournament, "round.closed", by=by, details=details)
    return round_


@transaction.atomic
def reopen_round(round_: Round, *, by: User | None) -> Round:
    """Take the closing of the last round back; its marks stop counting."""
    tournament = _locked(round_.tournament)
    round_ = tournament.rounds.get(pk=round_.pk)
    if not round_.is_closed:
        return round_
    _check_last(tournament, round_)
    round_.closed_at = None
    round_.closed_by = None
    round_.save(update_fields=["closed_at", "closed_by"])
    journal.write(tournament, "round.reopened", by=by, details={"round": round_.number})
    return round_


@transaction.atomic
def cancel_round(round_: Round, *, by: User | None) -> None:
    """Take a draw back, as long as it is the last one and no deal of it was typed.

    Without any round left the rulebook may be chosen again.
    """
    tournament = _locked(round_.tournament)
    found = tournament.rounds.filter(pk=round_.pk).first()
    if found is None:
        return
    _check_last(tournament, found)
    if found.is_closed or Deal.objects.filter(match__round=found).exists():
        raise ValidationError(
            _("Round %(number)s has been played: its draw cannot be taken back."),
            params={"number": found.number},
        )
    details = {"round": found.number, "seed": found.seed}
    found.delete()
    if found.number == 1:
        tournament.rulebook_frozen = ""
        tournament.save(update_fields=["rulebook_frozen"])
    journal.write(tournament, "round.cancelled", by=by, details=details)


def missing_deals(round_: Round) -> list[MissingDeals]:
    """List what is still to be typed before a round is whole, table by table."""
    return [
        MissingDeals(match=sheet.match, deals=sheet.missing)
        for sheet in match_sheets(round_)
        if not sheet.is_complete
    ]


def past(tournament: Tournament, *, before: int | None = None) -> Past:
    """Return who met whom and who sat out, in all rounds or in those before one."""
    seats = Seat.objects.filter(round__tournament=tournament)
    if before is not None:
        seats = seats.filter(round__number__lt=before)
    pairs: defaultdict[int, set[int]] = defaultdict(set)
    byes: Counter[int] = Counter()
    for match_id, team in seats.values_list("match_id", "team__number"):
        if match_id is None:
            byes[team] += 1
        else:
            pairs[match_id].add(team)
    return Past(met=frozenset(map(frozenset, pairs.values())), byes=byes)


def draw_inputs(tournament: Tournament, kind: str) -> dict[str, Any]:
    """Gather all a draw depends on but its seed, as it is kept with the round.

    ``teams`` are in the order of the standings when these decide, else by number.
    """
    playing = set(tournament.teams.playing().values_list("number", flat=True))
    if kind == DrawKind.STANDINGS:
        ranked = [line.row.team for line in standings(tournament).lines]
        teams = [team for team in ranked if team in playing]
    else:
        teams = sorted(playing)
    earlier = past(tournament)
    return {
        "teams": teams,
        "met": sorted(sorted(pair) for pair in earlier.met if pair <= playing),
        "had_bye": earlier.had_bye(teams),
    }


def draw(kind: str, inputs: Mapping[str, Any], seed: str) -> Draw:
    """Draw from what ``draw_inputs`` gathered; the kept inputs and seed draw the same again."""
    met = {frozenset(pair) for pair in inputs["met"]}
    if kind == DrawKind.STANDINGS:
        return draw_by_standings(inputs["teams"], met, inputs["had_bye"], seed)
    return draw_by_lot(inputs["teams"], seed, met=met, had_bye=inputs["had_bye"])


def new_seed() -> str:
    """Choose a seed nobody can foresee, short enough to be read out: ``K7Q4-M2XR``."""
    letters = [secrets.choice(SEED_LETTERS) for _letter in range(8)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def _record(
    tournament: Tournament,
    round_: Round,
    tables: Mapping[int, tuple[Team, Team]],
    byes: Sequence[Team],
) -> Round:
    """Save a drawn round with its matches and seats, and freeze the rulebook if it is free."""
    if not tournament.is_frozen:
        tournament.rulebook_frozen = freeze(tournament.rulebook)
        tournament.save(update_fields=["rulebook_frozen"])
    round_.tournament = tournament
    round_.full_clean(exclude=NOT_CHECKED)
    round_.save()
    matches = Match.objects.bulk_create(Match(round=round_, table=table) for table in tables)
    seats = [
        Seat(round=round_, match=match, side=side, team=team)
        for match in matches
        for side, team in zip(Side, tables[match.table], strict=True)
    ]
    seats += [Seat(round=round_, team=team) for team in byes]
    Seat.objects.bulk_create(seats)
    journal.write(
        tournament,
        "round.drawn",
        by=round_.drawn_by,
        details={
            "round": round_.number,
            "kind": round_.draw_kind,
            "seed": round_.seed,
            "tables": [[table, a.number, b.number] for table, (a, b) in tables.items()],
            "byes": [team.number for team in byes],
            "rulebook": tournament.rulebook.fingerprint(),
        },
    )
    return round_


def _locked(tournament: Tournament) -> Tournament:
    """Take the tournament's row, so that the acts of one contest follow each other."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def _check_next(tournament: Tournament, number: int) -> None:
    """Refuse a draw while a round is open, or of a round that is not the next one."""
    last = tournament.rounds.last()
    if last and not last.is_closed:
        raise ValidationError(
            _("Round %(number)s is still being played: close it before you draw the next."),
            params={"number": last.number},
        )
    due = last.number + 1 if last else 1
    if number != due:
        raise ValidationError(
            _("The next round is round %(due)s, not round %(number)s."),
            params={"due": due, "number": number},
        )


def _check_last(tournament: Tournament, round_: Round) -> None:
    """Refuse to touch a round on whose results a later one was drawn."""
    last = tournament.rounds.last()
    if last and last.number > round_.number:
        raise ValidationError(
            _("Round %(later)s has been drawn since: take that draw back first."),
            params={"later": last.number},
        )
