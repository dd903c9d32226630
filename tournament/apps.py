"""The hall's Django app."""

from django.apps import AppConfig
from django.http import FileResponse

PIECE = 2 * 1024 * 1024
"""Bytes of a file that are handed to the server at once: any file that everybody may ask for is
one piece. A thread waits while its last piece but one is taken, and so for whoever reads slowly
or not at all."""


class TournamentConfig(AppConfig):
    """The one app of the project: the contest, its desk and its papers."""

    name = "tournament"
    label = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have files sent in large pieces."""
        FileResponse.block_size = PIECE
