"""Delete a whole contest with its journal: what goes with it, and the act.

Each row of a contest is protected from being deleted alone, by Django and by the database's
own triggers. Here all of them go at once, and nothing that stays points at one.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import CASCADE, ForeignKey, Model, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import (
    Deal,
    Payment,
    Player,
    RoleKind,
    Round,
    Ruling,
    Season,
    Tournament,
    User,
)
from tournament.roles import has_role
from tournament.text import alphabetical, search_key


@transaction.atomic
def delete_tournament(tournament: Tournament, *, name: str, seen: int, by: User) -> None:
    """Delete a contest for good, with all that was registered, typed, ruled and journalled.

    ``name`` is the contest's name as its organiser typed it, ``seen`` its version when the
    page said what would be lost. Raises ``ValidationError``, on ``name`` when it is another.
    """
    held = Tournament.objects.held(tournament.pk)
    if not has_role(by, held, RoleKind.ORGANISER):
        raise ValidationError(_("Only an organiser of the contest deletes it."))
    if search_key(name) != search_key(held.name):
        sentence = _("Type the name of the contest: %(name)s.") % {"name": held.name}
        raise ValidationError({"name": sentence})
    if held.version != seen:
        raise ValidationError(
            _("Something was recorded meanwhile: look at what would be lost, then delete."),
            code="stale",
        )
    Tournament.objects.filter(pk=held.pk).update(deleting=True)
    for rows in rows_of(held):
        # One statement a table: the foreign keys are looked at when all of them are gone.
        rows._raw_delete(rows.db)


def losses(tournament: Tournament) -> list[str]:
    """Say what a contest holds, and would be lost with it; what it has none of is left out."""
    rounds = Round.objects.filter(Q(tournament=tournament) | Q(removed_from=tournament))
    payments = Payment.objects.filter(
        Q(team__tournament=tournament) | Q(player__tournament=tournament)
    )
    deals = Deal.objects.filter(match__round__in=rounds, accepted__isnull=False)
    counted = (
        (tournament.teams.count(), lambda n: ngettext("%(n)s team", "%(n)s teams", n)),
        (
            Player.objects.filter(tournament=tournament).count(),
            lambda n: ngettext("%(n)s player", "%(n)s players", n),
        ),
        (payments.count(), lambda n: ngettext("%(n)s payment", "%(n)s payments", n)),
        (rounds.count(), lambda n: ngettext("%(n)s round", "%(n)s rounds", n)),
        (deals.count(), lambda n: ngettext("%(n)s deal", "%(n)s deals", n)),
        (
            Ruling.objects.filter(tournament=tournament).count(),
            lambda n: ngettext("%(n)s ruling", "%(n)s rulings", n),
        ),
        (
            tournament.journal.count(),
            lambda n: ngettext("%(n)s act of the journal", "%(n)s acts of the journal", n),
        ),
    )
    return [words(count) % {"n": count} for count, words in counted if count]


def seasons_of(tournament: Tournament) -> list[Season]:
    """Return the seasons that would add up without it."""
    return alphabetical(Season.objects.filter(evenings__tournament=tournament), str)


def rows_of(tournament: Tournament) -> list[QuerySet[Model]]:
    """Return every row that belongs to a contest, table by table, the farthest first.

    Found from the models themselves, so that a table added to them goes too.
    """
    paths: dict[type[Model], list[str]] = {Tournament: ["pk"]}
    models = set(apps.get_app_config("tournament").get_models())
    while found := {model: way for model in models - paths.keys() if (way := _ways(model, paths))}:
        paths |= found
    whose = {
        model: Q(*((way, tournament.pk) for way in ways), _connector=Q.OR)
        for model, ways in paths.items()
    }
    return [model._base_manager.filter(whose[model]) for model in reversed(paths)]


def _ways(model: type[Model], paths: dict[type[Model], list[str]]) -> list[str]:
    """Say how a table's rows lead to their contest, through tables that lead there already."""
    links = [
        field
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey)
        and field.remote_field.on_delete is CASCADE
        and field.related_model in paths
    ]
    # One that every row has says it all; of two that a row may lack it has the one or the other.
    sure = [field for field in links if not field.null][:1]
    return list(_through(sure or links, paths))


def _through(links: list[ForeignKey], paths: dict[type[Model], list[str]]) -> Iterator[str]:
    for link in links:
        for way in paths[link.related_model]:
            yield link.name if way == "pk" else f"{link.name}__{way}"
