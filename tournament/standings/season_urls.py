"""The addresses of the seasons, at the root: a season spans contests."""

from django.urls import path

from tournament.standings import season_views

app_name = "seasons"

urlpatterns = [
    path("", season_views.seasons, name="list"),
    path("new/", season_views.create, name="create"),
    path("<int:season_id>/", season_views.detail, name="detail"),
    path("<int:season_id>/settings/", season_views.settings, name="settings"),
    path("<int:season_id>/evenings/", season_views.add, name="add"),
    path("<int:season_id>/evenings/<int:contest_id>/remove/", season_views.remove, name="remove"),
    path("<int:season_id>/csv/", season_views.csv, name="csv"),
]
