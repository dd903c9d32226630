"""The addresses of what everybody may see, where an organiser shows it."""

from django.urls import path

from tournament.hall import public_views as views

app_name = "public"

urlpatterns = [
    path("", views.home, name="home"),
    path("draw/", views.draw, name="draw"),
    path("draw/names/", views.draw_by_name, name="draw_by_name"),
    path("standings/", views.standings, name="standings"),
    path("results/", views.results, name="last_results"),
    path("results/<int:number>/", views.results, name="results"),
    path("rulings/", views.rulings, name="rulings"),
    path("charts/", views.charts, name="charts"),
    path("teams/", views.teams, name="teams"),
    path("teams/<int:number>/", views.team, name="team"),
    path("rules/", views.rules, name="rules"),
]
