"""Signing in: who fails too often is made to wait; what is over is swept away."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth import views as auth
from django.contrib.sessions.models import Session
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpResponse
from django.utils import timezone

from tournament import logins
from tournament.clubs.forms import LogInForm


class LogInView(auth.LoginView):
    """The page of the login."""

    template_name = "clubs/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def form_valid(self, form: LogInForm) -> HttpResponse:
        """Sign in, under a new session."""
        Session.objects.filter(expire_date__lt=timezone.now()).delete()
        answer = super().form_valid(form)
        return logins.remember(answer, self.request, form.get_user())

    def form_invalid(self, form: LogInForm) -> HttpResponse:
        """Show what is wrong; 429 to who must wait."""
        answer = super().form_invalid(form)
        if form.has_error(NON_FIELD_ERRORS, logins.MUST_WAIT):
            answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
            answer["Retry-After"] = str(int(logins.WITHIN.total_seconds()))
        return answer
