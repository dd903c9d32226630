"""The addresses of the desk."""

from django.urls import path

from tournament.deals import views

app_name = "deals"

SHEET = "rounds/<int:number>/tables/<int:table>/"

urlpatterns = [
    path("", views.hall, name="hall"),
    path(SHEET, views.sheet, name="sheet"),
    path(f"{SHEET}preview/", views.preview, name="preview"),
]
