"""The addresses of the journal."""

from django.urls import path

from tournament.journal import views

app_name = "journal"

urlpatterns = [
    path("", views.acts, name="acts"),
    path("csv/", views.acts_csv, name="csv"),
    path("verify/", views.verification, name="verify"),
]
