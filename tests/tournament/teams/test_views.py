"""The pages of the teams: who enters, what is shown, and the import from file to list."""

import io
import re
from pathlib import Path

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import a_role, a_round, a_team, a_tournament, a_user
from tournament.models import RoleKind, Tournament
from tournament.teams import services
from tournament.teams.importing import read_teams

EVENING = Path(__file__).parent.parent / "data" / "evening" / "teams.csv"

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


@pytest.fixture
def organiser(tournament: Tournament) -> Client:
    return logged_in("organiser")


def logged_in(name: str) -> Client:
    client = Client()
    client.force_login(a_user(name))
    return client


def address(name: str, tournament: Tournament, *args: int) -> str:
    return reverse(f"teams:{name}", args=[tournament.pk, *args])


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


def given(client: Client, tournament: Tournament, raw: bytes, name: str = "x.csv") -> HttpResponse:
    upload = SimpleUploadedFile(name, raw)
    return client.post(address("import", tournament), {"list_file": upload, "pasted": ""})


def sent_back(response: HttpResponse, **changes: str) -> dict[str, str]:
    """Return what the preview's form would send, with some choices changed."""
    page = text_of(response)
    fields = dict(re.findall(r'type="hidden" name="(token|shown)" value="([^"]*)"', page))
    columns = response.context["form"]
    for bound in columns:
        if bound.value() not in (False, None):
            fields[bound.html_name] = "on" if bound.value() is True else str(bound.value())
    return fields | changes


def saved(client: Client, tournament: Tournament, fields: dict[str, str]) -> HttpResponse:
    return client.post(address("import_preview", tournament), fields | {"save": ""})


PAGES = ["list", "add", "edit", "delete", "import", "import_preview"]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(
    ("visitor", "list_status", "other_status"),
    [
        ("organiser", 200, 200),
        (RoleKind.SCOREKEEPER, 200, 403),
        (RoleKind.REFEREE, 200, 403),
        (RoleKind.READER, 200, 403),
        ("stranger", 404, 404),
        (None, 302, 302),
    ],
)
def test_the_doors(
    tournament: Tournament, name: str, visitor: str | None, list_status: int, other_status: int
) -> None:
    team = a_team(tournament, 1)
    if visitor in set(RoleKind) - {RoleKind.ORGANISER}:
        a_role(a_user(visitor), tournament, visitor)
    client = logged_in(visitor) if visitor else Client()
    args = [team.pk] if name in {"edit", "delete"} else []
    status = client.get(address(name, tournament, *args)).status_code
    expected = list_status if name == "list" else other_status
    # Without a list there is nothing to preview: back to the first step.
    assert status == (302 if (name, expected) == ("import_preview", 200) else expected)


@pytest.mark.parametrize("act", ["withdraw", "bring_back"])
def test_leaving_and_returning_are_posts_of_the_organiser(
    tournament: Tournament, organiser: Client, act: str
) -> None:
    where = address(act, tournament, a_team(tournament, 1).pk)
    a_role(a_user("reader"), tournament, RoleKind.READER)
    assert organiser.get(where).status_code == 405
    assert logged_in("reader").post(where).status_code == 403
    assert logged_in("stranger").post(where).status_code == 404
    assert organiser.post(where).status_code == 302


@pytest.mark.parametrize("name", ["edit", "delete"])
def test_a_team_of_another_tournament_is_not_found(organiser: Client, name: str) -> None:
    one, other = a_tournament(), a_tournament()
    where = address(name, one, a_team(other, 1).pk)
    assert organiser.get(where).status_code == 404
    assert organiser.post(where).status_code == 404


def test_an_empty_list_says_what_to_do_next(tournament: Tournament, organiser: Client) -> None:
    page = text_of(organiser.get(address("list", tournament)))
    assert address("import", tournament) in page
    assert address("add", tournament) in page


def test_search_finds_without_accents_and_answers_htmx_with_the_table(
    tournament: Tournament, organiser: Client
) -> None:
    services.register_teams(tournament, read_teams(EVENING.read_bytes()), by=None)
    where = address("list", tournament)
    page = text_of(organiser.get(where, {"q": "trefles"}))
    assert "Les Trèfles à quatre" in page
    assert "Dix de der</a>" not in page
    fragment = organiser.get(where, {"q": "zoe"}, headers={"HX-Request": "true"})
    assert "<html" not in text_of(fragment)
    assert "HX-Request" in fragment["Vary"]
    assert (
        organiser.get(where, {"q": "\x00<b>%", "sort": "nonsense", "page": "x"}).status_code == 200
    )


