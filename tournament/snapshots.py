"""Many questions about one moment: who only reads sees no act by halves, and holds nobody up."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Have all that is asked inside see the database as it is at the first question.

    Others go on writing meanwhile; nothing may be written inside. Where a transaction goes on
    already, what is asked is asked in it.
    """
    with ExitStack() as held:
        if connection.in_atomic_block:
            pass
        elif connection.vendor == "sqlite":
            with _without_the_right_to_write():
                held.enter_context(transaction.atomic())
        else:
            held.enter_context(transaction.atomic())
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def apart() -> AbstractContextManager[object]:
    """Ask what may fail: PostgreSQL answers nothing more in a transaction where something did."""
    return transaction.atomic() if connection.in_atomic_block else nullcontext()


@contextmanager
def _without_the_right_to_write() -> Iterator[None]:
    """Have SQLite's transactions begin without what one at a time has (see the settings)."""
    # Opening the connection sets how they begin.
    connection.ensure_connection()
    usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        connection.transaction_mode = usual
