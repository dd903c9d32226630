"""The referee's checks by cards: touched or typed, answered under the contest's own rulebook."""
