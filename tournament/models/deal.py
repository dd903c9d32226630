"""Deals as the tables report them: facts only, never a computed mark."""

from __future__ import annotations

from typing import Protocol

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring import DealFacts, Stake, facts_from_json
from tournament import labels
from tournament.models.club import User
from tournament.models.round import OPTIONS_LENGTH, Match, side_choices


class Outcome(models.TextChoices):
    """What became of a deal."""

    PLAYED = "played", _("played")
    PASSED = "passed", _("everybody passed")
    VOID = "void", _("annulled")
    AWARDED = "awarded", pgettext_lazy("a deal", "awarded")


class Source(models.TextChoices):
    """Where an entry was read from."""

    DESK = "desk", _("the desk")
    IMPORT = "import", _("an import")
    PHONE = "phone", _("a phone at the table")
    SETTLED = "settled", _("the choice between two readings")
    SWAPPED = "swapped", _("the sheet with its sides swapped")
    MOVED = "moved", _("the sheet of another table")
    OPTIONS = "options", _("what its table chose, corrected")
    RULING = "ruling", _("a ruling of the referee")


def outcome_choices() -> list[tuple[str, str]]:
    """Give the outcomes to fields, so that a new label makes no migration."""
    return Outcome.choices


def source_choices() -> list[tuple[str, str]]:
    """Give the sources to fields, so that a new label makes no migration."""
    return Source.choices


class DealQuerySet(models.QuerySet["Deal"]):
    """Questions asked of many deals."""

    def with_accepted(self) -> DealQuerySet:
        """Keep the deals that have an entry, in order, the entry and its author fetched along."""
        return (
            self.filter(accepted__isnull=False)
            .select_related("accepted__author")
            .order_by("match", "number")
        )

    def with_checks(self) -> DealQuerySet:
        """Fetch along what says whether each deal is checked: both readings, every answer."""
        # Few matches have readings: joined, their columns would be read of every deal in vain.
        return self.select_related("accepted__author").prefetch_related(
            "accepted__confirmations", "reading_a__author", "reading_b__author"
        )


