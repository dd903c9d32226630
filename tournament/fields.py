"""Form fields that several features share."""

from __future__ import annotations

from typing import Any

from django import forms

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
