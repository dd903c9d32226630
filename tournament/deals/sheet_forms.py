"""What the desk asks of the hall, and says of a whole sheet."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.deals.hall import Asked, Show
from tournament.text import NAME_LENGTH


class HallForm(forms.Form):
    """Which tables of which round; what is no such thing is left out."""

    q = forms.CharField(
        label=_("Table or team"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off", "type": "search"}),
    )
    show = forms.ChoiceField(choices=Show.choices, required=False)
    round = forms.IntegerField(required=False, min_value=1, max_value=999)

    def asked(self) -> Asked:
        """Return what is asked for."""
        self.full_clean()
        return Asked(
            show=Show(self.cleaned_data.get("show") or Show.ALL),
            query=self.cleaned_data.get("q") or "",
            round=self.cleaned_data.get("round"),
        )


class PresenceForm(forms.Form):
    """What a page showed of its sheet when it was opened, and of who else was there since."""

    since = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1)
    seen = forms.CharField(required=False)
    shown = forms.CharField(required=False)

    def said(self, name: str) -> str | int:
        """Return a field, or nothing of its kind where the page said nonsense."""
        self.full_clean()
        return self.cleaned_data.get(name) or (0 if name == "since" else "")
