"""The pages around a team: money, players alone, late entries, replaced players, categories."""

import io
import zipfile
from decimal import Decimal
from html import unescape

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import a_player_alone, a_role, a_round, a_team, a_tournament, a_user
from tests.tournament.teams.test_tickets import HELLOASSO
from tests.tournament.teams.test_views import address, given, logged_in, saved, sent_back, text_of
from tournament.models import ByeKind, Payment, RoleKind, Shape, Tournament
from tournament.teams import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament(fee=Decimal(10))


@pytest.fixture
def organiser(tournament: Tournament) -> Client:
    return logged_in("organiser")


def payment(client: Client, where: str, **fields: str) -> dict[str, str]:
    """Return what the form of an account sends."""
    form = client.get(where).context["form"]
    return {"amount": form["amount"].value(), "client_key": form["client_key"].value(), **fields}


# Money


@pytest.mark.parametrize("amount", ["\u200b", "\u202e ", " ", "0", "NaN", "1e9", "9" * 40])
@pytest.mark.parametrize("button", ["take", "give_back"])
def test_what_is_no_amount_is_refused(tournament, organiser, amount, button):
    where = address("payments", tournament, a_team(tournament, 1).pk)
    answer = organiser.post(where, payment(organiser, where, amount=amount, **{button: ""}))
    assert answer.status_code == 200
    assert not Payment.objects.exists()


def test_a_page_gone_back_to_may_be_sent_again(tournament, organiser):
    team = a_team(tournament, 1)
    where = address("payments", tournament, team.pk)
    first = payment(organiser, where, amount="20")
    assert organiser.post(where, first).status_code == 302
    again = organiser.post(where, first | {"amount": "5"})
    assert again.status_code == 200
    key = again.context["form"]["client_key"].value()
    assert organiser.post(where, {"amount": "5", "client_key": key}).status_code == 302
    assert [payment.amount for payment in team.payments.all()] == [20, 5]


def test_the_treasurer_takes_money_and_sees_who_holds_what(tournament):
    team = a_team(tournament, 1)
    a_role(a_user("tresor"), tournament, RoleKind.TREASURER)
    client = logged_in("tresor")
    where = address("payments", tournament, team.pk)
    typed = payment(client, where, take="")
    assert typed["amount"] == "20"
    for _ in range(2):
        assert client.post(where, typed).status_code == 302
    taken = team.payments.get()
    assert (taken.amount, str(taken.taken_by)) == (20, "tresor")
    page = text_of(client.get(address("fees", tournament)))
    assert "tresor" in page
    assert team.name in page
    file = client.get(address("fees_csv", tournament))
    assert file["Content-Type"].startswith("text/csv")
    assert "20,00;20,00;0,00" in text_of(file)
    assert client.get(address("list", tournament)).status_code == 200
    # The till is not the contest.
    assert client.get(address("edit", tournament, team.pk)).status_code == 403


@pytest.mark.parametrize("role", [RoleKind.SCOREKEEPER, RoleKind.REFEREE, RoleKind.READER])
@pytest.mark.parametrize("name", ["fees", "fees_csv", "payments"])
def test_the_others_do_not_see_money(tournament, role, name):
    team = a_team(tournament, 1)
    a_role(a_user(role), tournament, role)
    args = [team.pk] if name == "payments" else []
    client = logged_in(role)
    assert client.get(address(name, tournament, *args)).status_code == 403
    assert "paid" not in client.get(address("list", tournament)).context["table"].columns


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({"amount": ""}, ["required"]),
        ({"amount": "beaucoup"}, ["fee_unreadable"]),
        ({"amount": "0"}, ["no_amount"]),
        ({"amount": "5", "give_back": ""}, ["more_than_paid"]),
    ],
)
def test_an_amount_that_cannot_be_is_refused_beside_it(tournament, organiser, fields, codes):
    where = address("payments", tournament, a_team(tournament, 1).pk)
    response = organiser.post(where, payment(organiser, where, **fields))
    assert response.status_code == 200
    assert [error.code for error in response.context["form"].errors.as_data()["amount"]] == codes
    assert not Payment.objects.exists()


def test_money_is_given_back_to_a_player_alone(tournament, organiser):
    player = a_player_alone(tournament)
    where = address("player_payments", tournament, player.pk)
    organiser.post(where, payment(organiser, where, take=""))
    organiser.post(where, payment(organiser, where, amount="4", give_back=""))
    assert [each.amount for each in player.payments.all()] == [10, -4]


