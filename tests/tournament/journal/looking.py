"""Look at the journal's page as its tests do, in English."""

from django.urls import reverse

from tournament.models import Tournament

ENGLISH = {"headers": {"accept-language": "en"}}


def page(client, tournament: Tournament, **query: object):
    """Ask for the page with what is looked for."""
    return client.get(reverse("journal:acts", args=[tournament.pk]), query, **ENGLISH)


def numbers(client, tournament: Tournament, **query: object) -> list[int]:
    """Return the numbers of the acts that are shown."""
    answer = page(client, tournament, **query)
    assert answer.status_code == 200
    return [line.number for line in answer.context["lines"]]
