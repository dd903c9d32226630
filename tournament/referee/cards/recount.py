"""Recount: the cards of a pile → its points and the other side's, with the likely slips."""

from __future__ import annotations

from collections.abc import Collection

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring import PACK, Card, Fault, Side, Trump, likely_slips, pile_points
from tournament.deals.slips import NAMED_AT_MOST, explanation_text
from tournament.referee.cards.answers import Answer, Figure, Finding, Tone, missing
from tournament.referee.cards.drawn import CODES, DrawnSuit, pack
from tournament.referee.cards.fields import CardsField, CheckForm, RadioField
from tournament.referee.cards.words import listed

TRICK = 4
MOST_WRITTEN = 999
OURS, THEIRS, UNKNOWN = "pile", "other", ""


def figure(label: object) -> forms.IntegerField:
    """Return a field for points as they were written."""
    widget = forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "autocomplete": "off"})
    return forms.IntegerField(
        label=label, required=False, min_value=0, max_value=MOST_WRITTEN, widget=widget
    )


class RecountForm(CheckForm):
    """A pile, who took the last trick, and what was written for each side."""

    category = Fault.DOUBTFUL_COUNT.value

    side = RadioField(
        label=gettext_lazy("Whose pile"), choices=[(side.value, side.value) for side in Side]
    )
    last = RadioField(
        is_broad=True,
        label=gettext_lazy("Who took the last trick"),
        choices=[
            (OURS, pgettext_lazy("took the last trick", "this side")),
            (THEIRS, pgettext_lazy("took the last trick", "the other side")),
        ],
    )
    pile = CardsField()
    written = figure(gettext_lazy("Written for this side"))
    written_other = figure(gettext_lazy("Written for the other side"))

    def pile_pack(self) -> tuple[DrawnSuit, ...]:
        """Return the pack in which the pile is ticked."""
        return pack(on={CODES[code] for code in self.data.getlist("pile") if code in CODES})

    def found(self) -> Answer:
        """Count the pile, then what is left of the pack, and compare with what was written."""
        trump, cleaned = self.chosen_trump, self.cleaned_data
        if trump is None:
            return missing(_("Choose the trump."))
        pile: tuple[Card, ...] = cleaned["pile"]
        has_last = self._has_last(pile, cleaned["last"])
        if has_last is None:
            return missing(_("Tick the cards of the pile, and say who took the last trick."))
        rest = [card for card in PACK if card not in pile]
        rules = {"trump": trump, "rulebook": self.rulebook}
        points = pile_points(pile, with_last_trick=has_last, **rules)
        others = pile_points(rest, with_last_trick=not has_last, **rules)
        findings = [
            *self._compared(cleaned["written"], points, pile, own=True, has_last=has_last),
            *self._compared(
                cleaned["written_other"], others, rest, own=False, has_last=not has_last
            ),
        ]
        return Answer(
            sentence=f"{points} – {others}",
            tone=self._tone(findings),
            figures=(
                Figure(label=self._named(own=True), value=str(points)),
                Figure(label=self._named(own=False), value=str(others)),
            ),
            findings=tuple(findings),
            notes=self._notes(pile, trump),
        )

    def _has_last(self, pile: Collection[Card], said: str) -> bool | None:
        """Whether the pile's side took the last trick, as who has all the cards did."""
        if len(pile) == len(PACK):
            return True
        return None if said == UNKNOWN or not pile else said == OURS

    def _named(self, *, own: bool) -> str:
        """Name a side, by its letter where it is said."""
        said = self.cleaned_data["side"]
        if not said:
            return _("this side") if own else _("the other side")
        return _("side %(side)s") % {"side": said if own else Side(said).other.value}

    def _compared(
        self,
        written: int | None,
        points: int,
        cards: Collection[Card],
        *,
        own: bool,
        has_last: bool,
    ) -> list[Finding]:
        """Say whether what was written is right, and if not which slips may have made it."""
        if written is None or self.chosen_trump is None:
            return []
        figures = {"side": self._named(own=own), "written": written, "points": points}
        if written == points:
            sentence = _("For %(side)s, %(written)s was written: right.") % figures
            return [Finding(sentence=sentence, tone=Tone.GOOD)]
        sentence = _("For %(side)s, %(written)s was written instead of %(points)s.") % figures
        slips = likely_slips(
            written,
            points,
            trump=self.chosen_trump,
            rulebook=self.rulebook,
            pile=tuple(cards),
            with_last_trick=has_last,
        )[:NAMED_AT_MOST]
        if slips:
            perhaps = _(" or ").join(map(explanation_text, slips))
            sentence = f"{sentence} {_('Perhaps: %(slips)s.') % {'slips': perhaps}}"
        return [self.case.finding(sentence, "cards")]

    def _tone(self, findings: Collection[Finding]) -> Tone:
        if any(finding.tone is Tone.BAD for finding in findings):
            return Tone.BAD
        return Tone.GOOD if findings else Tone.PLAIN

    def _notes(self, pile: Collection[Card], trump: Trump) -> tuple[str, ...]:
        """Say what was counted, and that tricks have four cards."""
        count = len(pile)
        counted = ngettext("%(count)s card ticked", "%(count)s cards ticked", count)
        tricks = _("%(total)s points in all, the last trick included")
        said = [
            listed(
                [counted % {"count": count}, tricks % {"total": self.rulebook.pack_total(trump)}]
            )
            + "."
        ]
        if count % TRICK:
            said.append(_("Tricks have four cards: one is ticked too many, or not ticked."))
        if self.rulebook.most_belotes(trump):
            said.append(_("Belote and declarations are not card points: they are left out here."))
        return tuple(said)
