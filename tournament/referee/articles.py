"""The articles a referee would cite for a fault, from the rulebook in force."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import Fault, Rulebook, clause_article, clause_text
from tournament import labels
from tournament.text import search_key

LONGEST = 200
"""So much of an article is kept with a ruling."""

CLAUSES: dict[str, tuple[str, ...]] = {
    Fault.WRONG_ANNOUNCEMENT: (
        "declarations",
        "declaration_values",
        "declaration_contest",
        "not_shown",
        "belote",
        "bids",
    ),
    Fault.DOUBTFUL_COUNT: ("cards", "made_when", "eight_tricks", "belote", "rounding"),
    Fault.REVOKE: (
        "follow_suit",
        "must_trump",
        "go_up",
        "over_trump",
        "cannot_go_over",
        "exempt",
        "all_trumps_play",
        "no_trumps_play",
        "looking_back",
    ),
    Fault.MISDEAL: ("dealing", "first_speaker", "four_passes"),
    Fault.OUT_OF_TURN: ("turn", "bid_order", "coinche", "after_pass", "closing", "first_lead"),
    Fault.CHEATING: ("looking_back", "not_shown"),
}
"""What a rulebook says that bears on a fault, besides what it says of faults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """One clause of a rulebook: where it stands in the source, and what it says."""

    clause: str
    title: str
    text: str

    @property
    def line(self) -> str:
        """Both, as a ruling keeps them."""
        whole = f"{self.title} – {self.text}" if self.title else self.text
        return whole if len(whole) <= LONGEST else whole[: LONGEST - 1] + "…"


def proposed(rulebook: Rulebook, category: str) -> list[Article]:
    """Return what bears on a fault, what the rulebook says of faults first."""
    wanted = ("faults", *CLAUSES.get(category, ()))
    return [_article(rulebook, clause) for clause in wanted if clause in rulebook.clauses]


def others(rulebook: Rulebook, category: str) -> list[Article]:
    """Return all other articles, by where they stand in the source."""
    known = {article.clause for article in proposed(rulebook, category)}
    rest = [_article(rulebook, clause) for clause in rulebook.clauses if clause not in known]
    return sorted(rest, key=lambda article: (search_key(article.title), article.text))


def article_of(rulebook: Rulebook, clause: str) -> Article | None:
    """Return one article by its clause, if the rulebook has it."""
    return _article(rulebook, clause) if clause in rulebook.clauses else None


def _article(rulebook: Rulebook, clause: str) -> Article:
    language = labels.language()
    return Article(
        clause=clause,
        title=clause_article(rulebook, clause, language),
        text=clause_text(rulebook, clause, language),
    )