class Deal(models.Model):
    """The nth deal of a match; its accepted entry is the one that counts.

    ``reading_a`` and ``reading_b`` are what the sheets of the two teams say, where a
    match asks for both. An accepted entry that is neither was decided between them.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField(_("deal"), validators=[MinValueValidator(1)])
    accepted = models.OneToOneField(
        "tournament.Entry", on_delete=models.PROTECT, null=True, related_name="accepted_for"
    )
    reading_a = models.ForeignKey(
        "tournament.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reading_b = models.ForeignKey(
        "tournament.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = DealQuerySet.as_manager()

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="deal_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match}/{self.number}"


class Entry(models.Model):
    """One reading of a deal: who typed what, when, from where, and why. Never edited.

    ``points`` are the takers' raw card points, last trick included, belote and
    declarations excluded. ``sheet`` is the side whose paper or phone it was read
    from, empty where a table has one sheet. ``paper_a`` and ``paper_b`` are the marks
    the paper gives, where they were typed: shown and compared, never counted.
    ``copied_from`` is the reading that was chosen, swapped or moved. ``client_key``
    comes from the form that was shown: a second submission of the same form finds
    the first one's row.
    """

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="entries")
    outcome = models.CharField(
        _("outcome"), max_length=10, choices=outcome_choices, default=Outcome.PLAYED
    )
    takers = models.CharField(_("takers"), max_length=1, choices=side_choices, blank=True)
    contract = models.CharField(_("contract"), max_length=20, blank=True)
    trump = models.CharField(_("trump"), max_length=12, choices=labels.trump_choices, blank=True)
    stake = models.CharField(
        _("coinche"), max_length=10, choices=labels.stake_choices, default=Stake.PLAIN.value
    )
    points = models.PositiveSmallIntegerField(_("takers' points"), null=True, blank=True)
    sweep = models.CharField(_("sweep"), max_length=13, choices=labels.sweep_choices, blank=True)
    belote_a = models.PositiveSmallIntegerField(_("belote of A"), default=0)
    belote_b = models.PositiveSmallIntegerField(_("belote of B"), default=0)
    declarations = models.JSONField(_("declarations"), default=dict, blank=True)
    # The options of its match when it was typed: a deal is marked by what its table had chosen.
    options = models.CharField(max_length=OPTIONS_LENGTH, blank=True, default="", editable=False)
    author = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    source = models.CharField(max_length=10, choices=source_choices, default=Source.DESK)
    sheet = models.CharField(_("sheet of"), max_length=1, choices=side_choices, blank=True)
    paper_a = models.PositiveIntegerField(_("marks of A on the paper"), null=True, blank=True)
    paper_b = models.PositiveIntegerField(_("marks of B on the paper"), null=True, blank=True)
    # What the referee gives each side, where the deal was awarded instead of played.
    awarded_a = models.PositiveIntegerField(null=True, blank=True, editable=False)
    awarded_b = models.PositiveIntegerField(null=True, blank=True, editable=False)
    copied_from = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="+", editable=False
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    client_key = models.UUIDField(unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["deal", "pk"]
        verbose_name_plural = "entries"
        constraints = [
            models.CheckConstraint(
                condition=~Q(outcome="played") | (Q(takers__in=["A", "B"]) & ~Q(contract="")),
                name="entry_played_has_its_contract",
            ),
            models.CheckConstraint(
                condition=~Q(outcome="awarded")
                | Q(awarded_a__isnull=False, awarded_b__isnull=False),
                name="entry_awarded_has_its_marks",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.takers} {self.contract} {self.trump}"

    @property
    def is_played(self) -> bool:
        """Whether the cards were played out, so that the rulebook gives marks."""
        return self.outcome == Outcome.PLAYED

    @property
    def typed_by(self) -> str:
        """Who typed it, in words: an account, a side's phone, or nobody's name is known."""
        if self.author:
            return str(self.author)
        if self.source == Source.PHONE:
            return gettext("the phone of side %(side)s") % {"side": self.sheet}
        return "–"

    def facts(self) -> DealFacts:
        """Hand the entry to the engine, as a deal by itself."""
        return facts_of(self)


class Confirmation(models.Model):
    """Somebody's answer to an entry that somebody else typed: agreed, or contested. Never edited.

    ``side`` is the side whose phone answered, empty for the desk; the last answer
    of a side, or of the desk, is the one that holds.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="confirmations")
    agrees = models.BooleanField()
    side = models.CharField(max_length=1, choices=side_choices, blank=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    note = models.CharField(_("what is contested"), max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["entry", "pk"]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.agrees}"


class MatchTotals(models.Model):
    """A match taken as its two totals, because its deals cannot be read. Never edited.

    It counts while the match points at it; the deals already typed stay, uncounted.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="totals_taken")
    marks_a = models.PositiveIntegerField(_("marks of A"))
    marks_b = models.PositiveIntegerField(_("marks of B"))
    author = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=200)
    client_key = models.UUIDField(unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match", "pk"]
        verbose_name_plural = "match totals"

    def __str__(self) -> str:
        return f"{self.marks_a} – {self.marks_b}"


class EntryRow(Protocol):
    """The columns of an entry that the engine reads, from a row or from a query's values."""

    takers: str
    contract: str
    trump: str
    stake: str
    points: int | None
    sweep: str
    belote_a: int
    belote_b: int
    declarations: dict[str, list[dict[str, str]]]
    options: str


FACT_FIELDS = tuple(EntryRow.__annotations__)
"""The names of those columns, to ask a query for them."""


def facts_of(row: EntryRow, *, last: bool = False, carried: int = 0) -> DealFacts:
    """Turn what was typed into the engine's facts.

    ``last`` and ``carried`` come from the deal's place in its match: whether it is
    the last one, and the points a tied deal before it left. Raises
    ``scoring.Refusal`` for what cannot be a deal whatever the rulebook.
    """
    return facts_from_json(
        {
            "takers": row.takers,
            "contract": int(row.contract) if row.contract.isdecimal() else row.contract,
            "trump": row.trump,
            "stake": row.stake,
            "points": row.points,
            "sweep": row.sweep or None,
            "belote": {"A": row.belote_a, "B": row.belote_b},
            "declarations": row.declarations,
            "options": row.options.split(),
            "last": last,
            "carried": carried,
        }
    )
