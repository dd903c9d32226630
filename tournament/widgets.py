"""Django's own widgets, written out without their templates.

A choice of twenty suits and contracts goes through sixty templates, one a button: a third of
the time of a score sheet's page. What is written here is what these templates write, to the
letter (tests/tournament/test_widgets.py compares them); every other template is Django's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeData, SafeString, mark_safe

Widget = Mapping[str, Any]


class WrittenOut(TemplatesSetting):
    """The templates of the project and of Django, but for the widgets that are met everywhere."""

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        """Write a widget, or have its template do so."""
        if template_name == NO_ERRORS and not context["errors"]:
            return ""
        write = WRITERS.get(template_name)
        if write is None:
            return super().render(template_name, context, request)
        # Escaped part by part.
        return mark_safe(write(context["widget"]).strip())  # noqa: S308 # nosec B308 B703


def _input(widget: Widget) -> str:
    value = widget["value"]
    given = "" if value is None else f' value="{_as_text(value)}"'
    kind, name = conditional_escape(widget["type"]), conditional_escape(widget["name"])
    return f'<input type="{kind}" name="{name}"{given}{_attributes(widget)}>'


def _attributes(widget: Widget) -> str:
    return "".join(
        f" {conditional_escape(name)}" + ("" if value is True else f'="{_as_text(value)}"')
        for name, value in widget["attrs"].items()
        if value is not False
    )


def _buttons(widget: Widget) -> str:
    key, classes = widget["attrs"].get("id"), widget["attrs"].get("class")
    head = f' id="{conditional_escape(key)}"' if key else ""
    head += f' class="{conditional_escape(classes)}"' if classes else ""
    parts = [f"<div{head}>"]
    for group, options, _index in widget["optgroups"]:
        if group:
            parts.append(f"\n  <div><label>{_label(group)}</label>")
        parts += [f"<div>\n    {_button(option)}</div>" for option in options]
        if group:
            parts.append("\n  </div>")
    return "".join([*parts, "\n</div>"])


def _button(option: Widget) -> str:
    if not option["wrap_label"]:
        return _input(option)
    key = option["attrs"].get("id")
    points_at = f' for="{conditional_escape(key)}"' if key else ""
    return f"<label{points_at}>{_input(option)} {_label(option['label'])}</label>"


def _select(widget: Widget) -> str:
    parts = [f'<select name="{conditional_escape(widget["name"])}"{_attributes(widget)}>']
    for group, options, _index in widget["optgroups"]:
        if group:
            parts.append(f'\n  <optgroup label="{_label(group)}">')
        parts += [f"\n  {_option(option)}" for option in options]
        if group:
            parts.append("\n  </optgroup>")
    return "".join([*parts, "\n</select>"])


def _option(option: Widget) -> str:
    head = f'<option value="{_as_text(option["value"])}"{_attributes(option)}>'
    return f"{head}{_label(option['label'])}</option>"


def _as_text(value: object) -> SafeString:
    """Escape a value as the templates' ``stringformat:"s"`` does: what is safe stays so."""
    return conditional_escape(value if isinstance(value, SafeData) else str(value))


def _label(value: object) -> SafeString:
    return conditional_escape(localize(value))


NO_ERRORS = "django/forms/errors/list/default.html"
WRITERS: dict[str, Callable[[Widget], str]] = {
    "django/forms/widgets/hidden.html": _input,
    "django/forms/widgets/input.html": _input,
    "django/forms/widgets/number.html": _input,
    "django/forms/widgets/text.html": _input,
    "django/forms/widgets/checkbox.html": _input,
    "django/forms/widgets/radio.html": _buttons,
    "django/forms/widgets/radio_option.html": _button,
    "django/forms/widgets/checkbox_select.html": _buttons,
    "django/forms/widgets/checkbox_option.html": _button,
    "django/forms/widgets/select.html": _select,
}
"""What writes each template of Django's."""
