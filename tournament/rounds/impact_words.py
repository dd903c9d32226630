"""An impact in words: what the page says of it, line by line, before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring import Rulebook, Side, said, score_deal
from tournament import labels
from tournament.deals.tally import SheetRow
from tournament.models import Entry, Outcome
from tournament.rounds.moved import Impact, MatchState, MovedGift, MovedMatch, MovedRow
from tournament.rounds.otherwise import GoesOn, Otherwise
from tournament.standings.ranking import Row
from tournament.text import isolated, marks

MOST_LINES = 12
"""So many lines are shown at once; the others open below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One thing as it is and as it would be; ``note`` says a word more of what it becomes."""

    label: str
    before: str
    after: str
    note: str = ""

    @property
    def differs(self) -> bool:
        """Whether it would not be the same."""
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPairs:
    """What an act does to one match: line by line, then in sentences."""

    title: str
    pairs: tuple[Pair, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactPage:
    """All that a page says of an impact, in the order it is read."""

    impact: Impact
    summary: tuple[str, ...]
    matches: tuple[MatchPairs, ...]
    totals: tuple[Pair, ...]
    more_totals: tuple[Pair, ...]
    ranks: tuple[Pair, ...]
    more_ranks: tuple[Pair, ...]
    unchanged: tuple[str, ...]
    byes: tuple[str, ...]
    draws: tuple[str, ...]
    stays: tuple[str, ...]


def impact_page(impact: Impact) -> ImpactPage:
    """Put an impact into words, in the reader's language."""
    is_detailed = all(moved.deals or moved.before == moved.after for moved in impact.matches)
    is_few = is_detailed or len(impact.matches) <= MOST_LINES // 2
    totals = [] if is_few else [_totals_pair(moved) for moved in impact.matches]
    ranks = [pair for pair in map(_rank_pair, impact.rows) if pair.differs]
    return ImpactPage(
        impact=impact,
        matches=tuple(_match(moved, impact.rulebooks) for moved in impact.matches)
        if is_few
        else (),
        summary=() if is_few else tuple(_summary(impact)),
        totals=tuple(totals[:MOST_LINES]),
        more_totals=tuple(totals[MOST_LINES:]),
        ranks=tuple(ranks[:MOST_LINES]),
        more_ranks=tuple(ranks[MOST_LINES:]),
        unchanged=tuple(_unchanged(impact, len(impact.rows) - len(ranks))),
        byes=tuple(map(_gift, impact.gifts)),
        draws=tuple(sentence for each in impact.draws for sentence in draw_words(each)),
        stays=tuple(_stays(impact)),
    )


def match_title(moved: MovedMatch) -> str:
    """Name a match: round, table, both teams."""
    words = _("Round %(round)s, table %(table)s: %(a)s – %(b)s")
    a, b = (isolated(team.name) for team in (moved.match.team_a, moved.match.team_b))
    return words % {"round": moved.round, "table": moved.match.table, "a": a, "b": b}


def deal_words(row: SheetRow | None, rulebook: Rulebook) -> str:
    """Say a deal at its place on a sheet, with its marks, A's first."""
    if row is None:
        return _("to be played")
    if row.facts and row.score:
        words = said(row.facts, row.score, rulebook, labels.language())
        return f"{words} {pair_of_marks(row.marks)}" if row.counts else words
    return entry_words(row.entry, rulebook)


def entry_words(entry: Entry | None, rulebook: Rulebook) -> str:
    """Say an entry as a deal by itself, with its marks, A's first."""
    if entry is None:
        return _("to be played")
    if entry.outcome == Outcome.AWARDED:
        marks_given = pair_of_marks((entry.awarded_a, entry.awarded_b))
        return _("awarded by the referee: %(marks)s") % {"marks": marks_given}
    if not entry.is_played:
        return str(Outcome(entry.outcome).label)
    facts = entry.facts()
    score = score_deal(facts, rulebook)
    words = said(facts, score, rulebook, labels.language())
    return f"{words} {pair_of_marks((score.mark_a, score.mark_b))}"


def pair_of_marks(totals: Sequence[int] | None) -> str:
    """Write two totals, A's first, never parted at the end of a line."""
    if totals is None:
        return "–"
    return f"{marks(totals[0])}\u00a0–\u00a0{marks(totals[1])}"


def _match(moved: MovedMatch, rulebooks: tuple[Rulebook, Rulebook]) -> MatchPairs:
    deals = [
        Pair(
            label=_("Deal %(number)s") % {"number": each.number},
            before=deal_words(each.before, rulebooks[0]),
            after=deal_words(each.after, rulebooks[1]),
        )
        for each in moved.deals
    ]
    totals = Pair(
        label=pgettext("a match's totals", "Match"),
        before=pair_of_marks(moved.before.totals),
        after=pair_of_marks(moved.after.totals),
    )
    winner = Pair(
        label=_("Winner"),
        before=_winner(moved, moved.before),
        after=_winner(moved, moved.after),
    )
    return MatchPairs(
        title=match_title(moved),
        pairs=(*deals, totals, *([winner] if winner.before or winner.after else [])),
        notes=tuple(_match_notes(moved)),
    )


def _winner(moved: MovedMatch, state: MatchState) -> str:
    if not state.is_over:
        return _("not over")
    return moved.match.team(state.winner).name if state.winner else _("nobody")


