"""The addresses of the desk."""

from django.urls import path

from tournament.deals import hall_views, views

app_name = "deals"

SHEET = "rounds/<int:number>/tables/<int:table>/"

urlpatterns = [
    path("", hall_views.hall, name="hall"),
    path(SHEET, views.sheet, name="sheet"),
    path(f"{SHEET}preview/", views.preview, name="preview"),
    path(f"{SHEET}presence/", hall_views.presence, name="presence"),
]
