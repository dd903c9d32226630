"""Every paper there is, as data: the index, the addresses and the tests read this one list."""

from __future__ import annotations

import re

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.access import ANSWERING_ROLES, EVERY_ROLE, TREASURER_ROLES, WELCOME_ROLES
from tournament.models import Shape, Tournament
from tournament.prints import (
    batch,
    cross_papers,
    draw_papers,
    hall_papers,
    prize_papers,
    referee_papers,
    results_papers,
    score_sheets,
    standings_papers,
    team_papers,
)
from tournament.prints.kinds import Asked, Moment, Of, PaperKind, Way
from tournament.prints.printing import Printout
from tournament.prints.sheets import Layout


def _blank(asked: Asked) -> Printout:
    return score_sheets.score_sheets_printout(
        asked.round,
        # The address that filled sheets have always had.
        filled=asked.choices.get("filled") == "1",
        layout=_layout(asked),
        phones_at=asked.phones_at,
        lines=_lines(asked),
        tables=_tables(asked),
    )


def _filled(asked: Asked) -> Printout:
    return score_sheets.score_sheets_printout(
        asked.round, filled=True, layout=_layout(asked), tables=_tables(asked)
    )


def _layout(asked: Asked) -> Layout:
    return LAYOUTS.get(asked.choices.get("per_page", ""), Layout.TWO)


def _lines(asked: Asked) -> int | None:
    lines = asked.choices.get("lines", "")
    is_number = lines.isascii() and lines.isdecimal() and len(lines) <= len(str(MOST_LINES_ASKED))
    return min(int(lines), MOST_LINES_ASKED) or None if is_number else None


def _tables(asked: Asked) -> frozenset[int]:
    """Return the tables that are asked for; all where none can be read."""
    numbers = asked.choices.get("tables", "")[:LONGEST_LIST].split(",")
    return frozenset(int(each) for each in numbers if TABLE.fullmatch(each))


def _rulings(asked: Asked) -> Printout:
    is_posted = asked.choices.get("posted") == "1"
    return referee_papers.rulings_printout(asked.tournament, is_posted=is_posted)


def _team_list(asked: Asked) -> Printout:
    return team_papers.team_list_printout(
        asked.tournament,
        by_name=asked.choices.get("by") == "name",
        has_fees=bool(asked.roles & TREASURER_ROLES),
    )


def _certificates(asked: Asked) -> Printout:
    for_all = asked.choices.get("for") == "all"
    return prize_papers.certificates_printout(asked.tournament, for_all=for_all)


def _has_pools(tournament: Tournament) -> bool:
    return tournament.shape == Shape.POOLS


def _has_open_end(tournament: Tournament) -> bool:
    """Whether nobody knows how many deals a match will have."""
    return tournament.match_end.deals is None


LAYOUTS = {"1": Layout.ONE, "a5": Layout.A5}
TABLE = re.compile(r"[0-9]{1,4}")
LONGEST_LIST = 4000
MOST_LINES_ASKED = 60
"""A sheet goes on over several parts, but not for ever."""
SHEETS = (
    Way(words=_("Two to a page")),
    Way(words=_("One to a page"), choices={"per_page": "1"}),
    Way(words=_("On A5 paper"), choices={"per_page": "a5"}),
)

