"""Rounds, their matches, and who sits where."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring import Side
from tournament.models.club import User
from tournament.models.team import Team
from tournament.models.tournament import Tournament


class DrawKind(models.TextChoices):
    """How a round was drawn."""

    LOT = "lot", _("by lot")
    STANDINGS = "standings", _("by standings")
    GIVEN = "given", _("as given")


def draw_choices() -> list[tuple[str, str]]:
    """Give the kinds of draw to fields, so that a new label makes no migration."""
    return DrawKind.choices


class Round(models.Model):
    """One round of a contest: drawn, played, then closed by the organiser.

    ``seed`` and ``inputs`` (the draw's whole input) let anyone replay the draw.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    draw_kind = models.CharField(max_length=10, choices=draw_choices)
    seed = models.CharField(max_length=20, blank=True)
    inputs = models.JSONField(default=dict)
    drawn_at = models.DateTimeField(auto_now_add=True)
    drawn_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(closed_at__isnull=True),
                name="round_one_open_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_closed(self) -> bool:
        """Whether the organiser has closed the round: only then does it count."""
        return self.closed_at is not None


class MatchQuerySet(models.QuerySet["Match"]):
    """Questions asked of many matches."""

    def with_teams(self) -> MatchQuerySet:
        """Fetch the seats and teams along, so that ``team_a`` and ``team_b`` query nothing."""
        return self.prefetch_related("seats__team__players")


class Match(models.Model):
    """Two teams at one table for one round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveSmallIntegerField(_("table"))

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="table_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.table}"

    def team(self, side: Side) -> Team:
        """The team on a side; the seats must be loaded (``with_teams``)."""
        return next(seat.team for seat in self.seats.all() if seat.side == side)

    @property
    def team_a(self) -> Team:
        """The team on side A."""
        return self.team(Side.A)

    @property
    def team_b(self) -> Team:
        """The team on side B."""
        return self.team(Side.B)


def side_choices() -> list[tuple[str, str]]:
    """Give the two sides to fields."""
    return [(side.value, side.value) for side in Side]


class Seat(models.Model):
    """Where a team is during a round: a side of a table, or sitting out.

    One row for each team and round, so that the database itself refuses a
    team drawn twice.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="seats")
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="seats", null=True, blank=True
    )
    side = models.CharField(max_length=1, choices=side_choices, blank=True)

    class Meta:
        ordering = ["round", "match__table", "side"]
        constraints = [
            models.UniqueConstraint(fields=["round", "team"], name="seat_once_per_round"),
            models.UniqueConstraint(fields=["match", "side"], name="seat_side_once"),
            models.CheckConstraint(
                condition=Q(match__isnull=True, side="")
                | Q(match__isnull=False, side__in=["A", "B"]),
                name="seat_at_a_table_has_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} {self.side}"

    @property
    def is_bye(self) -> bool:
        """Whether the team sits this round out."""
        return self.match_id is None
