"""Two desks that register at the same moment: the database lets one pass at a time."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from tests.tournament.builders import a_tournament
from tournament.models import Player, Tournament
from tournament.teams import services
from tournament.teams.importing import TeamLine, read_teams

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
