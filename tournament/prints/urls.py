"""The addresses of the papers: most are those of the registry, by what they are of."""

from django.urls import path

from tournament.prints import changes_views, prizes_views, referee_views, season_views, views

app_name = "prints"

urlpatterns = [
    path("", views.index, name="index"),
    # Known by these names to the pages that link to them.
    path(
        "rounds/<int:number>/score-sheets.pdf",
        views.of_round,
        {"round_paper": "score-sheets"},
        name="score_sheets",
    ),
    path("rulings.pdf", views.paper, {"paper": "rulings"}, name="rulings"),
    path("report.pdf", views.paper, {"paper": "report"}, name="report"),
    path("standings.pdf", views.paper, {"paper": "standings"}, name="standings"),
    path("rounds/<int:number>/changes/", changes_views.changes, name="changes"),
    path("prizes/", prizes_views.prizes, name="prizes"),
    path("seasons/<int:season_id>.pdf", season_views.season, name="season"),
    path("rulings/<int:ruling>.pdf", referee_views.ruling_slip, name="ruling_slip"),
    path("rounds/<int:number>/<slug:round_paper>.pdf", views.of_round, name="of_round"),
    path("teams/<int:team_id>/<slug:team_paper>.pdf", views.of_team, name="of_team"),
    path("<slug:paper>.pdf", views.paper, name="paper"),
]
