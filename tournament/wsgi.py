"""The application a WSGI server loads."""

import atexit
import gc
import os
import sys
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils import translation

from tournament.intake import in_time, in_utf8
from tournament.memory import give_back

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

GIVES_BACK_EVERY = 20.0
"""Seconds."""

application = in_utf8(in_time(get_wsgi_application()))


def _load_what_pages_need() -> None:
    """Load the views, the templates and the words, which the first visitors would wait for."""
    get_resolver().reverse("home")
    folder = Path(settings.TEMPLATES[0]["DIRS"][0])
    for template in folder.rglob("*.html"):
        get_template(template.relative_to(folder).as_posix())
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")


def _live_with_the_server() -> None:
    """End this worker when the process that started it has ended, however it did.

    A server that was killed would leave its workers to answer on its port, and whoever starts
    it again would find the port taken. What was answered is written: there is nothing to wait for.
    Until then memory that is free is given back, now and then.
    """
    if server := parent_process():
        while server.is_alive():
            server.join(GIVES_BACK_EVERY)
            give_back()
        os._exit(1)


# How long a page may be laid out while a deal waits to be recorded: each of its statements
# hands the processor over, and would wait ten times as long to have it back.
sys.setswitchinterval(0.0005)

if parent_process():
    # The server's own threads abort where the interpreter that they ask for is being taken
    # down: a worker that was stopped has answered, and has nothing to take down.
    atexit.register(os._exit, 0)
_load_what_pages_need()
Thread(target=_live_with_the_server, daemon=True).start()
# What is loaded by now stays: looking through it for garbage, now and then, held up every
# request of the moment for as long as four pages take.
gc.collect()
gc.freeze()
