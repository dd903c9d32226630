"""What the organiser sets of the copies, and the consent to restore one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Installation


class CopiesForm(forms.ModelForm):
    """How often copies are made, and where else they go."""

    class Meta:
        model = Installation
        fields = ["backup_minutes", "second_folder"]
        help_texts = {
            "backup_minutes": _("From 1 to 240. While nothing is typed, no copy is made."),
            "second_folder": _(
                "A USB key, most often: /media/key. Empty: the copies are on this computer only."
            ),
        }

    def columns(self) -> dict[str, Any]:
        """Return what was typed."""
        return {name: self.cleaned_data[name] for name in self._meta.fields}


class RestoreForm(forms.Form):
    """The consent to lose what the page showed."""

    seen = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    agreed = forms.BooleanField(
        label=_("I have read what would be lost"),
        error_messages={"required": _("Tick it once you have read what would be lost.")},
    )

    def __init__(self, *args: Any, loses: bool, **kwargs: Any) -> None:
        """Ask for it only where something would be lost."""
        super().__init__(*args, **kwargs)
        if not loses:
            del self.fields["agreed"]
