"""What a referee writes of a ruling: the case, then the decision with its own fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from scoring import Contract, Fault, Side
from tournament import labels
from tournament.deals.forms import DealForm
from tournament.deals.options import rulebook_at
from tournament.http import put_on
from tournament.models import Deal, Decision, Match, Player, Ruling, Team, Tournament, User
from tournament.models.ruling import SANCTIONS
from tournament.referee.articles import article_of, others, proposed
from tournament.referee.drafts import Draft
from tournament.referee.offers import Offer, contract_as_said, contract_of, offers
from tournament.referee.ruling_fields import OTHER, OWN, PRIVATE, PUBLIC, RulingFields
from tournament.referee.warnings import warnings_of

LONGEST_NUMBER = 9


class RulingForm(RulingFields):
    """A ruling of one contest; bound or not, it knows the match, deal and team it is about.

    ``asked`` are values to show without judging them: of an address, or of a form that is
    not finished. ``replaces`` is the ruling before, whose case it takes over. ``own_fields``
    are those of the decision chosen; the others are neither shown nor read.
    """

    beside = {"match": "table"}

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        tournament: Tournament,
        by: User,
        asked: Mapping[str, str] | None = None,
        replaces: Ruling | None = None,
    ) -> None:
        initial = {**_of_ruling(replaces), **(asked or {})} if data is None else {}
        initial.setdefault("ruling_key", uuid4())
        super().__init__(data, initial=initial)
        self.tournament, self.by, self.replaces = tournament, by, replaces
        self.match_found = self._find_match()
        self.deal_found = self._find_deal()
        self.team_found = self._find_team()
        self._offer_choices()
        self.deal_form = self._make_deal_form(data if asked is None else deal_data(asked))

    # --- The case ---------------------------------------------------------------------------

    def said(self, name: str) -> str:
        """Return what a field holds, typed or shown, before anything is checked."""
        return str(self[name].value() or "").strip()

    def number(self, name: str) -> int | None:
        """Return the number a field holds, None for what is none."""
        text = self.said(name)
        return (
            int(text)
            if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
            else None
        )

    def _find_match(self) -> Match | None:
        """Return the match of a round and table, the latest round's where none is said."""
        table, round_ = self.number("table"), self.number("round")
        if table is None:
            return None
        matches = Match.objects.with_teams().select_related("round__tournament", "totals")
        found = matches.filter(round__tournament=self.tournament, table=table)
        if round_ is not None:
            found = found.filter(round__number=round_)
        return found.order_by("-round__number").first()

    def _find_deal(self) -> Deal | None:
        number = self.number("deal")
        if self.match_found is None or number is None:
            return None
        deals = self.match_found.deals.filter(number=number)
        return deals.select_related("accepted").first()

    def _find_team(self) -> Team | None:
        number = self.number("team")
        return self.tournament.teams.filter(number=number).first() if number else None

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields of the decision chosen, those only that this case has."""
        names = OWN.get(self.said("decision"), ())
        return [self[name] for name in names if name not in self._useless()]

    @property
    def has_decision(self) -> bool:
        """Whether a decision is chosen."""
        return bool(self.said("decision"))

    @property
    def is_sanction(self) -> bool:
        """Whether the decision is about people, and so not published unless it is said."""
        return self.said("decision") in SANCTIONS

    @property
    def known_contract(self) -> Contract | None:
        """The contract that the tariffs add: the deal's, or the one typed."""
        accepted = self.deal_found.accepted if self.deal_found else None
        return contract_of(accepted) or contract_as_said(
            self.said("tariff_contract"), self.tournament.rulebook
        )

    @property
    def offers(self) -> list[Offer]:
        """The usual tariffs, with their marks where the contract is known."""
        return offers(self.tournament.rulebook, self.known_contract)

    def _useless(self) -> set[str]:
        """Name the fields that this case does not need."""
        has_match = self.match_found is not None
        is_marks = self.said("decision") == Decision.MARKS
        accepted = self.deal_found.accepted if self.deal_found else None
        return {
            *([] if has_match else ["side"]),
            *(["team"] if is_marks and has_match else []),
            *(["tariff_contract"] if contract_of(accepted) else []),
            *([] if self.offers else ["tariff", "tariff_contract"]),
        }

    # --- What is offered --------------------------------------------------------------------

    def _offer_choices(self) -> None:
        rulebook, fields = self.tournament.rulebook, self.fields
        faults = [
            choice
            for choice in labels.fault_choices()
            if choice[0] in (rulebook.faults.categories or tuple(Fault))
        ]
        fields["category"].choices = [("", "—"), *faults]
        category = self.said("category")
        near = [(each.clause, each.line) for each in proposed(rulebook, category)]
        far = [(each.clause, each.line) for each in others(rulebook, category)]
        fields["clause"].choices = [
            ("", _("none")),
            (_("On this subject"), near),
            (_("All others"), far),
        ]
        teams = self._teams()
        warned = warnings_of(self.tournament)
        fields["team"].choices = [
            ("", "—"),
            *((str(team.number), _with_warnings(team, warned.get(team.pk, 0))) for team in teams),
        ]
        players = Player.objects.filter(team__in=teams).select_related("team")
        fields["player"].choices = [
            ("", pgettext_lazy("no player in particular", "the team")),
            *((str(each.pk), f"{each.name} ({each.team.number})") for each in players),
        ]
        fields["side"].choices = [(side.value, self._side_label(side)) for side in Side]
        fields["tariff"].choices = [
            *((each.key, _offer_label(each)) for each in self.offers),
            (OTHER, _("another number")),
        ]

    def _teams(self) -> list[Team]:
        """Return those who may be meant: who sits at the table, or everybody."""
        teams = self.tournament.teams.order_by("number")
        if self.match_found:
            teams = teams.filter(seats__match=self.match_found)
        return list(teams)

    def _side_label(self, side: Side) -> str:
        if self.match_found is None:
            return side.value
        return f"{side.value} · {self.match_found.team(side).name}"

    def _make_deal_form(self, data: QueryDict | None) -> DealForm | None:
        """Return the form of the corrected deal, as it was typed until it is changed."""
        if self.said("decision") != Decision.CORRECTED or self.deal_found is None:
            return None
        # Where the decision was chosen just now, nothing of the deal is sent yet.
        is_sent = data is not None and "contract" in data
        correcting = self.deal_found.accepted
        if correcting and not (correcting.is_played or is_sent):
            correcting = None
        form = DealForm(
            data if is_sent else None,
            rulebook=rulebook_at(self.match_found, self.tournament.rulebook),
            correcting=correcting,
        )
        form.hidden_names.add("reason")
        return form

    # --- What is said -----------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """Find what the ruling is about, and read the usual marks."""
        cleaned = super().clean() or {}
        if cleaned.get("table") and self.match_found is None:
            self.add_error("table", _("There is no such table in that round."))
        if cleaned.get("deal") and self.match_found and self.deal_found is None:
            self.add_error("deal", _("This deal is not typed yet."))
        if cleaned.get("deal") and not cleaned.get("table"):
            self.add_error("table", _("Say at which table."))
        self._read_tariff(cleaned)
        return cleaned

    def _read_tariff(self, cleaned: dict[str, Any]) -> None:
        """Take a usual tariff as the marks; an award gives nothing to the other side."""
        chosen = cleaned.get("tariff")
        if "tariff" not in self._own() or chosen in {"", None, OTHER}:
            return
        if any(cleaned.get(name) is not None for name in ("marks", "marks_a", "marks_b")):
            self.add_error("tariff", _("Choose a usual tariff or type other marks, not both."))
            return
        offer = next((each for each in self.offers if each.key == chosen), None)
        if offer is None or offer.marks is None:
            self.add_error("tariff_contract", _("Say the contract that this tariff adds."))
            return
        if cleaned["decision"] == Decision.MARKS:
            cleaned["marks"] = offer.marks
            return
        if not cleaned.get("side"):
            self.add_error("side", _("Say which side the deal is awarded to."))
            return
        is_a = cleaned["side"] == Side.A
        cleaned["marks_a"], cleaned["marks_b"] = (offer.marks, 0) if is_a else (0, offer.marks)

    def _is_published(self) -> bool:
        """Whether the public sees it: as said, else all but what is about people."""
        chosen = self.cleaned_data["shown"]
        return chosen == PUBLIC or (chosen != PRIVATE and not self.is_sanction)

    def _own(self) -> set[str]:
        return {field.name for field in self.own_fields}

    def is_whole(self) -> bool:
        """Whether the form, and that of the corrected deal, can be read."""
        is_valid = self.is_valid()
        return (self.deal_form is None or self.deal_form.is_valid()) and is_valid

    def refuse(self, field: str, errors: object) -> None:
        """Put what a service refuses beside its field, of the ruling or of the deal."""
        deal, is_own = self.deal_form, field in self.fields or field in self.beside
        if deal and not is_own and deal.beside.get(field, field) in deal.fields:
            put_on(deal, field, errors)
            # The page that shows the deal's fields is the form's.
            field, errors = "", _("Look at the deal below.")
        put_on(self, field, errors)

    def draft(self) -> Draft:
        """Return the ruling as it would be made; call it on a form that ``is_whole``."""
        cleaned, own = self.cleaned_data, self._own()
        article = article_of(self.tournament.rulebook, cleaned["clause"])
        team = self.team_found if "team" in own else None
        player = int(cleaned["player"]) if "player" in own and cleaned["player"] else None
        if player and team is None:
            team = Team.objects.filter(players=player).first()
        columns: dict[str, Any] = {
            "category": cleaned["category"],
            "match": self.match_found,
            "deal": self.deal_found,
            "team": team,
            "player_id": player,
            "facts": cleaned["facts"],
            "article": cleaned["article"] or (article.line if article else ""),
            "decision": cleaned["decision"],
            "explanation": cleaned["explanation"],
            "second_person": cleaned["second_person"],
            "is_published": self._is_published(),
            "replaces": self.replaces,
            "side": cleaned["side"] if "side" in own else "",
            "deals": cleaned["deals"] if "deals" in own else None,
        }
        for name in ("marks", "marks_a", "marks_b"):
            columns[name] = cleaned[name] if name in own else None
        return Draft(
            tournament=self.tournament,
            client_key=cleaned["ruling_key"],
            columns=columns,
            facts=self.deal_form.facts() if self.deal_form else {},
        )


