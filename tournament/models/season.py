"""A season: several evenings of a club, of which each player's or team's best count."""

from uuid import uuid4

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Club
from tournament.models.tournament import Tournament
from tournament.text import NAME_LENGTH


class SeasonScale(models.TextChoices):
    """What an evening gives towards the season."""

    MARKS = "marks", _("the marks of the evening")
    PLACES = "places", _("points for each place")


def scale_choices() -> list[tuple[str, str]]:
    """Give the scales to fields, so that a new label makes no migration."""
    return SeasonScale.choices


class Season(models.Model):
    """A challenge over several evenings; the best ``best`` count, all when it is None."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    scale = models.CharField(
        _("an evening gives"), max_length=10, choices=scale_choices, default=SeasonScale.MARKS
    )
    # Points of the first place, the second…: [25, 20, 16]; further places give 0.
    place_points = models.JSONField(default=list, blank=True)
    best = models.PositiveSmallIntegerField(
        _("evenings that count"), null=True, blank=True, validators=[MinValueValidator(1)]
    )

    # From the form that was shown: sent twice, it makes one season.
    client_key = models.UUIDField(unique=True, editable=False, default=uuid4)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class Evening(models.Model):
    """One contest of a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="evenings")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="season_evenings"
    )

    class Meta:
        ordering = ["tournament__date", "tournament_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "tournament"], name="evening_once_per_season"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.tournament}"
