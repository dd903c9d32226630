"""An act as its sentence takes it: its figures by name, the names resolved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any, ClassVar

from django.db import models
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.journal.naming import Names
from tournament.models import JournalEntry


class Group(models.TextChoices):
    """What kinds of acts are looked for together."""

    DEALS = "deals", gettext_lazy("deals")
    CHECKS = "checks", gettext_lazy("second readings")
    SHEETS = "sheets", gettext_lazy("whole sheets")
    DRAWS = "draws", gettext_lazy("draws and seats")
    ROUNDS = "rounds", gettext_lazy("rounds and clock")
    TEAMS = "teams", gettext_lazy("teams and players")
    MONEY = "money", gettext_lazy("money")
    RULINGS = "rulings", gettext_lazy("referee")
    PHONES = "phones", gettext_lazy("phones")
    SETTINGS = "settings", gettext_lazy("settings")
    OTHER = "other", gettext_lazy("the rest")


class Told(dict[str, Any]):
    """The details of an act; asked for a word that stands for some, it gives that word.

    ``shows_money`` says whether whoever reads may know amounts.
    """

    def __init__(self, act: JournalEntry, names: Names, *, shows_money: bool = True) -> None:
        super().__init__(names.eras.told(act))
        self.act = act
        self.names = names
        self.shows_money = shows_money

    def __missing__(self, name: str) -> object:
        return self._WORDS[name](self)

    def place(self) -> str:
        """Say the deal or the table, as far as the act names it, and who sits there."""
        sides = self.names.sides.get((self.get("round"), self.get("table")), {})
        figures = {
            "round": self["round"],
            "table": self["table"],
            "deal": self.get("deal"),
            "a": sides.get("A", "A"),
            "b": sides.get("B", "B"),
        }
        if "deal" in self:
            return _("Deal %(deal)s, table %(table)s, round %(round)s (%(a)s – %(b)s)") % figures
        return _("Table %(table)s, round %(round)s (%(a)s – %(b)s)") % figures

    def team_name(self) -> str:
        """Name the team that the act is about."""
        key = self["team_id"] if "team_id" in self else dict.__getitem__(self, "team")
        return self.names.team(key, self.get("number"))

    def with_reason(self, words: str) -> str:
        """Add to a sentence why it was done, where that is known."""
        reason = self.names.reason(self).strip().rstrip(".")
        if not reason:
            return words
        return _("%(sentence)s Reason: %(reason)s.") % {"sentence": words, "reason": reason}

    def listed(self, names: Iterable[str]) -> str:
        """Write names one after the other."""
        return ", ".join(names)

    _WORDS: ClassVar[dict[str, Callable[[Told], object]]] = {
        "place": place,
        "the_team": team_name,
        "the_player": lambda told: told.names.player(told["player"]),
        "the_players": lambda told: told.listed(map(told.names.player, told["players"])),
        "the_season": lambda told: told.names.seasons.get(told["season"], str(told["season"])),
        "the_teams": lambda told: told.listed(map(told.names.team, told["teams"])),
        "the_amount": lambda told: euros(Decimal(told["amount"])),
    }


Sentence = Any
"""Words with the names of a Told between ``%(`` and ``)s``, or a function of it."""


def euros(amount: Decimal) -> str:
    """Write an amount as the page's language does, its sign left out."""
    amount = abs(amount)
    is_whole = amount == amount.to_integral_value()
    return _("€%(amount)s") % {"amount": number_format(amount, 0 if is_whole else 2)}
