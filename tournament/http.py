"""The shape of every view: a page or its fragment, a form whose act may be refused, a file."""

from collections.abc import Callable
from functools import partial
from typing import IO, Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms import BaseForm
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.text import slugify
from django.views.defaults import page_not_found

FOR_PROGRAMS = "/api/"
"""The addresses below which every error is told by its code, not by a page."""
CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "ics": "text/calendar; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


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


def file_to_save(
    content: str | bytes | IO[bytes], kind: str, owner: Model, *, extension: str = "csv"
) -> HttpResponseBase:
    """Answer a file to save, named by what it holds and by whose it is, a contest or a season.

    An open file is sent piece by piece, and closed once it is.
    """
    made = HttpResponse if isinstance(content, str | bytes) else FileResponse
    response = made(content, content_type=CONTENT_TYPES[extension])
    name = slugify(str(owner)) or owner.pk
    response["Content-Disposition"] = f'attachment; filename="{kind}-{name}.{extension}"'
    return response


def open_to_all(response: HttpResponse) -> HttpResponse:
    """Let the page of any site read it: it is public, and no cookie changes it."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = "ETag"
    return response


def error_for_programs(error: str, *, status: int) -> HttpResponse:
    """Answer a program by an error, as the API describes it; nobody keeps it."""
    response = JsonResponse({"error": error}, status=status)
    patch_cache_control(response, no_store=True)
    return open_to_all(response)


def nothing_there() -> HttpResponse:
    """Answer a program alike where there is nothing and where it is not shown."""
    return error_for_programs("not found", status=404)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an address that leads nowhere: a program by an error, a person by a page."""
    if request.path_info.startswith(FOR_PROGRAMS):
        return nothing_there()
    return page_not_found(request, exception)


def accepted(form: BaseForm, act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - what the act gives
    """Call a service and return what it gives, True for nothing; None when it refuses.

    What it refuses is put on the form, beside the field it concerns; a form that shows
    another form's fields too has a ``refuse`` of its own.
    """
    try:
        return act(*args, **kwargs) or True
    except ValidationError as refusal:
        refuse = getattr(form, "refuse", partial(put_on, form))
        for field, errors in getattr(refusal, "error_dict", {"": refusal}).items():
            refuse(field, errors)
    return None


def put_on(form: BaseForm, field: str, errors: object) -> None:
    """Put what a service refuses of a column on a form: beside its field, or above them all."""
    # The service knows columns the form does not show, or shows under another name.
    shown = getattr(form, "beside", {}).get(field, field)
    form.add_error(shown if shown in form.fields else None, errors)


def done(request: HttpRequest, act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as above
    """Call a service that a lone button asked for, as ``accepted`` does.

    What it refuses is said on the next page.
    """
    try:
        return act(*args, **kwargs) or True
    except ValidationError as refusal:
        for sentence in refusal.messages:
            messages.error(request, sentence)
    return None
