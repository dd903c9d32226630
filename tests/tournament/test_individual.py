"""Where each player plays alone, the pages speak of players, and say each name once."""

import html
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import a_deal, a_tournament, a_user
from tournament.models import DrawKind, Shape, Tournament
from tournament.rounds.services import close_round, open_round
from tournament.teams.lines import TeamLine
from tournament.teams.services import register_teams

pytestmark = pytest.mark.django_db

OF_THE_CONTEST = [
    "clubs:tournament",
    "teams:list",
    "teams:add",
    "teams:import",
    "teams:check_in",
    "teams:fees",
    "teams:apart",
    "rounds:list",
    "rounds:draw",
    "rounds:plan",
    "standings:table",
]
OF_A_PLAYER = ["standings:team", "teams:payments", "teams:edit", "teams:replace", "teams:delete"]
OF_A_ROUND = ["rounds:detail", "rounds:close", "rounds:seats", "rounds:remove", "rounds:clock"]
LEGITIMATE = re.compile(r"sheets of both teams")
"""Two partners are a team for the time of a match."""


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(a_user("organiser"))
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def contest() -> Tournament:
    """Thirteen players, of whom one has left."""
    tournament = a_tournament(shape=Shape.INDIVIDUAL, deals=1, fee=5)
    lines = [
        TeamLine(
            line=number,
            number=number,
            name="",
            players=(f"Joueur{number} Nom{number}",),
            fee_paid=None,
        )
        for number in range(1, 14)
    ]
    register_teams(tournament, lines, by=None)
    tournament.teams.filter(number=13).update(withdrawn=True)
    return tournament


def words_of(page: str) -> str:
    main = html.unescape(page).split("<main", 1)[1]
    return " ".join(re.sub(r"<[^>]*>", " ", re.sub(r"(?s)<script.*?</script>", " ", main)).split())


def faults(desk: Client, tournament: Tournament, names: list[str], *args: int) -> Iterator[str]:
    for name in names:
        address = reverse(name, args=[tournament.pk, *args])
        words = words_of(desk.get(address).content.decode())
        for found in re.finditer(r"(?i)\bteams?\b", LEGITIMATE.sub("", words)):
            yield f"{name}: {words[max(0, found.start() - 40) : found.end() + 40]}"
        for found in re.finditer(r"(Joueur\d+ Nom\d+)[\s·,–-]*\1", words):
            yield f"{name}: {found[0]}"


def test_every_page_speaks_of_players(desk, contest):
    player = contest.teams.get(number=4).pk
    found = [*faults(desk, contest, OF_THE_CONTEST), *faults(desk, contest, OF_A_PLAYER, player)]
    round_ = open_round(contest, 1, kind=DrawKind.INDIVIDUAL, by=None)
    contest.refresh_from_db()
    found += faults(desk, contest, OF_A_ROUND, 1)
    for match in round_.matches.with_teams().select_related("round__tournament"):
        a_deal(match)
    close_round(round_, by=None)
    contest.refresh_from_db()
    found += faults(desk, contest, OF_A_ROUND, 1)
    found += faults(desk, contest, OF_THE_CONTEST)
    found += faults(desk, contest, OF_A_PLAYER, player)
    assert found == []


def test_the_settings_of_such_a_contest_speak_of_players(desk, contest):
    form = desk.get(reverse("clubs:settings", args=[contest.pk])).context["form"]
    for name in ("ranking", "bye_kind", "missed_kind", "check_in", "clubs_apart"):
        assert "layer" in str(form[name].label)
