"""What is asked of the referee's desk: words, a place, another rulebook, where a referee plays."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.models import Team, Tournament
from tournament.referee.lookup import LONGEST
from tournament.referee.other_rulebooks import OtherRulebook, others_of


class LookupForm(forms.Form):
    """The one box."""

    q = forms.CharField(
        label=_("Deal, table, team, player, ruling, article"),
        required=False,
        widget=forms.TextInput(
            attrs={
                "type": "search",
                "autofocus": True,
                "autocomplete": "off",
                "maxlength": LONGEST,
                "placeholder": _("t12 d7"),
            }
        ),
    )

    def text(self) -> str:
        """Return what was typed."""
        self.is_valid()
        return self.cleaned_data.get("q", "")


class ElsewhereForm(forms.Form):
    """A place of the contest, and the rulebook it is looked at under."""

    rulebook = forms.ChoiceField(label=pgettext_lazy("a field", "Rulebook"), required=False)
    round = forms.IntegerField(required=False, min_value=1, max_value=999)
    table = forms.IntegerField(required=False, min_value=1, max_value=32_767)
    deal = forms.IntegerField(required=False, min_value=1, max_value=999)

    def __init__(self, data: QueryDict, *, tournament: Tournament) -> None:
        super().__init__(data)
        self.others = {each.key: each for each in others_of(tournament)}
        shipped: list[tuple[str, str]] = []
        of_club: list[tuple[str, str]] = []
        turned: list[tuple[str, str]] = []
        for key, each in self.others.items():
            listed = turned if each.is_own else of_club if each.is_of_club else shipped
            listed.append((key, each.title))
        named = gettext("%(rulebook)s, read otherwise") % {"rulebook": tournament.rulebook_title}
        groups = [(gettext("The club's own"), of_club), (named, turned)]
        listed_below = [group for group in groups if group[1]]
        self.fields["rulebook"].choices = [("", _("choose")), *shipped, *listed_below]
        for name in ("round", "table", "deal"):
            self.fields[name].widget = forms.HiddenInput()

    def chosen(self) -> OtherRulebook | None:
        """Return the rulebook chosen, if any."""
        self.is_valid()
        return self.others.get(self.cleaned_data.get("rulebook") or "")

    def place(self) -> tuple[int | None, int | None, int | None]:
        """Return the round, the table and the deal; nothing where they are nonsense."""
        self.is_valid()
        found = self.cleaned_data
        return found.get("round"), found.get("table"), found.get("deal")


class PlayingForm(forms.Form):
    """The team a referee plays in, if he does."""

    team = forms.ChoiceField(label=_("I play in the team"), required=False)

    def __init__(
        self, data: QueryDict | None = None, *, tournament: Tournament, plays_in: Team | None
    ) -> None:
        shown = str(plays_in.number) if plays_in else ""
        # The register has another field of this name: each keeps its own label.
        super().__init__(data, initial={"team": shown}, auto_id="id_playing_%s")
        self.teams = {str(team.number): team for team in tournament.teams.order_by("number")}
        self.fields["team"].choices = [
            ("", _("none: I only referee")),
            *((number, str(team)) for number, team in self.teams.items()),
        ]

    def chosen(self) -> Team | None:
        """Return the team chosen; call it on a valid form."""
        return self.teams.get(self.cleaned_data["team"])
