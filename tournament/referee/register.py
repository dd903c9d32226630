"""The register: every ruling of an evening, or of all the club's, and what each one changed."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring import Rulebook
from tournament import labels
from tournament.models import Deal, Entry, Match, MatchTotals, Ruling, Tournament
from tournament.models.ruling import decision_choices
from tournament.rounds.impact_words import Pair, entry_words, pair_of_marks

ALL = ("", gettext_lazy("all"))
MOST_SHOWN = 200
"""So many rulings are listed at once."""


class RegisterFilters(forms.Form):
    """Which rulings to show; what is not one of the choices filters nothing."""

    category = forms.ChoiceField(label=gettext_lazy("About"), required=False)
    decision = forms.ChoiceField(label=gettext_lazy("Decision"), required=False)
    state = forms.ChoiceField(
        label=gettext_lazy("State"),
        required=False,
        choices=[
            ALL,
            ("in_force", pgettext_lazy("rulings", "in force")),
            ("replaced", pgettext_lazy("rulings", "replaced")),
        ],
    )
    team = forms.ChoiceField(label=pgettext_lazy("a field", "Team"), required=False)
    evenings = forms.ChoiceField(
        label=gettext_lazy("Evenings"),
        required=False,
        choices=[("", gettext_lazy("this contest")), ("all", gettext_lazy("all of the club's"))],
    )

    def __init__(self, data: object, *, tournament: Tournament) -> None:
        super().__init__(data)
        self.tournament = tournament
        self.fields["category"].choices = [ALL, *labels.fault_choices()]
        self.fields["decision"].choices = [ALL, *decision_choices()]
        teams = tournament.teams.order_by("number")
        self.fields["team"].choices = [ALL, *((str(team.number), str(team)) for team in teams)]

    def rulings(self) -> QuerySet[Ruling]:
        """Return the rulings asked for, the last first."""
        self.is_valid()
        chosen = self.cleaned_data
        found = Ruling.objects.select_related(
            "tournament", "match__round", "deal", "team", "player", "by", "replaced_by"
        ).prefetch_related("match__seats__team")
        of_club = chosen.get("evenings") == "all"
        whose = {"tournament__club": self.tournament.club_id} if of_club else {}
        found = found.filter(**whose or {"tournament": self.tournament})
        for name in ("category", "decision"):
            if chosen.get(name):
                found = found.filter(**{name: chosen[name]})
        if state := chosen.get("state"):
            found = found.filter(replaced_by__isnull=state == "in_force")
        if number := chosen.get("team"):
            team = self.tournament.teams.get(number=number)
            found = found.filter(Q(team=team) | Q(match__seats__team=team)).distinct()
        return found.order_by("-created_at", "-number")[:MOST_SHOWN]


def what_it_changed(ruling: Ruling, rulebook: Rulebook) -> list[Pair]:
    """Return what a ruling moved at once, before and after, in words."""
    return list(_changed(ruling, rulebook))


def _changed(ruling: Ruling, rulebook: Rulebook) -> Iterator[Pair]:
    for row, key, column, before, after in ruling.changes:
        if row == "deal" and column == "accepted":
            deal = Deal.objects.filter(pk=key).first()
            one, other = (Entry.objects.filter(pk=each).first() for each in (before, after))
            yield Pair(
                label=_("Deal %(number)s") % {"number": deal.number if deal else "–"},
                before=entry_words(one, rulebook),
                after=entry_words(other, rulebook),
            )
        elif row == "match" and Match.objects.filter(pk=key).exists():
            one, other = (MatchTotals.objects.filter(pk=each).first() for each in (before, after))
            yield Pair(label=_("Match totals"), before=_totals(one), after=_totals(other))


def _totals(totals: MatchTotals | None) -> str:
    if totals is None:
        return _("deal by deal")
    return pair_of_marks((totals.marks_a, totals.marks_b))