def test_the_list_takes_few_queries(
    tournament: Tournament, organiser: Client, django_assert_max_num_queries: object
) -> None:
    services.register_teams(tournament, read_teams(EVENING.read_bytes()), by=None)
    with django_assert_max_num_queries(12):
        organiser.get(address("list", tournament))


def test_a_reader_sees_no_link_to_change_a_team(tournament: Tournament) -> None:
    team = a_team(tournament, 1)
    a_role(a_user("reader"), tournament, RoleKind.READER)
    page = text_of(logged_in("reader").get(address("list", tournament)))
    assert team.name in page
    assert address("edit", tournament, team.pk) not in page
    assert address("add", tournament) not in page


TYPED = {"number": "1", "name": "Dix de der", "player_1": "Zoé", "player_2": "Inès"}


def test_a_team_is_added_with_the_number_proposed(
    tournament: Tournament, organiser: Client
) -> None:
    a_team(tournament, 4)
    where = address("add", tournament)
    assert 'value="5"' in text_of(organiser.get(where))
    typed = TYPED | {"number": "", "name": " ", "fee_paid": "12,50 €"}
    assert organiser.post(where, typed | {"another": ""})["Location"] == where
    team = tournament.teams.get(number=5)
    assert (team.name, str(team.payments.get().amount)) == ("Zoé – Inès", "12.50")
    assert "12,50" in text_of(organiser.get(address("list", tournament)))


def test_two_clicks_add_one_team(tournament: Tournament, organiser: Client) -> None:
    for _ in range(2):
        assert organiser.post(address("add", tournament), TYPED).status_code == 302
    assert tournament.teams.count() == 1
    assert tournament.journal.count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "Autres", "player_1": "Ali", "player_2": "Léa"}, "number"),
        ({"number": "2", "player_1": "Ali", "player_2": "Léa"}, "name"),
        ({"number": "2", "name": "Autres", "player_2": "Léa"}, "player_1"),
        ({"number": "2", "name": "Autres", "player_1": "Ali"}, "player_2"),
        ({"number": "2", "name": "Autres", "player_1": "Ali", "player_2": " ALI "}, "player_2"),
        ({"number": "0"}, "number"),
        ({"number": "10000"}, "number"),
        ({"number": "9" * 5000}, "number"),
        ({"number": "1.5"}, "number"),
        ({"name": "x" * 61}, "name"),
        ({"player_1": "\u200b"}, "player_1"),
        ({"player_2": ""}, "player_2"),
        ({"fee_paid": "beaucoup"}, "fee_paid"),
        ({"fee_paid": "-5"}, "fee_paid"),
    ],
)
def test_what_is_refused_is_said_beside_its_field_and_nothing_typed_is_lost(
    tournament: Tournament, organiser: Client, change: dict[str, str], field: str
) -> None:
    organiser.post(address("add", tournament), TYPED)
    typed = TYPED | change
    response = organiser.post(address("add", tournament), typed)
    assert response.status_code == 200
    assert set(response.context["form"].errors) == {field}
    assert {name: response.context["form"][name].value() for name in typed} == typed
    assert tournament.teams.count() == 1


def test_a_dangerous_name_is_only_text(tournament: Tournament, organiser: Client) -> None:
    name = "<b>\"=1+1' & 👍🏽</b>"
    organiser.post(address("add", tournament), TYPED | {"name": name, "player_1": "<i>x</i>"})
    team = tournament.teams.get()
    assert team.name == name
    for where in [address("list", tournament), address("edit", tournament, team.pk)]:
        page = text_of(organiser.get(where))
        assert "&lt;b&gt;" in page
        assert "<b>&quot;" not in page
        assert "<i>" not in page


def test_a_team_is_changed(tournament: Tournament, organiser: Client) -> None:
    organiser.post(address("add", tournament), TYPED)
    where = address("edit", tournament, tournament.teams.get().pk)
    form = organiser.get(where).context["form"]
    typed = {**TYPED, "player_2": "Léa", "seen": form["seen"].value()}
    assert organiser.post(where, typed).status_code == 302
    assert [player.name for player in tournament.teams.get().players.all()] == ["Zoé", "Léa"]


