"""The club's own rulebooks: a draft that changes, versions that never do, examples that prove."""

from __future__ import annotations

import json
from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring import DealFacts, Rulebook, facts_from_json
from tournament.models.club import Club, User
from tournament.models.tournament import frozen_rulebook

RULEBOOK_NAME_LENGTH = 60
"""The longest name that the engine takes for a rulebook."""


class ClubRulebook(models.Model):
    """A rulebook of a club's own: its name, the one it came from, and the draft.

    ``base`` and ``draft`` hold whole rulebooks, as ``freeze`` writes them: nothing half
    valid is ever stored. ``draft_number`` counts the changes of the draft, so that a page
    that has grown old is known.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rulebooks")
    # The engine's name: small letters, figures, hyphens; none that ships.
    name = models.CharField(max_length=RULEBOOK_NAME_LENGTH, editable=False)
    base = models.TextField(editable=False)
    draft = models.TextField(editable=False)
    draft_number = models.PositiveIntegerField(default=1, editable=False)
    drafted_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    drafted_at = models.DateTimeField(auto_now=True)
    made_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    # No contest is offered it any more; those played under it keep their copy.
    retired_at = models.DateTimeField(null=True, blank=True, editable=False)
    # From the form that was shown: sent twice, it makes one rulebook.
    client_key = models.UUIDField(unique=True, editable=False, default=uuid4)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="rulebook_named_once_a_club"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rulebook(self) -> Rulebook:
        """The draft, as the engine takes it."""
        return frozen_rulebook(self.draft)

    @property
    def came_from(self) -> Rulebook:
        """The rulebook that the draft started from."""
        return frozen_rulebook(self.base)


class RulebookVersion(models.Model):
    """One published version of a club's rulebook. Never edited.

    It is deleted with its whole rulebook only, once that is retired.

    ``examples`` are those it was proven by: ``[{"facts": {…}, "marks": [260, 50]}, …]``.
    """

    rulebook_of = models.ForeignKey(
        ClubRulebook, on_delete=models.PROTECT, related_name="versions", verbose_name=_("rulebook")
    )
    number = models.PositiveIntegerField(_("version"))
    text = models.TextField(editable=False)
    fingerprint = models.CharField(max_length=64, editable=False)
    examples = models.JSONField(default=list, editable=False)
    note = models.CharField(_("what changes"), max_length=200, blank=True)
    published_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["rulebook_of", "number"]
        constraints = [
            models.UniqueConstraint(fields=["rulebook_of", "number"], name="rulebook_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.rulebook_of} {self.number}"

    @property
    def rulebook(self) -> Rulebook:
        """The version, as the engine takes it."""
        return frozen_rulebook(self.text)


class RulebookExample(models.Model):
    """A deal and the marks that a club's rulebook must give for it.

    ``facts`` are the engine's, as ``facts_to_json`` writes them.
    """

    rulebook_of = models.ForeignKey(ClubRulebook, on_delete=models.CASCADE, related_name="examples")
    facts = models.JSONField()
    marks_a = models.PositiveIntegerField(_("marks of A"))
    marks_b = models.PositiveIntegerField(_("marks of B"))
    added_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    added_at = models.DateTimeField(auto_now_add=True)
    client_key = models.UUIDField(unique=True, editable=False, default=uuid4)

    class Meta:
        ordering = ["rulebook_of", "pk"]

    def __str__(self) -> str:
        return json.dumps(self.facts, ensure_ascii=False)

    @property
    def deal(self) -> DealFacts:
        """The deal, as the engine takes it."""
        return facts_from_json(self.facts)
