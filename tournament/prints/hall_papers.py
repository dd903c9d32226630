"""What is set up in the hall, made from what is stored: markers, place cards, the rulebook."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import Rulebook
from tournament import labels
from tournament.models import Match, Tournament
from tournament.prints.draw_papers import room_of
from tournament.prints.hall_sheets import (
    AddressPaper,
    CardsPaper,
    ClauseOnPaper,
    Marker,
    MarkersPaper,
    RulebookPaper,
    TopicOnPaper,
    tables_of,
)
from tournament.prints.printing import Printout, head_of, paper_team, printout_of
from tournament.rulebooks.browsing import Reading, Rule, browse, tariffs, turned

ADDRESS_TEMPLATE = "prints/address.html"
MARKERS_TEMPLATE = "prints/markers.html"
CARDS_TEMPLATE = "prints/cards.html"
RULEBOOK_TEMPLATE = "prints/rulebook.html"
AT_A_TABLE = {True: 4, False: 2}
"""How many entrants a table seats: players in an individual contest, else teams."""


def markers_paper(tournament: Tournament) -> MarkersPaper:
    """Make a marker for each table that is or will be used."""
    used = Match.objects.filter(round__tournament=tournament).values_list("table", flat=True)
    wanted = tournament.teams.playing().count() // AT_A_TABLE[tournament.is_individual]
    tables = tables_of(wanted, rooms=tournament.rooms, out=tournament.tables_out, used=used)
    return MarkersPaper(
        **head_of(tournament),
        title=_("Table markers"),
        markers=tuple(
            Marker(table=table, room=room_of(table, tournament.rooms)) for table in tables
        ),
    )


def cards_paper(tournament: Tournament) -> CardsPaper:
    """Make a place card for each team that plays."""
    teams = tournament.teams.playing().prefetch_related("players")
    return CardsPaper(
        **head_of(tournament),
        title=_("Place cards"),
        cards=tuple(map(paper_team, teams)),
    )


def rulebook_paper(tournament: Tournament) -> RulebookPaper:
    """Make the rulebook in force, every clause of it with its article."""
    rulebook, lang = tournament.rulebook, labels.language()
    return RulebookPaper(
        **head_of(tournament),
        title=rulebook.title[lang],
        source=rulebook.source.fr if lang == "fr" else rulebook.source.en,
        version=str(rulebook.version),
        ends=tournament.end_words,
        turned=tuple(turned(rulebook, lang)),
        topics=_topics(rulebook, lang),
        tariffs=tuple(tariffs(rulebook, lang)),
    )


def markers_printout(tournament: Tournament) -> Printout:
    """Print the markers of the tables."""
    return printout_of(MARKERS_TEMPLATE, tournament, _("table markers"), markers_paper(tournament))


def address_printout(tournament: Tournament, site_at: str) -> Printout:
    """Print the address of the public pages; ``site_at`` is the site's own in the hall."""
    path = reverse("public:home", args=[tournament.pk])
    paper = AddressPaper(
        **head_of(tournament),
        title=_("Find your table on your phone"),
        address=site_at + path if site_at else "",
    )
    return printout_of(ADDRESS_TEMPLATE, tournament, _("address of the public pages"), paper)


def cards_printout(tournament: Tournament) -> Printout:
    """Print the place cards."""
    return printout_of(CARDS_TEMPLATE, tournament, _("place cards"), cards_paper(tournament))


def rulebook_printout(tournament: Tournament) -> Printout:
    """Print the rulebook."""
    return printout_of(RULEBOOK_TEMPLATE, tournament, _("rulebook"), rulebook_paper(tournament))


def _topics(rulebook: Rulebook, lang: str) -> tuple[TopicOnPaper, ...]:
    return tuple(
        TopicOnPaper(name=topic.name, clauses=tuple(map(_clause, topic.rules)))
        for topic in browse(rulebook, lang)
    )


def _clause(rule: Rule) -> ClauseOnPaper:
    return ClauseOnPaper(
        text=rule.text, article=rule.article, readings=tuple(map(_reading, rule.readings))
    )


def _reading(reading: Reading) -> str:
    here = _("Here: %(way)s") % {"way": reading.in_force}
    return f"{reading.kind} {here}"
