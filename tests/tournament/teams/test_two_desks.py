"""Two desks that register at the same moment: the database lets one pass at a time."""

import threading
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from tests.tournament.builders import a_player_alone, a_team, a_tournament
from tournament.models import Payment, Player, Team, Tournament
from tournament.teams import partners, services
from tournament.teams.importing import TeamLine, read_teams
from tournament.teams.money import take_payment

EVENING = Path(__file__).parent.parent / "data" / "evening" / "teams.csv"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("deletable")]


@pytest.fixture
def deletable(transactional_db: None) -> Iterator[None]:
    """Let the rows of a test that really commits be deleted after it."""
    yield
    Tournament.objects.update(deleting=True)


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Start acts at the same moment; say of each whether it was accepted or refused."""
    ready = threading.Barrier(len(acts))
    ends: list[str] = []

    def run(act: Callable[[], object]) -> None:
        ready.wait()
        try:
            act()
        except ValidationError:
            ends.append("refused")
        except Exception as error:
            ends.append(repr(error))
        else:
            ends.append("accepted")
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(ends)


def test_one_list_given_at_four_desks_is_registered_once() -> None:
    tournament = a_tournament()
    teams = read_teams(EVENING.read_bytes())

    def give() -> None:
        services.register_teams(Tournament.objects.get(pk=tournament.pk), teams, by=None)

    assert at_once(*[give] * 4) == ["accepted", "refused", "refused", "refused"]
    assert tournament.teams.count() == 16
    assert tournament.journal.count() == 1


def test_one_player_registered_at_two_desks_plays_in_one_team() -> None:
    tournament = a_tournament()

    def adding(number: int, partner: str) -> Callable[[], object]:
        line = TeamLine(
            line=0,
            number=number,
            name=f"Équipe {number}",
            players=("Zoé Gœury", partner),
            fee_paid=None,
        )
        return lambda: services.register_team(
            Tournament.objects.get(pk=tournament.pk), line, by=None
        )

    assert at_once(adding(1, "Inès"), adding(2, "Léa")) == ["accepted", "refused"]
    assert Player.objects.filter(name="Zoé Gœury").count() == 1


def test_one_payment_sent_four_times_is_taken_once() -> None:
    team, key = a_team(a_tournament(), 1), uuid4()

    def pay() -> None:
        take_payment(Team.objects.get(pk=team.pk), Decimal(20), client_key=key, by=None)

    assert at_once(*[pay] * 4) == ["accepted"] * 4
    assert Payment.objects.count() == 1


def test_no_more_is_given_back_at_two_tills_than_was_paid() -> None:
    team = a_team(a_tournament(), 1)
    take_payment(team, Decimal(20), client_key=uuid4(), by=None)

    def give_back() -> None:
        fresh = Team.objects.get(pk=team.pk)
        take_payment(fresh, Decimal(-20), client_key=uuid4(), by=None)

    assert at_once(give_back, give_back) == ["accepted", "refused"]


def test_a_team_checked_in_at_four_desks_is_checked_in_once() -> None:
    tournament = a_tournament()
    team = a_team(tournament, 1)

    def arrive() -> None:
        services.check_in(Team.objects.get(pk=team.pk), by=None)

    assert at_once(*[arrive] * 4) == ["accepted"] * 4
    assert tournament.journal.count() == 1


def test_a_player_alone_is_paired_once_at_two_desks() -> None:
    tournament = a_tournament()
    zoe, ali, lea = (a_player_alone(tournament, name) for name in ("Zoé", "Ali", "Léa"))

    def pairing(other: Player) -> Callable[[], object]:
        return lambda: partners.pair(Tournament.objects.get(pk=tournament.pk), zoe, other, by=None)

    assert at_once(pairing(ali), pairing(lea)) == ["accepted", "refused"]
    assert tournament.teams.count() == 1
