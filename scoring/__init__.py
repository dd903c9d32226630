"""One table's worth of coinche: rulebooks, marks with their reasons, legality.

Standard library only; what is listed in ``__all__`` is all there is to know from outside.
"""

from scoring.auction import Auction, BidCall, Call, IllegalCall, Word, parse_call
from scoring.cards import PACK, Card, Rank, Suit
from scoring.cells import Outcome, Reason
from scoring.choice_words import (
    ALLOWED_WORDS,
    CELL_WORDS,
    CHOICE_WORDS,
    CONTRACT_WORDS,
    MODE_WORDS,
    TERM_WORDS,
    YES_NO_WORDS,
    choice_words,
)
from scoring.clause_titles import clause_title
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
from scoring.key_words import PAID_WORDS, key_words
from scoring.keys import choices_of, leaf_keys, limits_of, needed_clauses
from scoring.library import load_rulebook, rulebook_from_toml, shipped_rulebooks
from scoring.match import Ends, Equal, MatchEnd, MatchTally, tally
from scoring.notices import Notice, NoticeCode, notices
from scoring.play import Breach, Duty, legal_cards, trick_winner, verify_position, why_illegal
from scoring.recount import (
    LikelySlip,
    Slip,
    impossible_totals,
    likely_slips,
    pile_points,
    possible_totals,
    side_points,
    slips_of_sum,
)
from scoring.replay import Replay, Revoke, Unknown, replay
from scoring.rulebook import Rulebook, in_short
from scoring.schema import Fault, Need, Switch, SwitchKind, Words
from scoring.tariffs import Tariff, usual_tariffs
from scoring.terms import CellName, Term, TermName
from scoring.wording import (
    clause_article,
    clause_text,
    explain,
    line_text,
    not_said,
    reminder,
    said,
    typeset,
)

__all__ = [
    "ALLOWED_WORDS",
    "CELL_WORDS",
    "CHOICE_WORDS",
    "CONTRACT_WORDS",
    "MODE_WORDS",
    "PACK",
    "PAID_WORDS",
    "REFUSAL_CODES",
    "TERM_WORDS",
    "YES_NO_WORDS",
    "Auction",
    "BadFacts",
    "BadRulebook",
    "Bid",
    "BidCall",
    "Breach",
    "BySide",
    "Call",
    "Card",
    "CellName",
    "Contest",
    "Contract",
    "DealFacts",
    "DealScore",
    "Declaration",
    "DeclarationKind",
    "Duty",
    "Ends",
    "Equal",
    "Fault",
    "IllegalCall",
    "ImpossibleDeal",
    "LikelySlip",
    "MatchEnd",
    "MatchTally",
    "Mode",
    "NamedContract",
    "Need",
    "Notice",
    "NoticeCode",
    "Outcome",
    "Rank",
    "Reason",
    "Refusal",
    "Replay",
    "Revoke",
    "Rulebook",
    "ScoreLine",
    "Side",
    "Slip",
    "Stake",
    "Suit",
    "Sweep",
    "Switch",
    "SwitchKind",
    "Tariff",
    "Term",
    "TermName",
    "Trump",
    "Unknown",
    "Word",
    "Words",
    "choice_words",
    "choices_of",
    "clause_article",
    "clause_text",
    "clause_title",
    "contest",
    "explain",
    "facts_from_json",
    "facts_to_json",
    "impossible_totals",
    "in_short",
    "key_words",
    "leaf_keys",
    "legal_cards",
    "likely_slips",
    "limits_of",
    "line_text",
    "load_rulebook",
    "needed_clauses",
    "not_said",
    "notices",
    "parse_call",
    "pile_points",
    "possible_totals",
    "reminder",
    "replay",
    "rulebook_from_toml",
    "said",
    "score_deal",
    "score_deals",
    "shipped_rulebooks",
    "side_points",
    "slips_of_sum",
    "tally",
    "trick_winner",
    "typeset",
    "usual_tariffs",
    "verify_position",
    "why_illegal",
]
