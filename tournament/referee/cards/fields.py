"""What is touched or typed in a check: ticked cards, cards in the order they were touched."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import Card, Refusal, Rulebook, Trump
from tournament.deals.choices import trump_drawn
from tournament.deals.options import at_some_table, left_to_tables, rulebook_at
from tournament.deals.reading import match_at
from tournament.models import Tournament
from tournament.referee.cards.answers import Answer, Case, Tone, refused
from tournament.referee.cards.drawn import CODES, DrawnSuit, pack

PLACE = ("round", "table", "deal")
"""Where the question came up: kept in the address, and given to the ruling."""
ACTS = ("tap", "undo", "clear")
LONGEST_TOKEN, LONGEST_SEQUENCE = 30, 2000
NAMED = 20
"""So much of what cannot be read is said back."""


class CardsField(forms.MultipleChoiceField):
    """Ticked cards."""

    default_error_messages = {"invalid_choice": gettext_lazy("“%(value)s” is no card.")}

    def __init__(self, **options: Any) -> None:
        choices = [(code, code) for code in CODES]
        super().__init__(choices=choices, required=False, **options)

    def clean(self, value: Any) -> tuple[Card, ...]:  # noqa: ANN401 - whatever a form was sent
        """Return the cards, each once, in the order of the pack."""
        ticked = set(super().clean([str(each)[:NAMED] for each in value or ()]))
        return tuple(card for code, card in CODES.items() if code in ticked)


class SequenceField(forms.CharField):
    """What was touched, in order, as words of an address: ``10H KH``."""

    def __init__(self, **options: Any) -> None:
        widget = forms.HiddenInput
        super().__init__(required=False, max_length=LONGEST_SEQUENCE, widget=widget, **options)

    def clean(self, value: Any) -> tuple[str, ...]:  # noqa: ANN401 - whatever a form was sent
        """Return the words."""
        return tuple(super().clean(value).split())


class RadioField(forms.ChoiceField):
    """Boxes of which one is touched; the label says what, and none may be."""

    default_error_messages = {
        "invalid_choice": gettext_lazy("“%(value)s” is not to be chosen here."),
    }

    def __init__(self, *, is_broad: bool = False, **options: Any) -> None:
        widget = forms.RadioSelect(attrs={"class": "chips broad" if is_broad else "chips"})
        super().__init__(required=False, widget=widget, **options)

    def clean(self, value: Any) -> str:  # noqa: ANN401 - whatever a form was sent
        """Say back no more than the beginning of what is no choice."""
        return super().clean(value if value is None else str(value)[:NAMED])


class CheckForm(forms.Form):
    """One check, read from an address. What a button asks for is written in the next address.

    ``sequence`` names the field that the touched cards or words are added to.
    """

    category = ""
    sequence = ""

    trump = RadioField(label=gettext_lazy("Trump"))

    def __init__(self, data: QueryDict, *, tournament: Tournament) -> None:
        super().__init__(data)
        self.tournament = tournament
        self.rulebook = self._as_played()
        self.fields["trump"].choices = [
            (trump.value, trump_drawn(trump)) for trump in self.rulebook.played_trumps
        ]

    # --- What is asked ----------------------------------------------------------------------

    def _as_played(self) -> Rulebook:
        """Return the rulebook as the table plays it, where the question came from a table."""
        rulebook, place = self.tournament.rulebook, self.place
        if not left_to_tables(rulebook):
            return rulebook
        match = match_at(self.tournament, place.get("round", 0), place.get("table", 0))
        return rulebook_at(match, rulebook) if match else at_some_table(rulebook)

    @property
    def place(self) -> dict[str, int]:
        """Where the question came up, as far as the address says so."""
        said = {name: self.data.get(name, "") for name in PLACE}
        return {name: int(text) for name, text in said.items() if re.fullmatch("[0-9]{1,4}", text)}

    @property
    def words(self) -> tuple[str, ...]:
        """What was touched so far, readable or not."""
        return tuple(str(self.data.get(self.sequence, ""))[:LONGEST_SEQUENCE].split())

    @property
    def touched(self) -> set[Card]:
        """The cards touched so far."""
        return {CODES[word] for word in self.words if word in CODES}

    @property
    def case(self) -> Case:
        """What its findings preset of a ruling."""
        return Case(rulebook=self.rulebook, category=self.category, place=self.place)

    @property
    def chosen_trump(self) -> Trump | None:
        """The trump, if one is chosen; call it on a form that was read."""
        return Trump(self.cleaned_data["trump"]) if self.cleaned_data.get("trump") else None

    def pressed(self) -> QueryDict | None:
        """Return the next address when a button was pressed: one word more, or one less."""
        if not any(act in self.data for act in ACTS):
            return None
        after = self.data.copy()
        pressed = {act: "".join(str(after.pop(act, [""])[-1]).split()) for act in ACTS}
        words = list(self.words)
        if pressed["clear"]:
            words = []
        elif pressed["undo"]:
            words = words[:-1]
        elif pressed["tap"]:
            words += self.word_of(pressed["tap"][:LONGEST_TOKEN], after)
        after[self.sequence] = " ".join(words)
        return after

    def word_of(self, tapped: str, after: QueryDict) -> list[str]:
        """Return what a touched button adds; a card that is there already adds nothing."""
        return [] if tapped in CODES and tapped in self.words else [tapped]

    # --- What is drawn ----------------------------------------------------------------------

    def tap_pack(self) -> tuple[DrawnSuit, ...]:
        """Return the pack whose cards are touched one after the other."""
        return pack(off=self.touched)

    # --- What is answered -------------------------------------------------------------------

    def answer(self) -> Answer:
        """Answer, or say in one sentence what is missing or cannot be."""
        if not self.is_valid():
            first = next(iter(self.errors.values()))[0]
            return Answer(sentence=str(first), tone=Tone.REFUSED)
        try:
            return self.found()
        except Refusal as refusal:
            return refused(refusal)

    def found(self) -> Answer:
        """Answer what was read. May raise what the engine refuses."""
        raise NotImplementedError


def read_cards(words: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the cards of some words; raises ``ValidationError`` with the first that is none."""
    for word in words:
        if word not in CODES:
            raise forms.ValidationError(_("“%(value)s” is no card.") % {"value": word[:NAMED]})
    return tuple(CODES[word] for word in words)
