"""The nouns of a contest, one file a noun; import them from here."""

from tournament.models.club import Club, Role, RoleKind, User
from tournament.models.deal import Confirmation, Deal, Entry, MatchTotals, Outcome, Source
from tournament.models.hall import Presence, TableCode, WrongCode
from tournament.models.journal import JournalEntry
from tournament.models.round import DrawKind, Match, Partners, Round, Seat
from tournament.models.season import Evening, Season, SeasonScale
from tournament.models.team import Absence, Apart, Category, Payment, Player, Team
from tournament.models.tournament import (
    ByeKind,
    Checking,
    Criterion,
    EndKind,
    EqualKind,
    Ranking,
    Shape,
    Tournament,
    freeze,
)

__all__ = [
    "Absence",
    "Apart",
    "ByeKind",
    "Category",
    "Checking",
    "Club",
    "Confirmation",
    "Criterion",
    "Deal",
    "DrawKind",
    "EndKind",
    "Entry",
    "EqualKind",
    "Evening",
    "JournalEntry",
    "Match",
    "MatchTotals",
    "Outcome",
    "Partners",
    "Payment",
    "Player",
    "Presence",
    "Ranking",
    "Role",
    "RoleKind",
    "Round",
    "Season",
    "SeasonScale",
    "Seat",
    "Shape",
    "Source",
    "TableCode",
    "Team",
    "Tournament",
    "User",
    "WrongCode",
    "freeze",
]
