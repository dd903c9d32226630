"""Lists with one player a line, as ticket offices export them: who plays with whom.

Two lines are a team when they name the same team, or when one names the other
player as partner. A partner without a line of his own is taken at his word; a
player who names nobody and whom nobody names came alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field

from tournament.teams.columns import PLAYERS, Column
from tournament.teams.lines import TeamLine, name_problems
from tournament.teams.reading import ListProblem, fault
from tournament.text import search_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """One player's line: himself as a team of one, and the partner he names."""

    line: TeamLine
    partner: str

    @property
    def player(self) -> str:
        """The name of the line's player, empty when it is missing."""
        return "".join(self.line.players)


def paired(tickets: Sequence[Ticket]) -> tuple[list[TeamLine], list[ListProblem]]:
    """Return the teams and the players alone, in the list's order, and what is wrong."""
    found = _Pairing(tickets=tickets)
    found.by_team()
    found.by_partner()
    lines = [*found.lines, *(_alone(tickets[place]) for place in found.left())]
    lines.sort(key=lambda line: line.line)
    problems = [problem for line in lines for problem in name_problems(line)]
    return lines, found.problems + problems


@dataclass(slots=True, kw_only=True)
class _Pairing:
    tickets: Sequence[Ticket]
    lines: list[TeamLine] = field(default_factory=list)
    problems: list[ListProblem] = field(default_factory=list)
    done: set[int] = field(default_factory=set)

    def left(self) -> list[int]:
        """The places of the tickets that are in no team yet."""
        return [place for place in range(len(self.tickets)) if place not in self.done]

    def by_team(self) -> None:
        """Put together those who name the same team."""
        teams: dict[str, list[int]] = {}
        for place, ticket in enumerate(self.tickets):
            if ticket.line.name:
                teams.setdefault(search_key(ticket.line.name), []).append(place)
        for places in teams.values():
            if len(places) < PLAYERS:
                continue
            self._join(*places[:PLAYERS])
            for place in places[PLAYERS:]:
                line = self.tickets[place].line
                self.problems.append(fault(line.line, "team_of_three", Column.TEAM, text=line.name))
                self.done.add(place)

    def by_partner(self) -> None:
        """Put together those who name each other, or whom one of them names."""
        places = {_words(ticket.player): at for at, ticket in enumerate(self.tickets)}
        for place in self.left():
            ticket = self.tickets[place]
            if place in self.done or not ticket.partner:
                continue
            other = places.get(_words(ticket.partner))
            if other is None or other == place:
                players = (ticket.player, ticket.partner)
                self.lines.append(dataclasses.replace(ticket.line, players=players))
                self.done.add(place)
            elif other in self.done or not self._agrees(other, ticket.player):
                self.problems.append(
                    fault(
                        ticket.line.line,
                        "partner_disagrees",
                        Column.PARTNER,
                        player=ticket.player,
                        partner=self.tickets[other].player,
                        other=self.tickets[other].line.line,
                    )
                )
                self.done.add(place)
            else:
                self._join(place, other)

    def _agrees(self, place: int, player: str) -> bool:
        partner = self.tickets[place].partner
        return not partner or _words(partner) == _words(player)

    def _join(self, place: int, other: int) -> None:
        first, second = sorted((place, other))
        self.lines.append(_together(self.tickets[first].line, self.tickets[second].line))
        self.done |= {first, second}


def _together(one: TeamLine, other: TeamLine) -> TeamLine:
    """Make one team of two lines; what they paid is added."""
    paid = [line.fee_paid for line in (one, other) if line.fee_paid is not None]
    return dataclasses.replace(
        one,
        number=one.number or other.number,
        name=one.name or other.name,
        players=one.players + other.players,
        fee_paid=sum(paid) if paid else None,
        club=one.club or other.club,
        categories=tuple(dict.fromkeys(one.categories + other.categories)),
        seed_rank=one.seed_rank or other.seed_rank,
    )


def _alone(ticket: Ticket) -> TeamLine:
    return dataclasses.replace(ticket.line, number=None, name="", alone=True)


def _words(name: str) -> str:
    """Return a name's words in one order: some write the family name first."""
    return " ".join(sorted(search_key(name).replace("-", " ").split()))