def _match_notes(moved: MovedMatch) -> Iterator[str]:
    for side in moved.crosses:
        yield _("%(team)s reaches the target.") % {"team": _team(moved, side)}
    for side in moved.falls_short:
        yield _("%(team)s no longer reaches the target.") % {"team": _team(moved, side)}
    if moved.ends:
        yield _("The match is over by it.")
    if moved.reopens:
        yield _("The match is to be played on.")
    missing = [each for each in moved.after.missing if each not in moved.before.missing]
    if missing:
        words = ngettext(
            "Deal %(deals)s is to be typed again.",
            "Deals %(deals)s are to be typed again.",
            len(missing),
        )
        yield words % {"deals": ", ".join(map(str, missing))}
    if not moved.is_closed:
        yield _("Its round is in play: the standings follow when it is closed.")


def _team(moved: MovedMatch, side: Side) -> str:
    return moved.match.team(side).name


def _totals_pair(moved: MovedMatch) -> Pair:
    note = _("another winner") if moved.turns else ""
    before, after = pair_of_marks(moved.before.totals), pair_of_marks(moved.after.totals)
    return Pair(label=match_title(moved), before=before, after=after, note=note)


def _rank_pair(row: MovedRow) -> Pair:
    note = ""
    if row.places:
        arrow = "▲" if row.places > 0 else "▼"
        note = f"{arrow} {abs(row.places)}"
    return Pair(label=str(row.team), before=_rank(row.before), after=_rank(row.after), note=note)


def _rank(row: Row | None) -> str:
    if row is None:
        return _("not ranked")
    return f"{row.rank} · {marks(row.marks)}"


def _summary(impact: Impact) -> Iterator[str]:
    """Count what weighs most among many matches: other winners, other ranks."""
    winners, ranks = len(impact.winners), len(impact.ranks)
    words = ngettext(
        "%(count)s match has another winner.", "%(count)s matches have another winner.", winners
    )
    yield words % {"count": winners} if winners else _("No match has another winner.")
    words = ngettext("%(count)s team changes rank.", "%(count)s teams change rank.", ranks)
    yield words % {"count": ranks} if ranks else _("No team changes rank.")


def _unchanged(impact: Impact, others: int) -> Iterator[str]:
    """Count those that do not move, and those of which only other figures do."""
    if others:
        words = ngettext(
            "%(count)s team keeps its rank and marks; its other figures move.",
            "%(count)s teams keep their rank and marks; their other figures move.",
            others,
        )
        yield words % {"count": others}
    count = impact.unchanged
    if not impact.rows:
        yield from [_("The standings do not move.")] if count else []
        return
    if count:
        words = ngettext("%(count)s team does not move.", "%(count)s teams do not move.", count)
        yield words % {"count": count}
    elif not others:
        yield _("No team stays as it was.")


def _gift(gift: MovedGift) -> str:
    figures = {
        "team": str(gift.team),
        "round": gift.before.round,
        "before": marks(gift.before.marks),
        "after": marks(gift.after.marks),
    }
    if gift.was_played:
        words = _("%(team)s, round %(round)s: its match (%(before)s) becomes a bye (%(after)s).")
    elif gift.is_played:
        words = _("%(team)s, round %(round)s: its bye (%(before)s) is a match again (%(after)s).")
    else:
        words = _("%(team)s, without a match in round %(round)s: %(before)s → %(after)s.")
    return words % figures


def draw_words(each: Otherwise) -> Iterator[str]:
    """Say of a round drawn already what would have been otherwise; it stays."""
    figures = {"number": each.number, "count": each.count, "tables": len(each.tables)}
    if each.is_as_drawn:
        yield _("Round %(number)s would be drawn just as it was.") % figures
        return
    if each.tables:
        yield ngettext(
            "Round %(number)s is drawn already: at %(tables)s table of %(count)s others would have"
            " met (%(which)s). It stays as drawn.",
            "Round %(number)s is drawn already: at %(tables)s tables of %(count)s others would have"
            " met (%(which)s). It stays as drawn.",
            len(each.tables),
        ) % (figures | {"which": ", ".join(map(str, each.tables))})
    elif each.moved:
        yield ngettext(
            "Round %(number)s is drawn already: %(tables)s table would only have had another"
            " number. It stays as drawn.",
            "Round %(number)s is drawn already: %(tables)s tables would only have had another"
            " number. It stays as drawn.",
            len(each.moved),
        ) % (figures | {"tables": len(each.moved)})
    if each.byes:
        yield _("In round %(number)s, %(teams)s would have sat out instead.") % (
            figures | {"teams": _names(each.byes)}
        )
    yield from (_goes_on(each.number, move) for move in each.goes_on)


def _goes_on(number: int, move: GoesOn) -> str:
    figures = {"number": number, "went": move.went, "would": move.would}
    words = _("In round %(number)s, %(would)s would have gone on in the place of %(went)s.")
    if move.would is None:
        words = _("Round %(number)s: nobody would have won the match from which %(went)s went on.")
    return words % figures


def _stays(impact: Impact) -> Iterator[str]:
    if impact.leaving:
        yield _("The next draws no longer seat %(teams)s.") % {"teams": _names(impact.leaving)}
    if impact.returning:
        yield _("The next draws seat %(teams)s again.") % {"teams": _names(impact.returning)}
    if impact.rows and impact.before.after:
        words = _("What is posted after round %(number)s stays as it is until you print it again.")
        yield words % {"number": impact.before.after}


def _names(teams: Iterable[object]) -> str:
    return ", ".join(map(str, teams))
