"""The addresses of the seasons, at the root: a season spans contests."""

from django.urls import path

from tournament.seasons import views

app_name = "seasons"

urlpatterns = [
    path("", views.seasons, name="list"),
    path("new/", views.create, name="create"),
    path("<int:season_id>/", views.detail, name="detail"),
    path("<int:season_id>/settings/", views.settings, name="settings"),
    path("<int:season_id>/evenings/", views.add, name="add"),
    path("<int:season_id>/evenings/<int:contest_id>/remove/", views.remove, name="remove"),
    path("<int:season_id>/csv/", views.csv, name="csv"),
    path("<int:season_id>/calendar.ics", views.calendar, name="calendar"),
]
