"""Deals of the club's other evenings, for the one box: those of the last evenings first.

Most questions are answered by the last few evenings; only one that finds next to nothing there
looks at a whole season.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import pgettext

from scoring import Rulebook
from tournament.access import DESK_ROLES
from tournament.models import Confirmation, Deal, Entry, Match, RoleKind, Team, Tournament, User
from tournament.referee.disputes import is_half_typed, loaded
from tournament.referee.finding import FACTS, Group, Hit, deal_hit, is_failed
from tournament.referee.lookup import About, Asked
from tournament.roles import roles_by_contest
from tournament.text import search_key

MOST = 6
"""So many deals of other evenings are shown."""
LOOKED_AT = 200
"""Of so many of the last deals it is worked out whether they failed."""
AT_FIRST = 2
"""So many of the last evenings are looked at before all the others."""
MOST_TEAMS = 100
"""So many teams of a name are looked at, the last ones: a season has many a Dupont."""
SHORTEST_WORD = 2
WITHIN = "accepted_for__"
"""From an entry that counts to its deal."""
PK = f"{WITHIN}pk"
ENOUGH = 4 * MOST
"""Of so many deals a few may be half typed, and are left out."""


def earlier_deals(tournament: Tournament, asked: Asked, *, by: User) -> Group:
    """Find deals of the club's other evenings at whose desk somebody has a role."""
    title = pgettext("found", "Deals of other evenings")
    if not _is_asked(asked):
        return Group(title=title, hits=())
    others = Tournament.objects.filter(club=tournament.club_id).exclude(pk=tournament.pk)
    # The last evening first.
    roles = roles_by_contest(by, others.order_by("-date", "-pk"))
    kinds = {contest: held for contest, held in roles.items() if held & DESK_ROLES}
    judged = {contest for contest, held in kinds.items() if RoleKind.REFEREE in held}
    found = _deals(asked, [*kinds])
    hits = list(islice(_hits(found, judged), MOST + 1))
    return Group(title=title, hits=tuple(hits[:MOST]), is_cut=len(hits) > MOST)


def _is_asked(asked: Asked) -> bool:
    """Whether deals are meant; a round alone would be every deal of it on every evening."""
    is_of_facts = asked.is_of_deals or bool(asked.contract and not asked.names_a_place)
    return bool(is_of_facts or asked.table or asked.words) and not (asked.ruling or asked.team)


def _deals(asked: Asked, contests: list[int]) -> Iterator[Deal]:
    """Yield the deals of which all that was said is true, a few at a time."""
    keys = chain.from_iterable(
        _keys(asked, some) for some in (contests[:AT_FIRST], contests[AT_FIRST:]) if some
    )
    found = loaded(Deal.objects.all()).select_related("match__round__tournament")
    while some := list(islice(keys, MOST + 1)):
        by_key = found.in_bulk(some)
        yield from (by_key[key] for key in some if key in by_key)


def _keys(asked: Asked, contests: list[int]) -> Iterator[int]:
    """Yield the deals of some contests by their keys, the last typed first."""
    entries = Entry.objects.filter(*_facts(asked))
    matches = _matches(asked, contests)
    if matches is None:
        entries = entries.filter(**{f"{WITHIN}match__round__tournament__in": contests})
    elif matches:
        entries = entries.filter(**{f"{WITHIN}match__in": matches})
    else:
        return
    if asked.deal:
        entries = entries.filter(**{f"{WITHIN}number": asked.deal})
    last = entries.order_by("-pk")
    if About.FAILED in asked.about:
        yield from _failed(last)
    else:
        yield from last.values_list(PK, flat=True)[:ENOUGH]


def _failed(last: QuerySet[Entry]) -> Iterator[int]:
    """Yield the deals of some entries whose taker failed; marks are not in the database."""
    contest = f"{WITHIN}match__round__tournament"
    rulebooks: dict[int, Rulebook] = {}
    # The keys first: with all its columns asked for, the database would sort a whole season.
    placed = iter(last.values_list("pk", PK, contest)[:LOOKED_AT])
    while some := list(islice(placed, ENOUGH)):
        entries = Entry.objects.in_bulk([key for key, _deal, _contest in some])
        for key, deal, where in some:
            if where not in rulebooks:
                rulebooks[where] = Tournament.objects.get(pk=where).rulebook
            if is_failed(entries[key], rulebooks[where]):
                yield deal


def _facts(asked: Asked) -> list[Q]:
    """Say of an entry what ``FACTS`` says of a deal."""
    facts = [_of_entry(FACTS[about]) for about in asked.about if about in FACTS]
    if asked.trump:
        facts.append(Q(trump=asked.trump))
    if asked.contract and not asked.names_a_place:
        facts.append(Q(contract=asked.contract))
    if About.CORRECTED in asked.about:
        # A first entry gives no reason.
        facts.append(~Q(reason=""))
    if About.DISPUTED in asked.about:
        contests = Confirmation.objects.filter(agrees=False).order_by()
        facts.append(Q(pk__in=contests.values("entry")))
    return facts


def _of_entry(fact: Q) -> Q:
    """Take the way from the deal to its entry off each column of a condition."""
    found = Q(_connector=fact.connector, _negated=fact.negated)
    for child in fact.children:
        if isinstance(child, Q):
            found.children.append(_of_entry(child))
        else:
            name, value = child
            found.children.append((name.removeprefix("accepted__"), value))
    return found


def _matches(asked: Asked, contests: Collection[int]) -> list[int] | None:
    """Return the matches of the places and names that were said; None where none was."""
    words = [word for word in asked.words if len(word) >= SHORTEST_WORD]
    if not (asked.table or words):
        return None
    matches = Match.objects.filter(round__tournament__in=contests)
    if asked.table:
        matches = matches.filter(table=asked.table)
    if asked.round:
        matches = matches.filter(round__number=asked.round)
    if words:
        matches = matches.filter(seats__team__in=_teams(words, contests))
    return list(matches.order_by().values_list("pk", flat=True).distinct())


def _teams(words: Iterable[str], contests: Collection[int]) -> list[int]:
    """Return the teams whose name, or whose players' names, hold every word."""
    own, of_player = Q(), Q()
    for word in map(search_key, words):
        own &= Q(key__contains=word)
        of_player &= Q(players__key__contains=word)
    teams = Team.objects.filter(own | of_player, tournament__in=contests).order_by("-pk")
    return list(teams.values_list("pk", flat=True).distinct()[:MOST_TEAMS])


def _hits(deals: Iterable[Deal], judged: Collection[int]) -> Iterator[Hit]:
    for deal in deals:
        contest = deal.match.round.tournament
        is_judged = contest.pk in judged
        if not is_judged and is_half_typed(deal, contest):
            continue
        hit = deal_hit(deal, contest, sees_all=is_judged)
        evening = f"{contest.name}, {date_format(contest.date, 'DATE_FORMAT')}"
        yield Hit(url=hit.url, title=hit.title, said=hit.said, soft=f"{evening} · {hit.soft}")
