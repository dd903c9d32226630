"""The pages of a table on a phone: no account, a code opens one side of one table."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.http import accepted, done, page_or_fragment
from tournament.models import TableCode
from tournament.tables import pages
from tournament.tables.codes import read_code
from tournament.tables.doors import code_door, wants_json
from tournament.tables.forms import AnswerForm, CodeForm, PhoneCallForm
from tournament.tables.options import choose_from, left_to
from tournament.tables.pages import Outcome
from tournament.tables.services import answer_deal, call_from, withdraw_from
from tournament.tables.sheets import key_of, phone_sheet

PAGE, PART = "tables/page.html", "tables/_page.html"


@never_cache
@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """Take the code of a table, and go there; what it opens is judged there."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        if code := read_code(form.cleaned_data["code"]):
            return redirect("tables:table", code)
        form.add_error("code", _("A code has eight letters and digits: look at it again."))
    context = {"form": form, "held": pages.other_sides(request)}
    return render(request, "tables/enter.html", context)


@code_door
@require_http_methods(["GET", "POST"])
def table(request: HttpRequest, code: TableCode) -> HttpResponse:
    """Show a side its table; take its next deal, or the deal that ``?deal=`` names."""
    now = phone_sheet(code)
    line = pages.wanted_line(request, now)
    if request.method == "GET":
        return page_or_fragment(request, PAGE, PART, pages.context(request, now, line))
    form = pages.form_for(now, line, request.POST)
    outcome = pages.take(form, now, line)
    if wants_json(request):
        return _replied(request, code, outcome, form, line)
    if outcome is Outcome.RECORDED:
        messages.success(request, pages.recorded_in_words(form, now, line))
        return redirect("tables:table", code.code)
    now = phone_sheet(code)
    return page_or_fragment(request, PAGE, PART, pages.context(request, now, line, form=form))


def _replied(
    request: HttpRequest, code: TableCode, outcome: Outcome, form: pages.PhoneForm, line: int
) -> JsonResponse:
    """Answer a script: what became of its deal, and the page as it is now."""
    now = phone_sheet(code)
    answer = pages.reply(outcome, form, now, line)
    if outcome is Outcome.RECORDED:
        context = pages.context(request, now, now.sheet.next_number)
    else:
        context = pages.context(request, now, line, form=form)
    answer["html"] = render_to_string(PART, context, request)
    return JsonResponse(answer)


@code_door
@require_GET
def news(request: HttpRequest, code: TableCode) -> HttpResponse:
    """Answer the page's changing part where something changed since ``?seen=``, else nothing."""
    if request.GET.get("seen") == key_of(code):
        return HttpResponse(status=204)
    now = phone_sheet(code)
    context = pages.context(request, now, pages.wanted_line(request, now))
    return render(request, PART, context)


@code_door
@require_POST
def preview(request: HttpRequest, code: TableCode) -> HttpResponse:
    """Answer the marks of what is typed so far, before it is sent."""
    now = phone_sheet(code)
    line = pages.wanted_line(request, now)
    form = pages.form_for(now, line, request.POST)
    context = {"form": form, "why": pages.typed_why(form, now, line)}
    return render(request, "tables/_preview.html", context)


@code_door
@require_POST
def answer(request: HttpRequest, code: TableCode) -> HttpResponse:
    """Take a side's answer to a deal that somebody else typed."""
    form = AnswerForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        agrees, note = said["agrees"], said["note"]
        if accepted(form, answer_deal, code, said["entry"], agrees=agrees, note=note):
            messages.success(
                request, _("Accepted.") if agrees else _("Contested: the referee is called.")
            )
            return redirect("tables:table", code.code)
    now = phone_sheet(code)
    line = now.sheet.next_number
    context = pages.context(request, now, line, answering=form)
    return page_or_fragment(request, PAGE, PART, context)


@code_door
@require_POST
def options(request: HttpRequest, code: TableCode) -> HttpResponse:
    """Take what the table plays of what its rulebook leaves to it."""
    now = phone_sheet(code)
    left = left_to(now, request.POST)
    form = left.form
    if form and form.is_valid():
        seen = form.cleaned_data["seen"]
        if accepted(form, choose_from, code, form.ids, seen=seen):
            messages.success(request, _("What your table plays is recorded."))
            return redirect("tables:table", code.code)
    context = pages.context(request, now, now.sheet.next_number, choosing=left)
    return page_or_fragment(request, PAGE, PART, context)


@code_door
@require_POST
def call(request: HttpRequest, code: TableCode) -> HttpResponse:
    """Call the referee to the table."""
    form = PhoneCallForm(request.POST)
    if form.is_valid():
        done(request, call_from, code, **form.cleaned_data)
    else:
        messages.error(request, _("Say what the referee is called for."))
    return redirect("tables:table", code.code)


@code_door
@require_POST
def withdraw_call(request: HttpRequest, code: TableCode) -> HttpResponse:
    """Take the call back: the table came to an agreement."""
    done(request, withdraw_from, code)
    return redirect("tables:table", code.code)
