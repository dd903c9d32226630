"""What is typed to give a role, to make an account, to invite and to choose a password."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament import logins
from tournament.fields import OnceForm
from tournament.http import accepted
from tournament.models import RoleKind, User
from tournament.models.club import role_choices
from tournament.people.accounts import check_name, check_password, username_of
from tournament.people.invitations import LONGEST_HOURS
from tournament.people.scopes import Scope, accounts_of

PASSWORD_RULE = _(
    "Eight signs or more, not figures alone, not your name, and no word that everybody uses."
)
LONGEST_PASSWORD = 200
"""Nobody types more, and a longer one takes longer to work out."""


def _name(label: object) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=User._meta.get_field("username").max_length,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "username"}),
        help_text=_("As you are called: letters, figures, spaces, and - . ' _ @ +"),
        error_messages={"required": _("Give the account a name.")},
    )


def _password(label: object, autocomplete: str, help_text: object = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
        error_messages={"required": _("Type a password.")},
    )


class KindField(forms.TypedChoiceField):
    """One of the roles."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Role"),
            choices=role_choices,
            coerce=RoleKind,
            initial=RoleKind.SCOREKEEPER,
            error_messages={
                "required": _("Choose a role."),
                "invalid_choice": _("Choose a role."),
            },
        )


class RoleForm(forms.Form):
    """A role of an account, as a button names both."""

    account = forms.ModelChoiceField(queryset=User.objects.none())
    kind = KindField()

    def __init__(self, data: QueryDict | None = None, *, scope: Scope) -> None:
        super().__init__(data)
        self.fields["account"].queryset = accounts_of(scope.club)


class GiveForm(RoleForm):
    """A role for an account that is there."""

    account = forms.ModelChoiceField(
        label=_("Account"),
        queryset=User.objects.none(),
        error_messages={
            "required": _("Choose an account."),
            "invalid_choice": _("Choose one of the accounts of the club."),
        },
    )

    def __init__(self, data: QueryDict | None = None, *, scope: Scope) -> None:
        super().__init__(data, scope=scope)
        self.fields["account"].queryset = accounts_of(scope.club).filter(is_active=True)


class NewAccountForm(OnceForm):
    """An account made on the spot, with its first role."""

    name = _name(_("Name of the new account"))
    kind = KindField()


class InviteForm(OnceForm):
    """An invitation: to which role, and for how long it is good."""

    kind = KindField()
    hours = forms.IntegerField(
        label=_("Good for so many hours"),
        min_value=1,
        max_value=LONGEST_HOURS,
        initial=12,
        error_messages={
            name: _("From 1 to 168 hours.")
            for name in ("required", "invalid", "min_value", "max_value")
        },
    )


class JoinForm(forms.Form):
    """The account that whoever is invited makes for himself."""

    name = _name(pgettext_lazy("of an account", "Your name"))
    password = _password(_("Choose a password"), "new-password", PASSWORD_RULE)

    def clean(self) -> dict[str, Any]:
        """Say at once what is wrong with the name and with the password."""
        typed = super().clean() or {}
        name, password = typed.get("name"), typed.get("password")
        account = User(username=username_of(name or ""))
        if name:
            accepted(self, check_name, account)
        if password:
            accepted(self, check_password, password, account)
        return typed


class OwnPasswordForm(forms.Form):
    """The password in use, and the one to come."""

    current = _password(_("Your password now"), "current-password")
    password = _password(_("The new one"), "new-password", PASSWORD_RULE)

    def __init__(self, data: QueryDict | None = None, *, request: Any) -> None:  # noqa: ANN401
        super().__init__(data)
        self.request = request

    def clean_current(self) -> str:
        """Refuse whoever sits down at a desk left open; guesses are made to wait as at the door."""
        user, typed = self.request.user, self.cleaned_data["current"]
        attempt = logins.begin(self.request, user.get_username())
        if not user.check_password(typed):
            raise forms.ValidationError(_("This is not your password. Mind the capitals."))
        logins.succeeded(attempt)
        return typed
