"""Who may do what in the contest: roles and invitations."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.journal.telling import Group, Sentence, Told
from tournament.models.club import role_choices


def _told_with(words: Promise) -> Callable[[Told], str]:
    """Tell an act with the account it is about and the role, each in words."""

    def tell(told: Told) -> str:
        who = told.names.users.get(told.get("user", 0), _("a deleted account"))
        role = dict(role_choices()).get(told["role"], told["role"])
        return str(words) % {"who": who, "role": role}

    return tell


SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "role.given": (
        Group.SETTINGS,
        _told_with(gettext_lazy("%(who)s is %(role)s from now on.")),
    ),
    "role.taken": (
        Group.SETTINGS,
        _told_with(gettext_lazy("%(who)s is not %(role)s any more.")),
    ),
    "role.invited": (
        Group.SETTINGS,
        _told_with(gettext_lazy("Somebody is invited to be %(role)s.")),
    ),
    "role.invitation_withdrawn": (
        Group.SETTINGS,
        gettext_lazy("The invitation no. %(invitation)s is withdrawn."),
    ),
}
