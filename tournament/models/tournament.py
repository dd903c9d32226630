"""A contest: its settings, and the rulebook it is played under."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from functools import lru_cache
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import Ends, Equal, MatchEnd, Rulebook, load_rulebook
from tournament import labels
from tournament.models.club import Club, ClubRole, Role, RoleKind, User
from tournament.models.kinds import (
    ByeKind,
    Checking,
    Criterion,
    EndKind,
    EqualKind,
    ExclusionKind,
    Ranking,
    Shape,
    bye_choices,
    checking_choices,
    end_choices,
    equal_choices,
    exclusion_choices,
    ranking_choices,
    shape_choices,
)
from tournament.text import NAME_LENGTH, spaced

FIRST_YEAR, LAST_YEAR = 1900, 2199


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Questions asked of many tournaments."""

    def visible_to(self, user: User) -> TournamentQuerySet:
        """Keep the tournaments in which an account has a role, its club's included."""
        return self._with_roles(user)

    def organised_by(self, user: User) -> TournamentQuerySet:
        """Keep the tournaments that an account organises, alone or with its whole club."""
        return self._with_roles(user, kind=RoleKind.ORGANISER)

    def _with_roles(self, user: User, **asked: str) -> TournamentQuerySet:
        own = Role.objects.filter(user=user, **asked).values("tournament")
        of_club = ClubRole.objects.filter(user=user, **asked).values("club")
        return self.filter(Q(pk__in=own) | Q(club__in=of_club))

    def held(self, pk: int) -> Tournament:
        """Read a tournament and keep its row to the end of the transaction.

        So the acts of one contest follow each other, and each sees what the one before did.
        """
        return self.select_for_update().get(pk=pk)


