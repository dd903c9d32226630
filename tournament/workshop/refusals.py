"""Why a rulebook's file is refused: one sentence, with the key to blame."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import BadRulebook, Refusal
from tournament import labels
from tournament.workshop.editor.refusals import reason

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LONGEST_KEY = 100

_EXPECTED: tuple[tuple[str, _StrPromise], ...] = (
    (
        r"a whole number from (?P<least>\d+) to (?P<most>\d+)",
        gettext_lazy("“%(key)s” should be a whole number from %(least)s to %(most)s."),
    ),
    (r"true or false", gettext_lazy("“%(key)s” should be true or false.")),
    (r"one of: (?P<words>.*)", gettext_lazy("“%(key)s” should be one of: %(words)s.")),
    (
        r"a text of at most (?P<most>\d+) .*",
        gettext_lazy("“%(key)s” should be a text on one line, of at most %(most)s characters."),
    ),
    (
        r"a fraction .*",
        gettext_lazy('“%(key)s” should be a fraction above zero, as a text: "2/3", "1".'),
    ),
    (
        r"a list of at most (?P<most>\d+) items",
        gettext_lazy("“%(key)s” should be a list of at most %(most)s items."),
    ),
    (
        r"a list of (?P<count>\d+) items",
        gettext_lazy("“%(key)s” should be a list of %(count)s items."),
    ),
    (r"a table.*", gettext_lazy("“%(key)s” should be a table of keys.")),
    (
        r"a whole number, or points, .*",
        gettext_lazy(
            "“%(key)s” should be a whole number, or points, contract, belote, all_belotes,"
            ' declarations, all_declarations or carried, or one of them with *k: "160*k".'
        ),
    ),
)
"""What the engine expects of a value, and the sentence that says so."""


def file_refusal(refusal: Refusal) -> str:
    """Say in the reader's language what is wrong with a rulebook's file, and where."""
    code = refusal.code
    key = str(refusal.params.get("key", ""))[:LONGEST_KEY]
    expected = str(refusal.params.get("expected", ""))
    if code == "rulebook_unreadable":
        return _unreadable(expected)
    if code == "rulebook_missing_key":
        return _("The key “%(key)s” is missing: a rulebook has every key written.") % {"key": key}
    if code == "rulebook_unknown_key":
        return _("The key “%(key)s” is none of a rulebook's.") % {"key": key}
    if code == "rulebook_bad_value":
        for pattern, sentence in _EXPECTED:
            if found := re.fullmatch(pattern, expected):
                return str(sentence) % ({"key": key} | found.groupdict())
    if isinstance(refusal, BadRulebook) and code == "rulebook_incoherent":
        return f"{key}: {reason(refusal)}"
    return labels.refusal(refusal)


def _unreadable(expected: str) -> str:
    where = re.search(r"at line (\d+), column (\d+)", expected)
    if where:
        words = _("This is not TOML: see line %(line)s, column %(column)s.")
        return words % {"line": where[1], "column": where[2]}
    return _("This is not a text in TOML, in UTF-8.")
