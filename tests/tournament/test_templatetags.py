"""How figures, suits and cards are written on the pages."""

import pytest
from django.template import Context, Engine, RequestContext, Template
from django.urls import NoReverseMatch, resolve
from django.utils import translation

from scoring import Card, Trump
from tournament.templatetags.dixdeder import card, contract_label, marks, signed, trump_label

THIN = "\u202f"


def rendered(source: str, **context: object) -> str:
    return Template("{% load dixdeder %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, "0"),
        (940, "940"),
        (1100, f"1{THIN}100"),
        (1234567, f"1{THIN}234{THIN}567"),
        (-1100, f"−1{THIN}100"),
        (None, "–"),
        ("", "–"),
    ],
)
def test_marks_have_thin_spaces_between_the_thousands(number, written):
    assert marks(number) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [(4, f"+{THIN}4"), (-20, f"−{THIN}20"), (1500, f"+{THIN}1{THIN}500"), (0, "0"), (None, "–")],
)
def test_a_difference_carries_its_sign(number, written):
    assert signed(number) == written


@pytest.mark.parametrize(
    ("trump", "drawn", "is_red"),
    [("spades", "♠", False), ("hearts", "♥", True), ("diamonds", "♦", True), ("clubs", "♣", False)],
)
def test_a_suit_is_drawn_in_its_colour_and_named_for_who_does_not_see_it(trump, drawn, is_red):
    with translation.override("en"):
        html = rendered("{% suit trump %}", trump=trump)
    assert drawn in html
    assert ("red" in html) is is_red
    assert f'aria-label="{trump}"' in html


@pytest.mark.parametrize("trump", [Trump.ALL_TRUMPS, Trump.NO_TRUMPS, Trump.SCHMURTZ])
def test_other_trumps_are_words(trump):
    html = rendered("{% suit trump %}", trump=trump)
    assert trump_label(trump) in html
    assert "aria-label" not in html


def test_no_trump_draws_nothing():
    assert rendered("{% suit '' %}") == ""
    assert trump_label("") == ""
    assert contract_label("") == ""


def test_a_contract_is_said_as_it_is_kept():
    assert contract_label("100") == "100"
    assert contract_label(100) == "100"
    assert contract_label("capot") == "capot"


def test_a_french_page_writes_cards_with_french_letters():
    with translation.override("fr"):
        ranks = [card(f"{rank}S")[: len(rank)] for rank in ("10", "J", "Q", "K", "A")]
    assert ranks == ["10", "V", "D", "R", "A"]


def test_an_english_page_writes_cards_with_english_letters():
    with translation.override("en"):
        assert card(Card.parse("JH")).startswith("J<span")


def test_what_is_no_card_is_written_as_it_is():
    assert card("?") == "?"


@pytest.mark.parametrize(
    "source",
    [
        "{% url 'deals:sheet' 3 1 7 %}",
        "{% url 'deals:sheet' tournament_id=3 number=1 table=7 %}",
        "{% url 'tables:table' code %}",
        "{% url 'home' as here %}[{{ here }}]",
        "{% url 'nowhere' as here %}[{{ here }}]",
        "{% autoescape off %}{% url 'tables:table' code %}{% endautoescape %}",
    ],
)
def test_an_address_is_written_as_django_writes_it(source, rf):
    request = rf.get("/")
    request.resolver_match = resolve("/")
    found = {"code": "A&B'"}
    django = Engine(libraries={}, builtins=["django.template.defaulttags"])
    expected = django.from_string(source).render(RequestContext(request, found))
    ours = Engine(libraries={}, builtins=["tournament.templatetags.urls"])
    for _again in range(2):
        assert ours.from_string(source).render(RequestContext(request, found)) == expected


def test_an_address_that_leads_nowhere_is_a_fault(rf):
    request = rf.get("/")
    request.resolver_match = resolve("/")
    with pytest.raises(NoReverseMatch):
        Template("{% url 'deals:sheet' 3 %}").render(RequestContext(request))
