"""What holds for the whole project: who imports what, which versions, which files."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
FEATURES = {
    path.name
    for path in (ROOT / "tournament").iterdir()
    if (path / "__init__.py").exists() and path.name not in {"management", "migrations", "models"}
}


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Every (module, name) a file imports; the name is empty for `import module`."""
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_a_folder_of_templates_is_named_as_its_feature():
    """Or as the library whose templates stand there in our own way."""
    folders = {path.name for path in (ROOT / "templates").iterdir() if path.is_dir()}
    assert folders <= FEATURES | {"django", "django_tables2"}


def test_the_engine_uses_the_standard_library_only():
    strangers = {
        (named(path), module)
        for path in sources("scoring")
        for module, _name in imports(path)
        if module.split(".")[0] not in sys.stdlib_module_names | {"scoring"}
    }
    assert not strangers


def test_the_site_imports_the_engine_s_public_names_only():
    public = ast.literal_eval(
        next(
            node.value
            for node in ast.parse((ROOT / "scoring/__init__.py").read_text()).body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        )
    )
    deeper = {
        (named(path), module, name)
        for path in sources("tournament")
        for module, name in imports(path)
        if module.split(".")[0] == "scoring" and (module != "scoring" or name not in public)
    }
    assert not deeper


# A deal has one form, at the desk and where the referee corrects it; so has what a table plays.
SHARED = {
    ("tournament.deals.forms", "DealForm"),
    ("tournament.deals.options_forms", "OptionsForm"),
}


def test_a_feature_imports_no_other_feature_s_forms_or_views():
    pryings = {
        (named(path), module, name)
        for feature in FEATURES
        for path in sources(f"tournament/{feature}")
        for module, name in imports(path)
        for other in FEATURES - {feature}
        if re.match(rf"tournament\.{other}\.\w*(forms|views)\b", f"{module}.{name}")
        if (module, name) not in SHARED
    }
    assert not pryings


def test_the_pins_are_those_the_project_asks_for():
    """The files of pins were made anew after pyproject.toml changed."""
    extras = PROJECT["optional-dependencies"]
    for file, wanted in (
        ("requirements.txt", PROJECT["dependencies"]),
        ("tests/requirements.txt", PROJECT["dependencies"] + extras["test"]),
        *((f"tests/{tool}-requirements.txt", extras[tool]) for tool in extras.keys() - {"test"}),
    ):
        pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / file).read_text(), re.MULTILINE))
        for requirement in wanted:
            name, _equals, version = re.sub(r"\[.*?\]", "", requirement).partition("==")
            assert version in {"", pinned[name.lower()]}, f"{requirement} in {file}"


def test_the_tests_run_on_the_versions_that_serve():
    served = re.findall(r"^\S+==\S+", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    tested = re.findall(r"^\S+==\S+", (ROOT / "tests/requirements.txt").read_text(), re.MULTILINE)
    assert set(served) <= set(tested)


def test_the_version_has_its_entry_in_the_changelog():
    assert re.search(
        rf"^## {re.escape(PROJECT['version'])} ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )


def test_the_site_s_package_stays_empty():
    """A model imported there would be loaded before Django is ready."""
    assert (ROOT / "tournament/__init__.py").read_text() == ""


def settings_values(expression: str, folder: Path = ROOT, **environment: str) -> str:
    """What a fresh process answers with these variables only."""
    done = subprocess.run(
        [sys.executable, "-c", f"from tournament import settings as s; print({expression})"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_a_hosted_site_keeps_its_cookies_to_https():
    cookies = "[s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE]"
    assert settings_values(cookies, SECRET_KEY="x", HTTPS="1") == "[True, True, True]"
    assert settings_values(cookies, SECRET_KEY="x") == "[False, False, False]"


def test_without_a_key_a_served_site_says_what_to_do(tmp_path):
    copy = tmp_path / "tournament" / "settings.py"
    copy.parent.mkdir()
    copy.write_text((ROOT / "tournament/settings.py").read_text())
    refused = settings_values("s.SECRET_KEY", folder=tmp_path)
    assert "No secret key: set SECRET_KEY, or let `make setup` write one" in refused
    assert settings_values("s.SECRET_KEY", folder=tmp_path, SECRET_KEY="") == refused
    assert settings_values("bool(s.SECRET_KEY)", folder=tmp_path, DEBUG="1") == "True"
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "secret_key").write_text("kept\n")
    assert settings_values("s.SECRET_KEY", folder=tmp_path) == "kept"


@pytest.mark.parametrize(
    ("given", "hosts"),
    [
        ({}, "['localhost', '127.0.0.1', '[::1]']"),
        ({"ALLOWED_HOSTS": "a.example.org, b.example.org,"}, "['a.example.org', 'b.example.org']"),
        ({"LAN": "1"}, "['*']"),
    ],
)
def test_hosts_come_from_the_environment(given, hosts):
    assert settings_values("s.ALLOWED_HOSTS", SECRET_KEY="x", **given) == hosts


def test_sqlite_waits_its_turn_and_keeps_what_it_answered():
    options = settings_values("s.DATABASES['default']['OPTIONS']", SECRET_KEY="x")
    assert "'transaction_mode': 'IMMEDIATE'" in options
    assert "journal_mode=WAL" in options
    assert "synchronous=FULL" in options
