"""The coinche scoring engine."""
