"""What the one box finds: deals, tables, teams, players, rulings and articles, each a link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Outcome as ScoreOutcome
from scoring import Refusal, Rulebook, score_deal
from tournament import labels
from tournament.deals.states import DealState
from tournament.models import Deal, Entry, Match, Outcome, Player, Ruling, Team, Tournament
from tournament.models.deal import DealQuerySet
from tournament.referee.articles import Article, article_of, proposed
from tournament.referee.deal_words import place_of, said_of, teams_of
from tournament.referee.disputes import in_dispute, is_half_typed, loaded, of_contest, state_of
from tournament.referee.lookup import About, Asked
from tournament.referee.ruling_search import loaded_rulings, rulings_about
from tournament.referee.ruling_words import category_words, decision_words, place_words
from tournament.text import search_key

MOST = 12
"""So many of a kind are shown; a better question finds the others."""
MOST_ARTICLES = 6
SHORTEST_WORD = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing found: its page, its name, what is said of it; of a deal, what it waits for."""

    url: str
    title: str
    said: str = ""
    soft: str = ""
    state: DealState | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What was found of one kind; ``is_cut`` where there is more."""

    title: str
    hits: tuple[Hit, ...]
    is_cut: bool = False


def find(tournament: Tournament, asked: Asked, *, sees_all: bool) -> list[Group]:
    """Return what is found, group by group; without ``sees_all`` no half of two sheets."""
    finder = _Finder(tournament=tournament, asked=asked, sees_all=sees_all)
    return [group for group in finder.groups() if group.hits]


def deal_hit(deal: Deal, tournament: Tournament, *, sees_all: bool) -> Hit:
    """Show a deal, fetched with all its line needs."""
    match = deal.match
    place = [tournament.pk, match.round.number, match.table, deal.number]
    state = state_of(deal, tournament)
    is_shown = sees_all or not is_half_typed(deal, tournament)
    return Hit(
        url=reverse("referee:deal", args=place),
        title=place_of(match, deal.number),
        said=said_of(deal.accepted, tournament.rulebook)
        if is_shown
        else _("The other team's sheet is still to be typed."),
        soft=teams_of(match),
        state=None if state is DealState.COUNTED else state,
    )


def ruling_hit(ruling: Ruling, tournament: Tournament) -> Hit:
    """Show a ruling; one of another evening by the club's register."""
    is_own = ruling.tournament_id == tournament.pk
    register = reverse("referee:register", args=[tournament.pk])
    title = _("Ruling %(number)s") % {"number": ruling.number}
    return Hit(
        url=reverse("referee:ruling", args=[tournament.pk, ruling.number])
        if is_own
        else f"{register}?evenings=all&category={ruling.category}",
        title=title if is_own else f"{title} · {ruling.tournament.name}",
        said=f"{category_words(ruling)} · {decision_words(ruling)}",
        soft=place_words(ruling),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finder:
    """One question put to one contest."""

    tournament: Tournament
    asked: Asked
    sees_all: bool

    def groups(self) -> Iterator[Group]:
        """Find what was asked for, the surest first."""
        asked, teams = self.asked, self._teams()
        if asked.ruling or (asked.number and not asked.is_of_deals):
            yield _group(pgettext("found", "Rulings"), self._numbered_rulings())
        yield _group(pgettext("found", "Deals"), self._deals(teams))
        yield _group(pgettext("found", "Tables"), self._tables(teams))
        if not asked.is_of_deals or asked.team:
            yield _group(pgettext("found", "Teams"), map(self._team_hit, teams or ()))
        if not asked.names_a_place:
            yield _group(pgettext("found", "Players"), self._players())
            yield _group(pgettext("found", "Rulings"), self._rulings(teams))
            yield _group(
                pgettext("found", "Articles"),
                map(self._article_hit, articles(self.tournament.rulebook, asked.everything)),
                most=MOST_ARTICLES,
            )

    def _teams(self) -> list[Team] | None:
        """Return the teams that are named; None where none is."""
        teams = self.tournament.teams.prefetch_related("players")
        if self.asked.team:
            return list(teams.filter(number=self.asked.team))
        if self.asked.words:
            return list(teams.matching(" ".join(self.asked.words))[: MOST + 1])
        if self.asked.number and not self.asked.is_of_deals:
            return list(teams.filter(number=self.asked.number))
        return None

    def _team_hit(self, team: Team) -> Hit:
        return Hit(
            url=reverse("standings:team", args=[self.tournament.pk, team.pk]),
            title=str(team),
            said=", ".join(player.name for player in team.players.all()),
            soft=pgettext("team", "withdrawn") if team.withdrawn else "",
        )

    def _players(self) -> Iterator[Hit]:
        words = self.asked.words
        if not words:
            return
        named = Q()
        for word in words:
            named &= Q(key__contains=word)
        players = Player.objects.filter(named, tournament=self.tournament)
        for player in players.select_related("team", "played_for").order_by("key")[: MOST + 1]:
            team = player.team or player.played_for
            url = reverse("teams:list", args=[self.tournament.pk])
            if team:
                url = reverse("standings:team", args=[self.tournament.pk, team.pk])
            yield Hit(url=url, title=player.name, soft=_of_team(player))

    # Deals

    def _deals(self, teams: list[Team] | None) -> Iterator[Hit]:
        if not self._wants_deals(teams):
            return iter(())
        deals = self._matching(teams)
        open_ones = in_dispute(self.tournament)
        disputed = loaded(deals.filter(pk__in=open_ones)).order_by("-accepted_id")
        first = [deal for deal in disputed[: MOST + 1] if self._may_be(deal)]
        if About.DISPUTED in self.asked.about:
            found: Iterable[Deal] = first
        else:
            rest = deals.exclude(pk__in=open_ones)
            recent = rest.order_by("-match__round__number", "-accepted_id")
            found = chain(first, self._most_recent(recent))
        hits = islice(found, MOST + 1)
        return (deal_hit(deal, self.tournament, sees_all=self.sees_all) for deal in hits)

    def _wants_deals(self, teams: list[Team] | None) -> bool:
        asked = self.asked
        if asked.is_of_deals or asked.table or asked.round:
            return True
        return bool(asked.contract and not asked.words) or (
            teams is not None and len(teams) == 1 and not asked.number
        )

    def _matching(self, teams: list[Team] | None) -> DealQuerySet:
        """Return the deals of which all that was said is true."""
        asked, deals = self.asked, of_contest(self.tournament)
        places = {
            "match__round__number": asked.round,
            "match__table": asked.table,
            "number": asked.deal,
        }
        deals = deals.filter(**{name: value for name, value in places.items() if value})
        if not (asked.table and asked.deal):
            deals = deals.filter(accepted__isnull=False)
        if teams is not None and (asked.words or asked.team):
            deals = deals.filter(match__in=_matches_of(teams))
        facts = [FACTS[about] for about in asked.about if about in FACTS]
        if asked.trump:
            facts.append(Q(accepted__trump=asked.trump))
        if asked.contract and not asked.names_a_place:
            facts.append(Q(accepted__contract=asked.contract))
        if facts and not self.sees_all:
            half = Q(reading_a__isnull=True, reading_b__isnull=False)
            facts.append(~(half | Q(reading_a__isnull=False, reading_b__isnull=True)))
        deals = deals.filter(*facts)
        return deals.filter(_is_corrected()) if About.CORRECTED in asked.about else deals

    def _may_be(self, deal: Deal) -> bool:
        """Whether a deal failed, where that was asked for."""
        is_asked = About.FAILED in self.asked.about
        return not is_asked or is_failed(deal.accepted, self.tournament.rulebook)

    def _most_recent(self, deals: DealQuerySet) -> Iterable[Deal]:
        """Return the first of some deals; marks are not in the database, so who failed is asked."""
        if About.FAILED not in self.asked.about:
            return loaded(deals)[: MOST + 1]
        rulebook, typed = self.tournament.rulebook, deals.select_related("accepted")
        failed = (
            deal.pk for deal in typed.iterator(chunk_size=100) if is_failed(deal.accepted, rulebook)
        )
        keys = list(islice(failed, MOST + 1))
        by_key = loaded(of_contest(self.tournament)).in_bulk(keys)
        return [by_key[key] for key in keys]

    # Tables

    def _tables(self, teams: list[Team] | None) -> Iterator[Hit]:
        asked = self.asked
        if asked.deal or asked.is_of_deals:
            return
        matches = Match.objects.with_teams().filter(round__tournament=self.tournament)
        if asked.table or (asked.number and not asked.words):
            matches = matches.filter(table=asked.table or asked.number)
            if asked.round:
                matches = matches.filter(round__number=asked.round)
        elif teams and len(teams) == 1:
            matches = matches.filter(pk__in=_matches_of(teams))
        elif asked.round and not asked.words:
            matches = matches.filter(round__number=asked.round)
        else:
            return
        recent = matches.select_related("round").order_by("-round__number", "table")
        for match in recent[: MOST + 1]:
            place = [self.tournament.pk, match.round.number, match.table]
            yield Hit(
                url=reverse("deals:sheet", args=place), title=place_of(match), soft=teams_of(match)
            )

    # Rulings and articles

    def _numbered_rulings(self) -> Iterator[Hit]:
        number = self.asked.ruling or self.asked.number
        for ruling in loaded_rulings().filter(tournament=self.tournament, number=number):
            yield ruling_hit(ruling, self.tournament)

    def _rulings(self, teams: list[Team] | None) -> Iterator[Hit]:
        words = [word for word in self.asked.everything if len(word) >= SHORTEST_WORD]
        for ruling in rulings_about(self.tournament, words, teams or (), most=MOST + 1):
            yield ruling_hit(ruling, self.tournament)

    def _article_hit(self, article: Article) -> Hit:
        rules = reverse("rulebooks:rules", args=[self.tournament.pk])
        return Hit(
            url=f"{rules}#{article.clause}", title=article.title or _("Article"), said=article.text
        )


FACTS: dict[About, Q] = {
    About.CAPOT: Q(accepted__contract__in=["capot", "capot_belote"]) | ~Q(accepted__sweep=""),
    About.GENERALE: Q(accepted__contract__in=["generale", "generale_belote"]),
    About.COINCHE: Q(accepted__stake__in=["coinche", "surcoinche"]),
    About.SURCOINCHE: Q(accepted__stake="surcoinche"),
    About.BELOTE: Q(accepted__belote_a__gt=0) | Q(accepted__belote_b__gt=0),
    About.DECLARATIONS: ~Q(accepted__declarations={}),
    About.FAILED: Q(accepted__outcome=Outcome.PLAYED),
    About.PASSED: Q(accepted__outcome=Outcome.PASSED),
    About.VOID: Q(accepted__outcome=Outcome.VOID),
    About.AWARDED: Q(accepted__outcome=Outcome.AWARDED),
}
"""What the columns of a deal say when it is such a one."""


def articles(rulebook: Rulebook, words: Sequence[str]) -> list[Article]:
    """Return the articles that hold every word; of a fault named, what bears on it first."""
    wanted = [word for word in words if len(word) >= SHORTEST_WORD]
    if not wanted:
        return []
    language = labels.language()
    of_fault = [
        article
        for fault, label in labels.FAULTS.items()
        if all(word in search_key(str(label)) for word in wanted)
        for article in proposed(rulebook, fault)
    ]
    held = [
        article
        for article, key in _keyed(rulebook, language)
        if all(word in key for word in wanted) and article not in of_fault
    ]
    return [*held, *of_fault]


@lru_cache(maxsize=32)
def _keyed(rulebook: Rulebook, _language: str) -> list[tuple[Article, str]]:
    """Return every article beside its text without accents; kept for each language."""
    found = (article_of(rulebook, clause) for clause in rulebook.clauses)
    return [(each, search_key(f"{each.title} {each.text}")) for each in found if each]


def _group(title: str, hits: Iterable[Hit], *, most: int = MOST) -> Group:
    found = list(islice(hits, most + 1))
    return Group(title=title, hits=tuple(found[:most]), is_cut=len(found) > most)


def _matches_of(teams: Iterable[Team]) -> QuerySet[Match]:
    return Match.objects.filter(seats__team__in=[team.pk for team in teams]).order_by()


def _of_team(player: Player) -> str:
    if player.team:
        return str(player.team)
    if player.played_for:
        return _("replaced in %(team)s") % {"team": player.played_for}
    return _("without a partner")


def _is_corrected() -> Exists:
    """Say of a deal that something was typed of it which is neither what counts nor a sheet's."""
    others = Entry.objects.filter(deal=OuterRef("pk"))
    for column in ("accepted_id", "reading_a_id", "reading_b_id"):
        others = others.exclude(pk=Coalesce(OuterRef(column), 0))
    return Exists(others)


def is_failed(entry: Entry, rulebook: Rulebook) -> bool:
    """Whether the taker of a deal that was played failed."""
    try:
        return score_deal(entry.facts(), rulebook).outcome is ScoreOutcome.FAILED
    except Refusal:
        return False
