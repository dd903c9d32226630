"""Was that card legal: the trump, the trick so far, the hand → what could be played, and why."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring import Breach, Card, Fault, legal_cards, trick_winner, verify_position, why_illegal
from tournament.models import Tournament
from tournament.referee.cards.answers import Answer, Finding, Tone, missing
from tournament.referee.cards.drawn import (
    CODES,
    DrawnCard,
    DrawnSuit,
    by_hand,
    card_text,
    cards_text,
    pack,
)
from tournament.referee.cards.fields import (
    CardsField,
    CheckForm,
    RadioField,
    SequenceField,
    read_cards,
)
from tournament.referee.cards.words import DUTIES, SEATS, capital, lays_down

MOST_BEFORE, HAND = 3, 8
PLAYER = 0
"""The seat of who plays; those before it in a trick are 1, 2 and 3 in the order of play."""
WHO = {
    1: gettext_lazy("the opponent after"),
    2: gettext_lazy("the partner"),
    3: gettext_lazy("the opponent before"),
}
ABSENT = [
    ("", pgettext_lazy("who plays no cards", "nobody")),
    ("2", WHO[2]),
    ("3", WHO[3]),
    ("1", WHO[1]),
]


class LegalForm(CheckForm):
    """What lies on the table, what the player holds, and the card asked about if any."""

    category = Fault.REVOKE.value
    sequence = "trick"

    trick = SequenceField()
    hand = CardsField()
    card = forms.CharField(required=False, max_length=3, widget=forms.HiddenInput)
    absent = RadioField(
        is_broad=True,
        label=gettext_lazy("Générale: whose cards are on the table"),
        choices=ABSENT,
        initial="",
    )

    def __init__(self, data: QueryDict, *, tournament: Tournament) -> None:
        super().__init__(data, tournament=tournament)
        if not lays_down(self.rulebook):
            del self.fields["absent"]

    def hand_pack(self) -> tuple[DrawnSuit, ...]:
        """Return the pack in which the hand is ticked."""
        ticked = {CODES[code] for code in self.data.getlist("hand") if code in CODES}
        return pack(on=ticked, off=self.touched)

    def clean_trick(self) -> tuple[Card, ...]:
        """Read the cards played before."""
        cards = read_cards(self.cleaned_data["trick"])
        if len(cards) > MOST_BEFORE:
            raise forms.ValidationError(_("At most three cards are played before one's own."))
        return cards

    def clean_card(self) -> Card | None:
        """Read the card asked about."""
        word = self.cleaned_data["card"]
        return read_cards((word,))[0] if word else None

    def found(self) -> Answer:
        """Say what could be played, and what each other card fails to do."""
        cleaned = self.cleaned_data
        if self.chosen_trump is None:
            return missing(_("Choose the trump."))
        hand = self._hand(cleaned)
        if not hand:
            return missing(_("Tick the player's hand."))
        if len(hand) > HAND:
            return Answer(sentence=_("A hand has at most eight cards."), tone=Tone.REFUSED)
        others = self._others(cleaned)
        if len(cleaned["trick"]) > len(others):
            words = _("Where one player plays no cards, at most two are played before one's own.")
            return Answer(sentence=words, tone=Tone.REFUSED)
        trick = _seated(cleaned["trick"], others)
        verify_position(hand, trick, seat=PLAYER)
        rules: Any = {"seat": PLAYER, "trump": self.chosen_trump, "rulebook": self.rulebook}
        legal = legal_cards(hand, trick, **rules)
        broken = {
            card: breach
            for card in hand
            if card not in legal and (breach := why_illegal(card, hand, trick, **rules))
        }
        asked = cleaned["card"]
        return Answer(
            sentence=self._sentence(hand, legal, asked),
            tone=_tone(legal, hand, asked),
            findings=self._findings(broken, hand, trick),
            cards=tuple(self._drawn(card, legal, asked) for card in hand),
            notes=self._notes(trick),
        )

    def _hand(self, cleaned: dict[str, Any]) -> tuple[Card, ...]:
        """Return the hand; a card that was played was in it."""
        asked = cleaned["card"]
        held = set(cleaned["hand"]) | ({asked} if asked else set())
        return by_hand(held)

    def _others(self, cleaned: dict[str, Any]) -> list[int]:
        """Return who else plays, in the order of play after the player."""
        return [seat for seat in range(1, SEATS) if str(seat) != cleaned.get("absent")]

    def _sentence(self, hand: tuple[Card, ...], legal: tuple[Card, ...], asked: Card | None) -> str:
        if asked:
            words = (
                _("%(card)s could be played.")
                if asked in legal
                else _("%(card)s could not be played.")
            )
            return words % {"card": card_text(asked)}
        if len(legal) == len(hand):
            return _("Any card of this hand could be played.")
        words = ngettext(
            "Only %(cards)s could be played.",
            "%(count)s cards could be played: %(cards)s.",
            len(legal),
        )
        return words % {"count": len(legal), "cards": cards_text(legal)}

    def _findings(
        self, broken: dict[Card, Breach], hand: tuple[Card, ...], trick: list[tuple[int, Card]]
    ) -> tuple[Finding, ...]:
        """Say each duty once, with the cards that break it; the card asked about alone."""
        asked = self.cleaned_data["card"]
        by_duty: dict[Breach, list[Card]] = defaultdict(list)
        for card, breach in broken.items():
            if asked in (None, card):
                by_duty[breach].append(card)
        return tuple(
            self.case.finding(
                _("Refused: %(cards)s. %(duty)s.")
                % {"cards": cards_text(cards), "duty": capital(str(DUTIES[breach.duty]))},
                breach.clause,
                facts=self._facts(cards, hand, trick, breach),
            )
            for breach, cards in by_duty.items()
        )

    def _facts(
        self,
        cards: list[Card],
        hand: tuple[Card, ...],
        trick: list[tuple[int, Card]],
        breach: Breach,
    ) -> str:
        return _("Trick: %(trick)s. Hand: %(hand)s. Played: %(card)s, but %(duty)s.") % {
            "trick": " ".join(card_text(card) for _seat, card in trick) or "–",
            "hand": cards_text(hand),
            "card": cards_text(cards) if self.cleaned_data["card"] else "…",
            "duty": DUTIES[breach.duty],
        }

    def _drawn(self, card: Card, legal: tuple[Card, ...], asked: Card | None) -> DrawnCard:
        """Draw a card of the hand, that leads to the question about it."""
        address = self.data.copy()
        address["card"] = str(card)
        if not self.data.getlist("hand"):
            address.pop("hand", None)
        return DrawnCard(
            code=str(card),
            is_on=card == asked,
            state="legal" if card in legal else "illegal",
            url=f"?{address.urlencode()}",
        )

    def _notes(self, trick: list[tuple[int, Card]]) -> tuple[str, ...]:
        """Say how the trick was understood: who led, who is winning."""
        if not trick or self.chosen_trump is None:
            return (_("The player leads."),)
        winner = trick_winner(trick, trump=self.chosen_trump, rulebook=self.rulebook)
        card = dict(trick)[winner]
        led = _("%(who)s led %(card)s.") % {
            "who": capital(str(WHO[trick[0][0]])),
            "card": card_text(trick[0][1]),
        }
        won = _("%(who)s is winning with %(card)s.") % {
            "who": capital(str(WHO[winner])),
            "card": card_text(card),
        }
        return (led, won)


def _seated(cards: tuple[Card, ...], others: list[int]) -> list[tuple[int, Card]]:
    """Return the trick with who played each card: those who come right before the player."""
    return list(zip(others[len(others) - len(cards) :], cards, strict=True))


def _tone(legal: tuple[Card, ...], hand: tuple[Card, ...], asked: Card | None) -> Tone:
    if asked:
        return Tone.GOOD if asked in legal else Tone.BAD
    return Tone.GOOD if len(legal) == len(hand) else Tone.PLAIN
