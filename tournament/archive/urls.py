"""The addresses of archives: one of a contest, and where any is restored."""

from django.urls import path

from tournament.archive import views

app_name = "archive"

urlpatterns = [
    path("tournaments/restore/", views.give, name="give"),
    path("tournaments/restore/confirm/", views.confirm, name="confirm"),
    path("tournaments/<int:tournament_id>/archive/", views.download, name="download"),
]
