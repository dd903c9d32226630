"""What the organiser types about the screens of the hall, the switches and the pictures."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.fields import OnceForm
from tournament.hall.displays import Steer
from tournament.hall.publishing import Shown
from tournament.models import Display, Panel
from tournament.models.screen import panel_choices
from tournament.text import NAME_LENGTH

LEAST_SECONDS, MOST_SECONDS = 5, 300
COLUMNS = ("name", "panels", "seconds", "is_dark")


class ShowForm(forms.Form):
    """One of the two switches, and how it is to be."""

    what = forms.ChoiceField(choices=Shown.choices)
    shown = forms.ChoiceField(choices=[("1", ""), ("0", "")])

    def said(self) -> tuple[Shown, bool]:
        """Return the switch, and whether it is to be on; call it on a valid form."""
        return Shown(self.cleaned_data["what"]), self.cleaned_data["shown"] == "1"


class DisplayForm(forms.Form):
    """A screen of the hall: its name, what it shows, for how long, on what ground."""

    name = forms.CharField(
        label=pgettext_lazy("of a screen", "Name"),
        max_length=NAME_LENGTH,
        help_text=_("Where it hangs: “Bar”, “Room 2”."),
        error_messages={"required": _("Give the screen a name: where it hangs.")},
    )
    panels = forms.MultipleChoiceField(
        label=_("It shows in turn"),
        choices=panel_choices,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "chips"}),
        error_messages={"required": _("Choose at least one panel.")},
    )
    seconds = forms.IntegerField(
        label=_("Seconds a page"),
        min_value=LEAST_SECONDS,
        max_value=MOST_SECONDS,
        error_messages={
            "required": _("Type a whole number, for example 15."),
            "invalid": _("Type a whole number, for example 15."),
            "min_value": _("Nobody reads a page in less: type %(limit_value)s or more."),
            "max_value": _("Type %(limit_value)s at most."),
        },
    )
    is_dark = forms.BooleanField(
        label=_("Light on dark"),
        help_text=_("For a dark hall; otherwise dark on light, for a projector in daylight."),
        required=False,
    )

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Display; call it on a valid form."""
        return {name: self.cleaned_data[name] for name in COLUMNS}


class NewDisplayForm(OnceForm, DisplayForm):
    """A screen to set up."""

    def columns(self) -> dict[str, Any]:
        """Return the columns of a Display; call it on a valid form."""
        return super().columns() | {"client_key": self.once_key()}


NEW_DISPLAY = {
    "panels": [panel for panel in Panel.values if panel != Panel.PICTURES],
    "seconds": 15,
    "is_dark": True,
}


class SteerForm(forms.Form):
    """An order to a screen."""

    order = forms.ChoiceField(choices=[(order.value, order.value) for order in Steer])
    panel = forms.ChoiceField(choices=panel_choices, required=False)
    message = forms.CharField(
        label=_("Message across the screen"),
        help_text=_("Left empty, the message goes away."),
        max_length=Display._meta.get_field("message").max_length,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"max_length": _("A message has %(limit_value)s letters at most.")},
    )

    def said(self) -> dict[str, Any]:
        """Return the order with what belongs to it; call it on a valid form."""
        return self.cleaned_data | {"order": Steer(self.cleaned_data["order"])}


class PictureForm(forms.Form):
    """A picture for the screens."""

    title = forms.CharField(
        label=_("What it shows"),
        help_text=_("The name of the club, or of who supports it: read aloud, never written."),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Say what the picture shows.")},
    )
    file = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG, GIF or WebP, 5 MB at most."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/gif,image/webp"}),
        error_messages={
            "required": _("Choose a file."),
            "invalid": _("Choose a file."),
            "empty": _("This file is empty."),
        },
    )
