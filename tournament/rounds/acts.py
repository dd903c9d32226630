"""How the views of the rounds carry out an act: after a backup, or on a lone button's word."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from tournament.backups import backup

Done = TypeVar("Done")


def after_backup(
    request: HttpRequest, reason: str, act: Callable[..., Done], *args: Any, **kwargs: Any
) -> Done:
    """Copy the database, then call a service; a copy that fails is said and stops nothing."""
    backup(reason, say=partial(messages.warning, request))
    return act(*args, **kwargs)


def done(request: HttpRequest, act: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
    """Call a service that a lone button asked for; say on the next page what it refuses."""
    try:
        act(*args, **kwargs)
    except ValidationError as refusal:
        for sentence in refusal.messages:
            messages.error(request, sentence)
        return False
    return True
