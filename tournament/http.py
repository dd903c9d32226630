"""The shape of every view: a page or its fragment, and a form whose act may be refused."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page rather than the whole."""
    return request.headers.get("HX-Request") == "true"


def page_or_fragment(
    request: HttpRequest, page: str, fragment: str, context: dict[str, Any]
) -> HttpResponse:
    """Answer the page, or only its changing part when htmx asks for it."""
    response = render(request, fragment if is_fragment(request) else page, context)
    # One address gives two answers: without this the back button shows a bare form.
    patch_vary_headers(response, ["HX-Request"])
    return response


def accepted(form: BaseForm, act: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
    """Call a service; put what it refuses on the form, beside the field it concerns."""
    try:
        act(*args, **kwargs)
    except ValidationError as refusal:
        if not hasattr(refusal, "error_dict"):
            form.add_error(None, refusal)
            return False
        for field, errors in refusal.error_dict.items():
            # The service knows columns the form does not show, or shows under another name.
            shown = getattr(form, "beside", {}).get(field, field)
            form.add_error(shown if shown in form.fields else None, errors)
        return False
    return True
