"""The addresses of this feature."""

from django.urls import URLPattern, path

from tournament.teams import views

app_name = "teams"

urlpatterns: list[URLPattern] = [
    path("", views.team_list, name="list"),
    path("add/", views.add, name="add"),
    path("import/", views.import_list, name="import"),
    path("import/preview/", views.import_preview, name="import_preview"),
    path("<int:team_id>/", views.edit, name="edit"),
    path("<int:team_id>/delete/", views.delete, name="delete"),
    path("<int:team_id>/withdraw/", views.withdraw_team, name="withdraw"),
    path("<int:team_id>/return/", views.bring_team_back, name="bring_back"),
]
