"""How large a bench is: whole, or a part of it that only shows that it runs."""


def sized(count: int, part: float, least: int = 1) -> int:
    """Return a part of a count, and ``least`` where that is less."""
    return max(least, round(count * part))
