"""What a change of seats would break: said before it is made, never forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from tournament.models import Apart, Round, Team
from tournament.rounds.chairs import Pair, Seating, opponents, partners
from tournament.rounds.earlier import Earlier, before_round


def cautions(
    round_: Round, before: Seating, after: Seating, teams: Mapping[int, Team]
) -> Iterator[str]:
    """Say each thing that a change makes worse, and nothing that was so before."""
    earlier = before_round(round_)
    yield from _meetings(round_, opponents(after) - opponents(before), earlier, teams)
    if round_.tournament.is_individual:
        yield from _partners(partners(after) - partners(before), earlier, teams)
    yield from _fixed_tables(before, after, teams)
    yield from _byes(before, after, earlier, teams)
    yield from _labels(round_, before, after, teams)


def _meetings(
    round_: Round, new: set[Pair], earlier: Earlier, teams: Mapping[int, Team]
) -> Iterator[str]:
    tournament = round_.tournament
    apart = {
        frozenset(pair)
        for pair in Apart.objects.filter(tournament=tournament).values_list("one", "other")
    }
    for pair in sorted(new, key=sorted):
        one, other = (teams[team] for team in sorted(pair))
        both = {"one": one, "other": other}
        # Where partners change, everybody meets the same people again and again.
        if not tournament.is_individual and pair in earlier.met:
            yield _("%(one)s and %(other)s have met before, in round %(number)s.") % (
                both | {"number": earlier.met[pair]}
            )
        if pair in apart:
            yield _("%(one)s and %(other)s must not meet.") % both
        if tournament.clubs_apart and round_.number == 1 and one.club and one.club == other.club:
            yield _("%(one)s and %(other)s are of one club (%(club)s).") % (
                both | {"club": one.club}
            )


def _partners(new: set[Pair], earlier: Earlier, teams: Mapping[int, Team]) -> Iterator[str]:
    for pair in sorted(new, key=sorted):
        if pair in earlier.partners:
            one, other = (teams[team] for team in sorted(pair))
            yield _("%(one)s and %(other)s have been partners before, in round %(number)s.") % {
                "one": one,
                "other": other,
                "number": earlier.partners[pair],
            }


def _fixed_tables(before: Seating, after: Seating, teams: Mapping[int, Team]) -> Iterator[str]:
    for team, chair in after.items():
        fixed = teams[team].fixed_table
        was = before.get(team)
        if fixed and chair and chair.table != fixed and (not was or was.table != chair.table):
            yield _("%(team)s always sits at table %(fixed)s, and would be at table %(table)s.") % {
                "team": teams[team],
                "fixed": fixed,
                "table": chair.table,
            }


def _byes(
    before: Seating, after: Seating, earlier: Earlier, teams: Mapping[int, Team]
) -> Iterator[str]:
    for team, chair in after.items():
        if chair is None and before.get(team) and team in earlier.byes:
            yield _("%(team)s has sat out before, in round %(number)s.") % {
                "team": teams[team],
                "number": earlier.byes[team],
            }


def _labels(
    round_: Round, before: Seating, after: Seating, teams: Mapping[int, Team]
) -> Iterator[str]:
    """Say that a team goes from one pool or one draw of the round to another."""
    labels = dict(round_.matches.exclude(label="").values_list("table", "label"))
    if not labels:
        return
    for team, chair in after.items():
        was = before.get(team)
        if not chair or not was or labels.get(was.table) == labels.get(chair.table):
            continue
        yield _("%(team)s would pass from “%(one)s” to “%(other)s”.") % {
            "team": teams[team],
            "one": labels.get(was.table, "–"),
            "other": labels.get(chair.table, "–"),
        }
