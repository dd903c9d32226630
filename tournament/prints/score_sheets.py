"""A round's score sheets: from what is stored to what is on paper, and from there to a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scoring import Rulebook, Side, Stake, Trump
from tournament.deals.options import choices_of, options_words, tables_that_chose
from tournament.deals.tally import MatchSheet, SheetRow, match_sheets
from tournament.models import Match, Outcome, Round, TableCode
from tournament.prints import words
from tournament.prints.joining import joined
from tournament.prints.pdf import (
    Place,
    boxes_of,
    draw_at_links,
    lay_under,
    render_all,
    render_pdf,
)
from tournament.prints.printing import (
    Printout,
    journal_words,
    paper_team,
    round_words,
    rules_of,
    titled,
)
from tournament.prints.sheet_words import grid_of, words_of
from tournament.prints.sheets import (
    LINES_TO_A_TARGET,
    Column,
    Layout,
    PhoneCode,
    Rules,
    ScoreSheet,
    SheetLine,
    cut_order,
    pile,
    renumbered,
    with_spare_lines,
)
from tournament.tables.addresses import code_address
from tournament.tables.codes import codes_of, shown

SHEETS_TEMPLATE = "prints/score_sheets.html"
SHEET_WIDTH = 148.5
"""Half an A4 page, in millimetres; the stylesheet says the same."""
PAGES_AT_ONCE = 32
"""So many pages are laid out by one process before another may take the next."""
ENLARGED = 2**0.5
"""From half an A4 page to a whole one."""


def blank_sheets(
    round_: Round, *, phones_at: str = "", lines: int | None = None
) -> list[ScoreSheet]:
    """Make the sheets that are handed to the tables of a round.

    ``lines`` are those of each: when it is None as many as the match has deals, and spare
    ones for those that do not count, or enough to reach its target where nobody knows how
    many. ``phones_at`` is the site's address in the hall: where the tables may type on
    their phones, each sheet has the codes of its sides.
    """
    rules = rules_of(round_.tournament.rulebook)
    matches = round_.matches.with_teams().order_by("table")
    codes = codes_of(round_) if phones_at else {}
    chosen = tables_that_chose(round_)
    return pile(
        replace(
            _blank_sheet(match, round_, rules, lines, chosen),
            code_a=_phone_code(codes.get((match.pk, "A")), phones_at),
            code_b=_phone_code(codes.get((match.pk, "B")), phones_at),
            phones_at=phones_at + reverse("tables:enter") if codes else "",
        )
        for match in matches
    )


def filled_sheets(round_: Round) -> list[ScoreSheet]:
    """Make the sheets of a round as they were recorded so far.

    A table of which only one of the two sheets is typed has a blank one: whoever prints them
    may still type the other.
    """
    rules = rules_of(round_.tournament.rulebook)
    # Who dealt is not recorded.
    rules = replace(rules, columns=tuple(c for c in rules.columns if c is not Column.DEALER))
    journal, chosen = journal_words(round_.tournament), tables_that_chose(round_)
    return pile(
        _blank_sheet(sheet.match, round_, rules, sheet.expected, chosen)
        if sheet.half_typed
        else _filled_sheet(sheet, round_, rules, journal)
        for sheet in match_sheets(round_)
    )


def score_sheets_printout(
    round_: Round,
    *,
    filled: bool,
    layout: Layout = Layout.TWO,
    phones_at: str = "",
    lines: int | None = None,
    tables: Collection[int] = (),
) -> Printout:
    """Print a round's score sheets, or those of some tables; ``lines`` are those of blank ones."""
    if filled:
        sheets = filled_sheets(round_)
    else:
        sheets = blank_sheets(round_, phones_at=phones_at, lines=lines)
    if tables:
        sheets = renumbered(sheet for sheet in sheets if sheet.table in tables)
    title = gettext("filled score sheets") if filled else gettext("score sheets")
    context = {
        "title": titled(round_.tournament, round_words(round_.number), title),
        "pages": cut_order(sheets, layout),
        "layout": layout,
        "at": timezone.localtime(),
        "layer": "whole",
    }
    return Printout(
        title=context["title"],
        template=SHEETS_TEMPLATE,
        context=context,
        pdf=lambda: sheets_pdf(context),
    )


def sheets_pdf(context: Mapping[str, Any]) -> bytes:
    """Lay score sheets out.

    The grid of sheets that are as long is the same for all: it is laid out once and put
    under the head of each, ten times faster than a table a sheet. What was recorded and
    the QR codes are drawn into the places that the layout left for them.
    """
    sheets = [sheet for page in context["pages"] for sheet in page if sheet]
    codes = {code.address: code.qr for sheet in sheets for code in sheet.codes}
    drawings = {address: (qr.size, qr.pdf_operators) for address, qr in codes.items()}
    laid_out = _laid_out(context, sheets)
    return draw_at_links(laid_out, drawings) if drawings else laid_out