# Players alone


def test_players_alone_are_registered_paired_and_separated(tournament, organiser):
    where = address("alone", tournament)
    for name in ("Zoé", "Élodie", "Zoé"):
        assert organiser.post(where, {"player_1": name, "fee_paid": ""}).status_code == 302
    players = list(tournament.players.alone().order_by("key"))
    assert [player.name for player in players] == ["Élodie", "Zoé"]
    chosen = {"players": [player.pk for player in players], "name": "As"}
    for _ in range(2):
        assert organiser.post(address("pair", tournament), chosen).status_code == 302
    team = tournament.teams.get()
    assert team.name == "As"
    assert address("separate", tournament, team.pk) in text_of(
        organiser.get(address("edit", tournament, team.pk))
    )
    assert organiser.get(address("separate", tournament, team.pk)).status_code == 200
    organiser.post(address("separate", tournament, team.pk))
    assert tournament.players.alone().count() == 2
    organiser.post(address("remove_alone", tournament, players[0].pk))
    assert [player.name for player in tournament.players.alone()] == ["Zoé"]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_pair_is_two(tournament, organiser, count):
    players = [a_player_alone(tournament, f"Joueur {at}").pk for at in range(count)]
    response = organiser.post(address("pair", tournament), {"players": players, "name": ""})
    assert response.status_code == 200
    assert list(response.context["pairing"].errors) == ["players"]
    assert not tournament.teams.exists()


def test_a_player_of_another_contest_is_not_paired(tournament, organiser):
    players = [a_player_alone(each, "Zoé").pk for each in (tournament, a_tournament())]
    response = organiser.post(address("pair", tournament), {"players": players, "name": ""})
    assert list(response.context["pairing"].errors) == ["players"]


def test_who_has_paid_stays_on_the_list(tournament, organiser):
    player = a_player_alone(tournament)
    Payment.objects.create(player=player, amount=10)
    shown = organiser.post(address("remove_alone", tournament, player.pk), follow=True)
    assert "errorlist" in text_of(shown)
    assert tournament.players.alone().exists()


# Late, gone, back, replaced


def test_a_late_team_is_told_what_it_gets(organiser, tournament):
    assert "notice" not in text_of(organiser.get(address("add", tournament)))
    a_round(tournament)
    tournament.missed_kind, tournament.missed_marks = ByeKind.FIXED, 350
    tournament.save(update_fields=["missed_kind", "missed_marks"])
    page = organiser.get(address("add", tournament))
    assert page.context["enters"] == 2
    assert "350" in page.context["missed"]
    typed = {"number": "9", "name": "Tard", "player_1": "Zoé", "player_2": "Inès"}
    organiser.post(address("add", tournament), typed)
    team = tournament.teams.get(number=9)
    assert team.entered_round == 2
    assert tournament.journal.last().details["round"] == 2
    assert "350" in text_of(organiser.get(address("edit", tournament, team.pk)))


def test_a_late_list_enters_at_the_next_round(organiser, tournament):
    a_round(tournament)
    saved(organiser, tournament, sent_back(given(organiser, tournament, b"Team\nAs\nDix\n")))
    assert tournament.teams.get(name="As").entered_round == 2
    assert tournament.journal.last().details["round"] == 2


@pytest.mark.parametrize("kind", ByeKind.values)
def test_a_withdrawal_says_what_a_missed_round_gives(organiser, tournament, kind):
    team = a_round(tournament).seats.first().team
    tournament.missed_kind = kind
    tournament.save(update_fields=["missed_kind"])
    page = organiser.get(address("edit", tournament, team.pk))
    assert page.context["missed"] in unescape(text_of(page))
    assert page.context["seat"].match.table == 1
    organiser.post(address("withdraw", tournament, team.pk))
    assert tournament.journal.last().details["round"] == 2
    gone = organiser.get(address("edit", tournament, team.pk))
    assert page.context["missed"] in unescape(text_of(gone))


def test_a_team_that_is_back_but_not_checked_in_is_said_to_be_left_out(organiser, tournament):
    tournament.check_in = True
    tournament.save(update_fields=["check_in"])
    team = a_team(tournament, 1)
    for there, said in ((False, 2), (True, 1)):
        if there:
            services.check_in(team, by=None)
        services.withdraw(team, by=None)
        back = organiser.post(address("bring_back", tournament, team.pk), follow=True)
        assert len(back.context["messages"]) == said


