"""What an organiser gives the workshop: a rulebook to start from, a file, a note, an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.fields import ContestField, OnceForm
from tournament.models import Club, Tournament
from tournament.rulebooks.words import deal_words
from tournament.text import NAME_LENGTH, spaced
from tournament.workshop.books import Book, book_choices, find_book
from tournament.workshop.finding import NEVER, Marks, Question, written

LARGEST_FILE = 500_000
"""Bytes of a rulebook's file; the engine's own are 15 to 25 thousand."""
LONGEST_NOTE = 200


class BookField(forms.ChoiceField):
    """One of the rulebooks that a club may start from or compare, in groups."""

    default_error_messages = dict.fromkeys(
        ("required", "invalid_choice"), _("Choose one of the rulebooks.")
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.clubs: Sequence[Club] = ()

    def offer(self, clubs: Sequence[Club], given: str) -> None:
        """List the rulebooks of some clubs; one with a reading turned is given by its address."""
        self.clubs = clubs
        groups = book_choices(clubs)
        listed = {key for _name, books in groups for key, _title in books}
        asked = find_book(given, clubs) if given and given not in listed else None
        other = [(asked.key, asked.title)] if asked else []
        self.choices = [("", "–"), *other, *groups]

    def clean(self, value: str) -> Book | None:
        """Return the rulebook chosen."""
        key = super().clean(value)
        return find_book(key, self.clubs) if key else None


class ClubsForm(forms.Form):
    """A form about rulebooks of some clubs: its fields offer those."""

    def __init__(self, *args: Any, clubs: Sequence[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if isinstance(field, BookField):
                field.offer(clubs, str(self.data.get(name) or self.initial.get(name) or ""))


class OfOneClubForm(ClubsForm, OnceForm):
    """A form that makes a rulebook: whose is asked only where there are several clubs."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)

    def __init__(self, *args: Any, clubs: Sequence[Club], **kwargs: Any) -> None:
        super().__init__(*args, clubs=clubs, **kwargs)
        self.clubs = clubs
        if len(clubs) > 1:
            own = Club.objects.filter(pk__in=[club.pk for club in clubs])
            self.fields["club"].queryset = own.order_by("name", "pk")
        else:
            del self.fields["club"]

    @property
    def club_chosen(self) -> Club:
        """The club whose rulebook it is; call it on a valid form."""
        return self.cleaned_data.get("club") or self.clubs[0]


class StartForm(OfOneClubForm):
    """A rulebook to begin: from which one, and what it is called."""

    rulebook = BookField(label=_("Start from"))
    title = forms.CharField(
        label=_("Name of your rulebook"),
        help_text=_("For example: The rules of the Monday club."),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Give it a name.")},
    )
    field_order = ("club", "rulebook", "title")


class ImportForm(OfOneClubForm):
    """A rulebook that comes in a file."""

    file = forms.FileField(
        label=_("Rulebook file (TOML)"),
        help_text=_("As it was exported here or elsewhere, or written by hand."),
        widget=forms.ClearableFileInput(attrs={"accept": ".toml,application/toml,text/plain"}),
        error_messages={
            "required": _("Choose the file."),
            "empty": _("This file is empty."),
        },
    )
    title = forms.CharField(
        label=_("Another name"),
        help_text=_("Left empty, it keeps the name that is in the file."),
        max_length=NAME_LENGTH,
        required=False,
    )
    field_order = ("club", "file", "title")

    def clean_file(self) -> bytes:
        """Read the file, as far as any rulebook goes."""
        sent = self.cleaned_data["file"]
        if sent.size > LARGEST_FILE:
            words = _("This file is too large: a rulebook has at most %(most)s bytes.")
            raise forms.ValidationError(words, params={"most": spaced(LARGEST_FILE)})
        return sent.read(LARGEST_FILE + 1)


class CompareBooksForm(ClubsForm):
    """Any two rulebooks."""

    one = BookField(label=_("Rulebook"))
    other = BookField(label=_("Compare with"))


class PublishForm(forms.Form):
    """What a version is published with; ``number`` and ``seen`` are what the page showed."""

    note = forms.CharField(
        label=_("What changes, in a few words"), max_length=LONGEST_NOTE, required=False
    )
    number = forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput)
    seen = forms.IntegerField(min_value=1, max_value=10**9, widget=forms.HiddenInput)

    def show(self, shown: Mapping[str, int]) -> None:
        """Note what the person now sees; the note that was typed stays."""
        self.data = self.data.copy()
        for name, number in shown.items():
            self.data[name] = number


class ContestForm(ClubsForm):
    """A contest that was played, and the rulebook it is looked at under."""

    contest = ContestField(
        label=_("Contest"),
        queryset=Tournament.objects.none(),
        empty_label="–",
        error_messages={
            "required": _("Choose a contest."),
            "invalid_choice": _("Choose a contest that you organised."),
        },
    )
    under = BookField(label=pgettext_lazy("a rulebook", "Under"))

    def __init__(self, *args: Any, contests: QuerySet[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["contest"].queryset = contests


class FindForm(forms.Form):
    """The marks that the club writes for each deal; a question may be left alone."""

    def __init__(self, data: Any, *, questions: Sequence[Question]) -> None:  # noqa: ANN401
        super().__init__(data)
        self.questions = questions
        for number, question in enumerate(questions):
            self.fields[f"q{number}"] = forms.ChoiceField(
                label=deal_words(question.facts),
                required=False,
                choices=[
                    *((written(marks), _answer(marks)) for marks in question.answers),
                    ("", _("I do not know, or other marks")),
                ],
                widget=forms.RadioSelect(attrs={"class": "chips"}),
                initial="",
            )

    def answers(self) -> dict[int, Marks]:
        """Return the answers by their questions' numbers; call it on a valid form."""
        found: dict[int, Marks] = {}
        for number in range(len(self.questions)):
            value = self.cleaned_data.get(f"q{number}")
            if value:
                a, _dash, b = value.partition("-")
                found[number] = None if value == NEVER else (int(a), int(b))
        return found


def _answer(marks: Marks) -> Any:  # noqa: ANN401 -- a text or its promise
    if marks is None:
        return _("not played at our club")
    return f"{spaced(marks[0])} – {spaced(marks[1])}"
