"""What is wrong with a list, in words. Codes are stable, sentences are not."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.models import ByeKind, Category
from tournament.teams.columns import Column
from tournament.teams.reading import BadList, ListProblem
from tournament.text import MINUS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.utils.functional import _StrPromise

    from tournament.models import Tournament

COLUMNS: dict[str, _StrPromise] = {
    Column.NUMBER: _("number"),
    Column.TEAM: _("team name"),
    Column.PLAYER_1: _("player 1"),
    Column.PLAYER_2: _("player 2"),
    Column.PLAYER: _("player (one player a line)"),
    Column.FIRST_NAME: _("the player's first name (one player a line)"),
    Column.PARTNER: _("the player's partner (one player a line)"),
    Column.FEE: _("fee paid"),
    Column.CLUB: _("club"),
    Column.CATEGORIES: _("categories"),
    Column.SEED: pgettext_lazy("strength of a team", "seed"),
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
    "columns_mixed": _(
        "Say either which column holds the player of each line, or which two hold the players"
        " of a team."
    ),
    "player_column_unknown": _("Say which column holds the players."),
    "one_a_line": _("This contest is individual: a list gives one player a line."),
    "plays_alone": _("This contest is individual: each player is registered by himself."),
    "number_unreadable": _("“%(text)s” is not a team number, which goes from 1 to 9999."),
    "fee_unreadable": _("“%(text)s” is not an amount, such as 20 or 12.50."),
    "category_unknown": _("“%(text)s” is not a category: mixed, women, club and juniors are."),
    "seed_unreadable": _("“%(text)s” is not a seed, such as 1 for the strongest."),
    "name_too_long": _("“%(text)s” is longer than %(maximum)s characters."),
    "one_player": _("The second player is missing: %(player)s is alone."),
    "no_name": _("This team has neither a name nor players."),
    "same_player": _("%(player)s is there twice: a team has two different players."),
    "no_player": _("The player's name is missing."),
    "team_of_three": _("“%(text)s” already has its two players."),
    "partner_disagrees": _(
        "%(player)s names %(partner)s, who plays with somebody else on line %(other)s."
    ),
    "number_taken": _("Number %(text)s is that of “%(team)s”, already registered."),
    "name_taken": _("The name “%(text)s” is that of team %(team)s, already registered."),
    "player_taken": _("%(text)s already plays in “%(team)s”."),
    "team_taken": _("The team “%(text)s” is already registered."),
    "alone_taken": _("%(text)s is already on the list of players alone."),
    "entrant_taken": _("%(text)s is already registered."),
    "number_drawn": _("This team has been drawn under number %(number)s: it keeps it."),
    "players_drawn": _(
        "Team %(team)s has been drawn with other players: replace a player on the team's page."
    ),
    "paid_less": _("The list says %(text)s, but %(paid)s was paid: give money back at the till."),
    "team_twice": _("Team %(text)s is already on line %(other)s."),
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


def category_words(categories: Iterable[str]) -> str:
    """Write a team's categories: « mixte, juniors »."""
    return ", ".join(str(each.label) for each in Category if each in categories)


def missed_words(tournament: Tournament) -> str:
    """Say what a round that a team misses gives, as set on the contest."""
    if tournament.missed_kind == ByeKind.AVERAGE:
        return gettext("A round it misses gives the average of the round's seated teams.")
    if tournament.missed_kind == ByeKind.HALF_TABLE:
        return gettext("A round it misses gives 81 marks for each deal.")
    return ngettext(
        "A round it misses gives %(marks)s mark.",
        "A round it misses gives %(marks)s marks.",
        tournament.missed_marks,
    ) % {"marks": tournament.missed_marks}


def amount(euros: Decimal) -> str:
    """Write an amount as the page's language does, whole euros without their cents."""
    whole = euros == euros.to_integral_value()
    written = gettext("€%(amount)s") % {"amount": number_format(abs(euros), 0 if whole else 2)}
    return MINUS + written if euros < 0 else written
