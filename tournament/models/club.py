"""Accounts, the club, and what an account may do in one tournament or in all of a club's."""

from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.text import NAME_LENGTH


class Club(models.Model):
    """The club whose contests this installation keeps."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    # Columns of lists mapped by hand, kept by the list's titles: {"titles": {"0": "player_1"}}.
    list_columns = models.JSONField(default=dict, blank=True, editable=False)
    # Months after a contest at which the names of its players are erased; None: never by itself.
    names_kept_months = models.PositiveSmallIntegerField(
        _("months for which the players' names are kept"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
    )

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """An account of the desk. No e-mail is needed: a hall has none.

    It is called as its owner is: with spaces and accents.
    """

    username = models.CharField(
        AbstractUser._meta.get_field("username").verbose_name,
        max_length=150,
        unique=True,
        validators=[
            RegexValidator(
                r"^[\w.@+'’-]+(?: [\w.@+'’-]+)*\Z",
                _("Only letters, figures, spaces and these: - . ' _ @ +"),
            )
        ],
    )
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


class ClubRole(models.Model):
    """One role of one account in every tournament of a club, those to come included."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="club_roles")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(_("role"), max_length=20, choices=role_choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "club", "kind"], name="role_once_per_club"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"


class Invitation(models.Model):
    """A link, good once, that gives whoever opens it one role in a tournament or in a club.

    The link itself is not kept, only the SHA-256 of its secret: who reads the database
    enters nowhere by it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    # None: the role is one of the club.
    tournament = models.ForeignKey(
        "tournament.Tournament",
        on_delete=models.CASCADE,
        related_name="invitations",
        null=True,
        blank=True,
    )
    kind = models.CharField(_("role"), max_length=20, choices=role_choices)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="invitations_made", editable=False
    )
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True, editable=False)
    taken_by = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        related_name="invitations_taken",
        null=True,
        blank=True,
        editable=False,
    )
    taken_at = models.DateTimeField(null=True, blank=True, editable=False)
    # From the form that was shown: sent twice, it makes one invitation.
    client_key = models.UUIDField(unique=True, editable=False, default=uuid4)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.made_at:%Y-%m-%d}"


class WrongLogin(models.Model):
    """A sign-in that was not let in: for which account, from which place; too many must wait.

    Neither is kept as it was typed: a password is often typed where the name goes.
    """

    account = models.CharField(max_length=64, editable=False)
    # An address, or the browser that this account has signed in with before.
    place = models.CharField(max_length=64, editable=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["account", "place", "at"], name="wrong_login_by_account"),
            models.Index(fields=["at"], name="wrong_login_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.at:%Y-%m-%d %H:%M}"
