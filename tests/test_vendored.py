"""The files made elsewhere are those of the manifest, unchanged."""

import hashlib
import tomllib
from pathlib import Path

VENDOR = Path(__file__).parent.parent / "tournament" / "static" / "vendor"
PACKAGES = tomllib.loads((VENDOR / "MANIFEST.toml").read_text())["package"]


def test_every_file_is_listed_and_unchanged():
    listed = {
        f"{package['name']}/{file}": digest
        for package in PACKAGES
        for file, digest in package["files"].items()
    }
    found = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name != "MANIFEST.toml"
    }
    assert found == listed


def test_every_package_says_where_it_comes_from_and_ships_its_licence():
    for package in PACKAGES:
        assert package.keys() == {"name", "version", "source", "licence", "files"}
        assert any(file.startswith("LICENSE") for file in package["files"]), package["name"]
