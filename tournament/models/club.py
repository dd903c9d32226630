"""Accounts, the club, and what an account may do in one tournament."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.text import NAME_LENGTH


class Club(models.Model):
    """The club whose contests this installation keeps."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    # Columns of lists mapped by hand, kept by the list's titles: {"titles": {"0": "player_1"}}.
    list_columns = models.JSONField(default=dict, blank=True, editable=False)

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """An account of the desk. No e-mail is needed: a hall has none."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True)

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class RoleKind(models.TextChoices):
    """What an account is in a tournament."""

    ORGANISER = "organiser", _("organiser")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")
    REFEREE = "referee", _("referee")
    TREASURER = "treasurer", _("treasurer")
    READER = "reader", _("reader")


def role_choices() -> list[tuple[str, str]]:
    """Give the roles to fields as a function, so that a new label makes no migration."""
    return RoleKind.choices


class Role(models.Model):
    """One role of one account in one tournament; an account may hold several."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="roles"
    )
    kind = models.CharField(_("role"), max_length=20, choices=role_choices)
    # The team the account plays in: who referees and plays does not rule alone on their match.
    team = models.ForeignKey(
        "tournament.Team", on_delete=models.SET_NULL, null=True, blank=True, related_name="roles"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "tournament", "kind"], name="role_once_per_tournament"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"
