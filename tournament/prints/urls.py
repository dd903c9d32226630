"""The addresses of the papers."""

from django.urls import path

from tournament.prints import views

app_name = "prints"

urlpatterns = [
    path("", views.index, name="index"),
    path("rounds/<int:number>/score-sheets.pdf", views.score_sheets, name="score_sheets"),
    path("standings.pdf", views.standings, name="standings"),
]
