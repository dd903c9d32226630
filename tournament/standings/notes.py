"""What stands beside the figures, in sentences: rulings, exclusions, changes of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.deals.states import TableState
from tournament.models import Tournament
from tournament.standings.doubts import Doubt
from tournament.standings.services import Line, Standings
from tournament.standings.since import Changed, Place
from tournament.text import signed


def line_notes(line: Line, *, for_desk: bool = False) -> list[str]:
    """Say what rulings did to a team.

    The public reads what was published, and only where those sanctioned are shown with
    their names: marks given or taken outside a match, and an exclusion, are about people.
    """
    is_named = line.team.tournament.names_sanctioned
    notes = [
        _("Ruling %(number)s: %(marks)s") % {"number": each.ruling, "marks": signed(each.marks)}
        for each in line.penalties
        if for_desk or (is_named and each.is_published)
    ]
    if line.excluded_by and (for_desk or (is_named and line.is_exclusion_published)):
        notes.append(_("excluded (ruling %(number)s)") % {"number": line.excluded_by})
    return notes


def standings_notes(
    found: Standings, tournament: Tournament, *, for_desk: bool = False
) -> list[str]:
    """Say what is in doubt, what was taken as totals, who left the ranking, what rules changed.

    Who left is named to the desk, and to the public as in ``line_notes``.
    """
    return [
        *_doubts(found),
        *_totals(found),
        *_excluded(found, is_named=tournament.names_sanctioned, for_desk=for_desk),
        *_changes(found),
        *_changed(found),
    ]


def doubt_words(doubt: Doubt) -> str:
    """Say what a table owes: « table 5 is in dispute »."""
    table = {"table": doubt.table}
    if doubt.state:
        return str(_UNSETTLED[doubt.state]) % table
    if doubt.is_untyped:
        return _("table %(table)s has brought nothing") % table
    if not doubt.missing:
        return _("the match of table %(table)s is not over") % table
    return ngettext(
        "deal %(numbers)s of table %(table)s is missing",
        "deals %(numbers)s of table %(table)s are missing",
        len(doubt.missing),
    ) % (table | {"numbers": ", ".join(doubt.ranges)})


_UNSETTLED = {
    TableState.WAITING: gettext_lazy("table %(table)s is to be confirmed"),
    TableState.DIFFERS: gettext_lazy("the two sheets of table %(table)s differ"),
    TableState.DISPUTE: gettext_lazy("table %(table)s is in dispute"),
}


def _doubts(found: Standings) -> list[str]:
    words = _("Provisional: of round %(number)s, %(tables)s.")
    return [
        words % {"number": number, "tables": ", ".join(map(doubt_words, tables))}
        for number, tables in groupby(found.doubts, key=lambda doubt: doubt.round)
    ]


def _totals(found: Standings) -> list[str]:
    if not found.totals_only:
        return []
    words = _("Taken as totals, not deal by deal: %(tables)s.")
    return [words % {"tables": places_words(found.totals_only)}]


def _changed(found: Standings) -> list[str]:
    # A change of the rulebook has a note of its own.
    changed = changed_words(replace(found.changed, rulebook=False))
    if not changed:
        return []
    words = _(
        "Changed since round %(number)s was closed: %(what)s. What was posted before stays as it"
        " is until it is printed again."
    )
    return [words % {"number": found.after, "what": changed}]


def changed_words(changed: Changed) -> str:
    """Name what was changed; of a ruling about a team neither its number nor the team."""
    said = [
        *([places_words(changed.tables)] if changed.tables else []),
        *([_("what a ruling gives or takes")] if changed.teams else []),
        *([_("the rulebook")] if changed.rulebook else []),
    ]
    return ", ".join(said)


def places_words(places: Iterable[Place]) -> str:
    """Name tables: « table 3 of round 1, table 5 of round 2 »."""
    one = _("table %(table)s of round %(number)s")
    return ", ".join(one % {"table": table, "number": number} for number, table in places)


def _excluded(found: Standings, *, is_named: bool, for_desk: bool) -> list[str]:
    """Name those excluded, or count them; of a ruling that is not published not even its number."""
    named = [
        line for line in found.excluded if for_desk or (is_named and line.is_exclusion_published)
    ]
    words = _("%(team)s is excluded (ruling %(number)s): its matches count as byes.")
    notes = [words % {"team": line.team, "number": line.excluded_by} for line in named]
    others = [line for line in found.excluded if line not in named]
    told = [line.excluded_by for line in others if line.is_exclusion_published]
    if told:
        words = ngettext(
            "One team is no longer ranked (ruling %(rulings)s): its matches count as byes.",
            "%(teams)s teams are no longer ranked (rulings %(rulings)s): their matches count as"
            " byes.",
            len(told),
        )
        notes.append(words % {"teams": len(told), "rulings": ", ".join(map(str, told))})
    if hushed := len(others) - len(told):
        words = ngettext(
            "One team is no longer ranked: its matches count as byes.",
            "%(teams)s teams are no longer ranked: their matches count as byes.",
            hushed,
        )
        notes.append(words % {"teams": hushed})
    return notes


def _changes(found: Standings) -> list[str]:
    words = _("Rulebook changed on %(date)s at %(time)s: %(after)s instead of %(before)s.")
    notes = []
    for change in found.changes:
        at = timezone.localtime(change.at)
        said = {
            "date": date_format(at, "DATE_FORMAT"),
            "time": date_format(at, "TIME_FORMAT"),
            "before": change.before,
            "after": change.after,
        }
        notes.append(words % said)
    return notes
