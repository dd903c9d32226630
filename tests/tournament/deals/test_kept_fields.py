"""What is written once of an empty form is what would be written each time."""

import re
from types import SimpleNamespace
from uuid import UUID

import pytest
from django.utils import translation

from scoring import load_rulebook, shipped_rulebooks
from tournament.deals import kept_fields
from tournament.deals.forms import DealForm
from tournament.models import Entry
from tournament.tables.forms import PhoneForm

KEY = UUID(int=7)


@pytest.fixture(autouse=True)
def nothing_written():
    kept_fields._written.clear()


def forms_of(rulebook):
    """Each form as a page opens it: where the focus is, whose teams play."""
    for by_line in (True, False):
        form = DealForm(rulebook=rulebook)
        form.open_where(by_line=by_line)
        yield form
    for names in (("Les As", "Atout & Cie"), ("Les Dix", "Les As")):
        yield PhoneForm(rulebook=rulebook, teams=[SimpleNamespace(name=name) for name in names])


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_form_is_as_if_nothing_had_been_kept(name):
    rulebook = load_rulebook(name)
    for language in ("fr", "en", "fr"):
        with translation.override(language):
            for form, again in zip(forms_of(rulebook), forms_of(rulebook), strict=True):
                said = page(form)
                before = dict(kept_fields._written)
                kept_fields._written.clear()
                assert page(again) == said
                kept_fields._written.update(before)


def page(form):
    """Everything that a page may show of a form, but for the key that is its own."""
    shown = [str(field) + field.as_field_group() for field in form]
    if isinstance(form, PhoneForm):
        shown += [form.belotes, form.contracts if "contract" in form.fields else ""]
    return re.sub(r"[0-9a-f-]{36}", "", "".join(shown))


def test_what_is_typed_or_recorded_is_written_each_time():
    rulebook = load_rulebook("grenobloise")
    empty = page(DealForm(rulebook=rulebook))
    entry = Entry(
        pk=3, takers="B", contract="120", trump="clubs", stake="plain", points=130, reason=""
    )
    assert 'value="130"' in page(DealForm(rulebook=rulebook, correcting=entry))
    typed = {"points": "131", "client_key": str(KEY)}
    assert 'value="131"' in page(DealForm(typed, rulebook=rulebook))
    assert page(DealForm(rulebook=rulebook)) == empty


def test_so_much_is_kept_in_all(monkeypatch):
    page(DealForm(rulebook=load_rulebook("grenobloise")))
    one = sum(map(len, kept_fields._written.values()))
    monkeypatch.setattr(kept_fields, "MOST_LETTERS", one)
    longest = max(map(len, kept_fields._written.values()))
    for name in shipped_rulebooks():
        page(DealForm(rulebook=load_rulebook(name)))
        assert sum(map(len, kept_fields._written.values())) <= one + 2 * longest
