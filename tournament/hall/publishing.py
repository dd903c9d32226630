"""What a contest shows to everybody: two switches, that know nothing of each other.

The draw is one, the results and the standings the other. Off, what it shows exists for nobody
who has no account: not on a page, not on a screen of the hall, not in a cache.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from tournament.journal import services as journal
from tournament.models import Tournament, User


class Shown(models.TextChoices):
    """What an organiser shows to everybody, or keeps."""

    DRAW = "draw", _("The draw")
    STANDINGS = "standings", _("The results and the standings")

    @property
    def column(self) -> str:
        """The column of a contest that holds the switch."""
        return f"shows_{self.value}"


SENTENCES = {
    Shown.DRAW: _(
        "Whoever has the address sees who plays whom at which table in the latest round,"
        " as soon as it is drawn. After a draw by the standings, the tables tell who is ahead."
    ),
    Shown.STANDINGS: _(
        "Whoever has the address sees the results of the closed rounds, the standings and the"
        " published rulings; nothing of a round that is being played."
    ),
}
"""What each switch shows, and to whom."""

ACTS = {
    (Shown.DRAW, True): "draw.shown",
    (Shown.DRAW, False): "draw.hidden",
    (Shown.STANDINGS, True): "standings.shown",
    (Shown.STANDINGS, False): "standings.hidden",
}
TURNED = {
    (Shown.DRAW, True): _("The draw is shown to everybody."),
    (Shown.DRAW, False): _("The draw is no longer shown to everybody."),
    (Shown.STANDINGS, True): _("The results and the standings are shown to everybody."),
    (Shown.STANDINGS, False): _("The results and the standings are no longer shown to everybody."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A switch as its page shows it."""

    what: Shown
    is_on: bool

    @property
    def sentence(self) -> str:
        """What it shows, and to whom."""
        return str(SENTENCES[self.what])


def switches(tournament: Tournament) -> list[Switch]:
    """Return both switches as they stand."""
    return [Switch(what=what, is_on=getattr(tournament, what.column)) for what in Shown]


def turned_words(what: Shown, *, shown: bool) -> str:
    """Say that a switch is turned."""
    return str(TURNED[what, shown])


@transaction.atomic
def show(tournament: Tournament, what: Shown, *, shown: bool, by: User | None) -> Tournament:
    """Show something to everybody, or to nobody any more; a second click changes nothing."""
    tournament = Tournament.objects.held(tournament.pk)
    if getattr(tournament, what.column) == shown:
        return tournament
    setattr(tournament, what.column, shown)
    tournament.full_clean()
    tournament.save(update_fields=[what.column])
    journal.write(tournament, ACTS[what, shown], by=by, details={})
    return tournament
