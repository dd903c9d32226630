"""Worked deals under a draft beside the rulebook it came from, and the club's own examples.

The editor shows the same table under its form, made again as the draft changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import Rulebook
from tournament import labels
from tournament.models import RulebookExample
from tournament.rulebooks.samples import Sample, telling, typical
from tournament.workshop.examples import Proof, prove


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """Deals marked under a base (``one`` of each sample) and under a draft (``other``).

    ``proofs`` are the club's own examples under the draft.
    """

    base: Rulebook
    samples: tuple[Sample, ...]
    proofs: tuple[Proof, ...]

    @property
    def base_title(self) -> str:
        """The base's title in the reader's language."""
        return self.base.title[labels.language()]

    @property
    def differing(self) -> int:
        """How many of the deals are not marked alike."""
        return sum(sample.differs for sample in self.samples)

    @property
    def failing(self) -> tuple[Proof, ...]:
        """The examples that the draft does not mark as the club expects."""
        return tuple(proof for proof in self.proofs if not proof.holds)

    @property
    def proofs_said(self) -> str:
        """Whether the examples hold, in a sentence."""
        total, failing = len(self.proofs), len(self.failing)
        if total == 1:
            return _("Your example fails.") if failing else _("Your example holds.")
        if not failing:
            return _("Your examples hold.")
        words = ngettext(
            "%(count)s of your %(total)s examples fails.",
            "%(count)s of your %(total)s examples fail.",
            failing,
        )
        return words % {"count": failing, "total": total}


def worked(base: Rulebook, draft: Rulebook, examples: Iterable[RulebookExample]) -> Worked:
    """Mark typical deals under both, and one more where none of them tells the two apart."""
    language = labels.language()
    samples = typical(base, draft, language)
    if not any(sample.differs for sample in samples):
        one_more = telling(base, draft, language)
        samples += [one_more] if one_more else []
    return Worked(
        base=base,
        samples=tuple(samples),
        proofs=tuple(prove(examples, draft)),
    )
