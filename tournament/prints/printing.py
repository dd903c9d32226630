"""What every paper has: its contest, its rulebook, where the journal ends, the file it becomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from scoring import Rulebook, Stake, reminder
from tournament import labels
from tournament.journal.verification import last_noted
from tournament.models import Team, Tournament
from tournament.models.round import Partners
from tournament.prints import words
from tournament.prints.pdf import render_pdf
from tournament.prints.sheets import Column, Paper, PaperTeam, Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Printout:
    """A paper ready to be laid out: as a page by its template, as a file by ``pdf``."""

    title: str
    template: str
    context: dict[str, Any]
    pdf: Callable[[], bytes]


def rules_of(rulebook: Rulebook) -> Rules:
    """Say of a rulebook what its papers need, in the language of the moment."""
    lang = labels.language()
    doubled = [stake for stake in rulebook.stakes if stake is not Stake.PLAIN]
    return Rules(
        title=rulebook.title[lang],
        fingerprint=rulebook.short_fingerprint,
        reminder=reminder(rulebook, lang),
        columns=columns_of(rulebook),
        trumps=tuple(map(words.trump_sign, rulebook.played_trumps)),
        stakes=tuple(words.stake_sign(stake, rulebook) for stake in doubled),
        several_belotes=any(rulebook.most_belotes(trump) > 1 for trump in rulebook.played_trumps),
    )


def columns_of(rulebook: Rulebook) -> tuple[Column, ...]:
    """Return the columns of a score sheet that mean something under a rulebook."""
    useless = set()
    if rulebook.is_take:
        useless.add(Column.CONTRACT)
    if set(rulebook.stakes) <= {Stake.PLAIN}:
        useless.add(Column.STAKE)
    if not rulebook.plays_declarations:
        useless.add(Column.DECLARATIONS)
    return tuple(column for column in Column if column not in useless)


def paper_team(team: Team | Partners) -> PaperTeam:
    """Make a team as printed, or two partners as one; its players must be loaded."""
    players = sorted(team.players.all(), key=lambda player: player.place)
    return PaperTeam(
        number=team.number, name=team.name, players=tuple(player.name for player in players)
    )


def journal_words(tournament: Tournament) -> str:
    """Say where the journal ends: who keeps the paper can prove later that it was not rewritten."""
    last = last_noted(tournament)
    said = gettext("journal: act %(number)s, digest %(digest)s")
    return said % {"number": last.number, "digest": last.digest}


def titled(tournament: Tournament, *parts: str) -> str:
    """Name a paper after its contest."""
    return " – ".join([tournament.name, *parts])


def round_words(number: int, paper: str = "") -> str:
    """Name a round in the title of a paper: « manche 3 », « manche 3, résultats »."""
    words = gettext("round %(round)s") % {"round": number}
    return f"{words}, {paper}" if paper else words


def head_of(tournament: Tournament) -> dict[str, Any]:
    """Return what the head and the foot of every paper of a contest say."""
    return {
        "tournament": tournament.name,
        "date": tournament.date,
        "venue": tournament.place,
        "rules": rules_of(tournament.rulebook),
        "journal": journal_words(tournament),
        "printed_at": timezone.localtime(),
    }


def printout_of(template: str, tournament: Tournament, said: str, paper: Paper) -> Printout:
    """Print a paper that is a page of text or tables, its structure given to screen readers."""
    context = {"title": titled(tournament, said), "paper": paper, "at": paper.printed_at}
    return Printout(
        title=context["title"],
        template=template,
        context=context,
        pdf=lambda: render_pdf(template, context, tagged=True),
    )
