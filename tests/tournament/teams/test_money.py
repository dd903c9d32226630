"""Fees: what is owed, partial payments, giving back, and who holds what."""

import re
from decimal import Decimal
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.builders import a_player_alone, a_round, a_team, a_tournament, a_user
from tournament.models import Payment, Player, Shape, Team, Tournament
from tournament.teams import partners, services
from tournament.teams.importing import TeamLine
from tournament.teams.money import account_of, accounts, accounts_csv, take_payment
from tournament.teams.words import amount

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament(fee=Decimal("10.00"))


def pay(payer: object, amount: str, by: str = "zoe") -> Payment:
    return take_payment(payer, Decimal(amount), client_key=uuid4(), by=a_user(by))


def test_a_team_owes_the_fee_of_each_player_or_its_own(tournament):
    team = a_team(tournament, 1)
    assert account_of(team).owed == 20
    team.fee_owed = Decimal("12.50")
    assert account_of(team).owed == Decimal("12.50")
    named = Team(tournament=tournament, number=2, name="Sans joueurs")
    named.full_clean()
    named.save()
    assert account_of(named).owed == 20
    assert account_of(a_player_alone(tournament)).owed == 10


def test_an_individual_entrant_owes_one_fee():
    tournament = a_tournament(fee=Decimal(10), shape=Shape.INDIVIDUAL)
    line = TeamLine(line=0, number=1, name="", players=("Zoé",), fee_paid=None)
    assert account_of(services.register_team(tournament, line, by=None)).owed == 10


def test_a_team_pays_in_parts_and_may_be_given_back(tournament):
    team = a_team(tournament, 1)
    pay(team, "5")
    pay(team, "15")
    assert (account_of(team).paid, account_of(team).due) == (20, 0)
    pay(team, "-20")
    assert account_of(team).due == 20
    kinds = list(tournament.journal.values_list("kind", flat=True))
    assert kinds == ["payment.taken", "payment.taken", "payment.given_back"]
    assert tournament.journal.last().details["amount"] == "-20.00"


@pytest.mark.parametrize("amount", ["0", "-0.01", "-5"])
def test_nothing_and_more_than_was_paid_are_refused(tournament, amount):
    with pytest.raises(ValidationError) as refused:
        pay(a_team(tournament, 1), amount)
    assert set(refused.value.error_dict) == {"amount"}
    assert not Payment.objects.exists()


def test_two_clicks_are_one_payment(tournament):
    team, key = a_team(tournament, 1), uuid4()
    for _ in range(2):
        take_payment(team, Decimal(20), client_key=key, by=a_user())
    assert Payment.objects.count() == tournament.journal.count() == 1


def test_a_page_gone_back_to_with_another_amount_is_not_taken_for_a_second_click(tournament):
    team, key = a_team(tournament, 1), uuid4()
    take_payment(team, Decimal(20), client_key=key, by=a_user())
    with pytest.raises(ValidationError) as refused:
        take_payment(team, Decimal(5), client_key=key, by=a_user())
    assert refused.value.error_dict["amount"][0].code == "sent_before"
    with pytest.raises(ValidationError):
        take_payment(a_team(tournament, 2), Decimal(20), client_key=key, by=a_user())
    assert Payment.objects.count() == 1


def test_a_player_paired_while_he_pays_brings_his_money_with_him(tournament):
    one, other = (a_player_alone(tournament, name) for name in ("Zoé", "Max"))
    team = partners.pair(tournament, one, other, by=None)
    pay(one, "10")
    assert (accounts(tournament).paid, account_of(team).paid) == (10, 10)


def test_nothing_is_taken_of_who_was_struck_off_meanwhile(tournament):
    team, alone = a_team(tournament, 1), a_player_alone(tournament)
    gone = [Team.objects.get(pk=team.pk), Player.objects.get(pk=alone.pk)]
    team.delete()
    alone.delete()
    for payer in gone:
        with pytest.raises(ValidationError):
            pay(payer, "10")
    assert not Payment.objects.exists()


