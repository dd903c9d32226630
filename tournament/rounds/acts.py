"""How the views of the rounds carry out an act that is hard to take back: after a backup."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest

from tournament.upkeep import copies

Done = TypeVar("Done")


def after_backup(
    request: HttpRequest, before: str, act: Callable[..., Done], /, *args: Any, **kwargs: Any
) -> Done:
    """Call a service; the moment before is kept unless it refuses.

    A copy that fails is said and stops nothing.
    """
    say = partial(messages.warning, request)
    return copies.after_backup(before, partial(act, *args, **kwargs), say=say)