def test_a_player_is_replaced_and_the_team_s_page_remembers(organiser, tournament):
    team = a_round(tournament).seats.first().team
    where = address("replace", tournament, team.pk)
    assert where in text_of(organiser.get(address("edit", tournament, team.pk)))
    assert organiser.get(where).status_code == 200
    typed = {"player": team.players.first().pk, "name": "Max"}
    for _ in range(2):
        assert organiser.post(where, typed).status_code == 302
    page = text_of(organiser.get(address("edit", tournament, team.pk)))
    assert "Max" in page
    assert "Joueur 1.1" in page
    refused = organiser.post(where, {"player": team.players.last().pk, "name": "max"})
    assert refused.status_code == 200
    assert list(refused.context["form"].errors) == ["name"]


# Categories and individual contests


def test_teams_are_shown_by_category(organiser, tournament):
    typed = {"number": "1", "name": "As", "player_1": "Zoé", "player_2": "Inès"}
    typed |= {"club": "Club de l'Isère", "categories": ["women", "juniors"], "seed_rank": "2"}
    typed |= {"fixed_table": "4", "fee_owed": "12,50"}
    organiser.post(address("add", tournament), typed)
    a_team(tournament, 2)
    team = tournament.teams.get(number=1)
    assert (team.categories, team.club) == (["women", "juniors"], "Club de l'Isère")
    assert (team.seed_rank, team.fixed_table, team.fee_owed) == (2, 4, Decimal("12.50"))
    where = address("list", tournament)
    assert organiser.get(where, {"category": "women"}).context["found"] == 1
    assert organiser.get(where, {"category": "mixed"}).context["found"] == 0
    assert organiser.get(where, {"category": "'\"%"}).context["found"] == 0
    form = organiser.get(address("edit", tournament, team.pk)).context["form"]
    assert form["fee_owed"].value() == "12,50"
    assert form.more_is_used()


def test_the_list_sorts_names_in_french(organiser, tournament):
    for number, name in enumerate(["Zoé", "Éric", "Œufs", "Élodie", "Odette"], 1):
        a_team(tournament, number, name)
    table = organiser.get(address("list", tournament), {"sort": "name"}).context["table"]
    names = [row.record.name for row in table.rows]
    assert names == ["Élodie", "Éric", "Odette", "Œufs", "Zoé"]


def test_an_individual_contest_registers_players_one_by_one():
    tournament = a_tournament(shape=Shape.INDIVIDUAL)
    client = logged_in("organiser")
    for _ in range(2):
        client.post(address("add", tournament), {"number": "1", "player_1": "Zoé"})
    team = tournament.teams.get()
    assert (team.name, team.players.get().name) == ("Zoé", "Zoé")
    where = address("edit", tournament, team.pk)
    seen = client.get(where).context["form"]["seen"].value()
    typed = {"number": "1", "player_1": "Zoë", "seen": seen}
    assert client.post(where, typed).status_code == 302
    assert tournament.teams.get().name == "Zoë"
    again = client.post(address("add", tournament), {"number": "2", "player_1": "zoe"})
    assert list(again.context["form"].errors) == ["player_1"]
    assert address("alone", tournament) not in text_of(client.get(address("list", tournament)))
    shown = given(client, tournament, "Nom\nAli\nLéa\n".encode())
    assert saved(client, tournament, sent_back(shown)).status_code == 302
    assert tournament.teams.count() == 3
    assert tournament.players.count() == 3


# Imports


def test_a_ticket_office_s_list_goes_through_the_preview(organiser, tournament):
    shown = given(organiser, tournament, HELLOASSO.encode())
    assert (shown.context["preview"].teams, shown.context["preview"].alone) == (1, 1)
    assert saved(organiser, tournament, sent_back(shown)).status_code == 302
    assert tournament.teams.get().name == "Les Cœurs"
    assert tournament.players.alone().get().name == "Zoé Petit"
    assert sum(payment.amount for payment in Payment.objects.all()) == 25


def test_columns_chosen_by_hand_are_remembered_for_the_club(organiser, tournament):
    shown = given(organiser, tournament, b"Squad;X;Y\nAs;Zoe;Ali\n")
    chosen = {"has_titles": "on", "column_0": "name", "column_1": "player_1"}
    chosen |= {"column_2": "player_2"}
    shown = saved(organiser, tournament, sent_back(shown, **chosen))
    assert saved(organiser, tournament, sent_back(shown)).status_code == 302
    other = a_tournament(organiser=a_user("somebody"))
    shown = given(logged_in("somebody"), other, b"Squad;X;Y\nDix;Lea;Tom\n")
    (line,) = shown.context["preview"].lines
    assert (line.team.name, line.team.players) == ("Dix", ("Lea", "Tom"))
    # A preview that is not kept is not remembered.
    tournament.club.refresh_from_db()
    assert list(tournament.club.list_columns) == ["squad|x|y"]


