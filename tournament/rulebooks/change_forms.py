"""Another rulebook, or other readings of the present one, chosen in the middle of a contest."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scoring import Rulebook, load_rulebook, reminder, shipped_rulebooks
from tournament import labels
from tournament.clubs.own_rulebooks import offered, versioned_title
from tournament.models import Tournament
from tournament.rulebooks.change import Choice, present_base

LONGEST_REASON = 300


class ChangeForm(forms.Form):
    """Which rulebook, and of the present one which readings are turned."""

    rulebook = forms.ChoiceField(label=_("Rulebook"), widget=forms.RadioSelect)
    switches = forms.MultipleChoiceField(
        label=_("Readings of the present rulebook that are turned"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    reason = forms.CharField(
        label=_("Reason, as the journal keeps it"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None = None, *, tournament: Tournament) -> None:
        own = tournament.rulebook
        shown = {"rulebook": own.name, "switches": own.applied, "seen": own.fingerprint()}
        super().__init__(data, initial=shown)
        self.own = own
        self.fields["rulebook"].choices = list(_choices(tournament))
        # A reading that the frozen copy has turned for good is not offered.
        base = present_base(tournament)
        language = labels.language()
        self.fields["switches"].choices = [
            (switch.id, _switch_line(str(switch.decided[language]), str(switch.other[language])))
            for switch in base.switches
            if switch.id not in base.applied
        ]

    def clean_switches(self) -> list[str]:
        """The readings belong to the present rulebook: another one comes as it ships."""
        chosen = self.cleaned_data["switches"]
        return chosen if self.cleaned_data.get("rulebook") == self.own.name else []

    def choice(self) -> Choice:
        """Return what was chosen; call it on a valid form."""
        cleaned = self.cleaned_data
        return Choice(name=cleaned["rulebook"], switches=tuple(cleaned["switches"]))


def _choices(tournament: Tournament) -> Iterator[tuple[str, SafeString]]:
    """List the present rulebook, the published versions of the club's own, those that ship."""
    own, language = tournament.rulebook, labels.language()
    title = versioned_title(own) if tournament.rulebook_own else own.title[language]
    yield own.name, _line(own, title, note=_("the present one"))
    for version in offered(tournament.club):
        if version.text != tournament.rulebook_own:
            yield version.key, _line(version.rulebook, version.title)
    for name in shipped_rulebooks():
        if name != own.name:
            rulebook = load_rulebook(name)
            yield name, _line(rulebook, rulebook.title[language])


def _line(rulebook: Rulebook, title: str, *, note: str = "") -> SafeString:
    return format_html(
        '<span><b>{}</b> {}<span class="choice-note">{}</span></span>',
        title,
        f"({note})" if note else "",
        reminder(rulebook, labels.language()),
    )


def _switch_line(decided: str, other: str) -> SafeString:
    line = '<span>{}<span class="choice-note">{} {}</span></span>'
    return format_html(line, other, _("Reading in force:"), decided)
