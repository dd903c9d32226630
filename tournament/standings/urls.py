"""The addresses of the standings."""

from django.urls import path

from tournament.standings import views

app_name = "standings"

urlpatterns = [
    path("", views.table, name="table"),
    path("csv/", views.csv, name="csv"),
    path("lot/", views.lot, name="lot"),
    path("teams/<int:team_id>/", views.team, name="team"),
]
