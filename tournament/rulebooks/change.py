"""Change the rulebook in the middle of a contest: every deal is marked again, in one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring import Refusal, Rulebook, load_rulebook, shipped_rulebooks
from tournament import labels
from tournament.clubs.own_rulebooks import OwnVersion, offered
from tournament.deals.marking import refusals
from tournament.journal import services as journal
from tournament.journal.beforehand import looked_for
from tournament.journal.settings import kept
from tournament.models import Entry, Outcome, Tournament, User, freeze
from tournament.models.deal import FACT_FIELDS
from tournament.models.tournament import frozen_rulebook
from tournament.rounds.impact import Impact, impact_of
from tournament.standings.changes import RULEBOOK_CHANGED
from tournament.text import plain

MOST_NAMED = 5
"""So many deals that a rulebook cannot mark are named; of the others, how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A rulebook that a contest may take instead: which one, which of its switches are taken.

    ``name`` is that of the present one or of one that ships, or the key of a version of the
    club's own.
    """

    name: str
    switches: tuple[str, ...] = ()

    def base(self, tournament: Tournament) -> Rulebook:
        """Return it before any switch is taken. Raises ``ValidationError`` where there is none."""
        if self.name == tournament.rulebook.name:
            return present_base(tournament)
        own = self._version(tournament)
        if own:
            return own.rulebook
        if self.name not in shipped_rulebooks():
            raise ValidationError({"rulebook": _("Choose one of the rulebooks.")})
        return load_rulebook(self.name)

    def rulebook(self, tournament: Tournament) -> Rulebook:
        """Return it whole. Raises ``ValidationError`` for a name or a switch there is not."""
        try:
            return self.base(tournament).switched(*self.switches)
        except Refusal as refusal:
            raise ValidationError({"switches": labels.refusal(refusal)}) from None

    def own_text(self, tournament: Tournament) -> str:
        """Return the version of the club's own that it is, whole; nothing for one that ships."""
        if self.name == tournament.rulebook.name:
            return tournament.rulebook_own
        own = self._version(tournament)
        return own.text if own else ""

    def _version(self, tournament: Tournament) -> OwnVersion | None:
        versions = {version.key: version for version in offered(tournament.club)}
        return versions.get(self.name)


def present_base(tournament: Tournament) -> Rulebook:
    """Return a contest's rulebook before any switch of it was taken, as far as that is known."""
    own = tournament.rulebook
    if tournament.rulebook_own:
        return _before_switches(own, frozen_rulebook(tournament.rulebook_own))
    return base_of(own)


def base_of(own: Rulebook) -> Rulebook:
    """Return a rulebook that ships before any switch of it is taken.

    A frozen copy that no longer is as its file has it keeps the switches it was frozen with.
    """
    if own.name not in shipped_rulebooks():
        return own
    return _before_switches(own, load_rulebook(own.name))


def _before_switches(own: Rulebook, base: Rulebook) -> Rulebook:
    if set(own.applied) - set(base.applied) <= {switch.id for switch in base.switches}:
        return base if base.switched(*own.applied) == own else own
    return own


def change_rulebook(
    tournament: Tournament, choice: Choice, *, seen: str, by: User, reason: str
) -> Tournament:
    """Have a contest whose first round is drawn go on under another rulebook.

    ``seen`` is the fingerprint of the rulebook that the page showed as the present one.
    Asked for twice it is changed once. Raises ``ValidationError``: on ``reason`` when there
    is none, on ``rulebook`` when a deal that was typed cannot be marked under it, and as a
    whole before the first round or when somebody changed it meanwhile.
    """
    return _looked(tournament, choice, seen=seen, by=by, reason=reason)()


def impact_of_change(
    tournament: Tournament, choice: Choice, *, seen: str, by: User, reason: str
) -> Impact:
    """Say what ``change_rulebook`` would move; raises what it raises, the contest not held."""
    return impact_of(tournament, _looked(tournament, choice, seen=seen, by=by, reason=reason))


def _looked(
    tournament: Tournament, choice: Choice, *, seen: str, by: User, reason: str
) -> Callable[[], Tournament]:
    look = partial(_to_take, choice, seen=seen, reason=reason)
    return looked_for(tournament.pk, look, partial(_change, by=by, reason=reason))


def _to_take(
    choice: Choice, tournament: Tournament, *, seen: str, reason: str
) -> tuple[Rulebook, str]:
    """Return the rulebook to take and the text of the club's own that it is, if it may be."""
    if not tournament.is_frozen:
        raise ValidationError(_("No round is drawn yet: choose the rulebook in the settings."))
    before, after = tournament.rulebook, choice.rulebook(tournament)
    if before != after:
        if before.fingerprint() != seen:
            raise ValidationError(
                _("Somebody changed the rulebook meanwhile: look at it, then change it again."),
                code="stale",
            )
        if not plain(reason):
            raise ValidationError({"reason": _("Say why.")})
        _check_deals(tournament, after)
    return after, choice.own_text(tournament)


def _change(
    tournament: Tournament, chosen: tuple[Rulebook, str], *, by: User, reason: str
) -> Tournament:
    before, (after, own_text) = tournament.rulebook, chosen
    if before == after:
        return tournament
    columns = {"rulebook_name": after.name, "rulebook_own": own_text}
    values = {
        name: [kept(name, getattr(tournament, name)), kept(name, value)]
        for name, value in columns.items()
    }
    for name, value in (columns | {"rulebook_frozen": freeze(after)}).items():
        setattr(tournament, name, value)
    tournament.save(update_fields=[*columns, "rulebook_frozen"])
    details = {
        "rulebook": after.fingerprint(),
        "was": before.fingerprint(),
        "values": values,
        "applied": list(after.applied),
        "reason": plain(reason),
    }
    journal.write(tournament, RULEBOOK_CHANGED, by=by, details=details)
    return tournament


def _check_deals(tournament: Tournament, rulebook: Rulebook) -> None:
    """Refuse a rulebook that has no such contract, trump or declaration as was typed.

    What was corrected since is marked on the deal's page as well.
    """
    place = ("deal__match__round__number", "deal__match__table", "deal__number")
    entries = Entry.objects.filter(
        deal__match__round__tournament=tournament, outcome=Outcome.PLAYED
    ).order_by(*place, "pk")
    refused: dict[tuple[int, ...], Refusal] = {}
    for deal, refusal in refusals(entries.values_list(*FACT_FIELDS, *place), rulebook):
        refused.setdefault(deal, refusal)
    if refused:
        raise ValidationError({"rulebook": _in_words(refused)})


def _in_words(refused: Mapping[tuple[int, ...], Refusal]) -> list[str]:
    """Name the deals that a rulebook cannot mark, and why: the first of them."""
    named = [_("Deals that were played cannot be marked under this rulebook.")]
    for (number, table, deal), refusal in islice(refused.items(), MOST_NAMED):
        place = {"round": number, "table": table, "deal": deal, "why": labels.refusal(refusal)}
        named.append(_("Round %(round)s, table %(table)s, deal %(deal)s: %(why)s") % place)
    if len(refused) > MOST_NAMED:
        named.append(_("And %(count)s more.") % {"count": len(refused) - MOST_NAMED})
    return named
