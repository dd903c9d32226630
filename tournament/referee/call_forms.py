"""What is said to call the referee, and to note what became of a call."""

from __future__ import annotations

from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament import labels

MOST_NOTE = 200


class RefereeCallForm(forms.Form):
    """What the referee is called for; one form makes one call."""

    category = forms.ChoiceField(
        label=_("What for?"),
        choices=labels.fault_choices,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
    )
    note = forms.CharField(label=_("In a few words"), max_length=MOST_NOTE, required=False)
    client_key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("client_key", uuid4())


class SettleForm(forms.Form):
    """Whether the table called for nothing."""

    for_nothing = forms.BooleanField(required=False)
