"""The prizes on paper: who gets what by the standings as they are, and certificates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.models import Team, Tournament
from tournament.models.paper import PrizeKind
from tournament.models.team import Category
from tournament.prints.columns import who
from tournament.prints.hall_sheets import Certificate, CertificatesPaper
from tournament.prints.lists import Block, Column, ListPaper, Look, Row, plain, row, strong
from tournament.prints.printing import Printout, head_of, paper_team, printout_of
from tournament.prints.prizes import Given, Offer, Ranked, given
from tournament.prints.standings_papers import is_final, state_words
from tournament.standings.notes import standings_notes
from tournament.standings.services import Line, running_ranks, standings
from tournament.teams.words import amount
from tournament.text import NOTHING, marks

LIST_TEMPLATE = "prints/list.html"
CERTIFICATES_TEMPLATE = "prints/certificates.html"
PODIUM = 3
"""The ranks that have a certificate where no prize is set."""


def offers_of(tournament: Tournament) -> list[Offer]:
    """Return the prizes of a contest as they are set."""
    return [
        Offer(
            kind=prize.kind,
            place=prize.place,
            category=prize.category,
            award=prize.award,
            amount=prize.amount,
        )
        for prize in tournament.prizes.order_by("place", "pk")
    ]


def prizes_given(tournament: Tournament, offers: Iterable[Offer] | None = None) -> list[Given]:
    """Give the prizes by the standings after the last closed round; to nobody before any."""
    found = standings(tournament)
    ranked = _ranked(tournament, found.lines) if found.after else []
    return given(offers_of(tournament) if offers is None else list(offers), ranked)


def prizes_paper(tournament: Tournament) -> ListPaper:
    """Make the list of prizes, with who has each as the standings are now."""
    found = standings(tournament)
    teams = {line.team.number: line.team for line in found.lines}
    shares = prizes_given(tournament)
    columns = (
        Column(words=pgettext("column on paper", "For"), look=Look.ROOM),
        Column(words=pgettext("column on paper", "Prize"), look=Look.TEXT),
        Column(words=pgettext("column on paper", "Won by"), look=Look.NAME),
        Column(words=pgettext("column on paper", "Each"), look=Look.MONEY),
    )
    rows = tuple(row for share in shares for row in _rows(share, teams, tournament))
    nothing = _("No prize is set.")
    return ListPaper(
        **head_of(tournament),
        title=_("Prizes"),
        state=state_words(found),
        notes=tuple(standings_notes(found, tournament)),
        blocks=(Block(said=() if rows else (nothing,), columns=columns, rows=rows), *_left(shares)),
    )


def certificates_paper(tournament: Tournament, *, for_all: bool) -> CertificatesPaper:
    """Make a certificate for each team with a prize, else for the first three, or ``for_all``."""
    found = standings(tournament)
    lines = found.lines if found.after else ()
    won: dict[int, list[str]] = {}
    for share in prizes_given(tournament):
        for team in share.teams:
            won.setdefault(team, []).append(share_words(share))
    if not for_all:
        lines = tuple(
            line for line in lines if (line.row.team in won if won else line.row.rank <= PODIUM)
        )
    return CertificatesPaper(
        **head_of(tournament),
        title=_("Certificates"),
        state="" if is_final(found) else state_words(found),
        certificates=tuple(
            _certificate(line, len(found.lines), won.get(line.row.team, ())) for line in lines
        ),
    )


def prizes_printout(tournament: Tournament) -> Printout:
    """Print the list of prizes."""
    return printout_of(LIST_TEMPLATE, tournament, _("prizes"), prizes_paper(tournament))


def certificates_printout(tournament: Tournament, *, for_all: bool) -> Printout:
    """Print the certificates."""
    paper = certificates_paper(tournament, for_all=for_all)
    return printout_of(CERTIFICATES_TEMPLATE, tournament, _("certificates"), paper)


def place_words(place: int) -> str:
    """Say a place: « première place », « 2e place »."""
    if place == 1:
        return _("first place")
    return _("place %(place)s") % {"place": place}


def offer_words(offer: Offer) -> str:
    """Say whom a prize is for."""
    if offer.kind == PrizeKind.RANK:
        return place_words(offer.place or 0)
    if offer.kind == PrizeKind.CATEGORY:
        return _("first team: %(category)s") % {"category": Category(offer.category).label}
    return str(PrizeKind(offer.kind).label)


def award_words(offer: Offer) -> str:
    """Say what a prize is: the thing, the amount, or both."""
    euros = "" if offer.amount is None else amount(offer.amount)
    return " + ".join(filter(None, [euros, offer.award]))


def share_words(share: Given) -> str:
    """Say what each of the teams gets: the things they share, and its part of the amounts."""
    things = ", ".join(offer.award for offer in share.offers if offer.award)
    euros = "" if share.each is None else amount(share.each)
    if things and share.is_shared:
        things = _("%(things)s (shared)") % {"things": things}
    return " + ".join(filter(None, [euros, things]))


def _ranked(tournament: Tournament, lines: Iterable[Line]) -> list[Ranked]:
    ranks = running_ranks(tournament)
    first = ranks[min(ranks)] if ranks else {}
    return [
        Ranked(
            team=line.row.team,
            rank=line.row.rank,
            categories=tuple(line.team.categories),
            first=first.get(line.row.team),
        )
        for line in lines
    ]


def _rows(share: Given, teams: Mapping[int, Team], tournament: Tournament) -> list[Row]:
    """Write a share: its prizes side by side with the teams that share them."""
    for_whom = plain(*_lines([offer_words(offer) for offer in share.offers]))
    what = plain(*_lines([award_words(offer) for offer in share.offers]))
    winners = [teams[number] for number in share.teams if number in teams]
    if not winners:
        return [row(for_whom, what, _("nobody yet"), NOTHING)]
    of_players = tournament.is_individual
    each = NOTHING if share.each is None else amount(share.each)
    first = row(for_whom, what, who(winners[0], of_players=of_players), strong(each))
    shared = pgettext("prizes", "shared with it")
    others = [
        row("", shared, who(team, of_players=of_players), strong(each)) for team in winners[1:]
    ]
    return [first, *others]


def _lines(words: list[str]) -> list[str]:
    return words or [""]


def _left(shares: Iterable[Given]) -> list[Block]:
    left = sum(share.left for share in shares)
    if not left:
        return []
    said = _("Cannot be shared to the cent, and stays in the till: %(amount)s.")
    return [Block(said=(said % {"amount": amount(left)},))]


def _certificate(line: Line, teams: int, won: Iterable[str]) -> Certificate:
    of_teams = ngettext("of %(teams)s", "of %(teams)s", teams) % {"teams": teams}
    wins = ngettext("%(wins)s match won", "%(wins)s matches won", line.row.wins)
    figures = _("%(marks)s marks") % {"marks": marks(line.row.marks)}
    return Certificate(
        team=paper_team(line.team),
        place=f"{place_words(line.row.rank)} {of_teams}",
        said=(f"{figures} · {wins % {'wins': line.row.wins}}", *won),
    )
