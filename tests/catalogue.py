"""Whether the French catalogue holds every sentence of the sources, each of them translated.

`python -m tests.catalogue` extracts the sentences anew in a copy of the project, so that a check
changes nothing, and lists what is wanting: `make messages` adds it to the file to be translated.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
SOURCES = ("manage.py", "scoring", "templates", "tournament")
CATALOGUE = Path("tournament/locale/fr/LC_MESSAGES/django.po")
FAULTS = {
    "not translated": "--untranslated",
    "uncertain (fuzzy)": "--only-fuzzy",
    "in the catalogue but no longer in the sources": "--only-obsolete",
}


def main() -> None:
    """Print every faulty entry as gettext writes it, and fail when there is one."""
    faults = {fault: entries for fault, entries in _faulty_entries().items() if entries}
    for fault, entries in faults.items():
        print(f"{len(entries)} {fault}:\n")
        print("\n\n".join(entries), end="\n\n")
    if faults:
        sys.exit("Run `make messages`, then complete tournament/locale/fr/LC_MESSAGES/django.po.")


def _faulty_entries() -> dict[str, list[str]]:
    with TemporaryDirectory() as folder:
        for name in SOURCES:
            _copy(ROOT / name, Path(folder) / name)
        _run([sys.executable, "manage.py", "makemessages", "-l", "fr", "--no-location"], folder)
        return {
            fault: _entries(_run(["msgattrib", "--no-wrap", choice, str(CATALOGUE)], folder))
            for fault, choice in FAULTS.items()
        }


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "vendor"))
    else:
        shutil.copy2(source, target)


def _run(command: list[str], folder: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


def _entries(catalogue: str) -> list[str]:
    # gettext repeats the file's header before what was asked for.
    blocks = catalogue.strip().split("\n\n")
    return [block for block in blocks if block and "Content-Transfer-Encoding:" not in block]


if __name__ == "__main__":
    main()
