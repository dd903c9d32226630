"""Papers made by hand, for the tests and the bench: no database, no engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import accumulate
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from tournament.prints.draw_sheets import DrawPaper, Meeting, NamesPaper, by_name
from tournament.prints.pdf import render_pdf
from tournament.prints.score_sheets import SHEETS_TEMPLATE, sheets_pdf
from tournament.prints.sheets import (
    Column,
    Layout,
    PaperTeam,
    PhoneCode,
    Rules,
    ScoreSheet,
    SheetLine,
    StandingsLine,
    StandingsPaper,
    cut_order,
    pile,
)
from tournament.prints.standings_papers import STANDINGS_TEMPLATE, standings_pdf

LONG = "Les Cœurs vaillants du Grésivaudan et de l'Étoile du Vercors"
"""Sixty characters, the longest name there is."""
WIDE = "W" * 60
MARKUP = "L'Équipe <b>grasse</b> & Cie"
AT = datetime(2026, 11, 30, 21, 4, tzinfo=UTC)

RULES = Rules(
    title="Belote grenobloise coinchée",
    fingerprint="3f9a-17c2",
    reminder="Réussi : points + contrat · chute : 160 + contrat à la défense",
    columns=tuple(column for column in Column if column is not Column.DECLARATIONS),
    trumps=("♠", "♥", "♦", "♣", "TA", "SA"),
    stakes=("×2", "×4"),
    several_belotes=False,
)
FULL = replace(RULES, columns=tuple(Column))
"""Those that ask for declarations too, as on a blank sheet; then as on a filled one."""
WITH_DECLARATIONS = replace(
    FULL, columns=tuple(column for column in Column if column is not Column.DEALER)
)
TO_CHOOSE = (
    ("Pas de sans atout.", "Le sans atout est permis."),
    ("La belote aide le contrat.", "La belote n'aide pas le contrat."),
    ("Pas de tout atout.", "Le tout atout est permis."),
)
"""What a rulebook leaves to the table."""


def a_paper_team(number: int, name: str = "", players: tuple[str, ...] = ()) -> PaperTeam:
    """Return a team as printed."""
    return PaperTeam(
        number=number,
        name=name or f"Les Œufs de la générale {number}",
        players=players or ("Benoît Muñoz", "Raphaël Gœury"),
    )


def a_sheet(table: int = 1, lines: int = 12, **changes: Any) -> ScoreSheet:
    """Return the blank sheet of a table."""
    blank = ScoreSheet(
        tournament="Concours d'automne",
        round=3,
        table=table,
        team_a=a_paper_team(2 * table - 1),
        team_b=a_paper_team(2 * table),
        ends=f"{lines} donnes",
        rules=RULES,
        lines=tuple(SheetLine(number=number) for number in range(1, lines + 1)),
    )
    return replace(blank, **changes)


def a_coded_sheet(
    table: int = 1, lines: int = 12, *, at: str = "http://192.168.1.20:8000", **changes: Any
) -> ScoreSheet:
    """Return the blank sheet of a table whose sides may type on their phones."""
    codes = [f"K7PM{table:03}{side}" for side in "AB"]
    one, other = (
        PhoneCode(shown=f"{code[:4]}-{code[4:]}", address=f"{at}/t/{code}/") for code in codes
    )
    coded = replace(a_sheet(table, lines), code_a=one, code_b=other, phones_at=f"{at}/t/")
    return replace(coded, **changes)


def a_filled_sheet(table: int = 1, lines: int = 12, **changes: Any) -> ScoreSheet:
    """Return a sheet on which side A took every deal: 250 to 40, one belote capot among them."""
    marks = [(250, 40)] * lines
    running = list(accumulate(marks, lambda one, other: (one[0] + other[0], one[1] + other[1])))
    played = tuple(
        SheetLine(
            number=number,
            takers="A",
            contract="capot + belote" if number == 5 else "120",
            trump="♠♥♦♣"[number % 4],
            stake="×2" if number % 4 == 0 else "",
            points=126,
            belote="A",
            sweep="A" if number == 5 else "",
            declarations="A tierce, 50 · B carré V" if number == 6 else "",
            marks=(250, 40),
            running=running[number - 1],
        )
        for number in range(1, lines + 1)
    )
    sheet = replace(a_sheet(table), lines=played, filled=True, totals=running[-1])
    return replace(sheet, **changes)


def standings_of(count: int, **changes: Any) -> StandingsPaper:
    """Return the standings of a contest after its fourth round."""
    paper = StandingsPaper(
        tournament="Concours d'automne",
        date=date(2026, 11, 30),
        venue="Vizille",
        after_round=4,
        final=False,
        by_wins=False,
        criteria=("total des marques",),
        lot_seed="",
        rows=tuple(
            StandingsLine(
                rank=place,
                team=a_paper_team(place),
                marks=20000 - 57 * place,
                wins=3,
                difference=7600 - 130 * place,
            )
            for place in range(1, count + 1)
        ),
        rules=RULES,
        printed_at=AT,
    )
    return replace(paper, **changes)


def print_sheets(sheets: list[ScoreSheet], *, layout: Layout = Layout.TWO) -> bytes:
    """Return a pile of sheets as PDF."""
    pages = cut_order(pile(sheets), layout)
    context = {"title": "Feuilles", "pages": pages, "layout": layout, "at": AT}
    return sheets_pdf({**context, "layer": "whole"})


COUNTS = {
    "256 blank score sheets": 256,
    "256 filled score sheets": 256,
    "256 with QR codes": 256,
    "standings of 120": 120,
    "standings of 1000": 1000,
    "names of 120": 120,
}
"""How many of each the bench prints."""
MAKERS = {
    "256 blank score sheets": a_sheet,
    "256 filled score sheets": a_filled_sheet,
    "256 with QR codes": a_coded_sheet,
}


def sheets_of(name: str, count: int) -> list[ScoreSheet]:
    """Return the sheets of a measure."""
    return [MAKERS[name](table) for table in range(1, count + 1)]


def names_of(count: int) -> NamesPaper:
    """Return the draw by name of so many teams."""
    meetings = tuple(
        Meeting(table=table, a=a_paper_team(2 * table - 1), b=a_paper_team(2 * table))
        for table in range(1, count // 2 + 1)
    )
    drawn = DrawPaper(
        tournament="Concours d'automne",
        date=date(2026, 11, 30),
        venue="Vizille",
        rules=RULES,
        journal="",
        printed_at=AT,
        round=2,
        kind="par tirage",
        seed="K7PM-3F9A",
        drawn_at=AT,
        is_individual=False,
        meetings=meetings,
    )
    return by_name(drawn)


def print_names(paper: NamesPaper) -> bytes:
    """Return the draw by name as PDF."""
    context = {"title": "Tirage", "paper": paper, "at": AT}
    return render_pdf("prints/names.html", context, tagged=True)


PRINTED: dict[str, Callable[[int], bytes]] = {
    **{name: lambda n, name=name: print_sheets(sheets_of(name, n)) for name in MAKERS},
    "standings of 120": lambda n: print_standings(standings_of(n)),
    "standings of 1000": lambda n: print_standings(standings_of(n)),
    "names of 120": lambda n: print_names(names_of(n)),
}
"""Each measure of the bench: from values to a file."""


def as_page(name: str, count: int) -> str:
    """Return a measure's paper as the page that a browser prints, its files beside it."""
    context: dict[str, Any] = {"title": name, "at": AT, "in_browser": True}
    if name in MAKERS:
        pages = cut_order(pile(sheets_of(name, count)), Layout.TWO)
        page = render_to_string(
            SHEETS_TEMPLATE, {**context, "pages": pages, "layout": Layout.TWO, "layer": "whole"}
        )
    elif name.startswith("names"):
        page = render_to_string("prints/names.html", {**context, "paper": names_of(count)})
    else:
        page = render_to_string(STANDINGS_TEMPLATE, {**context, "paper": standings_of(count)})
    static = (settings.BASE_DIR / "tournament" / "static").as_uri()
    return page.replace(f'"{settings.STATIC_URL}', f'"{static}/')


def print_sheets_plainly(sheets: list[ScoreSheet]) -> bytes:
    """Return the same pile laid out whole, without a grid shared by the sheets."""
    pages = cut_order(pile(sheets), Layout.TWO)
    context = {"title": "Feuilles", "pages": pages, "layout": Layout.TWO, "at": AT}
    return render_pdf(SHEETS_TEMPLATE, {**context, "layer": "whole"})


def print_standings(paper: StandingsPaper) -> bytes:
    """Return standings as PDF."""
    context = {"title": "Classement", "paper": paper, "at": paper.printed_at}
    return standings_pdf(context)
