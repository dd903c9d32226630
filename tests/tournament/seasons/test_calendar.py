"""The evenings of a season in a calendar, as RFC 5545 has them."""

import datetime

import pytest
from django.urls import reverse

from tests.tournament.builders import a_season, a_tournament, a_user
from tournament.journal import services as journal
from tournament.seasons.calendar import season_calendar

pytestmark = pytest.mark.django_db

NAME = "Belote; coinche, \\ nœuds\r\nDTSTART:19700101 – œufs, élèves"


def unfolded(content: bytes) -> list[str]:
    """Return the lines as they were before they were folded."""
    return content.replace(b"\r\n ", b"").decode().split("\r\n")


def test_lines_end_fold_and_escape_as_the_format_says():
    evening = a_tournament(name=NAME, place="Salle des fêtes, 1er étage")
    content = season_calendar(a_season(evening))
    assert content.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")
    lines = content.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert all(line.decode() is not None for line in lines)
    found = unfolded(content)
    assert [line for line in found if line.startswith("DTSTART")] == ["DTSTART;VALUE=DATE:20261130"]
    assert "DTEND;VALUE=DATE:20261201" in found
    assert "SUMMARY:Belote\\; coinche\\, \\\\ nœuds DTSTART:19700101 – œufs\\, élèves" in found
    assert "LOCATION:Salle des fêtes\\, 1er étage" in found


def test_an_evening_keeps_its_uid_and_its_number_rises():
    evening = a_tournament()
    season = a_season(evening)
    before = season_calendar(season)
    assert season_calendar(season) == before
    evening.date = datetime.date(2026, 12, 7)
    evening.save(update_fields=["date"])
    journal.write(evening, "tournament.settings_changed", by=None, details={"changed": ["date"]})
    was, now = unfolded(before), unfolded(season_calendar(season))
    assert f"UID:{evening.client_key}@dix-de-der" in set(was) & set(now)
    assert ("SEQUENCE:0" in was, "SEQUENCE:1" in now) == (True, True)
    assert "DTSTART;VALUE=DATE:20261207" in now


def test_the_season_s_page_links_to_it(client):
    season = a_season(a_tournament())
    client.force_login(a_user("organiser"))
    url = reverse("seasons:calendar", args=[season.pk])
    assert url in client.get(reverse("seasons:detail", args=[season.pk])).content.decode()
    answer = client.get(url)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="saison-challenge.ics"'
