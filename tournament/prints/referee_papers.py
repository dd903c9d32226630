"""The referee's papers, made from what is stored: slips, the list of rulings, the report."""

from __future__ import annotations

from dataclasses import asdict

from django.utils.translation import gettext as _

from scoring import Side
from tournament.deals.acts import OF_SHEETS
from tournament.deals.tally import match_sheet
from tournament.journal.listing import lines
from tournament.models import Decision, Match, MatchTotals, Ruling, Tournament
from tournament.prints.printing import Printout, head_of, paper_team, printout_of
from tournament.prints.referee_sheets import (
    ActOnPaper,
    ActsOnPaper,
    Change,
    ReportPaper,
    RoundOnPaper,
    RulingOnPaper,
    RulingSlip,
    RulingsPaper,
    TotalsOnPaper,
)
from tournament.prints.standings_papers import standings_paper
from tournament.referee.published import published
from tournament.referee.register import what_it_changed
from tournament.referee.ruling_words import category_words, decision_words, place_words
from tournament.rounds.impact_words import pair_of_marks

SLIP_TEMPLATE = "prints/ruling_slip.html"
RULINGS_TEMPLATE = "prints/rulings.html"
REPORT_TEMPLATE = "prints/report.html"
TOP = 20
"""How many teams the report names; the standings are a paper of their own."""
MOST_TOLD = 500
"""How many acts the report tells of each kind, the last ones: thirty pages. The journal has all,
and a paper of thousands takes a gigabyte to lay out."""

CORRECTIONS = (OF_SHEETS - {"deal.recorded"}) | {
    "round.removed",
    "round.restored",
    "round.cancelled",
    "rulebook.changed",
}
"""The acts that change what was recorded or decided."""
LATE = OF_SHEETS | {"deal.contested", "round.reopened", "ruling.made"}
"""The acts that are worth a line when the round they are about was closed already."""


def ruling_slip(ruling: Ruling) -> RulingSlip:
    """Make the slip of a ruling, its match's seats and players loaded."""
    tournament, match = ruling.tournament, ruling.match
    return RulingSlip(
        **head_of(tournament),
        ruling=_ruling(ruling),
        changes=tuple(_changes(ruling)),
        team_a=paper_team(match.team_a) if match else None,
        team_b=paper_team(match.team_b) if match else None,
    )


def rulings_paper(tournament: Tournament, *, is_posted: bool) -> RulingsPaper:
    """Make the list of rulings: all of them for the desk, what is public for the wall."""
    if is_posted:
        rulings = tuple(RulingOnPaper(**asdict(each)) for each in reversed(published(tournament)))
    else:
        rulings = tuple(map(_ruling, every_ruling(tournament)))
    return RulingsPaper(**head_of(tournament), rulings=rulings, is_posted=is_posted)


def report_paper(tournament: Tournament) -> ReportPaper:
    """Make the evening's report, everybody named: it is for those who organise."""
    found = standings_paper(tournament)
    rounds = tournament.rounds.order_by("number").prefetch_related("matches")
    return ReportPaper(
        **head_of(tournament),
        ends=tournament.limits_words,
        teams=tournament.teams.count(),
        rounds=tuple(
            RoundOnPaper(
                number=each.number,
                draw=str(each.get_draw_kind_display()),
                seed=each.seed,
                tables=len(each.matches.all()),
                closed_at=each.closed_at,
            )
            for each in rounds
        ),
        final=found.final,
        by_wins=found.by_wins,
        criteria=found.criteria,
        notes=found.notes,
        top=found.rows[:TOP],
        ranked=len(found.rows),
        totals=tuple(map(_totals, _totals_only(tournament))),
        corrections=_acts(tournament, _corrections(tournament)),
        rulings=tuple(map(_ruling, every_ruling(tournament))),
        late=_acts(tournament, late_acts(tournament)),
    )


