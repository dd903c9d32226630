"""The whole contest under another rulebook: the ranks there beside the ranks here."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from scoring import Rulebook
from tournament.deals.adjustments import NOTHING, adjustments
from tournament.models import Deal, Match, Team, Tournament
from tournament.referee.elsewhere import Told, told
from tournament.referee.other_rulebooks import under
from tournament.standings.ranking import Row
from tournament.standings.results import MatchResult, RoundResult
from tournament.standings.services import standings, standings_if


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPair:
    """A team's line here and there; None where it is in no ranking."""

    team: Team
    here: Row | None
    there: Row | None

    @property
    def places(self) -> int:
        """How many places it would gain; less than 0 where it would lose some."""
        return self.here.rank - self.there.rank if self.here and self.there else 0

    @property
    def differs(self) -> bool:
        """Whether it would have another rank or other marks."""
        one, other = self.here, self.there
        return (one and (one.rank, one.marks)) != (other and (other.rank, other.marks))


@dataclass(frozen=True, slots=True, kw_only=True)
class Impossible:
    """A deal that cannot exist under the other rulebook, and why, in a sentence."""

    match: Match
    number: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retotalled:
    """A match that would have other totals; it ``turns`` where another side would have won."""

    match: Match
    here: tuple[int, int]
    there: tuple[int, int]
    turns: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestElsewhere:
    """The ranks under another rulebook, by the ranks here; the matches that would move."""

    after: int | None
    rows: tuple[RankPair, ...]
    retotalled: tuple[Retotalled, ...]
    impossible: tuple[Impossible, ...]
    matches: int

    @property
    def moved(self) -> int:
        """How many teams would have another rank."""
        return sum(bool(row.places) for row in self.rows)

    @property
    def turned(self) -> tuple[Retotalled, ...]:
        """The matches that somebody else would have won."""
        return tuple(match for match in self.retotalled if match.turns)

    @property
    def winners_here(self) -> str:
        """Who is first, by name."""
        return ", ".join(str(row.team) for row in self.rows if row.here and row.here.rank == 1)

    @property
    def winners_there(self) -> str:
        """Who would be first, by name."""
        return ", ".join(str(row.team) for row in self.rows if row.there and row.there.rank == 1)


def contest_told(tournament: Tournament, rulebook: Rulebook) -> ContestElsewhere:
    """Rank a contest under another rulebook, as its closed rounds would have gone.

    The draws stay as they were made. A deal that cannot exist there counts as annulled;
    a match taken as its two totals stays what it is.
    """
    stories = _stories(tournament, rulebook)
    moved: list[Retotalled] = []

    def tell(round_: RoundResult, match: MatchResult) -> MatchResult:
        story = stories.get((round_.number, match.table))
        if story is None or match.totals is None:
            return match
        tally = story.sheet.tally
        turns = tally.winner != match.winner
        if turns or tally.totals != match.totals:
            moved.append(
                Retotalled(match=story.match, here=match.totals, there=tally.totals, turns=turns)
            )
        return replace(match, totals=tally.totals, winner=tally.winner)

    def retold(results: tuple[RoundResult, ...]) -> tuple[RoundResult, ...]:
        return tuple(
            replace(round_, matches=tuple(tell(round_, match) for match in round_.matches))
            for round_ in results
        )

    here, there = standings(tournament), standings_if(tournament, retold)
    own = {line.team.pk: line.row for line in here.lines}
    theirs = {line.team.pk: line.row for line in there.lines}
    teams = {line.team.pk: line.team for line in (*here.lines, *there.lines)}
    return ContestElsewhere(
        after=here.after,
        rows=tuple(
            RankPair(team=team, here=own.get(key), there=theirs.get(key))
            for key, team in teams.items()
        ),
        retotalled=tuple(moved),
        impossible=tuple(
            Impossible(match=story.match, number=number, why=why)
            for story in stories.values()
            for number, why in story.impossible.items()
        ),
        matches=len(stories),
    )


def _stories(tournament: Tournament, rulebook: Rulebook) -> dict[tuple[int, int], Told]:
    """Read every match of the closed rounds under a rulebook, by its round and table.

    A match of which nothing was typed has no story.
    """
    rounds = {round_.pk: round_ for round_ in tournament.rounds.closed()}
    deals: defaultdict[int, list[Deal]] = defaultdict(list)
    typed = Deal.objects.filter(match__round__in=rounds, accepted__isnull=False)
    for deal in typed.select_related("accepted").order_by("match", "number"):
        deals[deal.match_id].append(deal)
    ruled = adjustments(rounds)
    matches = Match.objects.with_teams().filter(round__in=rounds).select_related("totals")
    other, stories = under(tournament, rulebook), {}
    for match in matches.order_by("round__number", "table"):
        match.round = rounds[match.round_id]
        if deals[match.pk] or match.totals:
            marks = ruled.get(match.pk, NOTHING)
            stories[match.round.number, match.table] = told(match, deals[match.pk], other, marks)
    return stories
