"""Open, close and cancel rounds; each act is one transaction and one line of the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import Side
from tournament.deals.guards import check_open
from tournament.deals.tally import match_sheets
from tournament.journal import services as journal
from tournament.journal.beforehand import seen_first
from tournament.models import DrawKind, Match, Round, Seat, Team, Tournament, User, freeze
from tournament.rounds.acceptance import MustAccept, Offer
from tournament.rounds.draw import Draw, Table, draw
from tournament.rounds.drawable import check_gathered, check_kind, check_next
from tournament.rounds.gathering import gather, past
from tournament.rounds.words import stake_words
from tournament.standings.doubts import Doubt, doubt_of
from tournament.standings.lots import new_seed
from tournament.text import plain

__all__ = [
    "LooseEnd",
    "MustAccept",
    "cancel_round",
    "close_as_seen",
    "close_round",
    "ends_left_loose",
    "given_round",
    "loose_ends",
    "missing_deals",
    "open_round",
    "past",
    "reopen_round",
    "still_there",
]

NOT_CHECKED = ("inputs", "drawn_by", "closed_by")
"""Columns of a round that may be empty though no form ever shows them."""


_ToRecord = tuple[Round, Draw, Mapping[int, Team]]
"""A round that is drawn and not saved, its draw, and the teams by their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LooseEnd:
    """A match that is not whole and settled, and what of it is not."""

    match: Match
    doubt: Doubt


def open_round(
    tournament: Tournament,
    number: int,
    *,
    kind: str,
    by: User | None,
    token: str = "",
    accept: bool = False,
    winners: Collection[int] = (),
) -> Round:
    """Draw a round and return it; the first one freezes the rulebook.

    ``number`` is the round that the form announced: when somebody has drawn it
    meanwhile, that round is returned and nothing is drawn. ``winners`` go on from
    matches of a bracket that nobody won. Raises ``MustAccept`` unless ``accept``
    when pairs repeat or a constraint breaks, also when what is accepted with a
    ``token`` is no longer what would be drawn; and ``ValidationError`` when no
    round can be drawn now.
    """

    def look(now: Tournament) -> Round | _ToRecord:
        already = now.rounds.filter(number=number).first()
        asked = {"token": token, "accept": accept, "winners": winners}
        return already or _to_record(now, number, kind, **asked)

    def act(held: Tournament, found: Round | _ToRecord) -> Round:
        if isinstance(found, Round):
            return found
        found[0].drawn_by = by
        return _record(held, *found)

    return seen_first(tournament.pk, look, act)


def _to_record(
    tournament: Tournament,
    number: int,
    kind: str,
    *,
    token: str,
    accept: bool,
    winners: Collection[int],
) -> _ToRecord:
    """Draw a round, nothing of it saved yet."""
    check_next(tournament, number)
    check_kind(tournament, number, kind)
    gathered = gather(tournament, number, kind, winners=winners)
    check_gathered(gathered, kind)
    offer = Offer.read(tournament, number, kind, token)
    seed = offer.seed if offer else new_seed()
    drawn = draw(kind, gathered.inputs, seed)
    if not drawn.tables:
        raise ValidationError(_("Nobody is left to play: every match has been played."))
    # A token that is of another draw has shown nothing of this one.
    as_shown = offer.is_of(drawn) if offer else not token
    if not drawn.is_clean and not (accept and as_shown):
        made = Offer.of(seed, drawn)
        raise MustAccept(kind, drawn, gathered.teams, made.token(tournament, number, kind))
    inputs = gathered.to_json() | {"drawn": drawn.to_json()}
    round_ = Round(number=number, draw_kind=kind, seed=seed, inputs=inputs)
    return round_, drawn, gathered.teams


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
    tournament = Tournament.objects.held(tournament.pk)
    check_next(tournament, number)
    seated = [team.number for pair in tables.values() for team in pair]
    counts = Counter([*seated, *(team.number for team in byes)])
    for team, count in counts.items():
        if count > 1:
            raise ValidationError(
                _("Team %(team)s is listed twice in round %(round)s."),
                params={"team": team, "round": number},
            )
    drawn = Draw(
        tables=tuple(
            Table(number=table, a=(a.number,), b=(b.number,)) for table, (a, b) in tables.items()
        ),
        byes=tuple(team.number for team in byes),
    )
    teams = {team.number: team for team in [*byes, *chain.from_iterable(tables.values())]}
    round_ = Round(number=number, draw_kind=DrawKind.GIVEN, drawn_by=by)
    return _record(tournament, round_, drawn, teams)


def close_round(round_: Round, *, by: User | None, despite_missing: bool = False) -> Round:
    """Make a round count. Closing it a second time changes nothing.

    Raises ``ValidationError`` while deals are missing or not settled, unless
    ``despite_missing``; the journal then keeps which.
    """

    def look(now: Tournament) -> list[LooseEnd]:
        return ends_left_loose(still_there(now, round_), despite_missing=despite_missing)

    def act(held: Tournament, loose: list[LooseEnd]) -> Round:
        return close_as_seen(still_there(held, round_), loose, by=by)

    return seen_first(round_.tournament_id, look, act)


def ends_left_loose(round_: Round, *, despite_missing: bool) -> list[LooseEnd]:
    """Return what a round is closed despite; raises ``ValidationError`` where it may not be."""
    loose = [] if round_.is_closed else loose_ends(round_)
    if loose and not despite_missing:
        raise ValidationError(
            {
                "despite_missing": _(
                    "Deals are missing or not settled: say that the round is closed anyway."
                )
            }
        )
    return loose


