"""Teams of two players. People's names live in this one table."""

from __future__ import annotations

from collections.abc import Collection
from uuid import uuid4

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.club import User
from tournament.models.tournament import Tournament
from tournament.text import NAME_LENGTH, search_key, tidy


class Category(models.TextChoices):
    """What a team may win a prize of its own for."""

    MIXED = "mixed", _("mixed")
    WOMEN = "women", _("women")
    CLUB = "club", _("of the club")
    JUNIORS = "juniors", _("juniors")


class TeamQuerySet(models.QuerySet["Team"]):
    """Questions asked of many teams."""

    def playing(self) -> TeamQuerySet:
        """Keep the teams that the next draw seats."""
        return self.filter(withdrawn=False)

    def matching(self, text: str) -> TeamQuerySet:
        """Keep the teams of which every word is in the name, a player, or is the number."""
        found = self
        for word in search_key(text).split():
            wanted = Q(key__contains=word) | Q(
                pk__in=Player.objects.filter(key__contains=word).values("team")
            )
            if word.isdecimal():
                # Five figures are already more than any number: a longer one finds nothing.
                wanted |= Q(number=int(word[:5]))
            found = found.filter(wanted)
        return found


class Team(models.Model):
    """A pair that plays together the whole contest, known by its number."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField(
        _("number"), validators=[MinValueValidator(1), MaxValueValidator(9999)]
    )
    name = models.CharField(_("team name"), max_length=NAME_LENGTH)
    key = models.CharField(max_length=3 * NAME_LENGTH, editable=False)
    fee_paid = models.DecimalField(
        _("fee paid"),
        max_digits=7,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    fee_owed = models.DecimalField(
        _("fee owed"),
        max_digits=7,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text=_("Left empty: the contest's fee for each player."),
    )
    club = models.CharField(_("club"), max_length=NAME_LENGTH, blank=True)
    # Values of Category: a team may be in several.
    categories = models.JSONField(_("categories"), default=list, blank=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    # The first round the team could play: more than 1 for a late entry.
    entered_round = models.PositiveSmallIntegerField(default=1, editable=False)
    fixed_table = models.PositiveSmallIntegerField(
        _("always at table"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    # Seed in the pools, 1 the strongest; the pools are drawn by lot without.
    seed_rank = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)

    objects = TeamQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="team_number_once",
                violation_error_message=_("This number is taken by another team."),
            ),
            models.UniqueConstraint(
                fields=["tournament", "key"],
                name="team_name_once",
                violation_error_message=_("Another team already has this name."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} · {self.name}"

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Tidy the name and derive its search key before anything is checked."""
        self.name = tidy(self.name)
        self.key = search_key(self.name)
        super().clean_fields(exclude=exclude)


class PlayerQuerySet(models.QuerySet["Player"]):
    """Questions asked of many players."""

    def alone(self) -> PlayerQuerySet:
        """Keep the players who came without a partner and have none yet."""
        return self.filter(team__isnull=True, replaced_at__isnull=True)


class Player(models.Model):
    """One of a team's two players, one who came alone, or one who was replaced."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="players")
    team = models.ForeignKey(
        Team, on_delete=models.CASCADE, related_name="players", null=True, blank=True
    )
    place = models.PositiveSmallIntegerField(_("place in the team"), null=True, blank=True)
    # A player who left during the evening keeps his name here, out of the team.
    replaced_at = models.DateTimeField(null=True, blank=True, editable=False)
    played_for = models.ForeignKey(
        Team, on_delete=models.CASCADE, related_name="former_players", null=True, blank=True
    )
    name = models.CharField(_("player"), max_length=NAME_LENGTH)
    key = models.CharField(max_length=3 * NAME_LENGTH, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["team", "place"]
        constraints = [
            models.UniqueConstraint(fields=["team", "place"], name="player_place_once"),
            models.CheckConstraint(
                condition=Q(team__isnull=True, place__isnull=True)
                | Q(team__isnull=False, place__in=[1, 2]),
                name="player_in_a_team_has_a_place",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Tidy the name and derive its search key before anything is checked."""
        self.name = tidy(self.name)
        self.key = search_key(self.name)
        super().clean_fields(exclude=exclude)


class Payment(models.Model):
    """Money a team handed over: how much, to whom, when. Negative when given back."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="payments")
    amount = models.DecimalField(_("amount"), max_digits=7, decimal_places=2)
    taken_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    taken_at = models.DateTimeField(auto_now_add=True)
    client_key = models.UUIDField(unique=True, editable=False, default=uuid4)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.amount}"


class Apart(models.Model):
    """Two teams that must not meet in this contest."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="aparts")
    one = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="apart_once"),
            models.CheckConstraint(
                condition=Q(one__lt=models.F("other")), name="apart_lower_id_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} / {self.other}"
