"""The acts on a club's own rulebooks: start one, change its draft, prove it, publish, retire.

A contest's journal does not hold them: who did what and when stands on the rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import (
    DealFacts,
    Refusal,
    Rulebook,
    facts_to_json,
    rulebook_from_toml,
    shipped_rulebooks,
)
from tournament import labels
from tournament.models import (
    Club,
    ClubRulebook,
    RulebookExample,
    RulebookVersion,
    User,
    freeze,
)
from tournament.models.rulebook import RULEBOOK_NAME_LENGTH
from tournament.text import tidy
from tournament.workshop.examples import prove
from tournament.workshop.refusals import file_refusal

MOST_EXAMPLES = 100
MOST_RULEBOOKS = 100
FIRST = "1"
SENT = gettext_lazy("This form was sent already: open the page again.")


@transaction.atomic
def start_from(
    rulebook: Rulebook, *, club: Club, title: str, by: User | None, client_key: UUID
) -> ClubRulebook:
    """Begin a rulebook of a club's own from any other one.

    A form sent twice (same ``client_key``) begins one. Raises ``ValidationError`` on
    ``title`` for one that names nothing, or that the club has already.
    """
    title = tidy(title)
    named = {"name": slugify(title)[:RULEBOOK_NAME_LENGTH].strip("-")}
    changes = named | {"version": FIRST, "title": {"fr": title, "en": title}}
    draft = _changed(rulebook, changes, field="title")
    return _begin(draft, base=rulebook, club=club, by=by, client_key=client_key, field="title")


@transaction.atomic
def import_rulebook(
    content: bytes, *, club: Club, title: str = "", by: User | None, client_key: UUID
) -> ClubRulebook:
    """Begin a rulebook of a club's own from a TOML file, exactly as it is written.

    With ``title`` it is given that one instead. Raises ``ValidationError``: on ``file`` for
    one that is no rulebook, with the key to blame; on ``title`` or ``file`` for a name that
    is taken.
    """
    try:
        rulebook = rulebook_from_toml(content)
    except Refusal as refusal:
        raise ValidationError({"file": file_refusal(refusal)}) from None
    if title.strip():
        return start_from(rulebook, club=club, title=title, by=by, client_key=client_key)
    return _begin(rulebook, base=rulebook, club=club, by=by, client_key=client_key, field="file")


@transaction.atomic
def save_draft(own: ClubRulebook, rulebook: Rulebook, *, seen: int, by: User) -> ClubRulebook:
    """Put another draft in the place of the one that the page showed; its name stays.

    ``seen`` is that one's ``draft_number``. Sent twice, or with nothing changed, it counts
    once. Raises ``ValidationError`` when somebody else has changed the draft meanwhile.
    """
    own = _held(own)
    text = freeze(_changed(rulebook, {"name": own.name}))
    if text == own.draft:
        return own
    _check_seen(own, seen)
    own.draft, own.drafted_by = text, by
    own.draft_number += 1
    own.full_clean()
    own.save(update_fields=["draft", "draft_number", "drafted_by", "drafted_at"])
    return own


@transaction.atomic
def publish(
    own: ClubRulebook, *, number: int, seen: int, note: str = "", by: User | None
) -> RulebookVersion:
    """Publish the draft as the version of that number; it never changes afterwards.

    Only the text's ``version`` becomes the number. Two clicks publish one. Raises
    ``ValidationError`` when an example fails, when nothing has changed since the last
    version, when the draft is no longer the one that was seen, or for a retired rulebook.
    """
    own = _held(own)
    last = own.versions.order_by("number").last()
    if last and last.number == number and is_published(own, last):
        return last
    _check_seen(own, seen)
    if own.retired_at:
        raise ValidationError(_("This rulebook is retired: bring it back first."))
    if last and is_published(own, last):
        words = _("Nothing has changed since version %(number)s: there is nothing to publish.")
        raise ValidationError(words % {"number": last.number})
    examples = list(own.examples.all())
    failing = [proof for proof in prove(examples, own.rulebook) if not proof.holds]
    if failing:
        raise ValidationError(
            _("The draft does not give the marks of an example: it cannot be published.")
        )
    number = last.number + 1 if last else 1
    rulebook = _changed(own.rulebook, {"version": str(number)})
    version = RulebookVersion(
        rulebook_of=own,
        number=number,
        text=freeze(rulebook),
        fingerprint=rulebook.fingerprint(),
        examples=[
            {"facts": each.facts, "marks": [each.marks_a, each.marks_b]} for each in examples
        ],
        note=tidy(note),
        published_by=by,
    )
    version.full_clean()
    version.save(force_insert=True)
    return version


def is_published(own: ClubRulebook, version: RulebookVersion) -> bool:
    """Whether the draft is what a version holds, its number aside."""
    text = version.rulebook.to_mapping()
    return own.rulebook.to_mapping() | {"version": text["version"]} == text


@transaction.atomic
def retire(own: ClubRulebook, *, is_retired: bool) -> ClubRulebook:
    """Offer a rulebook to no contest any more, or again; those that play it keep their copy."""
    own = _held(own)
    if bool(own.retired_at) != is_retired:
        own.retired_at = timezone.now() if is_retired else None
        own.save(update_fields=["retired_at"])
    return own


@transaction.atomic
def delete_draft(own: ClubRulebook) -> None:
    """Delete a rulebook that was never published. Raises ``ValidationError`` for one that was."""
    found = ClubRulebook.objects.select_for_update().filter(pk=own.pk).first()
    if found is None:
        return
    if found.versions.exists():
        raise ValidationError(_("A published rulebook is kept: retire it instead."))
    found.delete()


@transaction.atomic
def add_example(
    own: ClubRulebook, facts: DealFacts, marks: tuple[int, int], *, by: User, client_key: UUID
) -> RulebookExample:
    """Add a deal and the marks that the rulebook must give for it.

    A form sent twice (same ``client_key``), or the same deal with the same marks, makes
    one. Raises ``ValidationError`` where there are too many.
    """
    own = _held(own)
    made = own.examples.filter(client_key=client_key).first()
    columns = {"facts": facts_to_json(facts), "marks_a": marks[0], "marks_b": marks[1]}
    made = made or next((each for each in own.examples.all() if _same(each, columns)), None)
    if made:
        return made
    if RulebookExample.objects.filter(client_key=client_key).exists():
        raise ValidationError(SENT)
    if own.examples.count() >= MOST_EXAMPLES:
        words = _("There are %(count)s examples already: take one out first.")
        raise ValidationError(words % {"count": MOST_EXAMPLES})
    example = RulebookExample(rulebook_of=own, added_by=by, client_key=client_key, **columns)
    example.full_clean()
    example.save(force_insert=True)
    return example


@transaction.atomic
def remove_example(own: ClubRulebook, example_id: int) -> None:
    """Take an example out; the versions that were proven by it keep theirs."""
    _held(own).examples.filter(pk=example_id).delete()


def _same(example: RulebookExample, columns: Mapping[str, Any]) -> bool:
    return all(getattr(example, name) == value for name, value in columns.items())


def _held(own: ClubRulebook) -> ClubRulebook:
    """Read a rulebook and keep its row to the end of the transaction, so acts follow each other."""
    return ClubRulebook.objects.select_for_update().select_related("club").get(pk=own.pk)


def _check_seen(own: ClubRulebook, seen: int) -> None:
    if own.draft_number != seen:
        raise ValidationError(
            _("Somebody has changed the draft meanwhile: look at it, then do it again."),
            code="stale",
        )


def _changed(rulebook: Rulebook, changes: Mapping[str, Any], *, field: str = "") -> Rulebook:
    """Return a rulebook with some keys written otherwise."""
    mapping = rulebook.to_mapping() | dict(changes)
    if mapping == rulebook.to_mapping():
        return rulebook
    try:
        return Rulebook.from_mapping(mapping)
    except Refusal as refusal:
        words = _("Give it a name with letters or figures.")
        said = words if refusal.params.get("key") == "name" else labels.refusal(refusal)
        raise ValidationError({field: said} if field else said) from None


def _begin(
    draft: Rulebook, *, base: Rulebook, club: Club, by: User | None, client_key: UUID, field: str
) -> ClubRulebook:
    made = ClubRulebook.objects.filter(client_key=client_key, club=club).first()
    if made:
        return made
    own = ClubRulebook(
        club=club,
        name=draft.name,
        base=freeze(base),
        draft=freeze(draft),
        drafted_by=by,
        made_by=by,
        client_key=client_key,
    )
    _check_new(own, field)
    own.full_clean(validate_constraints=False)
    try:
        with transaction.atomic():
            own.save(force_insert=True)
    except IntegrityError:
        # The other click won since we looked.
        made = ClubRulebook.objects.filter(client_key=client_key, club=club).first()
        if made is None:
            _check_new(own, field)
            raise ValidationError(SENT) from None
        return made
    return own


def _check_new(own: ClubRulebook, field: str) -> None:
    """Refuse a name that ships or that the club has, and more rulebooks than a club can want."""
    if own.name in shipped_rulebooks():
        words = _("“%(name)s” is a rulebook that ships: give yours a name of its own.")
        raise ValidationError({_beside(field): words % {"name": own.name}})
    others = ClubRulebook.objects.filter(club=own.club)
    if others.filter(name=own.name).exists():
        words = _("The club has a rulebook named “%(name)s”: give this one another name.")
        raise ValidationError({_beside(field): words % {"name": own.name}})
    if others.count() >= MOST_RULEBOOKS:
        words = _("The club has %(count)s rulebooks already: delete a draft first.")
        raise ValidationError(words % {"count": MOST_RULEBOOKS})


def _beside(field: str) -> str:
    """A name that came in a file is mended by giving another one."""
    return "title" if field == "file" else field
