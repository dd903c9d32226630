"""Memory that is free is given back to the system, which the heap would keep for good."""

import ctypes
import gc
from contextlib import suppress


def give_back() -> None:
    """Give the system back the memory that pages or papers took and left.

    What holds itself in a circle first: left until there is a quarter more of it than of what
    is kept, it stands between the rest. And the heap of the C library of Linux keeps all that
    was ever free.
    """
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):  # another library, another system
        ctypes.CDLL(None).malloc_trim(0)
