"""The rulebooks a contest may be looked at under: those that ship, its club's, its own turned."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from scoring import Refusal, Rulebook, load_rulebook, shipped_rulebooks, typeset
from tournament import labels
from tournament.clubs.own_rulebooks import VERSION, offered
from tournament.models import Tournament, freeze

TURNED = "+"
"""Before the reading of the contest's own rulebook that is turned: ``+capot-500``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRulebook:
    """A rulebook by its key in addresses and its name on pages."""

    key: str
    title: str
    rulebook: Rulebook

    @property
    def is_own(self) -> bool:
        """Whether it is the contest's own, one reading turned."""
        return self.key.startswith(TURNED)

    @property
    def is_of_club(self) -> bool:
        """Whether it is a version that the contest's club has published."""
        return self.key.startswith(VERSION)

    @property
    def is_shipped(self) -> bool:
        """Whether it ships."""
        return not (self.is_own or self.is_of_club)


def others_of(tournament: Tournament) -> list[OtherRulebook]:
    """Return the other rulebooks that a contest may be looked at under.

    Those that ship, the last versions that its club has published of its own, then the
    contest's own with each reading turned.
    """
    own, language = tournament.rulebook, labels.language()
    shipped = (load_rulebook(name) for name in shipped_rulebooks())
    found = [
        OtherRulebook(key=each.name, title=each.title[language], rulebook=each) for each in shipped
    ]
    found += [
        OtherRulebook(key=each.key, title=each.title, rulebook=each.rulebook)
        for each in offered(tournament.club)
    ]
    found = [each for each in found if each.rulebook != own]
    for switch in own.switches:
        is_taken = switch.id in own.applied
        turned = _turned(own, switch.id)
        if turned and turned not in [each.rulebook for each in found]:
            words = switch.decided if is_taken else switch.other
            found.append(
                OtherRulebook(
                    key=f"{TURNED}{switch.id}",
                    title=typeset(words[language], language),
                    rulebook=turned,
                )
            )
    return found


def under(tournament: Tournament, rulebook: Rulebook) -> Tournament:
    """Return a copy of a contest, never to be saved, that is played under another rulebook."""
    copied = copy(tournament)
    copied.rulebook_name, copied.rulebook_own = rulebook.name, ""
    # What ships is read from its file: a copy would have to be written out and parsed first.
    is_shipped = rulebook.name in shipped_rulebooks() and load_rulebook(rulebook.name) == rulebook
    copied.rulebook_frozen = "" if is_shipped else freeze(rulebook)
    return copied


def _turned(own: Rulebook, switch: str) -> Rulebook | None:
    """Return a rulebook with one reading turned; None where a frozen copy cannot say."""
    try:
        if switch not in own.applied:
            return own.switched(switch)
        if own.name not in shipped_rulebooks():
            return None
        base = load_rulebook(own.name)
        if base.switched(*own.applied) != own:
            return None
        return base.switched(*(each for each in own.applied if each != switch))
    except Refusal:
        return None
