"""Words that turn the line around, hide, tower or never end: typed anywhere, they harm nothing."""

import io
import os
import random
import re
import unicodedata
from itertools import cycle, islice

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from pypdf import PdfReader

from tests.attacks.bombs import MARKS
from tests.attacks.targets import a_target, addresses, forms_of
from tests.attacks.test_html_everywhere import FREE, NEVER_CHANGED
from tests.soak.filling import filled
from tests.tournament.builders import a_user
from tournament.models import Tournament
from tournament.prints.kinds import Of
from tournament.prints.registry import PAPERS
from tournament.text import MOST_MARKS, plain

pytestmark = pytest.mark.django_db

TYPED = (
    "\u202eInversé",
    "\u2067\u2066Isolé",
    "\u200f\u200bZ\u200dé\ufeffro",
    "Bip\x07\x1b[31m\x0b\x0c\x7f\u0085",
    f"Tour{MARKS * 30}",
    "\u05e9\u05dc\u05d5\u05dd 7 \u0645\u0631\u062d\u0628\u0627",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f1eb\U0001f1f7\u2764\ufe0f",
    "\ufffe\uffff\U000e0041\ue000\u2028\u2029",
    "Mot" + "t" * 10_000,
    MARKS * 5000,
    "\u3164",
)
"""What is typed into every field of every form, one after the other."""
SHORT_KINDS = {"text", "search", "textarea"}
TIMES = int(os.environ.get("TIMES", "3"))
"""So many of them to each form, the next form the next ones; 11 are all."""
IN_A_BROWSER, FOUND, FAILURE = 0.7, 302, 500
NEVER_SENT = ("delete", "remove", "drop", "logout", "restore", "language")


def fields_of_text(form):
    """Return the fields of a form that take words."""
    return [
        each
        for each in form.fields.values()
        if each.kind in SHORT_KINDS and each.limits.get("inputmode") not in {"numeric", "decimal"}
    ]


def is_harmless(text: str) -> bool:
    """Whether a text moves nothing that stands beside it, nor the lines above and below."""
    run = 0
    for sign in text:
        run = run + 1 if unicodedata.category(sign) in {"Mn", "Me"} else 0
        hides = unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co"} and sign not in "\n\r\t"
        if hides or run > MOST_MARKS:
            return False
    return True


def test_no_form_keeps_what_would_move_what_stands_beside_it():
    mine, lot, failed, sent = a_target("mallory"), random.Random(3), [], 0
    browser = Client()
    browser.force_login(a_user("mallory"))
    words = cycle(TYPED)
    for page, form in list(forms_of(browser, mine)):
        taking = fields_of_text(form)
        if not taking or any(word in form.action for word in NEVER_SENT):
            continue
        for typed in islice(words, TIMES):
            # Cut as a browser cuts it, or whole, as somebody sends it who uses none.
            is_cut = lot.random() < IN_A_BROWSER
            longest = {each.name: int(each.limits.get("maxlength") or 9999) for each in taking}
            said = {name: typed[: longest[name]] if is_cut else typed for name in longest}
            with transaction.atomic():
                answer = getattr(browser, form.method)(form.action, filled(form, lot) | said)
                sent += answer.status_code == FOUND
                kept = harmful() if answer.status_code == FOUND else []
                if answer.status_code >= FAILURE or kept:
                    failed.append((page, form.action, typed[:12], answer.status_code, kept))
                transaction.set_rollback(True)
    assert not failed
    assert sent > 10


def harmful() -> list[str]:
    """Return the columns that keep what they should not."""
    return [
        f"{name}.{column}"
        for name, columns in FREE.items()
        for column in columns
        for text in apps.get_model("tournament", name)._default_manager.values_list(
            column, flat=True
        )
        if not is_harmless(text)
    ]


TURNS = {*map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F])}
"""What turns around the words that stand beside it."""
KEPT_IN = re.compile("\u2068([^\u2066-\u2069]*)\u2069")
"""A name that the site itself keeps from turning what is beside it, and lets go after it."""
SOFT_HYPHEN = "\xad"
SAID = " Zo9"
"""Ends each of the words: it is read again on the papers."""
EVERY_PAPER = "EVERY_PAPER" in os.environ
"""As a file in both languages; otherwise half of them in each, the others as pages."""
NAMING = {"teams", "cards", "draw", "names", "score-sheets", "standings", "record"}


@pytest.fixture
def strange(db):
    """A contest whose every word, as far as the site would keep it, is strange."""
    target = a_target("mallory")
    words = cycle([f"{plain(each)[:30]}{SAID}" for each in TYPED])
    for name, columns in FREE.items():
        model = apps.get_model("tournament", name)
        for column in columns if name not in NEVER_CHANGED else ():
            for row in model._default_manager.all():
                said = {column: next(words)[-(model._meta.get_field(column).max_length or 99) :]}
                model._default_manager.filter(pk=row.pk).update(**said)
    return Tournament.objects.get(pk=target.contest)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_paper_is_made_and_read_again_whatever_was_typed(strange, language):
    browser, failed = Client(), []
    browser.force_login(a_user("mallory"))
    browser.cookies["django_language"] = language
    of = {Of.ROUND: strange.rounds.first(), Of.TEAM: strange.teams.first()}
    for number, kind in enumerate(kind for kind in PAPERS if kind.fits(strange)):
        address = kind.address(strange, of.get(kind.of))
        as_file = EVERY_PAPER or number % 2 == (language == "en")
        answer = browser.get(address, {} if as_file else {"as": "html"})
        text = read_again(answer) if as_file else answer.content.decode()
        is_told = kind.key not in NAMING or SAID.strip() in text
        if answer.status_code != 200 or not is_told or TURNS & set(KEPT_IN.sub(r"\1", text)):
            failed.append((kind.key, answer.status_code, is_told))
    assert not failed


def read_again(answer) -> str:
    """Return the words of a paper."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(body)).pages)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_page_is_shown_whatever_was_typed(strange, language):
    target = a_target("mallory")
    browser, failed = Client(), []
    browser.force_login(a_user("mallory"))
    browser.cookies["django_language"] = language
    for name, address in addresses(target).items():
        if name.startswith("prints:"):
            continue
        said = browser.get(address)
        body = b"".join(said.streaming_content) if said.streaming else said.content
        if said.status_code >= FAILURE:
            failed.append((name, said.status_code))
        elif said.headers.get("Content-Type", "").startswith("text/") and not is_harmless(
            body.decode("utf-8-sig").replace(SOFT_HYPHEN, "")
        ):
            failed.append((name, "moves what stands beside it"))
    assert not failed
