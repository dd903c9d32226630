"""Form fields that several features share."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4, uuid5

from django import forms
from django.utils.formats import date_format

from tournament.models import Tournament

LONGEST_KEY = 18
"""The figures of a key: with one more, a number may be beyond what a database holds."""


class RowsChoiceField(forms.ModelMultipleChoiceField):
    """Several rows; a number that no row can have is refused like any other wrong choice."""

    def clean(self, value: Any) -> Any:  # noqa: ANN401 -- whatever a form was sent
        """Refuse what the database could not even be asked."""
        for key in value or ():
            if len(str(key)) > LONGEST_KEY:
                raise forms.ValidationError(
                    self.error_messages["invalid_choice"],
                    code="invalid_choice",
                    params={"value": str(key)[:LONGEST_KEY]},
                )
        return super().clean(value)


class ContestField(forms.ModelChoiceField):
    """A contest to choose, with its date."""

    def label_from_instance(self, obj: Tournament) -> str:
        """Say which evening it was."""
        return f"{date_format(obj.date, 'SHORT_DATE_FORMAT')} · {obj.name}"


class OnceForm(forms.Form):
    """A form that makes one row however often it is sent, and another one when it says otherwise.

    Two clicks send the same; whoever goes back and types another name means another row.
    """

    client_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def once_key(self) -> UUID:
        """Return the key of what was typed in this very form; call it on a valid form."""
        typed = {name: str(self[name].data) for name in self.fields}
        return uuid5(self.cleaned_data["client_key"], json.dumps(typed, sort_keys=True))
