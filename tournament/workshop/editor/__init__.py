"""The editor of a club's rulebook: one form a topic, each a two-way mapping with its keys."""
