"""The nouns of a contest, one file a noun; import them from here."""

from tournament.models.club import Club, ClubRole, Invitation, Role, RoleKind, User, WrongLogin
from tournament.models.deal import Confirmation, Deal, Entry, MatchTotals, Outcome, Source
from tournament.models.hall import Presence, TableCode, WrongCode
from tournament.models.installation import Installation
from tournament.models.journal import JournalEntry
from tournament.models.kinds import (
    ByeKind,
    Checking,
    Criterion,
    EndKind,
    EqualKind,
    ExclusionKind,
    Ranking,
    Shape,
)
from tournament.models.paper import Printed, Prize, PrizeKind
from tournament.models.round import (
    DrawKind,
    Match,
    Partners,
    Round,
    Seat,
    number_after,
    with_their_teams,
)
from tournament.models.rulebook import ClubRulebook, RulebookExample, RulebookVersion
from tournament.models.ruling import SANCTIONS, Decision, RefereeCall, Ruling
from tournament.models.screen import Display, Panel, Picture
from tournament.models.season import Evening, Season, SeasonScale
from tournament.models.team import Absence, Apart, Category, Payment, Player, Team
from tournament.models.tournament import Tournament, freeze

__all__ = [
    "SANCTIONS",
    "Absence",
    "Apart",
    "ByeKind",
    "Category",
    "Checking",
    "Club",
    "ClubRole",
    "ClubRulebook",
    "Confirmation",
    "Criterion",
    "Deal",
    "Decision",
    "Display",
    "DrawKind",
    "EndKind",
    "Entry",
    "EqualKind",
    "Evening",
    "ExclusionKind",
    "Installation",
    "Invitation",
    "JournalEntry",
    "Match",
    "MatchTotals",
    "Outcome",
    "Panel",
    "Partners",
    "Payment",
    "Picture",
    "Player",
    "Presence",
    "Printed",
    "Prize",
    "PrizeKind",
    "Ranking",
    "RefereeCall",
    "Role",
    "RoleKind",
    "Round",
    "RulebookExample",
    "RulebookVersion",
    "Ruling",
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
    "WrongLogin",
    "freeze",
    "number_after",
    "with_their_teams",
]
