"""One table's worth of coinche: rulebooks, marks with their reasons, legality.

Standard library only; what is listed in ``__all__`` is all there is to know from outside.
"""

from scoring.cards import PACK, Card, Rank, Suit
from scoring.cells import Outcome, Reason
from scoring.contracts import (
    Bid,
    BySide,
    Contract,
    Mode,
    NamedContract,
    Side,
    Stake,
    Sweep,
    Trump,
)
from scoring.deals import DealFacts, DealScore, ScoreLine, score_deal, score_deals
from scoring.declarations import Contest, Declaration, DeclarationKind, contest
from scoring.errors import REFUSAL_CODES, BadFacts, BadRulebook, ImpossibleDeal, Refusal
from scoring.facts import facts_from_json, facts_to_json
from scoring.library import load_rulebook, rulebook_from_toml, shipped_rulebooks
from scoring.match import Ends, Equal, MatchEnd, MatchTally, tally
from scoring.rulebook import Rulebook
from scoring.schema import Need, Switch, SwitchKind, Words
from scoring.wording import (
    clause_article,
    clause_text,
    explain,
    line_text,
    not_said,
    reminder,
    said,
)

__all__ = [
    "PACK",
    "REFUSAL_CODES",
    "BadFacts",
    "BadRulebook",
    "Bid",
    "BySide",
    "Card",
    "Contest",
    "Contract",
    "DealFacts",
    "DealScore",
    "Declaration",
    "DeclarationKind",
    "Ends",
    "Equal",
    "ImpossibleDeal",
    "MatchEnd",
    "MatchTally",
    "Mode",
    "NamedContract",
    "Need",
    "Outcome",
    "Rank",
    "Reason",
    "Refusal",
    "Rulebook",
    "ScoreLine",
    "Side",
    "Stake",
    "Suit",
    "Sweep",
    "Switch",
    "SwitchKind",
    "Trump",
    "Words",
    "clause_article",
    "clause_text",
    "contest",
    "explain",
    "facts_from_json",
    "facts_to_json",
    "line_text",
    "load_rulebook",
    "not_said",
    "reminder",
    "rulebook_from_toml",
    "said",
    "score_deal",
    "score_deals",
    "shipped_rulebooks",
    "tally",
]
