"""The addresses of the rulebooks that ship, whatever the contest."""

from django.urls import path

from tournament.rulebooks import views

app_name = "library"

urlpatterns = [
    path("", views.library, name="list"),
    path("compare/", views.library_compare, name="compare"),
    path("<str:key>/", views.library_rules, name="rules"),
]
