"""The command line as another program meets it: by its standard input and output."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import load_rulebook, shipped_rulebooks
from scoring.__main__ import main
from scoring.__main__ import run as run_here
from scoring.toml_text import toml_text

ROOT = Path(__file__).parents[2]
SPEC = (
    '{"takers":"A","contract":100,"trump":"hearts","stake":"coinche","points":110,"sweep":null,'
    '"belote":{"A":1},"declarations":{"A":[{"kind":"tierce","top":"KH"}]}}'
)


def run(*arguments: str, given: str | bytes = b"") -> tuple[int, list[str], str]:
    done = subprocess.run(
        [sys.executable, "-m", "scoring", *arguments],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def test_a_deal_is_answered_with_its_marks_and_lines() -> None:
    status, lines, _ = run("score", "ffb-fiche", given=SPEC)
    answer = json.loads(lines[0])
    assert (status, len(lines)) == (0, 1)
    assert list(answer) == ["made", "marks", "lines"]
    assert answer["made"] is True
    assert answer["marks"] == {"A": 560, "B": 0}
    assert [line["points"] for line in answer["lines"]] == [320, 200, 20, 20]
    assert all(list(line) == ["side", "reason", "points", "clause"] for line in answer["lines"])


def test_a_deal_to_be_played_again_says_so(tmp_path: Path) -> None:
    mapping = load_rulebook("grenobloise").to_mapping()
    mapping["made"]["equal_split"] = "replay"
    own = tmp_path / "own.toml"
    own.write_text(toml_text(mapping), encoding="utf-8")
    equal = '{"takers": "A", "contract": 80, "trump": "hearts", "points": 81}'
    _, lines, _ = run("score", str(own), given=equal)
    assert json.loads(lines[0]) == {
        "made": False,
        "marks": {"A": 0, "B": 0},
        "lines": [],
        "outcome": "replay",
    }


def test_a_bad_line_does_not_stop_the_others() -> None:
    bad = SPEC.replace("110", "163")
    huge = "[" * 100_000
    status, lines, _ = run("score", "ffb-fiche", given=f"{SPEC}\n{bad}\n\n{huge}\n{SPEC}\r\n")
    assert status == 1
    assert lines[0] == lines[4]
    assert json.loads(lines[1]) == {
        "error": {"code": "points_out_of_range", "params": {"maximum": 162}}
    }
    assert [json.loads(line)["error"]["code"] for line in lines[2:4]] == [
        "not_json",
        "line_too_long",
    ]


def test_bytes_that_are_not_text_are_refused() -> None:
    status, lines, _ = run("score", "kchanaise", given=b"\xff\n\x00\n")
    assert status == 1
    assert [json.loads(line)["error"]["code"] for line in lines] == ["not_json", "not_json"]


def test_points_left_by_a_tied_deal_are_said() -> None:
    path = str(ROOT / "tests/scoring/rulebooks/club-d.toml")
    tied = '{"takers":"A","contract":"take","trump":"hearts","points":81}'
    status, lines, _ = run("score", path, given=tied)
    assert (status, json.loads(lines[0])["carried"]) == (0, 81)


def test_a_deal_is_explained_as_a_referee_would() -> None:
    deal = '{"takers":"A","contract":120,"trump":"diamonds","points":116,"belote":{"A":1}}'
    status, lines, _ = run("explain", "grenobloise", given=deal)
    assert status == 0
    assert lines[0] == "A prend 120 ♦, fait 116 avec la belote\u202f: 136, réussi."
    assert "     120  contrat [cas 1]" in lines
    status, lines, _ = run("explain", "grenobloise", "--lang", "en", given=f"{deal}\n{{}}")
    assert status == 1
    assert lines[0] == "A takes 120 ♦, makes 116 with the belote: 136, made."
    assert json.loads(lines[-1]) == {
        "error": {"code": "missing_fact", "params": {"fact": "takers"}}
    }


def test_the_rulebooks_are_listed_with_their_fingerprints() -> None:
    status, lines, _ = run("rulebooks")
    assert status == 0
    assert [json.loads(line)["name"] for line in lines] == list(shipped_rulebooks())
    assert json.loads(lines[0])["fingerprint"] == load_rulebook("grenobloise").fingerprint()


def test_other_commands_answer_lines_too() -> None:
    asked = '{"trump":"spades","trick":[[0,"7H"],[1,"KC"]],"hand":["JC","8C"],"seat":2}'
    assert run("legal", "kchanaise", given=asked)[:2] == (0, ['{"legal":["8C","JC"]}'])


def test_no_rulebook_no_answer() -> None:
    status, lines, complaint = run("score", "belote", given=SPEC)
    assert (status, lines) == (2, [])
    assert json.loads(complaint)["error"]["code"] == "unknown_rulebook"
    assert run("count")[0] == 2
    assert run()[0] == 2


def test_whoever_stops_reading_is_not_shown_a_traceback() -> None:
    shell = f"yes '{SPEC}' | head -20000 | {sys.executable} -m scoring score ffb-fiche | head -1"
    done = subprocess.run(
        ["bash", "-c", shell], capture_output=True, cwd=ROOT, check=False, timeout=60
    )
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


class Pipe:
    """Standard input or output with only the bytes underneath."""

    def __init__(self, buffer: object) -> None:
        self.buffer = buffer


@pytest.mark.parametrize(
    ("arguments", "given", "status"),
    [
        (["rulebooks"], b"", 0),
        (["score", "nobody"], b"", 2),
        (["score", "ffb-fiche"], SPEC.encode(), 0),
        (["score", "ffb-fiche"], b"{}", 1),
        (["explain", "ffb-fiche"], SPEC.encode(), 0),
        (["score", "ffb-fiche"], b"x" * 50_000 + b"\n{}", 1),
    ],
)
def test_the_status_says_how_it_went(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], given: bytes, status: int
) -> None:
    monkeypatch.setattr("sys.stdin", Pipe(io.BytesIO(given)))
    monkeypatch.setattr("sys.stdout", Pipe(io.BytesIO()))
    assert main(arguments) == status


class Gone(io.BytesIO):
    """Standard output when nobody reads it any more."""

    def write(self, _: object) -> int:
        raise BrokenPipeError


def test_a_broken_pipe_is_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.argv", ["scoring", "rulebooks"])
    with (tmp_path / "out").open("wb") as out:
        pipe = Pipe(Gone())
        pipe.fileno = out.fileno  # type: ignore[attr-defined]
        monkeypatch.setattr("sys.stdout", pipe)
        assert run_here() == 1


def test_a_run_to_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.argv", ["scoring", "rulebooks"])
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr("sys.stdout", out)
        assert run_here() == 0
    assert (tmp_path / "out").read_text().count("\n") == len(shipped_rulebooks())
