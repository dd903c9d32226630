"""An archive that is given, then restored once it was shown."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.archive.keeping import kept
from tournament.archive.reading import MOST_BYTES, read_archive
from tournament.archive.restoring import unverified
from tournament.models import User


class ArchiveForm(forms.Form):
    """The file of an archive; ``archive`` and ``content`` once it is read."""

    archive_file = forms.FileField(
        label=_("Archive of a contest"),
        help_text=_("The .json file that another installation, or this one, gave."),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_archive_file(self) -> object:
        """Read it: one byte more than the most is enough to be refused."""
        upload = self.cleaned_data["archive_file"]
        self.content = upload.read(MOST_BYTES + 1)
        self.archive = read_archive(self.content)
        return upload


class RestoreForm(forms.Form):
    """The consent to restore an archive that was shown."""

    key = forms.CharField(widget=forms.HiddenInput)
    accept = forms.BooleanField(
        label=_("Restore it although its journal does not verify"), required=False
    )

    def __init__(self, *args: Any, by: User, is_whole: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by = by
        if is_whole:
            del self.fields["accept"]

    def clean_key(self) -> str:
        """Find the archive again."""
        key = self.cleaned_data["key"]
        found = kept(key, self.by)
        if found is None:
            raise ValidationError(_("This archive is no longer kept: choose its file again."))
        content, self.fault = found
        self.archive = read_archive(content)
        return key

    def clean_accept(self) -> bool:
        """Ask for it where the journal does not verify."""
        accept = self.cleaned_data["accept"]
        if "key" in self.cleaned_data and self.fault and not accept:
            raise ValidationError(unverified(self.fault))
        return accept