def slip_printout(ruling: Ruling) -> Printout:
    """Print the slip of a ruling."""
    words = _("ruling %(number)s") % {"number": ruling.number}
    return printout_of(SLIP_TEMPLATE, ruling.tournament, words, ruling_slip(ruling))


def rulings_printout(tournament: Tournament, *, is_posted: bool) -> Printout:
    """Print the list of rulings."""
    paper = rulings_paper(tournament, is_posted=is_posted)
    return printout_of(RULINGS_TEMPLATE, tournament, _("rulings"), paper)


def report_printout(tournament: Tournament) -> Printout:
    """Print the evening's report."""
    return printout_of(REPORT_TEMPLATE, tournament, _("report"), report_paper(tournament))


def every_ruling(tournament: Tournament) -> list[Ruling]:
    """Return the rulings of a contest in their order, all that a paper says of them loaded."""
    found = tournament.rulings.select_related(
        "tournament", "match__round", "deal", "team", "player", "by", "replaces", "replaced_by"
    )
    return list(found.prefetch_related("match__seats__team__players").order_by("number"))


def late_acts(tournament: Tournament) -> list[int]:
    """Return the numbers of the acts about a round that was closed when they were done."""
    kinds = (*LATE, "round.closed")
    closed: set[int] = set()
    late = []
    acts = tournament.journal.filter(kind__in=kinds).order_by("number")
    for number, kind, details in acts.values_list("number", "kind", "details"):
        about = details.get("round") if isinstance(details, dict) else None
        if kind == "round.closed":
            closed.add(about)
            continue
        if about in closed:
            late.append(number)
        if kind == "round.reopened":
            closed.discard(about)
    return late


def _corrections(tournament: Tournament) -> list[int]:
    acts = tournament.journal.filter(kind__in=CORRECTIONS).order_by("number")
    return list(acts.values_list("number", flat=True))


def _acts(tournament: Tournament, numbers: list[int]) -> ActsOnPaper:
    told = lines(tournament, numbers[-MOST_TOLD:], shows_money=False)
    return ActsOnPaper(
        acts=tuple(
            ActOnPaper(number=each.number, at=each.at, who=each.who, sentence=each.sentence)
            for each in told
        ),
        count=len(numbers),
    )


def _ruling(ruling: Ruling) -> RulingOnPaper:
    return RulingOnPaper(
        number=ruling.number,
        at=ruling.created_at,
        category=category_words(ruling),
        place=place_words(ruling),
        decision=decision_words(ruling),
        explanation=ruling.explanation,
        article=ruling.article,
        facts=ruling.facts,
        by=str(ruling.by),
        second_person=ruling.second_person,
        replaces=ruling.replaces.number if ruling.replaces else 0,
        is_in_force=ruling.is_in_force,
        replaced_by=0 if ruling.is_in_force else ruling.replaced_by.number,
    )


def _changes(ruling: Ruling) -> list[Change]:
    found = [
        Change(label=pair.label, before=pair.before, after=pair.after)
        for pair in what_it_changed(ruling, ruling.tournament.rulebook)
    ]
    if ruling.decision == Decision.MARKS and ruling.match and ruling.is_in_force:
        after = match_sheet(ruling.match).tally.totals
        is_a = ruling.side == Side.A
        before = (after[0] - ruling.marks * is_a, after[1] - ruling.marks * (not is_a))
        label = _("Match, as it counts now")
        found.append(Change(label=label, before=pair_of_marks(before), after=pair_of_marks(after)))
    return found


def _totals_only(tournament: Tournament) -> list[Match]:
    matches = Match.objects.filter(round__tournament=tournament, totals__isnull=False)
    matches = matches.select_related("round", "totals").prefetch_related("seats__team")
    return list(matches.order_by("round__number", "table"))


def _totals(match: Match) -> TotalsOnPaper:
    taken: MatchTotals = match.totals
    return TotalsOnPaper(
        round=match.round.number,
        table=match.table,
        teams=f"{match.team_a} – {match.team_b}",
        marks=(taken.marks_a, taken.marks_b),
        reason=taken.reason,
    )
