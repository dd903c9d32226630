"""Fees: what is owed, what was paid, who took it. Payments are added, never changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, Sum
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.models import Payment, Player, Seat, Team, Tournament, User
from tournament.spreadsheets import figure, safe, spreadsheet
from tournament.teams.rows import size_of, still_there
from tournament.teams.words import amount
from tournament.text import alphabetical

NOTHING = Decimal("0.00")


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a team, or a player who came alone, owes and has paid.

    Where no fee ``is_set``, nobody knows yet what is due.
    """

    payer: Team | Player
    owed: Decimal
    paid: Decimal
    is_set: bool = True

    @property
    def due(self) -> Decimal:
        """What is still to be paid; negative when too much was."""
        return self.owed - self.paid if self.is_set else NOTHING

    @property
    def too_much(self) -> Decimal:
        """What was paid in excess."""
        return max(-self.due, NOTHING)

    @property
    def team(self) -> Team | None:
        """The team, None for a player who came alone."""
        return self.payer if isinstance(self.payer, Team) else None

    @property
    def players(self) -> list[str]:
        """The names of those who pay."""
        if isinstance(self.payer, Team):
            return [player.name for player in self.payer.players.all()]
        return [self.payer.name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Till:
    """What one person has taken and given back in all."""

    name: str
    taken: Decimal
    given_back: Decimal

    @property
    def holds(self) -> Decimal:
        """What this person must hold."""
        return self.taken + self.given_back


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """Every account of a contest, and every till."""

    lines: tuple[Account, ...]
    tills: tuple[Till, ...]

    @property
    def is_set(self) -> bool:
        """Whether a fee is named for anybody."""
        return any(line.is_set for line in self.lines)

    @property
    def owed(self) -> Decimal:
        """What is owed in all."""
        return sum((line.owed for line in self.lines), NOTHING)

    @property
    def paid(self) -> Decimal:
        """What was paid in all: what the tills hold together."""
        return sum((line.paid for line in self.lines), NOTHING)

    @property
    def due(self) -> Decimal:
        """What is still to be paid, what some paid in excess left aside."""
        return sum((line.due for line in self.lines if line.due > 0), NOTHING)


def accounts(tournament: Tournament) -> Accounts:
    """Return all accounts, teams by number then players alone, in a few queries."""
    seated = Exists(Seat.objects.filter(team=OuterRef("pk")))
    teams = tournament.teams.annotate(seated=seated).prefetch_related("players")
    paid = dict(
        Payment.objects.filter(team__tournament=tournament)
        .order_by()
        .values_list("team")
        .annotate(Sum("amount"))
    )
    lines = [
        Account(
            payer=team,
            owed=owed_by(team, tournament),
            paid=paid.get(team.pk, NOTHING),
            is_set=_is_set(team, tournament),
        )
        for team in teams
        # Who left before the first draw owes nothing, but what he paid is still there.
        if not team.withdrawn or team.seated or team.pk in paid
    ]
    alone = tournament.players.alone().order_by("key").annotate(paid=Sum("payments__amount"))
    lines += [
        Account(
            payer=player,
            owed=tournament.fee or NOTHING,
            paid=player.paid or NOTHING,
            is_set=tournament.fee is not None,
        )
        for player in alone
    ]
    return Accounts(lines=tuple(lines), tills=tuple(_tills(tournament)))


def account_of(payer: Team | Player) -> Account:
    """Return one account."""
    tournament = payer.tournament
    paid = payer.payments.aggregate(sum=Sum("amount"))["sum"] or NOTHING
    if isinstance(payer, Player):
        owed, is_set = tournament.fee or NOTHING, tournament.fee is not None
        return Account(payer=payer, owed=owed, paid=paid, is_set=is_set)
    payer.seated = payer.seats.exists()
    is_set = _is_set(payer, tournament)
    return Account(payer=payer, owed=owed_by(payer, tournament), paid=paid, is_set=is_set)


def owed_by(team: Team, tournament: Tournament) -> Decimal:
    """Return a team's fee: its own, else the contest's for each player.

    ``team.seated`` says whether a draw has seated it: who left before owes nothing.
    """
    if team.withdrawn and not team.seated:
        return NOTHING
    if team.fee_owed is not None:
        return team.fee_owed
    # A team registered by its name alone has its players all the same.
    return (tournament.fee or NOTHING) * (len(team.players.all()) or size_of(tournament))


def _is_set(team: Team, tournament: Tournament) -> bool:
    """Whether a fee is named, the contest's or the team's own; who left owes none in any case."""
    return bool(tournament.fee is not None or team.fee_owed is not None or team.withdrawn)


@transaction.atomic
def take_payment(
    payer: Team | Player, euros: Decimal, *, client_key: UUID, by: User | None
) -> Payment:
    """Note what a team or a player alone hands over; negative what is given back.

    ``client_key`` comes from the form: sent twice, it is one payment. Raises
    ``ValidationError`` when that form has noted something else, when more would be
    given back than was paid, or when the payer is gone.
    """
    tournament = Tournament.objects.held(payer.tournament_id)
    payer = still_there(payer)
    if before := Payment.objects.filter(client_key=client_key).first():
        if payer in {before.team, before.player} and before.amount == euros:
            return before
        said = _("This page has noted %(amount)s already: look at what is paid, then send again.")
        raise _refused("sent_before", said % {"amount": amount(before.amount)})
    if euros == 0:
        raise _refused("no_amount", _("Type an amount."))
    paid = payer.payments.aggregate(sum=Sum("amount"))["sum"] or NOTHING
    if paid + euros < 0:
        said = _("Only %(paid)s was paid: no more can be given back.") % {"paid": amount(paid)}
        raise _refused("more_than_paid", said)
    whose: dict[str, Team | Player] = {"team" if isinstance(payer, Team) else "player": payer}
    if isinstance(payer, Player) and payer.team:
        # Somebody has just given him a partner: his money goes with him.
        whose["team"] = payer.team
    payment = Payment(amount=euros, taken_by=by, client_key=client_key, **whose)
    payment.full_clean(exclude=["team", "player", "taken_by"])
    payment.save(force_insert=True)
    details: dict[str, Any] = {"payment": payment.pk, "amount": f"{euros:.2f}"}
    details |= {name: each.pk for name, each in whose.items()}
    journal.write(
        tournament,
        "payment.taken" if euros > 0 else "payment.given_back",
        by=by,
        details=details,
    )
    return payment


def accounts_csv(found: Accounts) -> str:
    """Write the accounts for a spreadsheet, then what each person took."""
    rows: list[list[object]] = [
        [_("Number"), _("Team"), _("Player 1"), _("Player 2"), _("Owed"), _("Paid"), _("Due")]
    ]
    for line in found.lines:
        team = line.team
        names = [team.name if team else "", *line.players, "", ""][:3]
        figures = map(figure, (line.owed, line.paid, line.due))
        rows.append([team.number if team else "", *map(safe, names), *figures])
    rows.append(["", _("Total"), "", "", *map(figure, (found.owed, found.paid, found.due))])
    rows += [[], [_("Taken by"), _("Taken"), _("Given back"), _("In hand")]]
    for till in found.tills:
        figures = map(figure, (till.taken, till.given_back, till.holds))
        rows.append([safe(till.name), *figures])
    return spreadsheet(rows)


def _tills(tournament: Tournament) -> Iterable[Till]:
    sums = (
        Payment.objects.filter(Q(team__tournament=tournament) | Q(player__tournament=tournament))
        .order_by()
        .values("taken_by")
        .annotate(taken=Sum("amount", filter=Q(amount__gt=0)))
        .annotate(given_back=Sum("amount", filter=Q(amount__lt=0)))
    )
    people = {
        user.pk: str(user) for user in User.objects.filter(pk__in=[s["taken_by"] for s in sums])
    }
    tills = [
        Till(
            name=people.get(each["taken_by"], _("nobody named")),
            taken=each["taken"] or NOTHING,
            given_back=each["given_back"] or NOTHING,
        )
        for each in sums
    ]
    return alphabetical(tills, lambda till: till.name)


def _refused(code: str, said: str) -> ValidationError:
    return ValidationError({"amount": ValidationError(said, code=code)})