def _laid_out(context: Mapping[str, Any], sheets: Sequence[ScoreSheet]) -> bytes:
    pages = context["pages"]
    if not sheets:
        return render_pdf(SHEETS_TEMPLATE, dict(context))
    starts = range(0, len(pages), PAGES_AT_ONCE)
    batches = [pages[start : start + PAGES_AT_ONCE] for start in starts]
    layers = [{**context, "pages": batch, "layer": "words"} for batch in batches]
    grids = list(dict.fromkeys(map(grid_of, sheets)))
    layers += [{**context, "pages": [], "layer": "grid", "sheet": grid} for grid in grids]
    files = render_all(SHEETS_TEMPLATE, layers)
    heads, forms = files[: len(batches)], files[len(batches) :]
    boxes = [boxes_of(form) if grid.filled else {} for grid, form in zip(grids, forms, strict=True)]

    def placed(page: Sequence[ScoreSheet | None]) -> list[Place]:
        return [
            place._replace(
                form=(form := grids.index(grid_of(sheet))),
                words=words_of(sheet, boxes[form]) if sheet.filled else (),
            )
            for place, sheet in places_on(page, context["layout"])
        ]

    return lay_under(joined(heads), forms, [placed(page) for page in pages])


def places_on(page: Sequence[ScoreSheet | None], layout: Layout) -> list[tuple[Place, ScoreSheet]]:
    """Say where the sheets of a page lie on it."""
    scale = ENLARGED if layout is Layout.ONE else 1
    return [
        (Place(left=SHEET_WIDTH * half, scale=scale), sheet)
        for half, sheet in enumerate(page)
        if sheet
    ]


def _phone_code(code: TableCode | None, phones_at: str) -> PhoneCode | None:
    if code is None or code.revoked_at:
        return None
    return PhoneCode(shown=shown(code.code), address=code_address(phones_at, code.code))


def _blank_sheet(
    match: Match, round_: Round, rules: Rules, lines: int | None, chosen: Collection[int]
) -> ScoreSheet:
    count = lines or round_.tournament.match_end.deals or LINES_TO_A_TARGET
    blank = [SheetLine(number=number + 1) for number in range(count)]
    sheet = _sheet(match, round_, rules, blank)
    if not (match.options or match.table in chosen):
        choices = choices_of(round_.tournament.rulebook)
        to_choose = tuple((choice.own, choice.other) for choice in choices)
        sheet = replace(sheet, plays=(), to_choose=to_choose)
    has_agreed_number = lines is None and round_.tournament.match_end.deals is not None
    return with_spare_lines(sheet) if has_agreed_number else sheet


def _filled_sheet(sheet: MatchSheet, round_: Round, rules: Rules, journal: str) -> ScoreSheet:
    typed = {row.deal.number: row for row in sheet.rows}
    rulebook = round_.tournament.rulebook
    last = max([*typed, sheet.expected or 1])
    lines = [
        filled_line(typed[number], rulebook) if number in typed else SheetLine(number=number)
        for number in range(1, last + 1)
    ]
    return _sheet(
        sheet.match,
        round_,
        rules,
        lines,
        totals=sheet.tally.totals,
        totals_only=sheet.totals_only is not None,
        journal=journal,
    )


def _sheet(
    match: Match,
    round_: Round,
    rules: Rules,
    lines: Sequence[SheetLine],
    *,
    totals: tuple[int, int] | None = None,
    totals_only: bool = False,
    journal: str = "",
) -> ScoreSheet:
    return ScoreSheet(
        tournament=round_.tournament.name,
        round=round_.number,
        table=match.table,
        team_a=paper_team(match.team_a),
        team_b=paper_team(match.team_b),
        ends=round_.tournament.limits_words,
        rules=rules,
        lines=tuple(lines),
        filled=totals is not None,
        totals_only=totals_only,
        journal=journal,
        totals=totals,
        plays=tuple(options_words(match, round_.tournament.rulebook)),
    )


def filled_line(row: SheetRow, rulebook: Rulebook) -> SheetLine:
    """Make the line of a recorded deal."""
    entry, number = row.entry, row.deal.number
    if entry.outcome == Outcome.PASSED:
        return SheetLine(number=number, note=gettext("Everybody passed"))
    if row.facts is None or row.points is None:
        return SheetLine(number=number, note=gettext("Annulled by the referee"))
    takers = row.facts.contract.takers
    return SheetLine(
        number=number,
        takers=takers.value,
        contract=words.contract_words(entry),
        trump=words.trump_sign(Trump(entry.trump)),
        stake=words.stake_sign(Stake(entry.stake), rulebook),
        points=row.points[0 if takers is Side.A else 1],
        belote=words.belotes(entry),
        sweep=words.swept_by(entry),
        declarations=words.declarations(entry.declarations),
        marks=row.marks,
        running=row.running if row.counts else None,
        counts=row.counts,
    )