def deal_data(asked: Mapping[str, str]) -> QueryDict | None:
    """Return what was typed of a corrected deal, if its form was sent."""
    if "contract" not in asked:
        return None
    data = QueryDict(mutable=True)
    data.update(asked)
    return data


def _with_warnings(team: Team, count: int) -> str:
    if not count:
        return str(team)
    words = ngettext("%(team)s (%(count)s warning)", "%(team)s (%(count)s warnings)", count)
    return words % {"team": team, "count": count}


def _offer_label(offer: Offer) -> str:
    return (
        offer.text
        if offer.marks is None or offer.text == str(offer.marks)
        else (f"{offer.text} = {offer.marks}")
    )


def _of_ruling(ruling: Ruling | None) -> dict[str, Any]:
    """Return the case of a ruling that is to be replaced, as the form holds it."""
    if ruling is None:
        return {}
    # A round of the same number may have been drawn since one was removed: it is another.
    match = ruling.match if ruling.match and ruling.match.round.tournament_id else None
    return {
        "category": ruling.category,
        "round": match.round.number if match else "",
        "table": match.table if match else "",
        "deal": ruling.deal.number if match and ruling.deal else "",
        "team": str(ruling.team.number) if ruling.team else "",
        "player": str(ruling.player_id or ""),
        "facts": ruling.facts,
        "article": ruling.article,
        "second_person": ruling.second_person,
        "shown": PUBLIC if ruling.is_published else PRIVATE,
    }
