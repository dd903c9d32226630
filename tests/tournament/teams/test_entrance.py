"""The entrance: typed, touched, paid; who is not there is not drawn."""

from decimal import Decimal
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import a_role, a_team, a_tournament, a_user
from tournament.models import Absence, Payment, RoleKind, Team, Tournament
from tournament.teams import services
from tournament.teams.entrance import Answer, Outcome, answer_typed, entrance

pytestmark = pytest.mark.django_db

NOBODY: frozenset[int] = frozenset()


@pytest.fixture
def tournament() -> Tournament:
    tournament = a_tournament(check_in=True, fee=Decimal(10))
    for number, name in enumerate(["Hélène et Zoé", "Cœur vaillant", "Les Zélés"], 1):
        a_team(tournament, number, name)
    return tournament


def typed(tournament: Tournament, text: str, seen: frozenset[int] = NOBODY, **kwargs) -> Answer:
    options = {"may_take_money": True, "client_key": uuid4(), "by": a_user()} | kwargs
    return answer_typed(tournament, text, seen=seen, **options)


def here(tournament: Tournament) -> list[int]:
    found = tournament.teams.filter(checked_in_at__isnull=False)
    return list(found.values_list("number", flat=True))


def kinds(tournament: Tournament) -> list[str]:
    return list(tournament.journal.values_list("kind", flat=True))


@pytest.mark.parametrize("text", ["2", " 2 ", "coeur", "VAILL", "joueur 2.1"])
def test_a_number_or_part_of_a_name_checks_the_one_team_in(tournament, text):
    assert typed(tournament, text).outcome is Outcome.CHECKED_IN
    assert here(tournament) == [2]


def test_a_number_is_that_team_s_even_when_names_hold_it(tournament):
    a_team(tournament, 12, "Les 3 As")
    assert typed(tournament, "3").teams[0].number == 3


def test_several_are_shown_and_nobody_is_checked_in(tournament):
    answer = typed(tournament, "l")
    assert (answer.outcome, len(answer.teams)) == (Outcome.SEVERAL, 3)
    assert here(tournament) == []


@pytest.mark.parametrize("text", ["99", "xyz", "", " + ", "9" * 50])
def test_nobody_answers(tournament, text):
    assert typed(tournament, text).outcome is Outcome.NOBODY


def test_typed_again_once_shown_as_present_is_taken_back(tournament):
    typed(tournament, "2")
    assert typed(tournament, "2", frozenset({2})).outcome is Outcome.TAKEN_BACK
    assert here(tournament) == []
    assert kinds(tournament) == ["team.checked_in", "team.check_in_undone"]


def test_two_enters_are_one_act(tournament):
    for outcome in (Outcome.CHECKED_IN, Outcome.ALREADY):
        assert typed(tournament, "2").outcome is outcome
    for _ in range(2):
        typed(tournament, "2", frozenset({2}))
    assert here(tournament) == []
    assert kinds(tournament) == ["team.checked_in", "team.check_in_undone"]


def test_a_plus_takes_what_is_due_once(tournament):
    key = uuid4()
    assert typed(tournament, "2+", client_key=key).paid == 20
    assert typed(tournament, "2 +", client_key=key).paid is None
    assert typed(tournament, "2 +", frozenset({2})).paid is None
    assert [payment.amount for payment in Payment.objects.all()] == [20]
    assert here(tournament) == [2]


def test_a_scorekeeper_takes_no_money(tournament):
    assert typed(tournament, "2+", may_take_money=False).outcome is Outcome.CHECKED_IN
    assert not Payment.objects.exists()


def test_who_is_not_there_is_left_out_of_the_draw_with_the_reason(tournament):
    services.check_in(tournament.teams.get(number=1), by=None)
    services.withdraw(tournament.teams.get(number=3), by=None)
    assert [team.number for team in tournament.teams.seatable()] == [1]
    absences = {team.number: team.absence for team in Team.objects.left_out()}
    assert absences == {2: Absence.NOT_CHECKED_IN, 3: Absence.WITHDRAWN}
    tournament.check_in = False
    tournament.save(update_fields=["check_in"])
    assert [team.number for team in tournament.teams.seatable()] == [1, 2]
    assert [team.absence for team in tournament.teams.left_out()] == [Absence.WITHDRAWN]


def test_no_shows_are_listed_and_counted(tournament):
    services.check_in(tournament.teams.get(number=1), by=None)
    services.withdraw(tournament.teams.get(number=3), by=None)
    found = entrance(tournament, with_fees=True)
    assert [(line.team.number, line.due) for line in found.missing] == [(2, 20)]
    assert (found.here, found.absent, found.expected, found.numbers) == (1, 1, 2, "1")
    filtered = entrance(tournament, "coeur")
    assert (len(filtered.missing), len(filtered.present), filtered.expected) == (1, 0, 2)


def test_the_page_takes_few_queries(tournament, django_assert_max_num_queries):
    for number in range(10, 60):
        a_team(tournament, number)
    client = visitor("organiser")
    with django_assert_max_num_queries(20):
        client.get(page(tournament))


