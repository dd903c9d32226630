"""Type an evening from the keyboard, table after table, round after round."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page

from tests.keystrokes.contest import by_table, end, seat
from tests.keystrokes.typist import Count, Refused, Typist
from tournament.models import Tournament
from tournament.rounds.evening_files import Evening


def replay(
    page: Page, url: str, tournament: Tournament, played: Evening, rounds: Iterable[int]
) -> Count:
    """Type these rounds of an evening as a scorekeeper does; return the keys it took.

    A round is seated, typed and closed before the next one. What the page refuses
    ends it, and is an error of the count.
    """
    typist = Typist(page)
    try:
        for number in rounds:
            round_ = seat(tournament, played, number)
            first, *others = by_table(played, number).items()
            page.goto(f"{url}/tournaments/{tournament.pk}/desk/rounds/{number}/tables/{first[0]}/")
            typist.type_table(first[1])
            for table, deals in others:
                typist.next_table(table)
                typist.type_table(deals)
            end(round_)
    except Refused as refusal:
        typist.count.errors.append(str(refusal))
    return typist.count