PAPERS: tuple[PaperKind, ...] = (
    PaperKind(
        key="teams",
        title=_("Team list"),
        purpose=_("For the door: a box to tick for each team and, for the treasurer, the fees."),
        moment=Moment.BEFORE,
        roles=WELCOME_ROLES,
        make=_team_list,
        ways=(
            Way(words=pgettext_lazy("order of a list", "By number")),
            Way(words=pgettext_lazy("order of a list", "By name"), choices={"by": "name"}),
        ),
    ),
    PaperKind(
        key="cards",
        title=_("Place cards"),
        purpose=_("A card for each team with its number, eight to a page, to be cut."),
        moment=Moment.BEFORE,
        make=lambda asked: hall_papers.cards_printout(asked.tournament),
    ),
    PaperKind(
        key="markers",
        title=_("Table markers"),
        purpose=_("The number of each table, read from both sides: fold the page in two."),
        moment=Moment.BEFORE,
        make=lambda asked: hall_papers.markers_printout(asked.tournament),
    ),
    PaperKind(
        key="address",
        title=_("Address of the public pages"),
        purpose=_("For the wall: a square to photograph, and all find their table and results."),
        moment=Moment.BEFORE,
        make=lambda asked: hall_papers.address_printout(asked.tournament, asked.site_at),
        fits=lambda tournament: tournament.is_public,
    ),
    PaperKind(
        key="rulebook",
        title=_("Rulebook"),
        purpose=_("Every rule in force with its article, for the referee's table."),
        moment=Moment.BEFORE,
        roles=EVERY_ROLE,
        make=lambda asked: hall_papers.rulebook_printout(asked.tournament),
    ),
    PaperKind(
        key="draw",
        title=_("The draw, by table"),
        purpose=_("For the wall: who meets whom, who sits out, the seed and the lists."),
        moment=Moment.ROUND,
        of=Of.ROUND,
        roles=EVERY_ROLE,
        make=lambda asked: draw_papers.draw_printout(asked.round),
    ),
    PaperKind(
        key="names",
        title=_("The draw, by name"),
        purpose=_("For the wall: all find their own name, and their table beside it."),
        moment=Moment.ROUND,
        of=Of.ROUND,
        roles=EVERY_ROLE,
        make=lambda asked: draw_papers.names_printout(asked.round),
    ),
    PaperKind(
        key="score-sheets",
        title=_("Blank score sheets"),
        purpose=_(
            "Handed to the tables. Two to a page: cut the pile in two and put the left half on"
            " top, it is sorted by table."
        ),
        moment=Moment.ROUND,
        of=Of.ROUND,
        make=_blank,
        ways=(
            *SHEETS,
            Way(words=_("Two to a page, 12 lines"), choices={"lines": "12"}, fits=_has_open_end),
            Way(words=_("Two to a page, 20 lines"), choices={"lines": "20"}, fits=_has_open_end),
        ),
    ),
    PaperKind(
        key="everything",
        title=_("Everything of the round, as one file"),
        purpose=_(
            "Both papers of the draw and the blank score sheets; once deals are typed, the"
            " results and the filled sheets."
        ),
        moment=Moment.ROUND,
        of=Of.ROUND,
        make=lambda asked: batch.everything_printout(asked.round, phones_at=asked.phones_at),
    ),
    PaperKind(
        key="missing",
        title=_("What is missing"),
        purpose=_("The tables that still owe the desk a deal or an agreement, to go and ask."),
        moment=Moment.ROUND,
        of=Of.ROUND,
        make=lambda asked: results_papers.missing_printout(asked.round),
    ),
    PaperKind(
        key="results",
        title=_("Results, by table"),
        purpose=_("For the wall: what each match came to."),
        moment=Moment.ROUND,
        of=Of.ROUND,
        roles=EVERY_ROLE,
        make=lambda asked: results_papers.results_printout(asked.round),
    ),
    PaperKind(
        key="filled-sheets",
        title=_("Filled score sheets"),
        purpose=_("Every deal as recorded, to compare with the tables' own sheets and to sign."),
        moment=Moment.ROUND,
        of=Of.ROUND,
        make=_filled,
        ways=SHEETS,
    ),
    PaperKind(
        key="standings",
        title=_("Standings"),
        purpose=_("For the wall, after the last closed round."),
        moment=Moment.AFTER,
        roles=EVERY_ROLE,
        make=lambda asked: standings_papers.standings_printout(asked.tournament),
    ),
    PaperKind(
        key="pools",
        title=_("Standings of the pools"),
        purpose=_("Each pool by its own matches."),
        moment=Moment.AFTER,
        roles=EVERY_ROLE,
        make=lambda asked: cross_papers.pools_printout(asked.tournament),
        fits=_has_pools,
    ),
    PaperKind(
        key="crosstable",
        title=_("Crosstable"),
        purpose=_("Who met whom in each round, and what it gave."),
        moment=Moment.AFTER,
        roles=EVERY_ROLE,
        make=lambda asked: cross_papers.crosstable_printout(asked.tournament),
    ),
    PaperKind(
        key="record",
        title=_("A team's record"),
        purpose=_("Its rounds one by one, for whoever asks."),
        moment=Moment.AFTER,
        of=Of.TEAM,
        roles=EVERY_ROLE,
        make=lambda asked: team_papers.record_printout(asked.tournament, asked.team),
    ),
    PaperKind(
        key="prizes",
        title=_("Prize list"),
        purpose=_("Who wins what by the standings as they are; tied teams share."),
        moment=Moment.AFTER,
        make=lambda asked: prize_papers.prizes_printout(asked.tournament),
    ),
    PaperKind(
        key="certificates",
        title=_("Certificates"),
        purpose=_("For the teams with a prize, or the first three where none is set."),
        moment=Moment.AFTER,
        make=_certificates,
        ways=(
            Way(words=pgettext_lazy("certificates", "For the winners")),
            Way(words=pgettext_lazy("certificates", "For every team"), choices={"for": "all"}),
        ),
    ),
    PaperKind(
        key="rulings",
        title=_("Rulings"),
        purpose=_(
            "For the wall: those published, without the facts and without a name in sanctions"
            " unless the contest shows them. For the desk: all of them, everybody named."
        ),
        moment=Moment.AFTER,
        make=_rulings,
        is_kept=False,
        ways=(
            Way(words=pgettext_lazy("rulings", "For the wall"), choices={"posted": "1"}),
            Way(words=pgettext_lazy("rulings", "For the desk")),
        ),
    ),
    PaperKind(
        key="report",
        title=_("The evening's report"),
        purpose=_(
            "What happened and who decided, everybody named: for the organisers and the referee."
        ),
        moment=Moment.AFTER,
        roles=ANSWERING_ROLES,
        make=lambda asked: referee_papers.report_printout(asked.tournament),
        is_kept=False,
    ),
)
"""Every paper, each moment's in the order it is wanted.

Those that name accounts are not kept: an account is of no contest.
"""

BY_KEY = {(kind.of, kind.key): kind for kind in PAPERS}
