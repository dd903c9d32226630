"""PostgreSQL as Django knows it, but that a connection at rest is not asked whether it lives.

Asking takes a round trip before the first question of every request, and under a crowd the
processor twice more. What a connection would answer shows already: a server that hung up, or
that says why it will, has sent something which nobody awaits.
"""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL that is kept from one request to the next."""

    def is_usable(self) -> bool:
        """Whether the connection can be asked; the server is, where something came unasked."""
        if self.connection is None or self.connection.closed:
            return False
        return not _has_something_to_read(self.connection.fileno()) or super().is_usable()


def _has_something_to_read(descriptor: int) -> bool:
    if not hasattr(select, "poll"):  # Windows, where the other takes any number
        return bool(select.select([descriptor], [], [], 0)[0])
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(0))
