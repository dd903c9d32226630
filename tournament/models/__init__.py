"""The nouns of a contest, one file a noun; import them from here."""

from tournament.models.club import Club, Role, RoleKind, User
from tournament.models.deal import Deal, Entry, Outcome, Source
from tournament.models.journal import JournalEntry
from tournament.models.round import DrawKind, Match, Round, Seat
from tournament.models.team import Player, Team
from tournament.models.tournament import ByeKind, EndKind, Ranking, Tournament, freeze

__all__ = [
    "ByeKind",
    "Club",
    "Deal",
    "DrawKind",
    "EndKind",
    "Entry",
    "JournalEntry",
    "Match",
    "Outcome",
    "Player",
    "Ranking",
    "Role",
    "RoleKind",
    "Round",
    "Seat",
    "Source",
    "Team",
    "Tournament",
    "User",
    "freeze",
]