def test_a_team_changed_meanwhile_is_shown_before_it_is_overwritten(
    tournament: Tournament, organiser: Client
) -> None:
    organiser.post(address("add", tournament), TYPED)
    where = address("edit", tournament, tournament.teams.get().pk)
    seen = organiser.get(where).context["form"]["seen"].value()
    organiser.post(where, {**TYPED, "name": "Plus vite", "seen": seen})
    late = organiser.post(where, {**TYPED, "name": "Trop tard", "seen": seen})
    assert late.status_code == 200
    assert "Plus vite" in text_of(late)
    assert tournament.teams.get().name == "Plus vite"
    again = late.context["form"]["seen"].value()
    assert organiser.post(where, {**TYPED, "name": "Trop tard", "seen": again}).status_code == 302
    assert tournament.teams.get().name == "Trop tard"


def test_a_team_without_players_can_be_changed(tournament: Tournament, organiser: Client) -> None:
    services.register_teams(tournament, read_teams("Équipe\nAs\nDix".encode()), by=None)
    team = tournament.teams.get(number=1)
    where = address("edit", tournament, team.pk)
    seen = organiser.get(where).context["form"]["seen"].value()
    typed = {"number": "9", "name": "As", "player_1": "", "player_2": "", "seen": seen}
    assert organiser.post(where, typed).status_code == 302
    assert "–" in text_of(organiser.get(address("list", tournament)))


def test_deleting_asks_once_more_and_withdrawing_is_shown(
    tournament: Tournament, organiser: Client
) -> None:
    team, other = a_team(tournament, 1), a_team(tournament, 2)
    where = address("delete", tournament, team.pk)
    assert team.name in text_of(organiser.get(where))
    assert organiser.post(where).status_code == 302
    organiser.post(address("withdraw", tournament, other.pk))
    other.refresh_from_db()
    assert other.withdrawn
    assert "tag wait" in text_of(organiser.get(address("list", tournament)))
    assert tournament.teams.get() == other


def test_a_team_that_has_been_drawn_is_not_deleted(
    tournament: Tournament, organiser: Client
) -> None:
    team = a_round(tournament).seats.first().team
    page = text_of(organiser.get(address("edit", tournament, team.pk)))
    assert address("delete", tournament, team.pk) not in page
    response = organiser.post(address("delete", tournament, team.pk))
    assert response.status_code == 200
    assert response.context["form"].non_field_errors()
    assert tournament.teams.filter(pk=team.pk).exists()


def test_the_evening_goes_through_the_preview_as_it_is(
    tournament: Tournament, organiser: Client
) -> None:
    shown = given(organiser, tournament, EVENING.read_bytes(), "teams.csv")
    assert shown.status_code == 200
    assert "Les Œufs de la générale" in text_of(shown)
    assert not tournament.teams.exists()
    assert saved(organiser, tournament, sent_back(shown)).status_code == 302
    assert tournament.teams.count() == 16
    page = text_of(organiser.get(address("list", tournament)))
    assert "Gœury" in page


def test_two_clicks_register_a_list_once(tournament: Tournament, organiser: Client) -> None:
    fields = sent_back(given(organiser, tournament, EVENING.read_bytes()))
    assert saved(organiser, tournament, fields).status_code == 302
    again = saved(organiser, tournament, fields)
    assert again.status_code == 200
    assert again.context["preview"].already
    assert tournament.teams.count() == 16
    assert tournament.journal.count() == 1


def test_pasted_cells_are_previewed_too(tournament: Tournament, organiser: Client) -> None:
    cells = "Équipe\tJoueur 1\tJoueur 2\nDix\tZoé\tInès\n"
    shown = organiser.post(address("import", tournament), {"pasted": cells})
    assert saved(organiser, tournament, sent_back(shown)).status_code == 302
    assert tournament.teams.get().name == "Dix"


def test_a_workbook_is_previewed_too(tournament: Tournament, organiser: Client) -> None:
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["N°", "Équipe", "Joueur 1", "Joueur 2"])
    book.active.append([3, "Dix", "Zoé", "Inès"])
    book.save(out)
    shown = given(organiser, tournament, out.getvalue(), "x.xlsx")
    assert saved(organiser, tournament, sent_back(shown)).status_code == 302
    assert str(tournament.teams.get()) == "3 · Dix"


def test_a_problem_is_shown_on_its_line_and_nothing_is_registered(
    tournament: Tournament, organiser: Client
) -> None:
    shown = given(organiser, tournament, "Équipe;Joueur 1;Joueur 2\nAs;Zoé;zoé\nDix;A;B".encode())
    lines = shown.context["preview"].lines
    assert [bool(line.problems) for line in lines] == [True, False]
    assert 'name="save"' not in text_of(shown)
    assert saved(organiser, tournament, sent_back(shown)).status_code == 200
    assert not tournament.teams.exists()


