"""A person's name is found, given, and erased; his marks stay and the journal still verifies."""

import datetime
import html
import json
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tests.tournament.archive.whole import forgotten
from tests.tournament.builders import (
    a_club,
    a_deal,
    a_match,
    a_role,
    a_ruling,
    a_team,
    a_tournament,
    a_user,
)
from tournament.archive.reading import read_archive
from tournament.archive.restoring import restore
from tournament.archive.writing import archive_of
from tournament.journal import services as journal
from tournament.journal.verification import verify
from tournament.models import ClubRole, Payment, Player, RoleKind, Team
from tournament.people.erasure import (
    due,
    erase,
    erase_contests,
    found_by,
    is_in_play,
    keep_names_for,
    months_before,
    namesakes,
)
from tournament.rounds.services import close_round
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings
from tournament.text import search_key

pytestmark = pytest.mark.django_db
NAME, OTHER = "Ginette Œuvrard", "Marcel D'Arc"


def named(player, name):
    player.name = name
    player.full_clean()
    player.save()
    return player


def all_contests():
    return a_club().tournaments.all()


@pytest.fixture
def over():
    """A contest that is over, in which Ginette played with Marcel."""
    match = a_match(organiser=a_user("organiser"), date=datetime.date(2020, 1, 31))
    a_deal(match)
    close_round(match.round, by=a_user("organiser"), despite_missing=True)
    one, two = match.team_a.players.all()
    named(one, NAME)
    named(two, OTHER)
    Team.objects.filter(pk=match.team_a.pk).update(name="Œuvrard – D'Arc", key="oeuvrard – d'arc")
    return match.round.tournament


def marks(tournament):
    rows = spreadsheet_csv(standings(tournament)).splitlines()
    return [[cell for cell in row.split(";") if cell.lstrip("-").isdecimal()] for row in rows]


def test_a_part_of_the_name_finds_it_without_accents_in_any_contest_of_the_club(over):
    again = a_team(a_tournament(), 1)
    named(again.players.first(), NAME)
    found = found_by(all_contests(), "OEUV gin")
    assert [player.name for player in found] == [NAME, NAME]
    assert not found_by(all_contests(), "")
    assert not found_by(all_contests(), "Ginette Martin")


def test_an_erased_name_is_nowhere_and_the_marks_and_the_journal_stay(over, client):
    before, faults = marks(over), verify(over).faults
    ginette = Player.objects.get(name=NAME)
    assert erase(all_contests(), [ginette.pk], by=a_user("organiser")) == 1
    ginette.refresh_from_db()
    assert ginette.erased_at
    assert ginette.name == _("Erased name %(number)s") % {"number": ginette.pk}
    assert Team.objects.get(pk=ginette.team_id).name == "Équipe 1"
    assert Player.objects.filter(name=OTHER).exists()
    over.refresh_from_db()
    assert marks(over) == before
    assert verify(over).faults == faults
    assert not found_by(all_contests(), "Œuvrard")
    with archive_of(over) as written:
        assert "uvrard" not in written.read().decode()
    client.force_login(a_user("organiser"))
    for page in ("standings:table", "teams:list", "journal:acts", "public:home", "files:index"):
        assert "uvrard" not in client.get(reverse(page, args=[over.pk])).content.decode()
    acts = client.get(reverse("journal:acts", args=[over.pk])).content.decode()
    assert "names.erased" not in acts
    assert over.journal.get(kind="names.erased").details == {"count": 1}


def test_what_is_erased_stays_so_in_an_archive_that_is_restored(over):
    erase(all_contests(), Player.objects.filter(name=NAME).values_list("pk", flat=True), by=None)
    with archive_of(over) as written:
        content = written.read()
    forgotten()
    made = restore(read_archive(content), by=a_user("organiser"), accept=True)
    assert made.players.filter(erased_at__isnull=False).count() == 1


def test_sent_twice_a_name_is_erased_once(over):
    keys = list(Player.objects.filter(name=NAME).values_list("pk", flat=True))
    acts = over.journal.count()
    assert [erase(all_contests(), keys, by=None), erase(all_contests(), keys, by=None)] == [1, 0]
    assert over.journal.count() == acts + 1


def test_a_name_stays_as_long_as_its_contest_is_in_play(over):
    team = a_team(a_tournament(date=timezone.localdate()), 1)
    player = team.players.first()
    assert is_in_play(team.tournament)
    with pytest.raises(ValidationError):
        erase(all_contests(), [player.pk], by=None)
    assert not is_in_play(over)


