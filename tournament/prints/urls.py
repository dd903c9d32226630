"""The addresses of the papers."""

from django.urls import path

from tournament.prints import referee_views, views

app_name = "prints"

urlpatterns = [
    path("", views.index, name="index"),
    path("rounds/<int:number>/score-sheets.pdf", views.score_sheets, name="score_sheets"),
    path("rulings/<int:ruling>.pdf", referee_views.ruling_slip, name="ruling_slip"),
    path("rulings.pdf", referee_views.rulings, name="rulings"),
    path("report.pdf", referee_views.report, name="report"),
    path("standings.pdf", views.standings, name="standings"),
]
