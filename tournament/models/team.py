"""Teams of two players. People's names live in this one table."""

from __future__ import annotations

from collections.abc import Collection
from uuid import uuid4

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.club import User
from tournament.models.tournament import Tournament
from tournament.text import NAME_LENGTH, isolated, search_key, tidy


class Category(models.TextChoices):
    """What a team may win a prize of its own for."""

    MIXED = "mixed", _("mixed")
    WOMEN = "women", _("women")
    CLUB = "club", _("of the club")
    JUNIORS = "juniors", _("juniors")


def category_choices() -> list[tuple[str, str]]:
    """Give the categories to fields as a function, so that a new label makes no migration."""
    return Category.choices


class Absence(models.TextChoices):
    """Why the next draw leaves a team out."""

    WITHDRAWN = "withdrawn", pgettext_lazy("team", "withdrawn")
    NOT_CHECKED_IN = "not_checked_in", pgettext_lazy("team", "not checked in")


LONGEST_SEARCH = 200
"""So much of what is searched is looked at: no database compares with a page of text."""


class TeamQuerySet(models.QuerySet["Team"]):
    """Questions asked of many teams."""

    def playing(self) -> TeamQuerySet:
        """Keep the teams that have not withdrawn."""
        return self.filter(withdrawn=False)

    def seatable(self) -> TeamQuerySet:
        """Keep the teams that the next draw seats: see ``left_out`` for the others."""
        # Not by ``entered_round``: a draw may be taken back to let a late team in.
        return self.playing().filter(Q(tournament__check_in=False) | Q(checked_in_at__isnull=False))

    def left_out(self) -> TeamQuerySet:
        """Keep the teams that the next draw does not seat; each knows its ``absence``."""
        here = Q(tournament__check_in=False) | Q(checked_in_at__isnull=False)
        return self.filter(Q(withdrawn=True) | ~here).select_related("tournament")

    def in_category(self, category: str) -> TeamQuerySet:
        """Keep the teams of a category."""
        if category not in Category.values:
            return self.none()
        # SQLite has no question for a list in JSON; its text holds each value in quotes.
        text = Cast("categories", TextField())
        return self.annotate(category_text=text).filter(category_text__contains=f'"{category}"')

    def matching(self, text: str) -> TeamQuerySet:
        """Keep the teams of which every word is in the name, a player, or is the number."""
        found = self
        words = search_key(text[:LONGEST_SEARCH]).split()
        for word in words:
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
        return f"{self.number} · {isolated(self.name)}"

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Tidy the name and derive its search key before anything is checked."""
        self.name = tidy(self.name)
        self.key = search_key(self.name)
        super().clean_fields(exclude=exclude)

    @property
    def absence(self) -> Absence | None:
        """Why the next draw leaves the team out, None when it is seated."""
        if self.withdrawn:
            return Absence.WITHDRAWN
        if self.tournament.check_in and self.checked_in_at is None:
            return Absence.NOT_CHECKED_IN
        return None

    @property
    def category_labels(self) -> list[str]:
        """The team's categories in words."""
        return [str(each.label) for each in Category if each in self.categories]


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
    # Since when the name stands for somebody whose own was erased.
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
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
        return isolated(self.name)

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Tidy the name and derive its search key before anything is checked."""
        self.name = tidy(self.name)
        self.key = search_key(self.name)
        super().clean_fields(exclude=exclude)


class Payment(models.Model):
    """Money handed over: how much, to whom, when. Negative when given back.

    ``player`` paid before he had a team; the payment follows him into it.
    """

    team = models.ForeignKey(
        Team, on_delete=models.CASCADE, related_name="payments", null=True, blank=True
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="payments", null=True, blank=True
    )
    amount = models.DecimalField(_("amount"), max_digits=7, decimal_places=2)
    taken_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    taken_at = models.DateTimeField(auto_now_add=True)
    # From the form that was shown: sent twice, it is one payment.
    client_key = models.UUIDField(unique=True, editable=False, default=uuid4)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(team__isnull=False) | Q(player__isnull=False),
                name="payment_by_somebody",
            ),
            models.CheckConstraint(condition=~Q(amount=0), name="payment_of_something"),
        ]

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