def test_the_totals_and_each_till(tournament):
    one, other = a_team(tournament, 1), a_team(tournament, 2)
    alone = a_player_alone(tournament)
    pay(one, "20", by="zoe")
    pay(other, "25", by="max")
    pay(other, "-5", by="max")
    pay(alone, "4", by="max")
    found = accounts(tournament)
    assert (found.owed, found.paid, found.due) == (50, 44, 6)
    tills = [(till.name, till.taken, till.given_back, till.holds) for till in found.tills]
    assert tills == [("max", 29, -5, 24), ("zoe", 20, 0, 20)]
    assert [(line.due, line.team) for line in found.lines] == [(0, one), (0, other), (6, None)]


def test_who_left_before_the_first_draw_owes_nothing_and_who_has_played_does(tournament):
    seated = a_round(tournament).seats.first().team
    early, paid = a_team(tournament, 8), a_team(tournament, 9)
    pay(paid, "20")
    for team in (seated, early, paid):
        services.withdraw(team, by=None)
    owed = {line.team: (line.owed, line.due) for line in accounts(tournament).lines}
    assert owed[seated] == (20, 20)
    assert early not in owed
    assert owed[paid] == (0, -20)
    # Too much from one is not less from another.
    assert accounts(tournament).due == 40


def test_accounts_take_few_queries(tournament, django_assert_max_num_queries):
    for number in range(1, 30):
        pay(a_team(tournament, number), "20")
    with django_assert_max_num_queries(8):
        accounts(tournament)


def test_the_file_runs_no_formula_and_ends_with_the_totals(tournament):
    team = a_team(tournament, 1, name="=1+1")
    pay(team, "12.50")
    text = accounts_csv(accounts(tournament))
    assert text.startswith("\ufeff")
    lines = text.split("\r\n")
    assert lines[1] == "1;'=1+1;Joueur 1.1;Joueur 1.2;20,00;12,50;7,50"
    assert lines[2].endswith("20,00;12,50;7,50")
    assert "zoe;12,50;0,00;12,50" in lines


def test_a_team_whose_money_is_in_a_till_is_not_deleted(tournament):
    team = a_team(tournament, 1)
    pay(team, "20", by="zoe")
    with pytest.raises(ValidationError):
        services.delete_team(team, by=None)
    pay(team, "-20", by="max")
    with pytest.raises(ValidationError):
        services.delete_team(team, by=None)
    pay(team, "20", by="max")
    pay(team, "-20", by="zoe")
    services.delete_team(team, by=None)
    assert not tournament.teams.exists()


def test_what_a_player_alone_has_paid_follows_him(tournament):
    one, other = a_player_alone(tournament, "Zoé"), a_player_alone(tournament, "Ali")
    pay(one, "10")
    team = partners.pair(tournament, one, other, by=None)
    assert (account_of(team).paid, account_of(team).due) == (10, 10)
    partners.separate(team, by=None)
    one.refresh_from_db()
    assert account_of(one).paid == 10
    with pytest.raises(ValidationError):
        partners.remove_alone(one, by=None)


def test_a_team_that_has_paid_as_one_is_not_separated(tournament):
    team = a_team(tournament, 1)
    pay(team, "20")
    with pytest.raises(ValidationError):
        partners.separate(team, by=None)
    assert tournament.teams.count() == 1


def test_before_a_fee_is_set_nothing_is_due_and_nothing_is_below_zero(client):
    tournament = a_tournament(fee=None)
    team = a_team(tournament, 1)
    take_payment(team, Decimal(20), client_key=uuid4(), by=None)
    assert (account_of(team).is_set, account_of(team).due, account_of(team).too_much) == (
        False,
        0,
        0,
    )
    client.force_login(a_user("organiser"))
    for rest in ("fees/", f"{team.pk}/payments/"):
        page = client.get(f"/tournaments/{tournament.pk}/teams/{rest}").content.decode()
        assert re.search(r"\b20\s€", page)
        # With its unit: the key of a form may hold « -20 » as well.
        assert not re.search(r"[-\u2212]20\s€", page)
    # A fee of its own is known all the same.
    tournament.teams.update(fee_owed=5)
    account = account_of(tournament.teams.get())
    assert (account.is_set, account.due, account.too_much) == (True, -15, 15)
    page = client.get(f"/tournaments/{tournament.pk}/teams/fees/").content.decode()
    assert not re.search(r"[-\u2212]15\s€", page)


def test_an_amount_below_zero_has_a_minus_and_no_hyphen():
    assert amount(Decimal("-7.50")).startswith("\u2212")
    assert "-" not in amount(Decimal(-20))
