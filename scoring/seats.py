"""The four seats of a table, numbered in the order of play; the partner is two away."""

from scoring.contracts import Side

SEATS = 4
_SIDES = (Side.A, Side.B, Side.A, Side.B)


def side_of(seat: int) -> Side:
    """The side a seat belongs to: A holds 0 and 2."""
    return _SIDES[seat]


def partner_of(seat: int) -> int:
    """The seat across the table."""
    return seat ^ 2


def are_partners(one: int, other: int) -> bool:
    """Whether two seats face each other."""
    return one == other ^ 2


def next_seat(seat: int) -> int:
    """The seat that speaks or plays after this one."""
    return (seat + 1) % SEATS
