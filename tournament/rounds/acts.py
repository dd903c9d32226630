"""How the views of the rounds carry out an act that is hard to take back: after a backup."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest

from tournament.upkeep.copies import backup

Done = TypeVar("Done")


def after_backup(
    request: HttpRequest, before: str, act: Callable[..., Done], /, *args: Any, **kwargs: Any
) -> Done:
    """Copy the database, then call a service; a copy that fails is said and stops nothing."""
    backup(before, say=partial(messages.warning, request))
    return act(*args, **kwargs)
