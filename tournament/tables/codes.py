"""The codes that open a side of a table on a phone: made for a round at once, read forgivingly.

A code is good while its round is open. It expires with it, comes back when the round is
opened again, and stays revoked once the desk has revoked it.
"""

from __future__ import annotations

import re
import secrets
import unicodedata

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import Side
from tournament.deals.guards import held_match, place_of
from tournament.journal import services as journal
from tournament.models import Match, Round, TableCode, Tournament, User
from tournament.prepared import Given, Prepared

ALPHABET = "0123456789ABCDEFGHJKMNPQRTVWXY"
"""Thirty signs: eight of them are 39 bits, and no two are drawn alike but B and 8."""
LOOK_ALIKES = str.maketrans("OILZSU", "01125V")
"""Letters that no code has, and the sign that each was read for."""
LENGTH = 8
SCREEN_LENGTH = 10
"""Of the code that opens a screen of the hall: nobody finds one by trying."""
LONGEST = 200
"""What is read of what was typed, from its end: a whole address fits."""

Codes = dict[tuple[int, str], TableCode]
"""The last code of each side, by match id and side; it may be revoked."""

_BY_CODE = Prepared(lambda: with_places().filter(code=Given("code")).defer("match__round__inputs"))


def new_code(length: int = LENGTH) -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _sign in range(length))


def shown(code: str) -> str:
    """Write a code as it is printed, in two halves: « K7PM-2XQD »."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def read_code(typed: str, length: int = LENGTH) -> str:
    """Return the code of that length that somebody typed, or nothing where it cannot be one.

    Case, spaces and dashes do not matter, a look-alike is read as the sign it was
    taken for, and a whole address is read as the code at its end.
    """
    last = typed[-LONGEST:].strip().rstrip("/").rpartition("/")[2]
    plain = unicodedata.normalize("NFKC", last).upper()
    code = re.sub(r"[\W_]+", "", plain).translate(LOOK_ALIKES)
    return code if len(code) == length and set(code) <= set(ALPHABET) else ""


def find_code(code: str) -> TableCode | None:
    """Return the row of a code as ``read_code`` gives it, whether it is still good or not."""
    return _BY_CODE.first(code=code) if code else None


def with_places() -> QuerySet[TableCode]:
    """Return codes, the match, round and contest of each fetched along."""
    return TableCode.objects.select_related("match__round__tournament")


def is_open(code: TableCode) -> bool:
    """Whether a code still opens its table: not revoked, its round being played, phones allowed."""
    return code.revoked_at is None and takes_phones(code.match.round)


def takes_phones(round_: Round) -> bool:
    """Whether the tables of a round may type on their phones now."""
    tournament = round_.tournament
    return tournament is not None and tournament.phones and not round_.is_closed


def codes_of(round_: Round) -> Codes:
    """Return the codes of a round; those that were never made are made first.

    Two pages that ask at once find the same codes: the database keeps one a side.
    A side whose code was revoked gets none until somebody renews it.
    """
    if takes_phones(round_) and _without_code(round_):
        _make_codes(round_)
    rows = TableCode.objects.filter(match__round=round_).order_by("pk")
    return {(row.match_id, row.side): row for row in rows}


@transaction.atomic
def _make_codes(round_: Round) -> None:
    # The contest's row is kept, so that no draw is taken back meanwhile.
    Tournament.objects.held(round_.tournament_id)
    while missing := _without_code(round_):
        TableCode.objects.bulk_create(
            [TableCode(match_id=match, side=side, code=new_code()) for match, side in missing],
            ignore_conflicts=True,
        )


def _without_code(round_: Round) -> list[tuple[int, str]]:
    missing = []
    for side in Side:
        made = TableCode.objects.filter(match=OuterRef("pk"), side=side.value)
        matches = round_.matches.filter(~Exists(made)).values_list("pk", flat=True)
        missing += [(match, side.value) for match in matches]
    return missing


@transaction.atomic
def renew(match: Match, side: Side, *, replaces: int | None, by: User) -> TableCode:
    """Give a side a new code in place of the last one, which opens nothing any more.

    ``replaces`` is the id of the code that the page showed: a second click finds the
    new one. Raises ``ValidationError`` where the round takes no phones.
    """
    match = held_match(match)
    if not takes_phones(match.round):
        raise ValidationError(_("The codes of this round are closed with it."))
    last = _last_code(match, side)
    if last and last.pk != replaces:
        return last
    _revoke(last)
    made = TableCode(match=match, side=side.value, code=new_code())
    made.full_clean()
    made.save(force_insert=True)
    _write("code.renewed", match, side, by=by)
    return made


@transaction.atomic
def revoke(match: Match, side: Side, *, by: User) -> None:
    """Have a side's code open nothing any more; a second click changes nothing."""
    match = held_match(match)
    if _revoke(_last_code(match, side)):
        _write("code.revoked", match, side, by=by)


def _last_code(match: Match, side: Side) -> TableCode | None:
    return match.codes.filter(side=side.value).order_by("-pk").first()


def _revoke(code: TableCode | None) -> bool:
    if code is None or code.revoked_at:
        return False
    code.revoked_at = timezone.now()
    code.save(update_fields=["revoked_at"])
    return True


def _write(kind: str, match: Match, side: Side, *, by: User) -> None:
    """Tell the journal which side's code changed, never the code itself."""
    details = place_of(match) | {"side": side.value}
    journal.write(match.round.tournament, kind, by=by, details=details)