def test_columns_are_chosen_again_by_hand(tournament: Tournament, organiser: Client) -> None:
    shown = given(organiser, tournament, b"Zoe;Ines;Les As\nLea;Ali;Dix\n")
    assert shown.context["preview"].lines[0].team.name == "Zoe"
    fields = sent_back(shown, column_0="player_1", column_1="player_2", column_2="name")
    # Saved at once, the new columns are shown before anything is registered.
    shown = saved(organiser, tournament, fields)
    assert shown.status_code == 200
    assert not tournament.teams.exists()
    assert shown.context["preview"].lines[0].team.name == "Les As"
    assert saved(organiser, tournament, sent_back(shown)).status_code == 302
    assert {team.name for team in tournament.teams.all()} == {"Les As", "Dix"}


def test_the_first_line_can_be_said_to_be_titles(tournament: Tournament, organiser: Client) -> None:
    shown = given(organiser, tournament, b"Squad;X;Y\nLes As;Zoe;Ines\n")
    assert len(shown.context["preview"].lines) == 2
    where = address("import_preview", tournament)
    fields = sent_back(shown, has_titles="on")
    shown = organiser.post(where, fields | {"check": ""}, headers={"HX-Request": "true"})
    assert "<html" not in text_of(shown)
    assert len(shown.context["preview"].lines) == 1


def test_a_strange_cell_is_only_text_on_the_preview(
    tournament: Tournament, organiser: Client
) -> None:
    page = text_of(given(organiser, tournament, b"Team;Note\n<b>As</b>;<script>x</script>\n"))
    assert "<script>x" not in page
    assert "<b>As" not in page
    assert "&lt;b&gt;As" in page


def test_a_list_is_signed_for_one_tournament_and_one_account(
    tournament: Tournament, organiser: Client
) -> None:
    fields = sent_back(given(organiser, tournament, b"Team\nAs\nDix\n"))
    other = a_tournament(organiser=a_user("other"))
    a_role(a_user("organiser"), other, RoleKind.ORGANISER)
    assert saved(organiser, other, fields)["Location"] == address("import", other)
    assert saved(logged_in("other"), other, fields)["Location"] == address("import", other)
    altered = fields | {"token": fields["token"][:-2] + "xx"}
    assert saved(organiser, tournament, altered)["Location"] == address("import", tournament)
    assert not tournament.teams.exists()
    assert not other.teams.exists()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
        b"1;As\x00;x",
        b"PK\x03\x04junk",
        b"x" * 3_000_000,
        "".join(f"{at};Team {at}\n" for at in range(50_000)).encode(),
    ],
)
def test_a_bad_file_gets_one_sentence_beside_it(
    tournament: Tournament, organiser: Client, raw: bytes
) -> None:
    response = given(organiser, tournament, raw)
    assert response.status_code == 200
    errors = response.context["form"].errors
    assert list(errors) == ["list_file"]
    assert len(errors["list_file"]) == 1
    assert not tournament.teams.exists()


def test_nothing_given_is_said(tournament: Tournament, organiser: Client) -> None:
    response = organiser.post(address("import", tournament), {"pasted": " "})
    assert response.context["form"].non_field_errors()


def test_a_preview_of_a_thousand_teams_comes_back_whole(
    tournament: Tournament, organiser: Client
) -> None:
    rows = "".join(f"{at};Équipe {at};Joueur {at}a;Joueur {at}b\n" for at in range(1, 1001))
    shown = given(organiser, tournament, rows.encode())
    assert saved(organiser, tournament, sent_back(shown)).status_code == 302
    assert tournament.teams.count() == 1000


@pytest.mark.parametrize("name", ["q", "category"])
@pytest.mark.parametrize("text", ["x" * 60_000, "\0", "%", "'", "9" * 6000, "é " * 2000])
def test_whatever_is_searched_is_found_or_not(
    tournament: Tournament, organiser: Client, name: str, text: str
) -> None:
    a_team(tournament, 1)
    response = organiser.get(address("list", tournament), {name: text})
    assert response.status_code == 200
    assert response.context["count"] == 1


@pytest.mark.parametrize("asked", ["page=0", "page=-1", "page=x", "page=99", "per_page=-1"])
def test_a_page_of_the_list_that_there_is_not_is_another(
    tournament: Tournament, organiser: Client, asked: str
) -> None:
    team = a_team(tournament, 1)
    response = organiser.get(f"{address('list', tournament)}?{asked}")
    assert team.name in text_of(response)
