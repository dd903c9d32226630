"""What the settings of a contest may be: each a list of values with their words."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring import Equal


class EndKind(models.TextChoices):
    """What ends a match."""

    TARGET = "target", _("at a target")
    DEALS = "deals", _("after a number of deals")
    CLOCK = "clock", _("when time is called")
    FIRST = "first", _("at the first of these")


class Shape(models.TextChoices):
    """How the rounds of a contest are drawn."""

    SWISS = "swiss", _("by the standings, without rematches")
    LOT = "lot", _("by lot each round")
    ROUND_ROBIN = "round_robin", _("everyone meets everyone")
    MITCHELL = "mitchell", _("odd numbers stay, even numbers move")
    POOLS = "pools", _("pools, then main draw and consolation")
    INDIVIDUAL = "individual", _("individual, partners change each round")


class EqualKind(models.TextChoices):
    """What equal totals mean after the last deal, or when time is called."""

    TIE = Equal.TIE.value, _("a tie")
    ONE_MORE_DEAL = Equal.ONE_MORE_DEAL.value, _("one more deal")
    LED_BEFORE = Equal.LED_BEFORE.value, _("the side that led before the last deal wins")


class Ranking(models.TextChoices):
    """What ranks the teams, first to last."""

    MARKS = "marks", _("total marks")
    WINS = "wins", _("matches won, then marks")
    CUSTOM = "custom", _("criteria of our own")


class Criterion(models.TextChoices):
    """What may decide between two teams; a contest keeps its own in their order."""

    MARKS = "marks", _("total marks")
    WINS = "wins", _("matches won")
    POINTS = "points", _("match points")
    DIFFERENCE = "difference", _("difference of marks")
    AGAINST = "against", _("fewest marks against")
    HEAD_TO_HEAD = "head_to_head", _("matches between the tied teams")
    STRENGTH = "strength", _("strength of the opponents")
    BEST_MATCH = "best_match", _("best match")
    LOT = "lot", _("lot")


class ByeKind(models.TextChoices):
    """What a team that sits out a round marks."""

    FIXED = "fixed", _("a fixed number of marks")
    AVERAGE = "average", _("the average of the round's seated teams")
    HALF_TABLE = "half_table", _("81 for each deal")


class Checking(models.TextChoices):
    """How what one person typed of a sheet is checked."""

    ONCE = "once", _("typed once")
    CONFIRMED = "confirmed", _("confirmed by a second person")
    TWO_SHEETS = "two_sheets", _("the sheets of both teams, typed by two people")


class ExclusionKind(models.TextChoices):
    """What an excluded team's matches are to those who met it."""

    KEPT = "kept", _("they stand as they were played")
    BYE = "bye", _("its opponents mark as if they had sat out")


def exclusion_choices() -> list[tuple[str, str]]:
    """Give the kinds of exclusion to fields, so that a new label makes no migration."""
    return ExclusionKind.choices


def checking_choices() -> list[tuple[str, str]]:
    """Give the ways of checking to fields, so that a new label makes no migration."""
    return Checking.choices


def criterion_choices() -> list[tuple[str, str]]:
    """Give the criteria to forms."""
    return Criterion.choices


def end_choices() -> list[tuple[str, str]]:
    """Give the ends of a match to fields, so that a new label makes no migration."""
    return EndKind.choices


def ranking_choices() -> list[tuple[str, str]]:
    """Give the rankings to fields, so that a new label makes no migration."""
    return Ranking.choices


def shape_choices() -> list[tuple[str, str]]:
    """Give the shapes of a contest to fields, so that a new label makes no migration."""
    return Shape.choices


def equal_choices() -> list[tuple[str, str]]:
    """Give the meanings of equal totals to fields, so that a new label makes no migration."""
    return EqualKind.choices


def bye_choices() -> list[tuple[str, str]]:
    """Give the kinds of bye marks to fields, so that a new label makes no migration."""
    return ByeKind.choices
