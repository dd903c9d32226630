"""The prizes as they are typed: one line a place, then categories, the comeback, the last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from tournament.models.paper import PrizeKind
from tournament.models.team import Category
from tournament.prints.prize_papers import offer_words
from tournament.prints.prizes import Offer

FEWEST_PLACES = 5
MORE_PLACES = 5
MOST_PLACES = 200
LONGEST_AWARD = 120


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A line of the form: whom the prize is for, and its two fields."""

    words: str
    award: BoundField
    amount: BoundField

    @property
    def errors(self) -> list[str]:
        """What is wrong with the line."""
        return [*self.award.errors, *self.amount.errors]


class PrizesForm(forms.Form):
    """Every prize of a contest; a line left empty is no prize."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, *args: Any, offers: Sequence[Offer], places: int, seen: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.slots = slots(offers, places)
        self.fields["seen"].initial = seen
        for name, slot in self.slots.items():
            self.fields[f"award_{name}"] = forms.CharField(
                label=_("Prize"), max_length=LONGEST_AWARD, required=False, initial=slot.award
            )
            self.fields[f"amount_{name}"] = forms.DecimalField(
                label=_("Amount (€)"),
                min_value=0,
                max_digits=8,
                decimal_places=2,
                localize=True,
                required=False,
                initial=slot.amount,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 8}),
            )

    @property
    def lines(self) -> Iterator[PrizeLine]:
        """The lines of the form, in order."""
        for name, slot in self.slots.items():
            yield PrizeLine(offer_words(slot), self[f"award_{name}"], self[f"amount_{name}"])

    def offers(self) -> list[Offer]:
        """Return the prizes that were typed; call it on a valid form."""
        found = []
        for name, slot in self.slots.items():
            award = self.cleaned_data[f"award_{name}"]
            amount = self.cleaned_data[f"amount_{name}"]
            if award or amount:
                found.append(
                    Offer(
                        kind=slot.kind,
                        place=slot.place,
                        category=slot.category,
                        award=award,
                        amount=amount,
                    )
                )
        return found


def slots(offers: Sequence[Offer], places: int) -> dict[str, Offer]:
    """Return the lines of the form by name, each with the prize that is set or an empty one."""
    is_set = {(offer.kind, offer.place, offer.category): offer for offer in offers}
    last = max([FEWEST_PLACES, *(offer.place or 0 for offer in offers)])
    count = min(max(last, places), MOST_PLACES)
    empty = {
        **{f"place_{n}": Offer(kind=PrizeKind.RANK, place=n) for n in range(1, count + 1)},
        **{each.value: Offer(kind=PrizeKind.CATEGORY, category=each.value) for each in Category},
        PrizeKind.COMEBACK.value: Offer(kind=PrizeKind.COMEBACK),
        PrizeKind.LAST.value: Offer(kind=PrizeKind.LAST),
    }
    return {
        name: is_set.get((slot.kind, slot.place, slot.category), slot)
        for name, slot in empty.items()
    }
