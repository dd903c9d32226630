"""What a person types into a form: by the control's kind, and by the word that it is called."""

from __future__ import annotations

import datetime
import io
import random
from collections.abc import Callable
from pathlib import Path

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

import scoring
from tests.load.sent_deals import typed_deal
from tests.soak.pages import Field, Form

FIRST = ("Ginette", "Marcel", "Aïcha", "Loïc", "Thérèse", "Noël", "Zoé", "Hugo", "Odile", "Karim")
LAST = ("Martin", "Dupré", "Œuvrard", "D'Arc", "Le Goff", "N'Diaye", "Müller", "Roux", "Besse")
SENTENCES = (
    "Mal lue sur la feuille.",
    "Renonce à cœur au 5e pli, admise.",
    "L'équipe est partie avant la fin",
    "« Coinche » dite trop tard ; l'arbitre a tranché",
    "50 % des points <b>en moins</b> & 3 > 2",
)
LEFT_EMPTY, ABSURD = 0.08, 0.04
"""How often a control is left empty, and how often somebody types what makes no sense."""
NONSENSE = ("???", "-7", "99999999999", "é" * 70, "2026-02-30", "<i>a</i>", "12,5", "0")
RULEBOOK = Path(scoring.__file__).parent / "rulebooks" / "competition.toml"
LOGO = io.BytesIO()
Image.new("RGB", (60, 40), "navy").save(LOGO, "PNG")

Value = str | list[str] | SimpleUploadedFile


def filled(form: Form, lot: random.Random, *, archive: bytes = b"") -> dict[str, Value]:
    """Return what a person sends with a form: as served where hidden, else something sensible."""
    sent: dict[str, Value] = {}
    for each in form.fields.values():
        value = each.value if each.kind == "hidden" else _typed(each, lot, archive)
        if value is not None:
            sent[each.name] = value
    name, value = lot.choice(form.buttons) if form.buttons else ("", "")
    if name:
        sent[name] = value
    return sent


def _typed(each: Field, lot: random.Random, archive: bytes) -> Value | None:
    if each.kind == "file":
        return _file(each, lot, archive)
    if each.kind == "checkbox":
        return _ticked(each, lot)
    if each.kind in {"radio", "select"}:
        return _chosen(each, lot)
    if each.value and lot.random() < 0.6:
        return each.value
    if lot.random() < LEFT_EMPTY:
        return ""
    if lot.random() < ABSURD:
        return lot.choice(NONSENSE)
    return _said(each, lot)[: int(each.limits.get("maxlength") or 500)]


def _ticked(each: Field, lot: random.Random) -> list[str] | None:
    if each.chosen and lot.random() < 0.6:
        return each.chosen
    ticked = [option for option in each.options if lot.random() < 0.5]
    return ticked or None


def _chosen(each: Field, lot: random.Random) -> Value | None:
    if each.chosen and lot.random() < 0.5:
        return each.chosen if "multiple" in each.limits else each.chosen[0]
    options = [option for option in each.options if option] or each.options
    if not options:
        return None
    if "multiple" in each.limits:
        return lot.sample(options, lot.randint(1, len(options)))
    return lot.choice(options)


def _said(each: Field, lot: random.Random) -> str:
    for word, say in WORDS.items():
        if word in each.name:
            return say(lot)
    if each.kind == "number" or each.limits.get("inputmode") in {"numeric", "decimal"}:
        low = int(float(each.limits.get("min") or 0))
        high = int(float(each.limits.get("max") or max(low + 12, 20)))
        return str(lot.randint(low, min(high, low + 200)))
    if each.kind == "date":
        return _day(lot)
    if each.kind == "datetime-local":
        return f"{_day(lot)}T20:15"
    if each.kind == "time":
        return "20:15"
    if each.kind == "textarea":
        return lot.choice(SENTENCES)
    return f"{lot.choice(LAST)} {lot.randint(1, 99)}"


def _day(lot: random.Random) -> str:
    return str(datetime.date(2026, 11, 30) + datetime.timedelta(days=lot.randint(-40, 40)))


def _person(lot: random.Random) -> str:
    return f"{lot.choice(FIRST)} {lot.choice(LAST)} {lot.randint(1, 999)}"


def _list(lot: random.Random) -> str:
    rows = [f"Table {lot.randint(1, 9999)};{_person(lot)};{_person(lot)}" for _row in range(3)]
    return "\n".join(["Équipe;Joueur 1;Joueur 2", *rows])


def _file(each: Field, lot: random.Random, archive: bytes) -> SimpleUploadedFile:
    accept = each.limits.get("accept", "")
    if "json" in accept:
        return SimpleUploadedFile("concours.json", archive)
    if "image" in accept:
        return SimpleUploadedFile("logo.png", LOGO.getvalue())
    if "toml" in accept:
        return SimpleUploadedFile("règles.toml", RULEBOOK.read_bytes())
    return SimpleUploadedFile("équipes.csv", _list(lot).encode())


WORDS: dict[str, Callable[[random.Random], str]] = {
    "line": lambda lot: typed_deal(lot)[0],
    "player": _person,
    "pasted": _list,
    "password": lambda _lot: "une longue phrase de passe",
    "username": lambda lot: f"visiteur-{lot.randint(1, 10**6)}",
    "amount": lambda lot: f"{lot.choice([5, 10, 20])},00",
    "fee": lambda lot: str(lot.choice([5, 10, 20])),
    "reason": lambda lot: lot.choice(SENTENCES),
    "note": lambda lot: lot.choice(SENTENCES),
    "facts": lambda lot: lot.choice(SENTENCES),
    "explanation": lambda lot: lot.choice(SENTENCES),
    "points": lambda lot: str(lot.choice([0, 81, 90, 102, 126, 162])),
    "marks": lambda lot: str(10 * lot.randint(0, 250)),
    "hand": lambda _lot: "pA pR p10 cA c7 kV k9 tD",
    "code": lambda lot: f"{lot.randint(0, 10**8):08d}",
    "folder": lambda _lot: "",
    "fixed_table": lambda _lot: "",
    "number": lambda lot: str(lot.randint(1, 60)),
    "q": lambda lot: lot.choice(["dix de der", "belote", "Martin", "12", "renonce", "é"]),
    "text": lambda lot: lot.choice(["Martin", "1", "Dupré", "7"]),
    "name": lambda lot: f"{lot.choice(LAST)} {lot.choice(FIRST)} {lot.randint(1, 9999)}",
}
"""By a part of the control's name: the first that fits."""
