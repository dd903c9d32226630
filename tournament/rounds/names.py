"""A round's name, as it is said and as it is typed before something grave."""

from django.utils.translation import gettext as _

from tournament.models import Round


def round_name(round_: Round) -> str:
    """Return a round's name in the reader's language: « Manche 3 »."""
    return _("Round %(number)s") % {"number": round_.number}


def is_round_name(typed: str, round_: Round) -> bool:
    """Whether what was typed is the round's name, however it is spaced and spelt."""
    return " ".join(typed.strip(" «»\"'.").split()).casefold() == round_name(round_).casefold()


def name_label(round_: Round) -> str:
    """Ask for a round's name to be typed."""
    return _("Type “%(name)s”") % {"name": round_name(round_)}
