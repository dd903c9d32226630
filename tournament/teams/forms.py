"""Typed text and files to values; the rules of a team are in the services."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.fields import RowsChoiceField
from tournament.models import Category, Player, Team, Tournament
from tournament.teams.columns import LARGEST_NUMBER, PLAYERS, Column, read_amount
from tournament.teams.lines import TeamLine
from tournament.teams.reading import fault
from tournament.teams.rows import line_of, state_of
from tournament.teams.words import sentence
from tournament.text import NAME_LENGTH, tidy


class NameField(forms.CharField):
    """A name, tidied before its length is judged."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off"}))
        super().__init__(max_length=NAME_LENGTH, **kwargs)

    def to_python(self, value: object) -> str:
        """Compose the letters and fold the spaces."""
        return tidy(super().to_python(value))

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Leave ``maxlength`` out: it cuts a pasted name without a word."""
        return {
            name: value
            for name, value in super().widget_attrs(widget).items()
            if name != "maxlength"
        }


class FeeField(forms.CharField):
    """An amount in euros as people write it: 20, 12,50, 20 €."""

    def clean(self, value: object) -> Decimal | None:
        """Return the amount, or None when nothing is typed."""
        text = tidy(super().clean(value))
        if not text:
            if self.required:
                # Invisible characters alone pass for something typed until they are tidied away.
                raise forms.ValidationError(self.error_messages["required"], code="required")
            return None
        amount = read_amount(text)
        if amount is None:
            unreadable = fault(0, "fee_unreadable", Column.FEE, text=text)
            raise forms.ValidationError(sentence(unreadable), code=unreadable.code)
        return amount


class AmountInput(forms.TextInput):
    """A box for an amount: the telephone shows figures."""

    def __init__(self) -> None:
        super().__init__(attrs={"inputmode": "decimal", "autocomplete": "off"})


class TeamForm(forms.Form):
    """One team: number, name, two players or one, and what is known of them."""

    number = forms.IntegerField(
        label=_("Number"), min_value=1, max_value=LARGEST_NUMBER, required=False
    )
    name = NameField(
        label=_("Team name"),
        required=False,
        help_text=_("Left empty, the team is named after its players."),
    )
    player_1 = NameField(label=_("Player 1"))
    player_2 = NameField(label=_("Player 2"))
    fee_paid = FeeField(label=_("Fee paid (€)"), required=False, widget=AmountInput)
    club = NameField(label=_("Club"), required=False)
    fee_owed = FeeField(
        label=_("Fee owed (€)"),
        required=False,
        widget=AmountInput,
        help_text=_("Left empty: the contest's fee for each player."),
    )
    fixed_table = forms.IntegerField(
        label=_("Always at table"),
        min_value=1,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text=_("For a team that had better not move."),
    )
    seed_rank = forms.IntegerField(
        label=pgettext_lazy("strength of a team", "Seed"),
        min_value=1,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text=_("1 for the strongest; only pools look at it."),
    )
    categories = forms.MultipleChoiceField(
        label=_("Categories"),
        choices=Category.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "chips"}),
        help_text=_("For prizes of their own."),
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *args: Any,
        team: Team | None = None,
        number: int | None = None,
        individual: bool = False,
        **kwargs: Any,
    ) -> None:
        initial = initial_of(team) if team else {"number": number}
        super().__init__(*args, initial=initial, **kwargs)
        if individual:
            del self.fields["name"], self.fields["player_2"]
            self.fields["player_1"].label = _("Player")
            self.fields["fixed_table"].help_text = _("For a player who had better not move.")
        if team is None:
            del self.fields["seen"]
            # The number is proposed: the name is what comes next, team after team.
            first = "player_1" if individual else "name"
            self.fields[first].widget.attrs["autofocus"] = True
            return
        # What a team has paid is in its payments: more is added there, nothing changed.
        del self.fields["fee_paid"]
        self.fields["number"].required = True
        if not individual and not team.players.all():
            # A list may have given the team's name alone.
            self.fields["player_1"].required = self.fields["player_2"].required = False

    def more(self) -> list[forms.BoundField]:
        """Return what few teams need, shown apart."""
        names = ("club", "fee_owed", "fixed_table", "seed_rank", "categories")
        return [self[name] for name in names]

    def more_is_used(self) -> bool:
        """Whether something stands, or is refused, in what is shown apart."""
        return any(field.errors or field.value() for field in self.more())

    def line(self) -> TeamLine:
        """Return what was typed as one line of a list."""
        typed = self.cleaned_data
        players = (typed["player_1"], typed.get("player_2"))
        return TeamLine(
            line=0,
            number=typed["number"],
            name=typed.get("name", ""),
            players=tuple(player for player in players if player),
            fee_paid=typed.get("fee_paid"),
            club=typed["club"],
            categories=tuple(typed["categories"]),
            seed_rank=typed["seed_rank"],
            fixed_table=typed["fixed_table"],
            fee_owed=typed["fee_owed"],
        )

    def saw(self, team: Team) -> None:
        """Note that the person now sees the team as it is beside what they typed."""
        self.data = self.data.copy()
        self.data["seen"] = state_of(line_of(team))


def initial_of(team: Team) -> dict[str, object]:
    """Return what a team's form shows first."""
    line = line_of(team)
    players = dict(zip((Column.PLAYER_1, Column.PLAYER_2), line.players, strict=False))
    return {
        "number": line.number,
        "name": line.name,
        **{column.value: player for column, player in players.items()},
        "club": line.club,
        "fee_owed": typed_amount(line.fee_owed),
        "fixed_table": line.fixed_table,
        "seed_rank": line.seed_rank,
        "categories": list(line.categories),
        "seen": state_of(line),
    }