def test_an_update_shows_old_and_new_and_does_that_only(organiser, tournament):
    first = "N°;Équipe;Joueur 1;Joueur 2\n1;As;Zoé;Inès\n2;Dix;Léa;Ali\n"
    saved(organiser, tournament, sent_back(given(organiser, tournament, first.encode())))
    second = "N°;Équipe;Joueur 1;Joueur 2\n1;As;Zoé;Max\n2;Dix;Léa;Ali\n3;Der;Eve;Lou\n"
    shown = given(organiser, tournament, second.encode())
    assert shown.context["preview"].some_known
    where = address("import_preview", tournament)
    shown = organiser.post(where, sent_back(shown, what="update") | {"check": ""})
    found = shown.context["preview"]
    assert (found.added, found.changed, found.unchanged) == (1, 1, 1)
    page = text_of(shown)
    assert "<s>Inès</s>" in page
    assert "<b>Max</b>" in page
    assert tournament.teams.count() == 2
    for status in (302, 200):
        assert saved(organiser, tournament, sent_back(shown, what="update")).status_code == status
    assert tournament.teams.count() == 3
    assert list(tournament.journal.values_list("kind", flat=True)) == [
        "teams.registered",
        "teams.updated",
    ]


def test_an_update_chosen_and_saved_at_once_is_shown_first(organiser, tournament):
    a_team(tournament, 1)
    shown = given(organiser, tournament, "N°;Équipe\n1;Nouveau nom\n".encode())
    assert saved(organiser, tournament, sent_back(shown, what="update")).status_code == 200
    assert tournament.teams.get().name != "Nouveau nom"


def bomb() -> bytes:
    """A workbook of a few kilobytes that unpacks to many megabytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 30_000_000)
    return out.getvalue()


def formulas() -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["Équipe", "Joueur 1", "Joueur 2"])
    book.active.append(["As", "=A1&A2", "Zoé"])
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" * 50, id="photo"),
        pytest.param(b"Joueur\n" + b"Zoe\n" * 50_000, id="fifty thousand rows"),
        pytest.param(formulas(), id="formulas"),
        pytest.param(bomb(), id="zip bomb"),
    ],
)
@pytest.mark.parametrize("shape", [Shape.SWISS, Shape.INDIVIDUAL])
def test_a_bad_file_gets_one_sentence_and_changes_nothing(organiser, tournament, shape, raw):
    a_team(tournament, 1)
    tournament.shape = shape
    tournament.save(update_fields=["shape"])
    response = given(organiser, tournament, raw, "liste.csv")
    assert response.status_code == 200
    assert len(response.context["form"].errors["list_file"]) == 1
    assert (tournament.teams.count(), tournament.journal.count()) == (1, 0)


def test_formulas_in_text_are_only_text(organiser, tournament):
    shown = given(organiser, tournament, "Équipe;Joueur 1;Joueur 2\n=1+1;@x;Zoé\n".encode())
    assert saved(organiser, tournament, sent_back(shown)).status_code == 302
    assert tournament.teams.get().name == "=1+1"


def test_every_address_of_this_feature_answers_to_the_organiser(organiser, tournament):
    team, player = a_team(tournament, 1), a_player_alone(tournament)
    services.check_in(team, by=None)
    for name, args in [
        ("list", []),
        ("check_in", []),
        ("fees", []),
        ("alone", []),
        ("payments", [team.pk]),
        ("player_payments", [player.pk]),
        ("replace", [team.pk]),
        ("separate", [team.pk]),
    ]:
        where = reverse(f"teams:{name}", args=[tournament.pk, *args])
        for language in ("fr", "en"):
            page = organiser.get(where, headers={"Accept-Language": language})
            assert page.status_code == 200, where


@pytest.mark.parametrize("wrong", [2**63, -(10**40), 0, "x", "\0"])
def test_what_is_no_player_is_not_paired(tournament, organiser, wrong):
    one = a_player_alone(tournament)
    answer = organiser.post(address("pair", tournament), {"players": [one.pk, wrong]})
    assert answer.status_code == 200
    assert "players" in answer.context["pairing"].errors
