"""What the hall needs for one evening: the codes of the tables, and who is at which sheet."""

from django.db import models
from django.db.models import Q

from tournament.models.club import User
from tournament.models.round import Match, side_choices


class TableCode(models.Model):
    """What opens one side of one table, for one round, on a phone and without an account.

    It is good until the round is closed or the code revoked, whichever comes first.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="codes")
    side = models.CharField(max_length=1, choices=side_choices)
    code = models.CharField(max_length=12, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "side", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "side"],
                condition=Q(revoked_at__isnull=True),
                name="table_code_one_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}/{self.side}"


class WrongCode(models.Model):
    """A code that opened nothing, and the address that tried it: too many are made to wait."""

    address = models.GenericIPAddressField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["address", "at"], name="wrong_code_by_address")]

    def __str__(self) -> str:
        return self.address


class Presence(models.Model):
    """When somebody was last seen at a table's sheet, so that two people see each other."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="presences")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="presence_once_a_sheet"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.match}"