def typed_amount(euros: Decimal | None) -> str:
    """Write an amount as one types it."""
    return "" if euros is None else f"{euros:.2f}".removesuffix(".00").replace(".", ",")


class AloneForm(forms.Form):
    """A player who came without a partner."""

    player_1 = NameField(label=_("Name"))
    fee_paid = FeeField(label=_("Fee paid (€)"), required=False, widget=AmountInput)

    def line(self) -> TeamLine:
        """Return what was typed as one line of a list."""
        return TeamLine(
            line=0,
            number=None,
            name="",
            players=(self.cleaned_data["player_1"],),
            fee_paid=self.cleaned_data["fee_paid"],
            alone=True,
        )


class PairForm(forms.Form):
    """Two of the players alone, and the name of the team they make."""

    players = RowsChoiceField(
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple(attrs={"class": "chips"}),
        error_messages={"required": _("Choose two players.")},
    )
    name = NameField(
        label=_("Team name"),
        required=False,
        help_text=_("Left empty, the team is named after its players."),
    )
    beside = {"player_1": "players", "player_2": "players"}

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Not the players alone only: a second click still finds the two it has paired.
        self.fields["players"].queryset = tournament.players.all()
        self.fields["players"].label = _("Players alone")
        waiting = tournament.players.alone().order_by("key")
        self.fields["players"].widget.choices = [(each.pk, each.name) for each in waiting]

    def clean_players(self) -> list[Player]:
        """Return the two players, first chosen by name first."""
        players = sorted(self.cleaned_data["players"], key=lambda player: player.key)
        if len(players) != PLAYERS:
            raise forms.ValidationError(_("Choose two players."))
        return players


class ReplaceForm(forms.Form):
    """Who leaves a team during the contest, and who plays from now on."""

    player = forms.ModelChoiceField(
        label=_("Who leaves"),
        queryset=Player.objects.none(),
        empty_label=None,
        widget=forms.RadioSelect(attrs={"class": "chips"}),
    )
    name = NameField(label=_("Who plays from now on"))

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Somebody who has just left stays a choice: a second click names him again.
        self.fields["player"].queryset = team.tournament.players.all()
        choices = [(player.pk, player.name) for player in team.players.all()]
        self.fields["player"].widget.choices = choices
        if len(choices) == 1:
            self.fields["player"].initial = choices[0][0]


class EntranceForm(forms.Form):
    """What was typed or touched at the entrance, and what the page showed."""

    text = forms.CharField(
        required=False,
        max_length=200,
        strip=False,
        error_messages={
            "max_length": _("This is longer than any name: type a number or part of a name.")
        },
    )
    check_in = forms.IntegerField(required=False)
    undo = forms.IntegerField(required=False)
    pay = forms.IntegerField(required=False)
    present = forms.CharField(required=False)
    client_key = forms.UUIDField()

    def refusals(self) -> list[str]:
        """Say why nothing was noted, for a form that is not valid."""
        return self.errors.get("text") or [_("Nothing was noted: try again from this page.")]

    def clean_present(self) -> frozenset[int]:
        """Return the numbers that were shown as present."""
        parts = self.cleaned_data["present"].split(",")
        return frozenset(int(part[:5]) for part in parts if part.isascii() and part.isdecimal())


class PaymentForm(forms.Form):
    """An amount that is taken, or given back by the other button."""

    amount = FeeField(label=_("Amount (€)"), widget=AmountInput)
    client_key = forms.UUIDField(widget=forms.HiddenInput)

    def renew(self) -> None:
        """Make the next sending of this page a payment of its own."""
        self.data = self.data.copy()
        self.data["client_key"] = str(uuid4())

    def euros(self) -> Decimal:
        """Return the amount, negative when it is given back."""
        return (
            -self.cleaned_data["amount"]
            if "give_back" in self.data
            else self.cleaned_data["amount"]
        )
