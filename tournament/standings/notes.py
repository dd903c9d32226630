"""What stands beside the figures, in sentences: rulings, exclusions, changes of the rulebook."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Tournament
from tournament.standings.services import Line, Standings
from tournament.templatetags.dixdeder import signed


def line_notes(line: Line) -> list[str]:
    """Say what rulings did to a team; that it is excluded only where names are shown."""
    notes = [
        _("Ruling %(number)s: %(marks)s") % {"number": each.ruling, "marks": signed(each.marks)}
        for each in line.penalties
    ]
    if line.excluded_by and line.team.tournament.names_sanctioned:
        notes.append(_("excluded (ruling %(number)s)") % {"number": line.excluded_by})
    return notes


def standings_notes(found: Standings, tournament: Tournament) -> list[str]:
    """Say who left the ranking, and when the rulebook was changed."""
    return [*_excluded(found, tournament), *_changes(found)]


def _excluded(found: Standings, tournament: Tournament) -> list[str]:
    if not found.excluded:
        return []
    if tournament.names_sanctioned:
        words = _("%(team)s is excluded (ruling %(number)s): its matches count as byes.")
        return [words % {"team": line.team, "number": line.excluded_by} for line in found.excluded]
    rulings = ", ".join(str(line.excluded_by) for line in found.excluded)
    words = ngettext(
        "One team is no longer ranked (ruling %(rulings)s): its matches count as byes.",
        "%(teams)s teams are no longer ranked (rulings %(rulings)s): their matches count as byes.",
        len(found.excluded),
    )
    return [words % {"teams": len(found.excluded), "rulings": rulings}]


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
