"""Teams of two players. People's names live in this one table."""

from __future__ import annotations

from collections.abc import Collection

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament
from tournament.text import NAME_LENGTH, search_key, tidy


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


class Player(models.Model):
    """One of a team's two players."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="players")
    place = models.PositiveSmallIntegerField(_("place in the team"))
    name = models.CharField(_("player"), max_length=NAME_LENGTH)
    key = models.CharField(max_length=3 * NAME_LENGTH, editable=False)

    class Meta:
        ordering = ["team", "place"]
        constraints = [
            models.UniqueConstraint(fields=["team", "place"], name="player_place_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Tidy the name and derive its search key before anything is checked."""
        self.name = tidy(self.name)
        self.key = search_key(self.name)
        super().clean_fields(exclude=exclude)
