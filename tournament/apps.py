"""The hall's Django app."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """The one app of the project: the contest, its desk and its papers."""

    name = "tournament"
    label = "tournament"
    default_auto_field = "django.db.models.BigAutoField"
