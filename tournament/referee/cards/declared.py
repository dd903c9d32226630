"""Whose declarations: both sides' declarations → which side's score, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring import (
    BySide,
    Contest,
    Declaration,
    DeclarationKind,
    Fault,
    Refusal,
    Rulebook,
    Side,
    Trump,
    contest,
)
from tournament.labels import rank_letter
from tournament.referee.cards.answers import Answer, Figure, Tone, missing
from tournament.referee.cards.drawn import CODES, DrawnSuit, card_text, pack
from tournament.referee.cards.fields import (
    NAMED,
    CheckForm,
    RadioField,
    SequenceField,
)

JOINT = "."
"""In an address a declaration is ``A.tierce.KH``; of a carré any card of the rank will do."""
MOST = 12
PARTS = 3

KINDS = {
    DeclarationKind.TIERCE: pgettext_lazy("a declaration", "tierce"),
    DeclarationKind.CINQUANTE: pgettext_lazy("a declaration", "cinquante"),
    DeclarationKind.CENT: pgettext_lazy("a declaration", "cent"),
    DeclarationKind.CARRE: pgettext_lazy("a declaration", "carré"),
}


class DeclaredForm(CheckForm):
    """The declarations as touched: a side, a kind, then the highest card."""

    category = Fault.WRONG_ANNOUNCEMENT.value
    sequence = "declared"

    declared = SequenceField()
    side = RadioField(
        label=gettext_lazy("Who declares"), choices=[(side.value, side.value) for side in Side]
    )
    kind = RadioField(is_broad=True, label=gettext_lazy("What"), choices=list(KINDS.items()))
    first = RadioField(
        label=gettext_lazy("Who speaks first"), choices=[(side.value, side.value) for side in Side]
    )

    def word_of(self, tapped: str, after: QueryDict) -> list[str]:
        """A touched card is the declaration that is chosen, once."""
        side, kind = after.get("side", ""), after.get("kind", "")
        if tapped not in CODES:
            return [tapped]
        word = JOINT.join((side[:1] or "?", kind[:NAMED] or "?", tapped))
        return [] if word in self.words else [word]

    def tap_pack(self) -> tuple[DrawnSuit, ...]:
        """Return the pack; no card is used up, what is declared twice is said in the answer."""
        return pack()

    @property
    def shown(self) -> list[tuple[str, str]]:
        """The declarations so far, side and words, as far as they can be read."""
        shown = []
        for word in self.words:
            try:
                side, declaration = _read(word)
                shown.append((side.value, declaration_text(declaration)))
            except forms.ValidationError:
                shown.append(("", word))
        return shown

    def clean_declared(self) -> list[tuple[Side, Declaration]]:
        """Read the declarations."""
        words = self.cleaned_data["declared"]
        if len(words) > MOST:
            raise forms.ValidationError(_("That is too many declarations."))
        return [_read(word) for word in words]

    def found(self) -> Answer:
        """Say which side's declarations score, and what decides."""
        trump, declared = self.chosen_trump, self.cleaned_data["declared"]
        if not self.rulebook.plays_declarations:
            raise Refusal("declarations_not_in_rulebook", field="declarations")
        if trump is None:
            return missing(_("Choose the trump."))
        if not declared:
            return missing(_("Choose a side and a declaration, then touch its highest card."))
        by_side = BySide(*(tuple(one for side, one in declared if side is each) for each in Side))
        first = Side(self.cleaned_data["first"]) if self.cleaned_data["first"] else None
        won = contest(by_side, trump, self.rulebook, first)
        ranking = Ranking(trump=trump, rulebook=self.rulebook)
        sentence, why = _sentence(won), _why(won, by_side, ranking)
        values = _values(by_side, ranking)
        facts = f"{values} {sentence} {why}"
        return Answer(
            sentence=sentence,
            tone=Tone.GOOD if won.winner else Tone.UNSURE,
            figures=tuple(
                Figure(label=_("side %(side)s") % {"side": side.value}, value=str(won.values[side]))
                for side in Side
            ),
            findings=(
                self.case.finding(why, "declaration_contest", facts=facts, tone=Tone.PLAIN),
                replace(self.case.finding(values, "declaration_values"), query=""),
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How declarations stand to each other, as the engine's own contest has it."""

    trump: Trump
    rulebook: Rulebook

    def worth(self, one: Declaration) -> int:
        """What a declaration gives by itself; 0 for a carré that the rulebook does not count."""
        return contest(BySide((one,), ()), self.trump, self.rulebook).values.a

    def best(self, declared: Sequence[Declaration]) -> Declaration | None:
        """The one that stands for its side."""
        worthy = [one for one in declared if self.worth(one)]
        return reduce(self._better, worthy) if worthy else None

    def _better(self, one: Declaration, other: Declaration) -> Declaration:
        against = contest(BySide((one,), (other,)), self.trump, self.rulebook, Side.A)
        return other if against.winner is Side.B else one

    def reason(self, best: Declaration, other: Declaration) -> str:
        """Say why one beats another."""
        figures = {"best": declaration_text(best), "other": declaration_text(other)}
        carres = [each.kind is DeclarationKind.CARRE for each in (best, other)]
        if carres == [True, False]:
            return _("A carré beats a sequence: %(best)s beats %(other)s.") % figures
        if self.worth(best) != self.worth(other):
            return _("%(best)s is worth more than %(other)s.") % figures
        if all(carres):
            return _("%(best)s comes before %(other)s among the carrés.") % figures
        if best.top and other.top and best.top.rank is not other.top.rank:
            return _("%(best)s is as long as %(other)s, and higher.") % figures
        return _("%(best)s is equal to %(other)s, and at trumps.") % figures


def declaration_text(one: Declaration) -> str:
    """Say a declaration: « tierce R♥ », « carré V »."""
    card = rank_letter(one.rank.value) if one.rank else card_text(one.top) if one.top else ""
    return f"{KINDS[one.kind]} {card}"


def _read(word: str) -> tuple[Side, Declaration]:
    """Read one word of an address."""
    side, kind, card = [*word.split(JOINT), "", "", ""][:PARTS]
    if word.count(JOINT) != PARTS - 1 or card not in CODES:
        words = _("“%(value)s” is no declaration.") % {"value": word[:NAMED]}
        raise forms.ValidationError(words)
    if side not in set(Side):
        raise forms.ValidationError(_("Say which side declares, then take the card back."))
    if kind not in set(DeclarationKind):
        raise forms.ValidationError(_("Say what is declared, then take the card back."))
    if kind == DeclarationKind.CARRE:
        return Side(side), Declaration(kind=DeclarationKind.CARRE, rank=CODES[card].rank)
    return Side(side), Declaration(kind=DeclarationKind(kind), top=CODES[card])


def _sentence(won: Contest) -> str:
    if won.winner is None:
        return _("Nobody's declarations score.")
    return _("The declarations of %(side)s score: %(points)s.") % {
        "side": won.winner.value,
        "points": won.values[won.winner],
    }


def _why(won: Contest, by_side: BySide[tuple[Declaration, ...]], ranking: Ranking) -> str:
    """Say what decides between the best of both sides."""
    best = {side: ranking.best(by_side[side]) for side in Side}
    if won.is_tied and won.winner is None:
        return _("The best of both sides are equal: under this rulebook neither side scores.")
    if won.is_tied:
        return _("The best of both sides are equal: the side that speaks first scores.")
    if won.winner is None:
        return _("Nothing that was declared counts at this trump.")
    own, other = best[won.winner], best[won.winner.other]
    if own is None or other is None:
        return _("The other side has declared nothing that counts.")
    return ranking.reason(own, other)


def _values(by_side: BySide[tuple[Declaration, ...]], ranking: Ranking) -> str:
    """Say what each declaration gives by itself."""
    said = (
        _("%(side)s, %(declaration)s: %(value)s")
        % {
            "side": side.value,
            "declaration": declaration_text(one),
            "value": ranking.worth(one),
        }
        for side in Side
        for one in by_side[side]
    )
    return " · ".join(said) + "."
