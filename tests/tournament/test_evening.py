"""A whole evening, loaded from its files, gives the standings that were worked out for it."""

import io
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from scoring import shipped_rulebooks
from tests.tournament.builders import a_user
from tournament.journal.services import first_broken
from tournament.models import (
    Deal,
    Entry,
    JournalEntry,
    Match,
    Player,
    Role,
    Round,
    Team,
    Tournament,
)
from tournament.standings.exports import plain_csv
from tournament.standings.services import standings

EVENING = Path(__file__).parent / "data" / "evening"

pytestmark = pytest.mark.django_db


def imported(folder: Path = EVENING, rulebook: str = "grenobloise", **options) -> str:
    out = io.StringIO()
    with translation.override("en"):
        call_command("import_evening", str(folder), rulebook=rulebook, stdout=out, **options)
    return out.getvalue()


def expected(rulebook: str) -> str:
    """The standings that were worked out beside the program, to the last byte."""
    return (EVENING / f"standings-{rulebook}.csv").read_bytes().decode()


@pytest.fixture
def folder(tmp_path):
    """A copy of the evening that a test may spoil."""
    return Path(shutil.copytree(EVENING, tmp_path / "evening"))


@pytest.mark.parametrize("rulebook", shipped_rulebooks())
def test_the_evening_gives_the_standings_of_each_rulebook(rulebook):
    assert imported(rulebook=rulebook) == expected(rulebook)


def test_the_contest_is_whole_and_its_journal_unbroken():
    imported(name="Concours de la Saint-André")
    tournament = Tournament.objects.get()
    assert tournament.name == "Concours de la Saint-André"
    assert tournament.rounds.count() == 4
    assert all(round_.is_closed and round_.draw_kind == "given" for round_ in Round.objects.all())
    assert (Match.objects.count(), Deal.objects.count()) == (32, 384)
    assert tournament.match_end.deals == 12
    assert {entry.source for entry in Entry.objects.all()} == {"import"}
    assert Player.objects.filter(name="Raphaël Gœury", team__number=1).exists()
    assert first_broken(tournament.journal.all()) is None


def test_the_same_evening_twice_makes_two_contests_that_do_not_touch():
    first = imported()
    assert imported(rulebook="competition") != first
    one, other = Tournament.objects.order_by("pk")
    assert plain_csv(standings(one)) == first
    assert standings(other).lines[0].row.marks == 13550


def test_the_oldest_account_organises_what_is_imported():
    organiser = a_user("organisateur")
    a_user("zoe")
    imported()
    assert [role.user for role in Role.objects.all()] == [organiser]


def test_a_team_alone_sits_out_and_gets_the_marks_for_it(folder):
    rounds = (folder / "rounds.csv").read_text()
    (folder / "rounds.csv").write_text(rounds.replace("4,8,3,6", "4,,3,"))
    deals = (folder / "deals.csv").read_text().splitlines(keepends=True)
    (folder / "deals.csv").write_text("".join(d for d in deals if not d.startswith("4,8,")))
    without = {line.split(",")[1]: line for line in imported(folder).splitlines()}
    given = {line.split(",")[1]: line for line in imported(folder, bye_marks=700).splitlines()}
    before, after = (lines["3"].split(",") for lines in (without, given))
    assert int(after[2]) == int(before[2]) + 700
    assert after[3:] == before[3:]
    assert given["6"].split(",")[2:] == without["6"].split(",")[2:]


def test_a_missing_deal_is_told_and_the_rest_counts(folder, capsys):
    deals = (folder / "deals.csv").read_text().splitlines(keepends=True)
    (folder / "deals.csv").write_text("".join(d for d in deals if not d.startswith("2,3,7,")))
    err = io.StringIO()
    out = imported(folder, stderr=err)
    assert out.count("\n") == 17
    assert "7" in err.getvalue()
    assert err.getvalue().count("\n") == 1


def spoiled(name: str, old: str, new: str):
    def spoil(folder: Path) -> None:
        path = folder / name
        raw = path.read_bytes()
        assert old.encode() in raw
        path.write_bytes(raw.replace(old.encode(), new.encode("cp1252"), 1))

    return spoil


def removed(name: str):
    return lambda folder: (folder / name).unlink()


