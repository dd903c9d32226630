"""Run cosmic-ray on a copy of the engine, then print the score and what no test noticed.

`python -m tests.mutation COSMIC_RAY` takes the program's path. Each module is changed in a copy
of its own (var/mutation/NAME), so that two go on at once and the sources are never touched.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORK = ROOT / "var" / "mutation"
COPIED = ("docs", "scoring", "tests/scoring")
# The tests that speak of each module; what kills most comes first.
TESTS = {
    "deals": ("cases", "notices", "match", "oracle", "laws", "facts", "cli", "wording", "readme"),
    "play": ("play", "play_replay", "play_commands", "play_other_engines", "readme"),
}
# Of the eleven ways to change one sign, those that look like a slip. `is` is kept for members
# of enumerations, where `==` says the same; * and | also stand in signatures.
SWAPS = (
    "Add_Sub Sub_Add Mul_Add Mul_FloorDiv FloorDiv_Mul FloorDiv_Div Mod_FloorDiv Mod_Add "
    "BitAnd_BitOr BitOr_BitAnd BitOr_BitXor LShift_RShift RShift_LShift"
)
COMPARISONS = (
    "Eq_NotEq Eq_GtE Eq_LtE NotEq_Eq NotEq_Gt NotEq_Lt Lt_LtE Lt_GtE LtE_Lt LtE_Gt LtE_Eq "
    "Gt_GtE Gt_LtE GtE_Gt GtE_Lt GtE_Eq Is_IsNot IsNot_Is"
)
LEFT_OUT = (
    f"core/ReplaceBinaryOperator_(?!({'|'.join(SWAPS.split())})$)",
    f"core/ReplaceComparisonOperator_(?!({'|'.join(COMPARISONS.split())})$)",
)
PYTEST = (
    "-m pytest -x -q -c /dev/null --rootdir . -W error -p no:cacheprovider -p no:django "
    "-p no:playwright -p no:randomly -p no:xdist --hypothesis-seed=0"
)
SECONDS = 300
# Under CI hypothesis sets no deadline and keeps no examples: a busy machine kills nothing.
QUIETLY = {"CI": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def main(cosmic_ray: Path) -> None:
    """Change both modules at once, each in its copy, and print what came out."""
    for name in TESTS:
        _prepare(name, cosmic_ray)
    started = [_start(cosmic_ray, name, "exec", "config.toml", "session.sqlite") for name in TESTS]
    statuses = [process.wait() for process in started]
    if any(statuses):
        sys.exit("cosmic-ray stopped before the end.")
    killed = survived = 0
    for name in TESTS:
        for change, result in _results(name, cosmic_ray):
            if result["test_outcome"] == "survived":
                survived += 1
                _print_survivor(change, result["diff"])
            else:
                killed += 1
    print(f"{killed} of {killed + survived} changes noticed: {killed / (killed + survived):.1%}.")
    print("docs/mutation.md says which of the others change nothing.")


def copy_engine(folder: Path) -> None:
    """Copy the engine and its tests: the project's part that is changed and tried."""
    for copied in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / copied, folder / copied, ignore=ignored)
    shutil.copy(ROOT / "tests" / "__init__.py", folder / "tests")


def try_out(name: str) -> str:
    """Return what runs the tests that speak of a module, after Python's own name."""
    return f"{PYTEST} {' '.join(f'tests/scoring/test_{test}.py' for test in TESTS[name])}"


def _prepare(name: str, cosmic_ray: Path) -> None:
    """Copy the project's part, list the changes, and make sure that the tests pass unchanged."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    copy_engine(folder)
    (folder / "config.toml").write_text(
        f"""[cosmic-ray]
module-path = "scoring/{name}.py"
timeout = {SECONDS}.0
test-command = "{sys.executable} {try_out(name)}"
distributor.name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = {json.dumps(LEFT_OUT)}
"""
    )
    for program, arguments in (
        (cosmic_ray, ("init", "config.toml", "session.sqlite")),
        (cosmic_ray.with_name("cr-filter-operators"), ("session.sqlite", "config.toml")),
        (cosmic_ray, ("baseline", "config.toml")),
    ):
        if _start(program, name, *arguments).wait():
            sys.exit(f"The tests of {name}.py do not pass as they are; see {folder}.")


def _start(program: Path, name: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([program, *arguments], cwd=WORK / name, env=os.environ | QUIETLY)


def _results(name: str, cosmic_ray: Path) -> Iterator[tuple[dict, dict]]:
    """Each change that makes a program, and what became of it."""
    dumped = subprocess.run(
        [cosmic_ray, "dump", "session.sqlite"],
        cwd=WORK / name,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for line in dumped.splitlines():
        item, result = json.loads(line)
        if result["worker_outcome"] == "normal" and "SyntaxError" not in result["output"]:
            yield item["mutations"][0], result


def _print_survivor(change: dict, diff: str) -> None:
    line = change["start_pos"][0]
    print(f"{change['module_path']}:{line} {change['operator_name'].removeprefix('core/')}")
    for text in diff.splitlines():
        if text.startswith(("+", "-")) and not text.startswith(("+++", "---")):
            print(f"  {text}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
