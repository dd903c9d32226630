"""The journal: every act of a contest, chained so that tampering shows."""

from django.db import models

from tournament.models.club import User
from tournament.models.tournament import Tournament


class JournalEntry(models.Model):
    """One act: what, when, by whom. It holds identifiers, never people's names.

    The database refuses to change or delete a row (triggers of the migration
    ``append_only``); ``digest`` covers the row and the digest before it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="journal")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    at = models.DateTimeField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    details = models.JSONField(default=dict)
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="journal_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