def test_a_name_that_cannot_be_erased_yet_is_said_with_the_day_before_anything_is_ticked(
    over, client
):
    today = timezone.localdate()
    player = a_team(a_tournament(date=today, organiser=a_user("organiser")), 1).players.first()
    client.force_login(a_user("organiser"))
    url = reverse("persons:person", args=[a_club().pk, player.pk])
    day = date_format(today + datetime.timedelta(days=1), "SHORT_DATE_FORMAT")
    page = client.get(url)
    assert day in page.content.decode()
    assert 'type="checkbox" name="players"' not in page.content.decode()
    for step in ("look", "erase"):
        refused = client.post(url, {"players": [player.pk], "step": step})
        assert day in refused.context["form"].errors["players"][0]


def test_a_team_s_name_gives_way_to_its_number_even_if_another_has_that_name(over):
    other = over.teams.get(number=2)
    Team.objects.filter(pk=other.pk).update(name="Équipe 1", key="equipe 1")
    erase(all_contests(), [Player.objects.get(name=NAME).pk], by=None)
    assert over.teams.get(number=1).name == "Équipe 1*"


def test_teams_may_be_named_as_others_were(over):
    one, two = over.teams.order_by("number")
    Team.objects.filter(pk=one.pk).update(name="Équipe 2 Œuvrard", key="equipe 2 oeuvrard")
    Team.objects.filter(pk=two.pk).update(name="Équipe 1", key="equipe 1")
    named(two.players.first(), "Équipe Martin")
    assert erase_contests([over.pk], by=None) == 4
    assert [team.name for team in over.teams.order_by("number")] == ["Équipe 1*", "Équipe 2"]


def test_a_whole_contest_is_erased_in_few_queries(over, django_assert_max_num_queries):
    for number in range(3, 33):
        a_team(over, number, f"Joueur {number}")
    with django_assert_max_num_queries(15):
        assert erase_contests([over.pk], by=None) == 64
    erased = [(player.name, player.key) for player in over.players.all()]
    said = [_("Erased name %(number)s") % {"number": player.pk} for player in over.players.all()]
    assert erased == [(name, search_key(name)) for name in said]
    assert not over.teams.filter(name__startswith="Joueur").exists()


def test_the_page_shows_what_erasing_leaves_before_it_is_done(over, client):
    client.force_login(a_user("organiser"))
    player = Player.objects.get(name=NAME)
    a_ruling(over.rounds.get().matches.first(), facts="Ginette Œuvrard a renoncé.")
    url = reverse("persons:person", args=[a_club().pk, player.pk])
    found = client.get(reverse("persons:find", args=[a_club().pk]), {"q": "oeuvrard"})
    assert url in found.content.decode()
    assert "a renoncé" in client.get(url).content.decode()
    shown = client.post(url, {"players": [player.pk], "step": "look"}).content.decode()
    assert _("Erased name %(number)s") % {"number": player.pk} in shown
    assert Player.objects.filter(name=NAME).exists()
    assert client.post(url, {"players": [player.pk], "step": "erase"}).status_code == 302
    assert not Player.objects.filter(name=NAME).exists()
    assert client.post(url, {"players": [player.pk], "step": "erase"}).status_code == 404


@pytest.mark.parametrize("sent", [{}, {"players": ["x"]}, {"players": ["9" * 30], "step": "erase"}])
def test_what_is_no_answer_erases_nothing(over, client, sent):
    client.force_login(a_user("organiser"))
    player = Player.objects.get(name=NAME)
    url = reverse("persons:person", args=[a_club().pk, player.pk])
    assert client.post(url, sent).status_code == 200
    assert Player.objects.filter(name=NAME).exists()


def test_what_is_kept_is_given_as_a_file(over, client):
    client.force_login(a_user("organiser"))
    player = Player.objects.get(name=NAME)
    Payment.objects.create(player=player, amount=Decimal("7.50"))
    args = [a_club().pk, player.pk]
    page = client.get(reverse("persons:person", args=args)).content.decode()
    assert "7,50" in page
    # What his team paid for both is his too.
    Payment.objects.create(team=player.team, amount=Decimal("20"))
    said = json.loads(client.get(reverse("persons:export", args=[*args, "json"])).content)
    assert said["played"][0] | {"contest": over.name, "partner": OTHER} == said["played"][0]
    csv = client.get(reverse("persons:export", args=[*args, "csv"])).content.decode()
    assert NAME in csv
    assert "31/01/2020" in csv
    assert '"7,50, 20,00"' in csv or ";7,50, 20,00" in csv


