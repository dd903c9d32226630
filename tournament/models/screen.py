"""What the hall shows: named screens, and the pictures that turn on them."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Club
from tournament.models.tournament import Tournament
from tournament.text import NAME_LENGTH


class Panel(models.TextChoices):
    """What a screen of the hall can show."""

    DRAW = "draw", _("the draw, table by table")
    CLOCK = "clock", _("the clock")
    STANDINGS = "standings", _("the standings")
    RESULTS = "results", _("the results as they come")
    NEXT = "next", _("the next round")
    PICTURES = "pictures", _("the pictures")


def panel_choices() -> list[tuple[str, str]]:
    """Give the panels to fields as a function, so that a new label makes no migration."""
    return Panel.choices


class Display(models.Model):
    """A named screen of the hall: what it shows, for how long each.

    ``code`` opens it without an account. ``held`` is the one panel that the organiser
    holds it on, empty while it turns; ``message`` is written across it, whatever it shows.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="displays")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    code = models.CharField(max_length=24, unique=True, editable=False)
    # Values of Panel, in their order.
    panels = models.JSONField(default=list)
    seconds = models.PositiveSmallIntegerField(
        _("seconds a page"),
        default=15,
        validators=[MinValueValidator(5), MaxValueValidator(300)],
    )
    is_dark = models.BooleanField(_("light on dark"), default=True)
    held = models.CharField(_("held on"), max_length=12, choices=panel_choices, blank=True)
    message = models.CharField(_("message"), max_length=120, blank=True)
    # Raised by each order given from afar: « next page » is heard once.
    order = models.PositiveIntegerField(default=0, editable=False)
    client_key = models.UUIDField(unique=True, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="display_named_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Picture(models.Model):
    """A picture of the club or of who supports it, drawn anew when it was received.

    ``content`` is a PNG; ``digest`` is its SHA-256, and its address.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="pictures")
    title = models.CharField(_("title"), max_length=NAME_LENGTH)
    content = models.BinaryField()
    digest = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "digest"], name="picture_once_a_club"),
        ]

    def __str__(self) -> str:
        return self.title
