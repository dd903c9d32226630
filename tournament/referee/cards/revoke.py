"""Was there a revoke: the tricks as they are remembered → what can be concluded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring import Card, Fault, Refusal, Side, replay
from tournament.models import Tournament
from tournament.referee.cards.answers import Answer, Figure, Finding, Tone, missing
from tournament.referee.cards.drawn import CODES, DrawnSuit, by_hand, card_text, cards_text, pack
from tournament.referee.cards.fields import NAMED, CardsField, CheckForm, RadioField, SequenceField
from tournament.referee.cards.memory import Concluded, Judged, Memory, Trick, seated, turn
from tournament.referee.cards.words import (
    DUTIES,
    SEATS,
    SIDES,
    capital,
    lays_down,
    listed,
    player,
)

FORGOTTEN, WHOLE = "x", "xx"
"""What is touched for a card that is forgotten, and for all that is left of its trick."""
LEADERS = {f"@{seat + 1}": seat for seat in range(SEATS)}
"""What is touched to say who led a trick."""
NAMED_CARDS = 8

Group = tuple[int | None, tuple[Card | None, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTrick:
    """A trick as the page shows it: each card (nothing: forgotten) with who played it."""

    number: int
    cards: tuple[tuple[str, str], ...]


class RevokeForm(CheckForm):
    """The tricks in order, and perhaps what one player still holds."""

    category = Fault.REVOKE.value
    sequence = "played"

    played = SequenceField()
    holder = RadioField(is_broad=True, label=gettext_lazy("Who holds these cards"))
    hand = CardsField()
    absent = RadioField(is_broad=True, label=gettext_lazy("Générale: whose cards are on the table"))

    def __init__(self, data: QueryDict, *, tournament: Tournament) -> None:
        super().__init__(data, tournament=tournament)
        players = [(str(seat + 1), capital(player(seat))) for seat in range(SEATS)]
        self.fields["holder"].choices = players
        nobody = ("", pgettext_lazy("who plays no cards", "nobody"))
        self.fields["absent"].choices = [nobody, *players]
        if not lays_down(self.rulebook):
            del self.fields["absent"]

    # --- What was touched -------------------------------------------------------------------

    def word_of(self, tapped: str, after: QueryDict) -> list[str]:
        """A whole forgotten trick is as many forgotten cards as it lacks."""
        if tapped != WHOLE:
            return super().word_of(tapped, after)
        groups = _groups(self.words, self._size)
        last = len(groups[-1][1]) % self._size if groups else 0
        return [FORGOTTEN] * (self._size - last)

    @property
    def _absent(self) -> int | None:
        word = self.data.get("absent", "")
        return int(word) - 1 if word in {"1", "2", "3", "4"} and "absent" in self.fields else None

    @property
    def _size(self) -> int:
        return SEATS if self._absent is None else SEATS - 1

    def hand_pack(self) -> tuple[DrawnSuit, ...]:
        """Return the pack in which what is still in hand is ticked."""
        ticked = {CODES[code] for code in self.data.getlist("hand") if code in CODES}
        return pack(on=ticked, off=self.touched)

    @property
    def is_between(self) -> bool:
        """Whether the next card begins a trick."""
        groups = _groups(self.words, self._size)
        return not groups or len(groups[-1][1]) in {0, self._size}

    @property
    def leaders(self) -> list[tuple[str, str]]:
        """The buttons that say who led."""
        return [(word, player(seat)) for word, seat in LEADERS.items()]

    @property
    def shown(self) -> list[ShownTrick]:
        """The tricks so far, for the page; who played where it is known."""
        trump = self.chosen_trump if self.is_valid() else None
        groups = _groups(self.words, self._size)
        if trump is None:
            tricks = [Trick(leader=None, cards=cards) for _leader, cards in groups]
        else:
            tricks = self._seated(groups)
        return [
            ShownTrick(number=number, cards=tuple(_shown(trick)))
            for number, trick in enumerate(tricks, start=1)
        ]

    def next_player(self) -> str:
        """Say who plays the next card, where it is known."""
        if not self.is_valid() or self.chosen_trump is None:
            return ""
        groups = _groups(self.words, self._size)
        if not groups or len(groups[-1][1]) == self._size:
            groups.append((None, ()))
        trick = self._seated(groups)[-1]
        if trick.leader is None:
            return ""
        return player(turn(trick.leader, self._absent)[len(trick.cards)])

    def _seated(self, groups: Sequence[Group]) -> list[Trick]:
        trump = self.chosen_trump
        assert trump is not None  # noqa: S101 - asked for before
        return seated(groups, trump=trump, rulebook=self.rulebook, absent=self._absent)

    def clean_played(self) -> tuple[str, ...]:
        """Refuse what is no card, and a leader said in the middle of a trick."""
        words = self.cleaned_data["played"]
        for word in words:
            if word not in CODES and word != FORGOTTEN and word not in LEADERS:
                raise forms.ValidationError(_("“%(value)s” is no card.") % {"value": word[:NAMED]})
        count = 0
        for word in words:
            if word in LEADERS and count % self._size:
                raise forms.ValidationError(_("Who led is said before the trick's first card."))
            count += word not in LEADERS
        return words

    # --- What is concluded ------------------------------------------------------------------

    def found(self) -> Answer:
        """Say which cards are a revoke for sure, and which may be."""
        if self.chosen_trump is None:
            return missing(_("Choose the trump."))
        cleaned = self.cleaned_data
        if cleaned["hand"] and not cleaned["holder"]:
            return missing(_("Say who holds the cards that are ticked."))
        groups = _groups(cleaned["played"], self._size)
        if not any(card for _leader, cards in groups for card in cards):
            return missing(_("Touch the cards of the tricks, in the order they were played."))
        tricks = self._seated(groups)
        left = {int(cleaned["holder"]) - 1: frozenset(cleaned["hand"])} if cleaned["hand"] else {}
        memory = Memory(tricks=tricks, trump=self.chosen_trump, rulebook=self.rulebook, left=left)
        memory.verify()
        concluded = memory.conclude()
        return Answer(
            sentence=_sentence(concluded, is_whole=memory.is_whole),
            tone=_tone(concluded),
            findings=tuple(map(self._finding, (*concluded.sure, *concluded.doubtful))),
            figures=self._figures(tricks) if memory.is_whole else (),
            notes=tuple(_notes(groups, tricks, concluded)),
        )

    def _finding(self, judged: Judged) -> Finding:
        facts = {
            "trick": judged.trick + 1,
            "player": player(judged.seat),
            "card": card_text(judged.card),
            "duty": DUTIES[judged.breach.duty],
        }
        if judged.is_sure:
            sentence = _("Trick %(trick)s: %(player)s played %(card)s, but %(duty)s: %(held)s.")
            facts["held"] = listed(_held(card, number) for card, number in judged.held)
        elif judged.if_held:
            sentence = _(
                "Trick %(trick)s: %(player)s played %(card)s. A revoke if one of these was in"
                " that hand: %(cards)s."
            )
            facts["cards"] = _some(judged.if_held)
        else:
            sentence = _(
                "Trick %(trick)s: %(player)s played %(card)s. A revoke or not, as the forgotten"
                " card was."
            )
        tone = Tone.BAD if judged.is_sure else Tone.UNSURE
        return self.case.finding(sentence % facts, judged.breach.clause, tone=tone)

    def _figures(self, tricks: Sequence[Trick]) -> tuple[Figure, ...]:
        """Give the points of the tricks, where they follow each other."""
        record = [[(seat, card) for seat, card in trick.played if card] for trick in tricks]
        absent = self._absent
        alone = None if absent is None else (absent + 2) % SEATS
        takers = Side.A if alone is None or alone % 2 == 0 else Side.B
        rules = {"trump": self.chosen_trump, "takers": takers, "rulebook": self.rulebook}
        try:
            found = replay([[]] * SEATS, record, alone=alone, **rules)
        except Refusal:
            return ()
        total = self.rulebook.pack_total(self.chosen_trump)
        points = {takers: found.points, takers.other: total - found.most}
        return tuple(
            Figure(label=_("Points of %(side)s") % {"side": side.value}, value=str(points[side]))
            for side in Side
        )


def _groups(words: Sequence[str], size: int) -> list[Group]:
    """Part the words into tricks; those that cannot be read are left out."""
    groups: list[tuple[int | None, list[Card | None]]] = []
    for word in words:
        starts = not groups or len(groups[-1][1]) == size
        if word in LEADERS:
            if starts or groups[-1][1]:
                groups.append((LEADERS[word], []))
            else:
                groups[-1] = (LEADERS[word], [])
            continue
        if word not in CODES and word != FORGOTTEN:
            continue
        if starts:
            groups.append((None, []))
        groups[-1][1].append(CODES.get(word))
    return [(leader, tuple(cards)) for leader, cards in groups]


def _shown(trick: Trick) -> list[tuple[str, str]]:
    names = [f"{seat + 1} {SIDES[seat]}" for seat in trick.seats] or [""] * len(trick.cards)
    return [
        (str(card) if card else "", name) for card, name in zip(trick.cards, names, strict=False)
    ]


def _held(card: Card, number: int | None) -> str:
    if number is None:
        return _("%(card)s was in that hand") % {"card": card_text(card)}
    return _("%(card)s was played to trick %(trick)s") % {
        "card": card_text(card),
        "trick": number + 1,
    }


def _some(cards: tuple[Card, ...]) -> str:
    text = cards_text(by_hand(cards)[:NAMED_CARDS])
    return text if len(cards) <= NAMED_CARDS else f"{text} (…)"


def _sentence(concluded: Concluded, *, is_whole: bool) -> str:
    if count := len(concluded.sure):
        words = ngettext("A revoke is certain.", "%(count)s revokes are certain.", count)
        return words % {"count": count}
    if count := len(concluded.doubtful):
        words = ngettext(
            "No revoke is certain; one card may be one.",
            "No revoke is certain; %(count)s cards may be one.",
            count,
        )
        return words % {"count": count}
    if concluded.unjudged or not is_whole:
        return _("There is no revoke in what is remembered.")
    return _("There is no revoke in these tricks.")


def _tone(concluded: Concluded) -> Tone:
    if concluded.sure:
        return Tone.BAD
    return Tone.UNSURE if concluded.doubtful or concluded.unjudged else Tone.GOOD


def _notes(groups: Sequence[Group], tricks: Sequence[Trick], concluded: Concluded) -> list[str]:
    """Say which tricks could not be judged, and where who led is not who had won."""
    notes = []
    if concluded.unjudged:
        numbers = [number + 1 for number in concluded.unjudged]
        words = ngettext(
            "Trick %(tricks)s is not judged whole: say who led, or a card that is forgotten.",
            "Tricks %(tricks)s are not judged whole: say who led, or a card that is forgotten.",
            len(numbers),
        )
        notes.append(words % {"tricks": listed(map(str, numbers))})
    notes += [
        _("Trick %(trick)s: %(player)s led without having won the trick before: one is missing.")
        % {"trick": number + 1, "player": player(trick.leader)}
        for number, ((said, _cards), trick) in enumerate(zip(groups, tricks, strict=True))
        if number and said is not None and trick.leader is not None
        if tricks[number - 1].taken_by not in {None, trick.leader}
    ]
    return notes