def test_another_s_player_is_not_found(over, client):
    a_role(a_user("reader"), over, RoleKind.READER)
    player = Player.objects.get(name=NAME)
    for name, status in (("outsider", 404), ("reader", 403)):
        client.force_login(a_user(name))
        url = reverse("persons:person", args=[a_club().pk, player.pk])
        assert client.get(url).status_code == status
    client.force_login(a_user("organiser"))
    assert client.get(reverse("persons:person", args=[a_club().pk, 10**20])).status_code == 404


def test_an_organiser_of_one_contest_reaches_its_players_alone_until_the_club_trusts_him(
    over, client
):
    other = a_team(a_tournament(organiser=a_user("olga"), date=datetime.date(2020, 2, 1)), 1)
    theirs, hers = Player.objects.get(name=NAME), named(other.players.first(), NAME)
    a_ruling(over.rounds.get().matches.first(), facts="Ginette Œuvrard a renoncé.")
    client.force_login(a_user("olga"))
    club = a_club().pk
    found = client.get(reverse("persons:find", args=[club]), {"q": "oeuvrard"}).content.decode()
    assert reverse("persons:person", args=[club, hers.pk]) in found
    assert reverse("persons:person", args=[club, theirs.pk]) not in found
    for address in (("person", theirs.pk), ("export", theirs.pk, "csv")):
        url = reverse(f"persons:{address[0]}", args=[club, *address[1:]])
        assert client.get(url).status_code == 404
    url = reverse("persons:person", args=[club, hers.pk])
    assert "a renoncé" not in client.get(url).content.decode()
    said = client.get(reverse("persons:export", args=[club, hers.pk, "json"])).json()
    assert [len(said["played"]), said["written"]] == [1, []]
    refused = client.post(url, {"players": [theirs.pk], "step": "erase"})
    assert refused.status_code == 200
    assert Player.objects.filter(pk=theirs.pk, name=NAME).exists()
    retention = reverse("persons:retention", args=[club])
    assert retention not in found
    assert client.post(retention, {"months": "1", "seen": ""}).status_code == 403
    ClubRole.objects.create(user=a_user("olga"), club=a_club(), kind=RoleKind.ORGANISER)
    assert client.get(reverse("persons:person", args=[club, theirs.pk])).status_code == 200
    assert client.get(retention).status_code == 200


def test_a_club_erases_what_is_older_than_it_keeps(over, client):
    recent = a_team(a_tournament(date=timezone.localdate()), 1).tournament
    assert due(a_club(), 12) == [over]
    client.force_login(a_user("organiser"))
    url = reverse("persons:retention", args=[a_club().pk])
    shown = client.post(url, {"months": "12", "seen": ""})
    assert over.name in html.unescape(shown.content.decode())
    assert over.players.filter(erased_at=None).count() == 4
    assert client.post(url, {"months": "12", "seen": str(over.pk)}).status_code == 302
    assert not over.players.filter(erased_at=None).exists()
    assert recent.players.filter(erased_at=None).count() == 2
    assert over.teams.get(number=1).name == "Équipe 1"


def test_an_evening_being_played_is_not_old_whatever_year_was_typed_for_it():
    match = a_match(date=datetime.date(2020, 1, 15))
    contest = match.round.tournament
    a_deal(match)
    journal.write(contest, "test.act", by=None, details={})
    assert is_in_play(contest)
    assert due(a_club(), 12) == []
    close_round(match.round, by=None, despite_missing=True)
    assert due(a_club(), 12) == [contest]


def test_the_command_erases_by_what_each_club_has_chosen(over, capsys):
    call_command("erase_old_names")
    assert "0" in capsys.readouterr().out
    club = a_club()
    club.names_kept_months = 24
    club.save()
    call_command("erase_old_names")
    assert "4" in capsys.readouterr().out
    keep_names_for(club, None, by=a_user("organiser"))
    assert not due(club, None)


def test_months_go_back_to_the_last_day_of_a_shorter_one():
    assert months_before(datetime.date(2026, 3, 31), 1) == datetime.date(2026, 2, 28)
    assert months_before(datetime.date(2026, 1, 15), 13) == datetime.date(2024, 12, 15)
    assert months_before(datetime.date(2026, 1, 15), 10**6) == datetime.date.min


def test_namesakes_are_shown_together_and_erased_apart(over):
    again = a_team(a_tournament(date=datetime.date(2021, 1, 1)), 1)
    other = named(again.players.first(), "ginette  oeuvrard")
    assert len(namesakes(other, all_contests())) == 2
    erase(all_contests(), [other.pk], by=None)
    assert Player.objects.filter(name=NAME).exists()
