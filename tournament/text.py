"""How names are tidied and folded to be searched, and how figures are written."""

import unicodedata

NAME_LENGTH = 60
"""The longest team, player or tournament name, in characters."""


def tidy(text: str) -> str:
    """Return a name in composed form, its runs of white space folded to one space.

    Control and invisible formatting characters go: pasted cells bring them,
    and two names that look alike must be equal.
    """
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(
        " " if character.isspace() else character
        for character in composed
        if character.isspace() or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co"}
    )
    return " ".join(visible.split())


def search_key(text: str) -> str:
    """Return a name without accents, ligatures or case, to compare and to search."""
    spelled = tidy(text).replace("œ", "oe").replace("Œ", "OE").replace("æ", "ae").replace("Æ", "AE")
    spelled = spelled.replace("’", "'")
    decomposed = unicodedata.normalize("NFKD", spelled)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return bare.casefold()


THIN_SPACE = "\u202f"


def spaced(number: int) -> str:
    """Return a number with thin no-break spaces between the thousands."""
    return f"{number:,}".replace(",", THIN_SPACE)