def written(name: str, content: bytes):
    return lambda folder: (folder / name).write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        pytest.param(shutil.rmtree, "evening", id="no folder"),
        pytest.param(removed("teams.csv"), "teams.csv", id="no teams"),
        pytest.param(removed("deals.csv"), "deals.csv", id="no deals"),
        pytest.param(written("teams.csv", b""), "teams.csv", id="empty teams"),
        pytest.param(written("rounds.csv", b""), "rounds.csv", id="empty rounds"),
        pytest.param(written("deals.csv", b"\x89PNG\r\n\x1a\n\0"), "deals.csv", id="a picture"),
        pytest.param(written("deals.csv", b"round,table\0"), "deals.csv", id="a NUL"),
        pytest.param(
            spoiled("deals.csv", "1,1,2,A,100,diamonds", "1,1,2,A,100,été"),
            "deals.csv",
            id="Windows-1252 where UTF-8 is due",
        ),
        pytest.param(spoiled("deals.csv", "sweep,", ""), "sweep", id="no such column"),
        pytest.param(
            spoiled("deals.csv", "1,1,3,B", "1,1,2,B"), "deals.csv, line 4", id="a deal twice"
        ),
        pytest.param(
            spoiled("deals.csv", "1,1,3,B", "1,1,112,B"), "deals.csv, line 4", id="112 deals"
        ),
        pytest.param(
            spoiled("deals.csv", "1,1,3,B", "1,99,3,B"), "deals.csv, line 4", id="no such table"
        ),
        pytest.param(
            spoiled("deals.csv", "plain,145", "plain,163"), "deals.csv, line 4", id="163 points"
        ),
        pytest.param(
            spoiled("deals.csv", "plain,145", "plain,145.5"), "deals.csv, line 4", id="half points"
        ),
        pytest.param(
            spoiled("deals.csv", "B,110,hearts", "B,115,hearts"), "deals.csv, line 4", id="bid 115"
        ),
        pytest.param(
            spoiled("deals.csv", "B,110,hearts", "B,110,coeur"),
            "deals.csv, line 4",
            id="no such suit",
        ),
        pytest.param(
            spoiled("deals.csv", "B,110,hearts", "C,110,hearts"),
            "deals.csv, line 4",
            id="no such side",
        ),
        pytest.param(
            spoiled("deals.csv", "145,,", "145,,AB"), "deals.csv, line 4", id="two belotes"
        ),
        pytest.param(spoiled("deals.csv", "145,,", "145,"), "deals.csv, line 4", id="a cell short"),
        pytest.param(
            spoiled("rounds.csv", "1,2,15,10", "1,2,15,99"),
            "rounds.csv, line 3",
            id="no such team",
        ),
        pytest.param(
            spoiled("rounds.csv", "1,2,15,10", "1,1,15,10"), "rounds.csv, line 3", id="table twice"
        ),
        pytest.param(
            spoiled("rounds.csv", "1,2,15,10", "1,2,15,7"), "rounds.csv, line 3", id="team twice"
        ),
        pytest.param(
            spoiled("rounds.csv", "1,2,15,10", "1,,15,10"), "rounds.csv, line 3", id="two alone"
        ),
        pytest.param(
            spoiled("rounds.csv", "4,8,3,6", "6,8,3,6"), "rounds.csv", id="a round is missing"
        ),
        pytest.param(
            spoiled("teams.csv", "\n2;Dix", "\n1;Dix"), "teams.csv", id="team number twice"
        ),
    ],
)
def test_a_bad_folder_is_refused_in_one_sentence_and_leaves_nothing(folder, spoil, told):
    spoil(folder)
    with pytest.raises(CommandError) as refusal:
        imported(folder)
    assert told in str(refusal.value)
    assert len(str(refusal.value).splitlines()) == 1
    for model in (Tournament, Team, Player, Round, Match, Deal, Entry, JournalEntry):
        assert not model.objects.exists()


@pytest.mark.parametrize("options", [{"name": "x" * 300}, {"bye_marks": 10**30}])
def test_settings_that_cannot_be_are_refused_in_one_sentence(options):
    with pytest.raises(CommandError):
        imported(**options)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "declarations", ["{", "[]", '{"A": 5}', '{"A": [5]}', '{"A": [{"kind": "x", "top": "KH"}]}']
)
def test_declarations_that_are_none_are_refused(folder, declarations):
    lines = (folder / "deals.csv").read_text().splitlines()
    cell = '"' + declarations.replace('"', '""') + '"'
    kept = [f"{lines[0]},declarations", f"{lines[1]},{cell}"]
    (folder / "deals.csv").write_text("\n".join(kept))
    with pytest.raises(CommandError, match=r"deals\.csv, line 2"):
        imported(folder, "ffb-fiche")


def test_declarations_are_taken_where_the_rulebook_has_them(folder):
    lines = (folder / "deals.csv").read_text().splitlines()
    tierce = '"{""B"": [{""kind"": ""tierce"", ""top"": ""KH""}]}"'
    kept = [f"{lines[0]},declarations", f"{lines[1]},{tierce}"]
    (folder / "deals.csv").write_text("\n".join(kept))
    # 250 for the contract of 90, and 20 for the tierce.
    assert imported(folder, "ffb-fiche").splitlines()[1] == "1,16,270,1,270"


def test_a_side_that_declares_null_declares_nothing(folder):
    lines = (folder / "deals.csv").read_text().splitlines()
    kept = [f"{lines[0]},declarations", f'{lines[1]},"{{""A"": null, ""B"": []}}"']
    (folder / "deals.csv").write_text("\n".join(kept))
    imported(folder, "ffb-fiche")
    assert Entry.objects.get().declarations == {"B": []}


def test_an_unknown_rulebook_is_refused_with_those_there_are():
    with pytest.raises(CommandError, match="grenobloise"):
        imported(rulebook="lyonnaise")
    assert not Tournament.objects.exists()


def test_bids_are_not_read_where_there_are_none(folder):
    for name in ("deals.csv",):
        text = (folder / name).read_text()
        rows = [line.split(",") for line in text.splitlines()]
        kept = [",".join([*row[:4], row[5], *row[7:]]) for row in rows]
        (folder / name).write_text("\n".join(kept))
    assert imported(folder, "multijoueur") == expected("multijoueur")


def test_semicolons_a_byte_order_mark_and_another_order_change_nothing(folder):
    rounds = (folder / "rounds.csv").read_text().splitlines()
    mixed = "\ufeff" + "\r\n".join([rounds[0], *reversed(rounds[1:])]).replace(",", ";")
    (folder / "rounds.csv").write_text(mixed)
    deals = (folder / "deals.csv").read_text().splitlines()
    (folder / "deals.csv").write_text("\n".join([deals[0], *reversed(deals[1:])]))
    assert imported(folder) == expected("grenobloise")
