"""What a page offers to whoever reads it: its links, and its forms with their fields."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

VOID = {"input", "button", "select", "textarea"}
WRITTEN = re.compile(r"https?://[^\s\"'<>/]+(/join/[^\s\"'<>]+)")
"""An invitation is given to be typed or taken by a camera: nothing links to it."""


@dataclass(slots=True, kw_only=True)
class Field:
    """One control: its kind, what it holds, and what may be chosen there.

    ``options`` are the values of a select, of the radio buttons or of the boxes of one name;
    ``limits`` are the attributes that bound what is typed.
    """

    name: str
    kind: str
    value: str = ""
    options: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    limits: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Form:
    """A form: where it is sent and how, its controls by name, its buttons.

    ``also`` is where a button or a script sends it instead, before it is sent.
    """

    action: str
    method: str
    is_multipart: bool = False
    fields: dict[str, Field] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    ident: str = ""
    also: set[str] = field(default_factory=set)

    @property
    def path(self) -> str:
        """Where it is sent, without what is asked there."""
        return urlsplit(self.action).path

    def hidden(self) -> dict[str, str]:
        """Return what nobody types, as it was served."""
        return {each.name: each.value for each in self.fields.values() if each.kind == "hidden"}


class Page(HTMLParser):
    """The links and the forms of a page, in the order they are read."""

    def __init__(self, address: str, content: str) -> None:
        """Read a page that stands at ``address``."""
        super().__init__()
        self.address = address
        self.links: list[str] = WRITTEN.findall(content)
        self.pictures: list[str] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select: Field | None = None
        self._text: Field | None = None
        self._hidden = 0
        self._strays: list[tuple[str, dict[str, str], str]] = []
        self.feed(content)
        self.close()
        for ident, said, tag in self._strays:
            if owner := next((form for form in self.forms if form.ident == ident), None):
                self._control(owner, tag, said)
        self.forms += [
            _sent_to(form, address) for form in self.forms for address in sorted(form.also)
        ]

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        """Note a link, a form, a control or an option."""
        said = {name: value if value is not None else "" for name, value in pairs}
        # What a script may copy later is not there yet.
        self._hidden += tag == "template"
        if self._hidden:
            return
        if said.get("hx-post") and tag != "form" and self._form is not None:
            self._form.also.add(urljoin(self.address, said["hx-post"]))
        if tag == "a" and said.get("href"):
            self.links.append(urljoin(self.address, said["href"]).partition("#")[0])
        elif tag == "img" and said.get("src"):
            self.pictures.append(urljoin(self.address, said["src"]))
        elif tag == "form":
            self._form = Form(
                action=urljoin(self.address, said.get("action", "")).partition("#")[0],
                method=said.get("method", "get").lower(),
                is_multipart="multipart" in said.get("enctype", ""),
                ident=said.get("id", ""),
            )
            if said.get("hx-post") and said["hx-post"] != said.get("action"):
                self._form.also.add(urljoin(self.address, said["hx-post"]))
            self.forms.append(self._form)
        elif tag in VOID and "disabled" not in said:
            if said.get("form"):
                self._strays.append((said["form"], said, tag))
            elif self._form is not None:
                self._control(self._form, tag, said)
        elif tag == "option" and self._select is not None and "disabled" not in said:
            self._select.options.append(said.get("value", ""))
            if "selected" in said:
                self._select.chosen.append(said.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        """Leave what ends."""
        self._hidden -= tag == "template"
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._text = None

    def handle_data(self, data: str) -> None:
        """Keep what a text area holds."""
        if self._text is not None:
            self._text.value += data

    def _control(self, form: Form, tag: str, said: dict[str, str]) -> None:
        kind = {"select": "select", "textarea": "textarea"}.get(tag, said.get("type", "text"))
        name, value = said.get("name", ""), said.get("value", "")
        if said.get("formaction", "#")[0] != "#":
            form.also.add(urljoin(self.address, said["formaction"]))
            return
        if tag == "button" or kind in {"submit", "button", "image"}:
            if said.get("type", "submit") == "submit":
                form.buttons.append((name, value))
            return
        if not name:
            return
        known = form.fields.setdefault(name, Field(name=name, kind=kind, value=value))
        if kind in {"radio", "checkbox"}:
            known.options.append(value or "on")
            if "checked" in said:
                known.chosen.append(value or "on")
        limits = ("min", "max", "maxlength", "accept", "multiple", "inputmode", "pattern")
        known.limits |= {key: said[key] for key in limits if key in said}
        if tag == "select":
            self._select = known
        elif tag == "textarea":
            self._text = known


def _sent_to(form: Form, address: str) -> Form:
    other = copy(form)
    other.action, other.also = address, set()
    return other
