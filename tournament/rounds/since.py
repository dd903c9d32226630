"""A round that is drawn, once a result it was drawn from is no longer what it was."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.models import DrawKind, Round
from tournament.rounds.draw import DrawInputs
from tournament.rounds.impact_words import draw_words
from tournament.rounds.otherwise import Conditions, conditions_of, otherwise, shared_ranks
from tournament.standings.notes import changed_words
from tournament.standings.services import standings
from tournament.standings.since import changed_since_drawing


def since_drawn(round_: Round) -> tuple[str, ...]:
    """Say what was changed since a round was drawn, and what it would be now: it stays."""
    tournament = round_.tournament
    changed = changed_since_drawing(tournament, round_.number)
    if not changed:
        return ()
    words = _("Changed since this round was drawn: %(what)s. The draw stays.")
    return (words % {"what": changed_words(changed)}, *_otherwise(round_))


def _otherwise(round_: Round) -> tuple[str, ...]:
    """Compare the draw with the one that today's results would make; nothing where it is given."""
    tournament = round_.tournament
    if round_.draw_kind == DrawKind.GIVEN:
        return ()
    rounds = list(tournament.rounds.order_by("number"))
    now = conditions_of(tournament, rounds, standings(tournament)).get(round_.number)
    if now is None:
        return ()
    kept = shared_ranks(DrawInputs.from_json(round_.inputs))
    teams = {team.number: team for team in tournament.teams.all()}
    found = otherwise(round_, Conditions(inputs=kept, winners=now.winners), now, teams)
    return tuple(draw_words(found)) if found else ()
