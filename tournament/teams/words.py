"""What is wrong with a list, in words. Codes are stable, sentences are not."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils.formats import number_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.teams.columns import Column
from tournament.teams.reading import BadList, ListProblem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.utils.functional import _StrPromise

COLUMNS: dict[str, _StrPromise] = {
    Column.NUMBER: _("number"),
    Column.TEAM: _("team name"),
    Column.PLAYER_1: _("player 1"),
    Column.PLAYER_2: _("player 2"),
    Column.FEE: _("fee paid"),
    Column.IGNORED: pgettext_lazy("column of a list", "not used"),
}

PROBLEMS: dict[str, _StrPromise] = {
    "list_too_large": _(
        "This file is larger than %(megabytes)s MB: a list has at most %(teams)s teams."
    ),
    "old_workbook": _("This is an old Excel file (.xls): save it as .xlsx or as CSV."),
    "not_a_list": _("This file is not a list of teams: it is neither text nor an Excel sheet."),
    "too_many_lines": _("A list has at most %(teams)s teams: this one is longer."),
    "too_many_columns": _("A list has at most %(columns)s columns: this one is wider."),
    "empty_list": _("This list is empty."),
    "not_a_workbook": _("This file is not an Excel sheet (.xlsx): save your list as .xlsx or CSV."),
    "workbook_too_large": _(
        "This sheet is far too large once unpacked: a list has at most %(teams)s teams."
    ),
    "damaged_workbook": _("This Excel sheet cannot be read: save it again as .xlsx or as CSV."),
    "formula": _("Cell %(cell)s holds a formula: replace it by its value."),
    "only_titles": _("This list has titles, but no team under them."),
    "columns_unknown": _("Say which column holds the team names, or which two hold the players."),
    "column_twice": _("Two columns are marked “%(column)s”: keep one."),
    "number_unreadable": _("“%(text)s” is not a team number, which goes from 1 to 9999."),
    "fee_unreadable": _("“%(text)s” is not an amount, such as 20 or 12.50."),
    "name_too_long": _("“%(text)s” is longer than %(maximum)s characters."),
    "one_player": _("The second player is missing: %(player)s is alone."),
    "no_name": _("This team has neither a name nor players."),
    "same_player": _("%(player)s is there twice: a team has two different players."),
    "number_taken": _("Number %(text)s is that of “%(team)s”, already registered."),
    "name_taken": _("The name “%(text)s” is that of team %(team)s, already registered."),
    "player_taken": _("%(text)s already plays in “%(team)s”."),
    "team_taken": _("The team “%(text)s” is already registered."),
    "number_twice": _("Number %(text)s is already on line %(other)s."),
    "name_twice": _("The name “%(text)s” is already on line %(other)s."),
    "player_twice": _("%(text)s is already on line %(other)s."),
}


def sentence(problem: ListProblem) -> str:
    """Say a problem in the page's language, without its line."""
    params = dict(problem.params)
    if problem.code == "column_twice":
        params["column"] = COLUMNS[str(params["column"])]
    return str(PROBLEMS[problem.code]) % params


def line_sentence(problem: ListProblem) -> str:
    """Say a problem with the line it is on."""
    if not problem.line:
        return sentence(problem)
    return gettext("Line %(line)s: %(sentence)s") % {
        "line": problem.line,
        "sentence": sentence(problem),
    }


def as_refusal(problems: Iterable[ListProblem]) -> ValidationError:
    """Turn the problems of a list into what a form shows above its fields."""
    return ValidationError(
        [ValidationError(line_sentence(problem), code=problem.code) for problem in problems]
    )


def as_field_refusal(problems: Iterable[ListProblem]) -> ValidationError:
    """Turn the problems of one team into what its form shows beside each field."""
    beside: dict[str, list[ValidationError]] = {}
    for problem in problems:
        beside.setdefault(problem.field, []).append(
            ValidationError(sentence(problem), code=problem.code)
        )
    return ValidationError(beside)


def refusal_of(bad: BadList) -> ValidationError:
    """Turn a list refused whole into what its form shows."""
    return as_refusal(bad.problems)


def amount(euros: Decimal) -> str:
    """Write an amount as the page's language does, whole euros without their cents."""
    whole = euros == euros.to_integral_value()
    return gettext("€%(amount)s") % {"amount": number_format(euros, 0 if whole else 2)}