def check_day(day: datetime.date) -> None:
    """Refuse a day of which the year was typed wrong: nothing can be reckoned from its ends."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValidationError(
            _("Look at the year: it is from %(first)s to %(last)s."),
            params={"first": FIRST_YEAR, "last": LAST_YEAR},
        )


class Tournament(models.Model):
    """One contest of one club: settings and the frozen rulebook, no result.

    ``rulebook_frozen`` is empty until the first round opens; from then on it
    holds the whole rulebook, and the file it came from is never read again.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    place = models.CharField(_("place"), max_length=NAME_LENGTH, blank=True)
    date = models.DateField(_("date"), validators=[check_day])
    rulebook_name = models.CharField(_("rulebook"), max_length=60)
    # Of a rulebook of the club's own: the version chosen, whole. Empty for one that ships.
    rulebook_own = models.TextField(editable=False, blank=True, default="")
    rulebook_frozen = models.TextField(editable=False, blank=True, default="")
    end_kind = models.CharField(
        _("a match ends"), max_length=10, choices=end_choices, default=EndKind.DEALS
    )
    target = models.PositiveIntegerField(_("target"), null=True, blank=True)
    deals = models.PositiveSmallIntegerField(_("number of deals"), null=True, blank=True)
    ranking = models.CharField(
        _("ranking"), max_length=10, choices=ranking_choices, default=Ranking.MARKS
    )
    bye_kind = models.CharField(
        _("a team that sits out marks"), max_length=10, choices=bye_choices, default=ByeKind.FIXED
    )
    bye_marks = models.PositiveIntegerField(_("marks for sitting out"), default=0)
    bye_wins = models.BooleanField(_("sitting out is a win"), default=False)
    missed_kind = models.CharField(
        _("a round a team misses gives"), max_length=10, choices=bye_choices, default=ByeKind.FIXED
    )
    missed_marks = models.PositiveIntegerField(_("marks for a missed round"), default=0)
    shape = models.CharField(
        _("the rounds are drawn"), max_length=12, choices=shape_choices, default=Shape.SWISS
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("number of rounds"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    pool_size = models.PositiveSmallIntegerField(
        _("teams in a pool"), default=4, validators=[MinValueValidator(3)]
    )
    minutes = models.PositiveSmallIntegerField(_("minutes a round"), null=True, blank=True)
    finish_deal = models.BooleanField(
        _("the deal in progress counts when time is called"), default=True
    )
    equal_kind = models.CharField(
        _("equal totals at the end of a match are"),
        max_length=14,
        choices=equal_choices,
        default=EqualKind.TIE,
    )
    cut_to_target = models.BooleanField(_("marks beyond the target are cut"), default=False)
    # Values of Criterion, first to last; used when ``ranking`` is custom.
    criteria = models.JSONField(default=list, blank=True)
    points_win = models.PositiveSmallIntegerField(_("points for a match won"), default=2)
    points_tie = models.PositiveSmallIntegerField(_("points for a match tied"), default=1)
    points_loss = models.PositiveSmallIntegerField(_("points for a match lost"), default=0)
    points_absent = models.PositiveSmallIntegerField(_("points for a round missed"), default=0)
    lot_seed = models.CharField(max_length=20, blank=True, editable=False)
    check_in = models.BooleanField(_("only teams checked in at the door are drawn"), default=False)
    fee = models.DecimalField(
        _("fee for a player"),
        max_digits=6,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    clubs_apart = models.BooleanField(_("teams of one club do not meet in round 1"), default=False)
    # Table numbers not to be used: [3, 4].
    tables_out = models.JSONField(default=list, blank=True)
    # Rooms and the tables they hold: [{"name": "Salle 2", "first": 21, "last": 40}].
    rooms = models.JSONField(default=list, blank=True)
    checking = models.CharField(
        _("score sheets are"), max_length=10, choices=checking_choices, default=Checking.ONCE
    )
    paper_marks = models.BooleanField(
        _("the marks written on the paper are typed too"), default=False
    )
    phones = models.BooleanField(_("the tables may type on their phones"), default=False)
    reclaim_minutes = models.PositiveSmallIntegerField(
        _("minutes to complain after a round is closed"), null=True, blank=True
    )
    excluded_kind = models.CharField(
        _("the matches of an excluded team"),
        max_length=10,
        choices=exclusion_choices,
        default=ExclusionKind.KEPT,
    )
    names_sanctioned = models.BooleanField(
        _("warnings, bans and exclusions are shown with names"), default=False
    )
    shows_draw = models.BooleanField(_("the draw is shown to everybody"), default=False)
    shows_standings = models.BooleanField(
        _("the results and the standings are shown to everybody"), default=False
    )
    # Of a contest restored from an archive: the numbers that things had where it was made,
    # by which its journal still speaks of them.
    origin = models.JSONField(null=True, editable=False)
    version = models.PositiveIntegerField(editable=False, default=0)
    deleting = models.BooleanField(editable=False, default=False)
    # From the form that was shown: sent twice, it makes one contest.
    client_key = models.UUIDField(unique=True, editable=False, default=uuid4)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(
                # Said outright: a comparison with NULL is unknown, and a check lets that pass.
                condition=Q(end_kind="target", target__isnull=False, target__gte=1)
                | Q(end_kind="deals", deals__isnull=False, deals__gte=1)
                | Q(end_kind="clock", minutes__isnull=False, minutes__gte=1)
                | Q(end_kind="first"),
                name="tournament_match_end_has_its_number",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_public(self) -> bool:
        """Whether anything of it is shown to everybody."""
        return self.shows_draw or self.shows_standings

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook in force: the frozen copy once there is one."""
        if self.rulebook_frozen:
            return frozen_rulebook(self.rulebook_frozen)
        if self.rulebook_own:
            return frozen_rulebook(self.rulebook_own)
        return shipped_rulebook(self.rulebook_name)

    @property
    def rulebook_title(self) -> str:
        """The rulebook's title in the reader's language."""
        return self.rulebook.title[labels.language()]

    @property
    def is_frozen(self) -> bool:
        """Whether the first round has opened, which freezes the rulebook."""
        return bool(self.rulebook_frozen)

    @property
    def match_end(self) -> MatchEnd:
        """What ends each match, as the engine takes it: whichever limit comes first."""
        has_target = self.end_kind in {EndKind.TARGET, EndKind.FIRST}
        has_deals = self.end_kind in {EndKind.DEALS, EndKind.FIRST}
        return MatchEnd(
            target=self.target if has_target else None,
            ends=Ends(self.rulebook.target_rule),
            deals=self.deals if has_deals else None,
            cut_to_target=self.cut_to_target,
            equal=Equal(self.equal_kind),
        )

    @property
    def end_words(self) -> str:
        """What ends each match, in words: « at 2,000 », « after 12 deals, or after 45 minutes »."""
        return self._limits(
            deals=lambda: ngettext("after %(deals)s deal", "after %(deals)s deals", self.deals),
            minutes=lambda: ngettext(
                "after %(minutes)s minute", "after %(minutes)s minutes", self.minutes
            ),
        )

    @property
    def limits_words(self) -> str:
        """The same as a sheet's head has them: « at 2,000 », « 12 deals, or 45 minutes »."""
        return self._limits(
            deals=lambda: ngettext("%(deals)s deal", "%(deals)s deals", self.deals),
            minutes=lambda: ngettext("%(minutes)s minute", "%(minutes)s minutes", self.minutes),
        )

    def _limits(self, **said: Callable[[], str]) -> str:
        """Join what is said of the limits that are set; the target is said one way only."""
        by_kind = {EndKind.TARGET: "target", EndKind.DEALS: "deals", EndKind.CLOCK: "minutes"}
        only = by_kind.get(EndKind(self.end_kind))
        words = {"target": lambda: gettext("at %(target)s"), **said}
        limits = [name for name in words if getattr(self, name) and only in {None, name}]
        figures = {name: getattr(self, name) for name in limits}
        if self.target:
            figures["target"] = spaced(self.target)
        return gettext(", or ").join(words[name]() % figures for name in limits)

    @property
    def ranked_by(self) -> tuple[Criterion, ...]:
        """What ranks the teams, first to last; a lot once drawn settles what is left tied."""
        chosen = RANKED_BY.get(self.ranking) or tuple(map(Criterion, self.criteria))
        settles = self.lot_seed and Criterion.LOT not in chosen
        return (*chosen, Criterion.LOT) if settles else chosen

    @property
    def is_individual(self) -> bool:
        """Whether each entrant is one player, whose partners change each round."""
        return self.shape == Shape.INDIVIDUAL

    @property
    def has_clock(self) -> bool:
        """Whether time can be called on a round."""
        return self.minutes is not None and self.end_kind in {EndKind.CLOCK, EndKind.FIRST}


RANKED_BY = {
    Ranking.MARKS: (Criterion.MARKS,),
    Ranking.WINS: (Criterion.WINS, Criterion.MARKS),
}
"""The criteria of the rankings that need no list of their own."""


def freeze(rulebook: Rulebook) -> str:
    """Write a rulebook whole, as it is kept on a tournament."""
    return json.dumps(rulebook.to_mapping(), ensure_ascii=False, sort_keys=True)


@lru_cache(maxsize=64)
def frozen_rulebook(text: str) -> Rulebook:
    """Read back what ``freeze`` wrote; parsed once for each distinct copy."""
    return Rulebook.from_mapping(json.loads(text))


@lru_cache(maxsize=64)
def shipped_rulebook(name: str) -> Rulebook:
    """Read a rulebook that ships with the engine."""
    return load_rulebook(name)
