"""The addresses of what is kept of persons, below those of their club."""

from django.urls import path

from tournament.people import erasure_views as views

app_name = "persons"

urlpatterns = [
    path("", views.find, name="find"),
    path("kept/", views.retention, name="retention"),
    path("<int:player_id>/", views.person, name="person"),
    path("<int:player_id>/kept.<str:extension>", views.export, name="export"),
]
