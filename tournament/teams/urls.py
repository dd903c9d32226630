"""The addresses of this feature."""

from django.urls import URLPattern, path

from tournament.teams import (
    alone_views,
    apart_views,
    entrance_views,
    import_views,
    money_views,
    views,
)

app_name = "teams"

urlpatterns: list[URLPattern] = [
    path("", views.team_list, name="list"),
    path("add/", views.add, name="add"),
    path("import/", import_views.import_list, name="import"),
    path("import/preview/", import_views.import_preview, name="import_preview"),
    path("check-in/", entrance_views.check_in, name="check_in"),
    path("fees/", money_views.fees, name="fees"),
    path("fees/csv/", money_views.fees_csv, name="fees_csv"),
    path("alone/", alone_views.alone, name="alone"),
    path("alone/pair/", alone_views.pair, name="pair"),
    path("alone/<int:player_id>/remove/", alone_views.remove_alone, name="remove_alone"),
    path("alone/<int:player_id>/payments/", money_views.player_payments, name="player_payments"),
    path("apart/", apart_views.apart, name="apart"),
    path("apart/<int:apart_id>/meet/", apart_views.meet, name="meet"),
    path("<int:team_id>/", views.edit, name="edit"),
    path("<int:team_id>/payments/", money_views.team_payments, name="payments"),
    path("<int:team_id>/replace/", views.replace, name="replace"),
    path("<int:team_id>/separate/", views.separate, name="separate"),
    path("<int:team_id>/delete/", views.delete, name="delete"),
    path("<int:team_id>/withdraw/", views.withdraw_team, name="withdraw"),
    path("<int:team_id>/return/", views.bring_team_back, name="bring_back"),
]
