"""What the organiser says when a round is drawn or closed."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models import DrawKind
from tournament.rounds.acceptance import MustAccept
from tournament.rounds.coming import ComingDraw, Decision
from tournament.rounds.words import KINDS, offer_words


class DrawForm(forms.Form):
    """How the next round is drawn, and which round that is.

    The number makes two clicks one round: the second finds it drawn. Matches of a
    bracket that nobody won ask who goes on. A draw that must be accepted comes
    back as ``offer``, with a box to accept it.
    """

    number = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)
    kind = forms.ChoiceField(label=_("How the tables are made"), widget=forms.RadioSelect)
    token = forms.CharField(required=False, widget=forms.HiddenInput)
    accept = forms.BooleanField(label=_("Draw the round so all the same"), required=False)

    def __init__(self, *args: Any, coming: ComingDraw, **kwargs: Any) -> None:
        """Offer what the contest and the round allow."""
        initial = {"number": coming.number, "kind": coming.kinds[0]}
        super().__init__(*args, initial=initial, **kwargs)
        self.offer: MustAccept | None = None
        self.fields["kind"].choices = [(kind, KINDS[kind]) for kind in coming.kinds]
        self.deciding = [self._ask(each) for each in coming.undecided]

    def _ask(self, each: Decision) -> str:
        """Ask which of two teams goes on; who led before the last deal is proposed."""
        name = f"goes_on_{each.one.number}_{each.other.number}"
        where = _("Table %(table)s: who goes on?") % {"table": each.table}
        self.fields[name] = forms.TypedChoiceField(
            label=where if each.table else _("Who goes on?"),
            coerce=int,
            choices=[(team.number, str(team)) for team in (each.one, each.other)],
            widget=forms.RadioSelect,
            initial=each.led.number if each.led else None,
            help_text=_("%(team)s was ahead last.") % {"team": each.led} if each.led else "",
            # Only the brackets ask: the pools may be drawn further without.
            required=self.data.get("kind", DrawKind.BRACKETS) == DrawKind.BRACKETS,
        )
        return name

    @property
    def decisions(self) -> list[forms.BoundField]:
        """The fields that ask who goes on."""
        return [self[name] for name in self.deciding]

    def answers(self) -> dict[str, Any]:
        """What the form says, as ``open_round`` takes it."""
        said = {name: self.cleaned_data[name] for name in ("number", "kind", "token", "accept")}
        # Only what was shown can be accepted.
        said["accept"] = said["accept"] and bool(said["token"])
        winners = [self.cleaned_data[name] for name in self.deciding]
        return said | {"winners": [winner for winner in winners if winner]}

    def add_error(self, field: str | None, error: str | ValidationError) -> None:
        """Take a refusal; a draw to be accepted is kept, and its token goes with the form."""
        super().add_error(field, error)
        if isinstance(error, MustAccept):
            self.offer = error
            self.data = self.data.copy()
            self.data["token"] = error.token
            self.data.pop("accept", None)

    @property
    def warnings(self) -> list[str]:
        """What is to be accepted, pair by pair."""
        return offer_words(self.offer) if self.offer else []


class CloseForm(forms.Form):
    """The organiser's word that a round is over although deals are missing or not settled."""

    despite_missing = forms.BooleanField(
        label=_(
            "Close the round anyway: what is missing does not count,"
            " what is not settled counts as it stands"
        ),
        required=False,
    )