def visitor(name: str) -> Client:
    client = Client()
    client.force_login(a_user(name))
    return client


def page(tournament: Tournament) -> str:
    return reverse("teams:check_in", args=[tournament.pk])


def sent(client: Client, tournament: Tournament, **fields: object):
    """Send what the page would, its hidden fields as it shows them now."""
    shown = client.get(page(tournament)).context
    hidden = {"present": shown["entrance"].numbers, "client_key": shown["client_key"]}
    return client.post(page(tournament), hidden | fields, follow=True)


def test_the_page_checks_in_takes_back_and_says_so(tournament):
    client = visitor("organiser")
    shown = sent(client, tournament, text="coeur")
    assert here(tournament) == [2]
    assert "Cœur vaillant" in next(str(each) for each in shown.context["messages"])
    sent(client, tournament, text="2")
    assert here(tournament) == []


def test_a_touch_checks_in_pays_and_takes_back(tournament):
    client, team = visitor("organiser"), tournament.teams.get(number=2)
    sent(client, tournament, pay=team.pk)
    assert here(tournament) == [2]
    assert team.payments.get().amount == 20
    sent(client, tournament, undo=team.pk)
    assert here(tournament) == []
    sent(client, tournament, check_in=team.pk)
    assert here(tournament) == [2]
    assert team.payments.count() == 1


def test_several_matches_are_offered_to_touch(tournament):
    shown = sent(visitor("organiser"), tournament, text="l")
    assert len(shown.context["entrance"].missing) == 3
    assert here(tournament) == []


def test_htmx_gets_the_part_that_changes(tournament):
    client = visitor("organiser")
    shown = client.get(page(tournament), {"text": "coeur"}, headers={"HX-Request": "true"})
    text = shown.content.decode()
    assert "<html" not in text
    assert "Cœur vaillant" in text
    assert "Zélés" not in text


@pytest.mark.parametrize(
    ("role", "status", "sees_money"),
    [
        (RoleKind.TREASURER, 200, True),
        (RoleKind.SCOREKEEPER, 200, False),
        (RoleKind.REFEREE, 200, False),
        (RoleKind.READER, 403, False),
    ],
)
def test_who_may_stand_at_the_entrance(tournament, role, status, sees_money):
    a_role(a_user(role), tournament, role)
    client = visitor(role)
    shown = client.get(page(tournament))
    assert shown.status_code == status
    assert (b'name="pay"' in shown.content) == sees_money
    team = tournament.teams.get(number=1)
    client.post(page(tournament), {"pay": team.pk, "client_key": uuid4()})
    assert team.payments.exists() == sees_money


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"text": "2"},
        {"text": "x" * 500, "client_key": "junk"},
        {"check_in": "9" * 40, "client_key": str(uuid4())},
        {"text": "2\x00", "client_key": str(uuid4())},
        {"text": "2", "present": "9" * 90 + ",é,²", "client_key": str(uuid4())},
    ],
)
def test_what_no_page_sends_is_never_an_error(tournament, fields):
    response = visitor("organiser").post(page(tournament), fields)
    assert response.status_code in {200, 302, 404}


@pytest.mark.parametrize("typed", ["x" * 201, "l" * 5000, "2\x00"])
def test_what_is_longer_than_any_name_is_refused_aloud_and_stays_typed(tournament, typed):
    client = visitor("organiser")
    shown = client.post(page(tournament), {"text": typed, "client_key": str(uuid4())})
    assert shown.status_code == 200
    assert [message.level_tag for message in shown.context["messages"]] == ["error"]
    assert shown.context["text"] == typed.replace("\0", "")
    assert not tournament.teams.filter(checked_in_at__isnull=False).exists()


def test_a_page_without_its_key_says_that_nothing_was_noted(tournament):
    shown = visitor("organiser").post(page(tournament), {"text": "2"})
    assert len(shown.context["messages"]) == 1


def test_another_contest_s_team_is_not_found(tournament):
    team = a_team(a_tournament(), 1)
    fields = {"check_in": team.pk, "client_key": str(uuid4())}
    assert visitor("organiser").post(page(tournament), fields).status_code == 404


def test_two_teams_touched_on_one_page_have_both_paid(tournament):
    client, key = visitor("organiser"), str(uuid4())
    one, other = tournament.teams.all()[:2]
    for team in (one, other, one):
        client.post(page(tournament), {"pay": team.pk, "client_key": key})
    assert [team.payments.get().amount for team in (one, other)] == [20, 20]


def test_a_page_gone_back_to_says_what_it_cannot_do(tournament):
    client, key = visitor("organiser"), str(uuid4())
    team = tournament.teams.first()
    client.post(page(tournament), {"pay": team.pk, "client_key": key}, follow=True)
    tournament.teams.filter(pk=team.pk).update(fee_owed=50)
    shown = client.post(page(tournament), {"pay": team.pk, "client_key": key}, follow=True)
    assert len(shown.context["messages"]) == 1
    assert team.payments.get().amount == 20
