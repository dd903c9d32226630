"""The addresses of the API, by version."""

from django.urls import path

from tournament.api import views
from tournament.api.openapi import RESOURCES

app_name = "api"

urlpatterns = [
    path("v1/openapi.json", views.openapi, name="openapi"),
    *(
        path(f"v1/tournaments/<str:tournament_id>/{each.path}", views.view_of(each), name=each.name)
        for each in RESOURCES
    ),
]
