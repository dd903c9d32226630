"""The site's addresses, one line a feature. Paths are English and stable."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.clubs.views import home

CONTEST = "tournaments/<int:tournament_id>/"

handler404 = "tournament.http.not_found"
handler500 = "tournament.upkeep.faults.failed"

urlpatterns: list[URLPattern | URLResolver] = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", home, name="home"),
    path("", include("tournament.clubs.urls")),
    path("clubs/<int:club_id>/persons/", include("tournament.people.erasure_urls")),
    path("", include("tournament.people.urls")),
    path("upkeep/", include("tournament.upkeep.urls")),
    path("", include("tournament.archive.urls")),
    path("t/", include("tournament.tables.urls")),
    path("public/<int:tournament_id>/", include("tournament.hall.public_urls")),
    path("hall/", include("tournament.hall.screen_urls")),
    path("api/", include("tournament.api.urls")),
    path("seasons/", include("tournament.seasons.urls")),
    path(f"{CONTEST}teams/", include("tournament.teams.urls")),
    path(f"{CONTEST}rounds/", include("tournament.rounds.urls")),
    path(f"{CONTEST}desk/", include("tournament.deals.urls")),
    path(f"{CONTEST}phones/", include("tournament.tables.desk_urls")),
    path(f"{CONTEST}referee/", include("tournament.referee.urls")),
    path("rulebooks/own/", include("tournament.workshop.urls")),
    path("rulebooks/", include("tournament.rulebooks.library_urls")),
    path(CONTEST, include("tournament.rulebooks.urls")),
    path(f"{CONTEST}standings/", include("tournament.standings.urls")),
    path(f"{CONTEST}files/", include("tournament.archive.files_urls")),
    path(f"{CONTEST}journal/", include("tournament.journal.urls")),
    path(f"{CONTEST}prints/", include("tournament.prints.urls")),
    path(f"{CONTEST}hall/", include("tournament.hall.urls")),
]
