"""Rounds, their matches, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring import Side
from tournament.models.club import User
from tournament.models.kinds import Checking, checking_choices
from tournament.models.team import Player, Team
from tournament.models.tournament import Tournament
from tournament.text import isolated

OPTIONS_LENGTH = 1000
"""Room for the ids of the switches that a table turned."""


class DrawKind(models.TextChoices):
    """How a round was drawn."""

    LOT = "lot", _("by lot")
    STANDINGS = "standings", _("by standings")
    GIVEN = "given", _("as given")
    ROUND_ROBIN = "round_robin", _("everyone meets everyone")
    MITCHELL = "mitchell", _("even numbers move")
    POOLS = "pools", _("in pools")
    BRACKETS = "brackets", _("main draw and consolation")
    INDIVIDUAL = "individual", _("partners by lot")


def draw_choices() -> list[tuple[str, str]]:
    """Give the kinds of draw to fields, so that a new label makes no migration."""
    return DrawKind.choices


class RoundQuerySet(models.QuerySet["Round"]):
    """Questions asked of many rounds."""

    def closed(self) -> RoundQuerySet:
        """Keep the rounds that the organiser has closed: only they count."""
        return self.filter(closed_at__isnull=False)

    def in_play(self) -> RoundQuerySet:
        """Keep the rounds that are not closed yet: one at most of each contest."""
        return self.filter(closed_at__isnull=True)


def number_after(last: Round | None) -> int:
    """Return the number of the round that comes after a contest's last one, or first."""
    return last.number + 1 if last else 1


class Round(models.Model):
    """One round of a contest: drawn, played, then closed by the organiser.

    ``seed`` and ``inputs`` (the draw's whole input) let anyone replay the draw.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="rounds", null=True, blank=True
    )
    # A round deleted with its results belongs to no contest any more, but can be restored.
    removed_from = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        related_name="removed_rounds",
        null=True,
        blank=True,
        editable=False,
    )
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)
    number = models.PositiveSmallIntegerField(_("round"))
    draw_kind = models.CharField(max_length=12, choices=draw_choices)
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

    # The round's clock: it runs from ``clock_from`` (None while paused) on top of
    # ``clock_spent`` seconds; time is called once, by hand or when it runs out.
    clock_from = models.DateTimeField(null=True, blank=True, editable=False)
    clock_spent = models.PositiveIntegerField(default=0, editable=False)
    time_called_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(tournament__isnull=False, removed_from__isnull=True)
                | Q(tournament__isnull=True, removed_from__isnull=False),
                name="round_of_a_contest_or_removed_from_one",
            ),
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(closed_at__isnull=True, tournament__isnull=False),
                name="round_one_open_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_closed(self) -> bool:
        """Whether the organiser has closed the round: only then does it count."""
        return self.closed_at is not None

    def locks_at(self, tournament: Tournament) -> datetime | None:
        """When the time to complain about its results is over; None where nothing runs."""
        if self.closed_at is None or tournament.reclaim_minutes is None:
            return None
        return self.closed_at + timedelta(minutes=tournament.reclaim_minutes)

    @property
    def is_called(self) -> bool:
        """Whether no further deal is awaited: time was called, or the round is closed."""
        return self.time_called_at is not None or self.is_closed


class MatchQuerySet(models.QuerySet["Match"]):
    """Questions asked of many matches."""

    def with_teams(self) -> MatchQuerySet:
        """Fetch the seats and teams along, so that ``team_a`` and ``team_b`` query nothing."""
        return self.prefetch_related(with_their_teams("seats"), "seats__team__players")

    def begun(self) -> MatchQuerySet:
        """Keep the matches of which something may never go: a deal, totals, a ruling.

        Whether it counts now does not matter: it was taken back, or replaced.
        """
        kept = Q(deals__isnull=False) | Q(totals_taken__isnull=False) | Q(rulings__isnull=False)
        return self.filter(kept).distinct()


class Match(models.Model):
    """Two teams at one table for one round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveSmallIntegerField(_("table"))
    # What is at stake, where a round has several draws: « Finale », « places 5 à 8 ».
    label = models.CharField(max_length=60, blank=True)
    # How its sheet is checked, where that is not as in the rest of the contest.
    checking = models.CharField(max_length=10, choices=checking_choices, blank=True)
    # What the rulebook leaves to the table, as this one chose before its first deal: the ids
    # of the switches it turned, between spaces.
    options = models.CharField(max_length=OPTIONS_LENGTH, blank=True, default="", editable=False)
    # Set where the match is taken as two totals rather than deal by deal.
    totals = models.OneToOneField(
        "tournament.MatchTotals",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="counts_for",
    )

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="table_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.table}"

    def checked_as(self, tournament: Tournament) -> Checking:
        """How the sheet of this match is checked, in its contest."""
        return Checking(self.checking or tournament.checking)

    def entrants(self, side: Side) -> list[Team]:
        """Who sits on a side: a team, or two players where partners change each round."""
        seats = [seat for seat in self.seats.all() if seat.side == side]
        return [seat.team for seat in sorted(seats, key=attrgetter("place"))]

    def team(self, side: Side) -> Team | Partners:
        """The team on a side, or the two partners as one; seats loaded by ``with_teams``."""
        entrants = self.entrants(side)
        return entrants[0] if len(entrants) == 1 else Partners(entrants=tuple(entrants))

    @property
    def team_a(self) -> Team | Partners:
        """Who plays on side A."""
        return self.team(Side.A)

    @property
    def team_b(self) -> Team | Partners:
        """Who plays on side B."""
        return self.team(Side.B)


def with_their_teams(seats: str) -> models.Prefetch:
    """Fetch seats along, each joined to its team, by the path that leads to them.

    SQLite cannot read the teams of 500 tables by a list of their numbers.
    """
    return models.Prefetch(seats, Seat.objects.select_related("team"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Partners:
    """Two players who sit together for one round, shown wherever a team is."""

    entrants: tuple[Team, ...]

    @property
    def number(self) -> str:
        """Both numbers, as they are printed."""
        return " + ".join(str(entrant.number) for entrant in self.entrants)

    @property
    def name(self) -> str:
        """Both names."""
        return " + ".join(isolated(entrant.name) for entrant in self.entrants)

    @property
    def players(self) -> PartnersPlayers:
        """The players of both, asked for as a team's are."""
        return PartnersPlayers(self.entrants)

    def __str__(self) -> str:
        return f"{self.number} · {self.name}"


class PartnersPlayers:
    """The players of two partners; ``all`` as on a team, already loaded."""

    def __init__(self, entrants: tuple[Team, ...]) -> None:
        self.entrants = entrants

    def all(self) -> list[Player]:
        """Every player of the side, in the order of the seats."""
        return [player for entrant in self.entrants for player in entrant.players.all()]


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
    # First or second of two partners, where they change each round.
    place = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["round", "match__table", "side", "place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "team"], name="seat_once_per_round"),
            models.UniqueConstraint(fields=["match", "side", "place"], name="seat_side_once"),
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
