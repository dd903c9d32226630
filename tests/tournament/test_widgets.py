"""Widgets are written out as Django's own templates write them, but for their line breaks."""

import re
from uuid import uuid4

import pytest
from django import forms
from django.conf import settings
from django.forms.renderers import TemplatesSetting
from django.template.loader import get_template
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from scoring import load_rulebook, shipped_rulebooks
from tournament.deals.forms import DealForm
from tournament.widgets import WRITERS, WrittenOut

CHOICES = [("", "—"), ("a", "A & <b>"), (3, 1234.5), ("c", format_html("<b>{}</b>", "&"))]
GROUPS = [("Groupe <1>", [("a", "A"), ("b", _("French"))]), ("c", "C"), ("", "D")]
VALUES = [None, "", "a", 3, "c", '"><script>', ["a", "c"], True, 1234.5, format_html("&amp;{}", 1)]
ATTRIBUTES = [
    {},
    {
        "id": "id_x",
        "class": "a &",
        "autofocus": True,
        "hidden": False,
        "size": 1234,
        "data-x": "",
    },
]
WIDGETS = [
    forms.TextInput,
    forms.HiddenInput,
    forms.NumberInput,
    forms.CheckboxInput,
    *(
        lambda attrs=None, kind=kind, choices=choices: kind(attrs=attrs, choices=choices)
        for kind in (
            forms.RadioSelect,
            forms.Select,
            forms.SelectMultiple,
            forms.CheckboxSelectMultiple,
        )
        for choices in (CHOICES, GROUPS)
    ),
]


def on_one_line(written: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\s+(?=<)", "", written))


def check_same(widget: forms.Widget, value: object, attributes: dict) -> None:
    said = [
        widget.render("x <y>", value, attrs=attributes, renderer=renderer)
        for renderer in (WrittenOut(), TemplatesSetting())
    ]
    assert on_one_line(said[0]) == on_one_line(said[1])
    assert type(said[0]) is type(said[1])


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("attributes", ATTRIBUTES)
@pytest.mark.parametrize("value", VALUES)
def test_each_widget_is_written_as_its_template_writes_it(value, attributes, language):
    with translation.override(language):
        for make in WIDGETS:
            check_same(make(attrs={"lang": "fr"}), value, attributes)


def test_every_writer_stands_for_a_template_of_django():
    for name in WRITERS:
        assert "site-packages" in get_template(name).origin.name, "the project has its own now"


def test_a_button_alone_is_written_as_its_template_writes_it():
    for choices in (CHOICES, GROUPS):
        for kind in (forms.RadioSelect, forms.CheckboxSelectMultiple):
            said = [
                [on_one_line(str(button)) for button in a_form(kind, choices, renderer)["x"]]
                for renderer in (WrittenOut(), TemplatesSetting())
            ]
            assert said[0] == said[1]


def a_form(kind, choices, renderer):
    class Form(forms.Form):
        x = forms.ChoiceField(choices=choices, widget=kind)

    return Form({"x": "a"}, renderer=renderer)


@pytest.mark.parametrize("rulebook", shipped_rulebooks())
@pytest.mark.parametrize("data", [None, {}, {"takers": "A", "points": "x<", "line": "?"}])
def test_the_deal_s_form_is_laid_out_as_with_django_s_templates(rulebook, data, rf):
    posted = rf.post("/", data).POST if data is not None else None
    key = uuid4()

    def laid_out(renderer):
        form = DealForm(posted, rulebook=load_rulebook(rulebook))
        form.initial["client_key"], form.renderer = key, renderer
        return on_one_line(form.as_div())

    assert laid_out(WrittenOut()) == laid_out(TemplatesSetting())


def test_the_site_writes_them_out():
    assert settings.FORM_RENDERER == "tournament.widgets.WrittenOut"
