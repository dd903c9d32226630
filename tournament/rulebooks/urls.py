"""The addresses of a contest's rules."""

from django.urls import path

from tournament.rulebooks import change_views, views

app_name = "rulebooks"

urlpatterns = [
    path("rules/", views.rules, name="rules"),
    path("rules/compare/", views.compare_own, name="compare"),
    path("rulebook/change/", change_views.change, name="change"),
]
