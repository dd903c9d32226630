"""The referee's desk: the one box, what is in dispute, what was typed last, tonight's rulings."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Ruling, Tournament, User
from tournament.referee.disputes import in_dispute, loaded, of_contest
from tournament.referee.earlier import earlier_deals
from tournament.referee.finding import Group, Hit, deal_hit, find, ruling_hit
from tournament.referee.lookup import read

RECENT, LAST_RULINGS, MOST_DISPUTES = 8, 10, 30


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeDesk:
    """What lies on the desk, the gravest first."""

    disputes: tuple[Hit, ...]
    recent: tuple[Hit, ...]
    rulings: tuple[Hit, ...]
    more_disputes: int


def look_up(
    tournament: Tournament, text: str, *, sees_all: bool, by: User | None = None
) -> list[Group]:
    """Find what was typed in the box, group by group.

    Below what the contest has stand the deals of the club's other evenings at whose
    desk ``by`` has a role.
    """
    asked = read(text)
    groups = find(tournament, asked, sees_all=sees_all)
    earlier = earlier_deals(tournament, asked, by=by) if by else None
    return [*groups, earlier] if earlier and earlier.hits else groups


def desk_of(tournament: Tournament, *, sees_all: bool) -> RefereeDesk:
    """Lay out the desk; without ``sees_all`` a deal of which one sheet is typed is not told."""
    open_ones = in_dispute(tournament)
    shown = loaded(of_contest(tournament)).filter(pk__in=open_ones[:MOST_DISPUTES])
    typed = loaded(of_contest(tournament)).filter(accepted__isnull=False)
    recent = typed.order_by("-accepted_id")[:RECENT]
    rulings = Ruling.objects.filter(tournament=tournament).select_related(
        "tournament", "match__round", "deal", "team", "player"
    )
    last = rulings.prefetch_related("match__seats__team").order_by("-number")[:LAST_RULINGS]
    return RefereeDesk(
        disputes=tuple(
            deal_hit(deal, tournament, sees_all=sees_all) for deal in shown.order_by("-accepted_id")
        ),
        recent=tuple(deal_hit(deal, tournament, sees_all=sees_all) for deal in recent),
        rulings=tuple(ruling_hit(ruling, tournament) for ruling in last),
        more_disputes=max(0, len(open_ones) - MOST_DISPUTES),
    )
