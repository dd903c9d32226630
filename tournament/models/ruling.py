"""What the referee is called for, and what was decided: a register from which nothing goes."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament import labels
from tournament.models.club import User
from tournament.models.deal import Deal
from tournament.models.round import Match, side_choices
from tournament.models.team import Player, Team
from tournament.models.tournament import Tournament
from tournament.text import NAME_LENGTH

NOTE_LENGTH = 1000
"""The longest account of what happened, or of what was decided."""


class Decision(models.TextChoices):
    """What a ruling does."""

    CORRECTED = "corrected", pgettext_lazy("a ruling", "deal corrected")
    ANNULLED = "annulled", pgettext_lazy("a ruling", "deal annulled")
    REPLAYED = "replayed", pgettext_lazy("a ruling", "deal to be replayed")
    AWARDED = "awarded", pgettext_lazy("a ruling", "deal awarded")
    MATCH_AWARDED = "match_awarded", pgettext_lazy("a ruling", "match awarded")
    MARKS = "marks", pgettext_lazy("a ruling", "marks given or taken away")
    BID_BAN = "bid_ban", pgettext_lazy("a ruling", "banned from bidding")
    WARNING = "warning", pgettext_lazy("a ruling", "warning")
    EXCLUSION = "exclusion", pgettext_lazy("a ruling", "exclusion")
    NOTHING = "nothing", pgettext_lazy("a ruling", "nothing changes")


SANCTIONS = frozenset({Decision.BID_BAN, Decision.WARNING, Decision.EXCLUSION})
"""The decisions about people, which are not published with names unless that is set."""


def decision_choices() -> list[tuple[str, str]]:
    """Give the decisions to fields, so that a new label makes no migration."""
    return Decision.choices


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Questions asked of many rulings."""

    def in_force(self) -> RulingQuerySet:
        """Keep the rulings that no later one replaces."""
        return self.filter(replaced_by__isnull=True)


class Ruling(models.Model):
    """One numbered decision of the referee. Never edited, never deleted: a later one replaces it.

    ``side`` is who a deal or a match is awarded to, or whose ``marks`` (signed) change;
    ``marks_a`` and ``marks_b`` are what an award gives. ``deals`` is how long a ban
    lasts. ``changes`` are the columns the decision moved, so that lifting it moves
    them back. ``second_person`` ruled with a referee who plays in the contest.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveIntegerField(_("number"))
    category = models.CharField(_("about"), max_length=20, choices=labels.fault_choices)
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings"
    )
    deal = models.ForeignKey(
        Deal, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings"
    )
    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    facts = models.TextField(_("what happened"), max_length=NOTE_LENGTH)
    article = models.CharField(_("article"), max_length=200, blank=True)
    decision = models.CharField(_("decision"), max_length=14, choices=decision_choices)
    explanation = models.TextField(_("decision, in words"), max_length=NOTE_LENGTH, blank=True)
    side = models.CharField(_("side"), max_length=1, choices=side_choices, blank=True)
    marks = models.IntegerField(_("marks"), null=True, blank=True)
    marks_a = models.PositiveIntegerField(_("marks of A"), null=True, blank=True)
    marks_b = models.PositiveIntegerField(_("marks of B"), null=True, blank=True)
    deals = models.PositiveSmallIntegerField(_("for how many deals"), null=True, blank=True)
    second_person = models.CharField(_("second person"), max_length=NAME_LENGTH, blank=True)
    is_published = models.BooleanField(_("shown to the public"), default=False)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )
    changes = models.JSONField(default=list, editable=False)
    client_key = models.UUIDField(unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="ruling_number_once"),
            models.CheckConstraint(
                condition=~Q(decision="marks") | Q(marks__isnull=False),
                name="ruling_of_marks_says_how_many",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_in_force(self) -> bool:
        """Whether no later ruling replaces this one."""
        return not hasattr(self, "replaced_by")

    def clean(self) -> None:
        """Tidy what was written."""
        for name in ("facts", "explanation", "article", "second_person"):
            setattr(self, name, getattr(self, name).strip())


class RefereeCall(models.Model):
    """A table asks for the referee: who, for what, and what became of it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="calls")
    side = models.CharField(max_length=1, choices=side_choices, blank=True)
    category = models.CharField(_("about"), max_length=20, choices=labels.fault_choices)
    note = models.CharField(_("in a few words"), max_length=200, blank=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    taken_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    taken_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    for_nothing = models.BooleanField(_("called for nothing"), default=False)
    ruling = models.ForeignKey(
        Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="calls"
    )
    client_key = models.UUIDField(unique=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            # A table waits once, however often it presses the button.
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(settled_at__isnull=True),
                name="call_one_open_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.category}"


def row_of(ruling: Ruling) -> dict[str, Any]:
    """Return what the journal keeps of a ruling: identifiers and figures, no name, no text."""
    kept = ("number", "category", "decision", "side", "marks", "marks_a", "marks_b", "deals")
    links = ("match_id", "deal_id", "team_id", "player_id", "replaces_id")
    found = {name: getattr(ruling, name) for name in (*kept, *links)}
    return {name: value for name, value in found.items() if value not in {None, ""}}