def close_as_seen(round_: Round, loose: Sequence[LooseEnd], *, by: User | None) -> Round:
    """Close a round just read, its contest held, despite the loose ends that it has."""
    if round_.is_closed:
        return round_
    round_.closed_at = timezone.now()
    round_.closed_by = by
    round_.full_clean(exclude=NOT_CHECKED)
    round_.save(update_fields=["closed_at", "closed_by"])
    doubts = [each.doubt for each in loose]
    details = {
        "round": round_.number,
        "missing": [[each.table, list(each.missing)] for each in doubts if each.is_missing],
    }
    unsettled = [each for each in doubts if each.state]
    if unsettled:
        details["unsettled"] = [
            [each.table, each.state.value, list(each.deals)] for each in unsettled
        ]
    # A team that left owes nothing, until it is brought back.
    left = round_.matches.filter(seats__team__withdrawn=True).distinct()
    if excused := list(left.order_by("table").values_list("table", flat=True)):
        details["excused"] = excused
    journal.write(round_.tournament, "round.closed", by=by, details=details)
    return round_


@transaction.atomic
def reopen_round(round_: Round, *, by: User | None, reason: str = "") -> Round:
    """Take the closing of the last round back; its marks stop counting.

    Raises ``ValidationError`` where it is not the last one, and where it is locked
    but to the referee, who gives a ``reason``.
    """
    tournament = Tournament.objects.held(round_.tournament_id)
    round_ = still_there(tournament, round_)
    if not round_.is_closed:
        return round_
    _check_last(tournament, round_)
    check_open(round_, tournament, by=by, reason=reason)
    round_.closed_at = None
    round_.closed_by = None
    round_.save(update_fields=["closed_at", "closed_by"])
    details = {"round": round_.number} | ({"reason": plain(reason)} if plain(reason) else {})
    journal.write(tournament, "round.reopened", by=by, details=details)
    return round_


@transaction.atomic
def cancel_round(round_: Round, *, by: User | None) -> None:
    """Cancel a draw, as long as it is the last one and nothing of it was typed or ruled.

    Without any round left the rulebook may be chosen again.
    """
    tournament = Tournament.objects.held(round_.tournament_id)
    found = tournament.rounds.filter(pk=round_.pk).first()
    if found is None:
        return
    _check_last(tournament, found)
    if found.is_closed or found.matches.begun().exists():
        raise ValidationError(
            _("Round %(number)s has been played: its draw cannot be cancelled."),
            params={"number": found.number},
        )
    details = {"round": found.number, "seed": found.seed}
    found.delete()
    if found.number == 1:
        tournament.rulebook_frozen = ""
        tournament.save(update_fields=["rulebook_frozen"])
    journal.write(tournament, "round.cancelled", by=by, details=details)


def still_there(tournament: Tournament, round_: Round) -> Round:
    """Read a round anew, once the tournament's row is taken.

    Raises ``ValidationError`` when somebody has cancelled or deleted it meanwhile.
    """
    found = tournament.rounds.filter(pk=round_.pk).first()
    if found is None:
        raise ValidationError(_("This round was cancelled meanwhile."), code="stale")
    return found


def loose_ends(round_: Round) -> list[LooseEnd]:
    """List what is to be typed or settled before a round is whole, table by table."""
    return [
        LooseEnd(match=sheet.match, doubt=doubt)
        for sheet in match_sheets(round_)
        if (doubt := doubt_of(sheet))
    ]


def missing_deals(round_: Round) -> list[LooseEnd]:
    """List what is still to be typed of a round, table by table."""
    return [each for each in loose_ends(round_) if each.doubt.is_missing]


def _record(tournament: Tournament, round_: Round, drawn: Draw, teams: Mapping[int, Team]) -> Round:
    """Save a drawn round with its matches and seats, and freeze the rulebook if it is free."""
    if not tournament.is_frozen:
        tournament.rulebook_frozen = freeze(tournament.rulebook)
        tournament.save(update_fields=["rulebook_frozen"])
    round_.tournament = tournament
    round_.full_clean(exclude=NOT_CHECKED)
    round_.save()
    matches = Match.objects.bulk_create(
        Match(round=round_, table=table.number, label=stake_words(table.label))
        for table in drawn.tables
    )
    seats = [
        Seat(round=round_, match=match, side=side, place=place, team=teams[entrant])
        for match, table in zip(matches, drawn.tables, strict=True)
        for side, entrants in zip(Side, (table.a, table.b), strict=True)
        for place, entrant in enumerate(entrants, start=1)
    ]
    seats += [Seat(round=round_, team=teams[entrant]) for entrant in drawn.byes]
    Seat.objects.bulk_create(seats)
    made = drawn.to_json()
    journal.write(
        tournament,
        "round.drawn",
        by=round_.drawn_by,
        details={
            "round": round_.number,
            "kind": round_.draw_kind,
            "seed": round_.seed,
            "rulebook": tournament.rulebook.fingerprint(),
            "not_seated": round_.inputs.get("not_seated", []),
            "decided": round_.inputs.get("decided", []),
            **made,
        },
    )
    return round_


def _check_last(tournament: Tournament, round_: Round) -> None:
    """Refuse to touch a round on whose results a later one was drawn."""
    last = tournament.rounds.last()
    if last and last.number > round_.number:
        raise ValidationError(
            _("Round %(later)s has been drawn since: cancel that draw first."),
            params={"later": last.number},
        )
