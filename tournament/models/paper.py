"""What the papers need that nothing else does: the prizes, and what was printed last."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.team import category_choices
from tournament.models.tournament import Tournament


class PrizeKind(models.TextChoices):
    """Who a prize is for."""

    RANK = "rank", _("a place in the standings")
    CATEGORY = "category", _("the first of a category")
    COMEBACK = "comeback", _("the best comeback")
    LAST = "last", _("the last")


def prize_choices() -> list[tuple[str, str]]:
    """Give the kinds to fields as a function, so that a new label makes no migration."""
    return PrizeKind.choices


class Prize(models.Model):
    """A prize: a thing (``award``), an amount in euros, or both; teams that tie share it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes")
    kind = models.CharField(_("for"), max_length=10, choices=prize_choices, default=PrizeKind.RANK)
    place = models.PositiveSmallIntegerField(
        _("place"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    category = models.CharField(_("category"), max_length=10, choices=category_choices, blank=True)
    award = models.CharField(_("prize"), max_length=120, blank=True)
    amount = models.DecimalField(
        _("amount, in euros"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "place"],
                condition=Q(kind="rank"),
                name="prize_once_a_place",
            ),
            models.UniqueConstraint(
                fields=["tournament", "kind", "category"],
                condition=~Q(kind="rank"),
                name="prize_once_a_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind="rank", place__isnull=False) | ~Q(kind="rank"),
                name="prize_for_a_place_has_its_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.place or self.category or ''}".strip()


class Printed(models.Model):
    """What a paper said when it was last printed: only what has changed since is printed again.

    ``place`` says which one of its kind (« 3/12 » is table 12 of round 3).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="printed")
    kind = models.CharField(max_length=30)
    place = models.CharField(max_length=40, blank=True)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "place"], name="printed_last_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.place}"
