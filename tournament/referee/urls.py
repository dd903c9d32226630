"""The addresses of the referee's desk."""

from django.urls import include, path

from tournament.referee import (
    call_views,
    correction_views,
    desk_views,
    published_views,
    ruling_views,
)

app_name = "referee"

TABLE = "rounds/<int:number>/tables/<int:table>/"

urlpatterns = [
    path("", desk_views.desk, name="desk"),
    path(f"{TABLE}deals/<int:deal>/", desk_views.deal, name="deal"),
    path("cards/", include("tournament.referee.cards.urls")),
    path("elsewhere/", desk_views.elsewhere, name="elsewhere"),
    path("published/", published_views.rulings, name="published"),
    path("rulings/", ruling_views.register, name="register"),
    path("rulings/new/", ruling_views.rule, name="rule"),
    path("rulings/<int:ruling>/", ruling_views.ruling, name="ruling"),
    path("rulings/<int:ruling>/replace/", ruling_views.replace, name="replace"),
    path("calls/", call_views.calls, name="calls"),
    path("calls/<int:call>/take/", call_views.take_call, name="take_call"),
    path("calls/<int:call>/settle/", call_views.settle_call, name="settle_call"),
    path("calls/<int:call>/withdraw/", call_views.withdraw_call, name="withdraw_call"),
    path(f"{TABLE}call/", call_views.call, name="call"),
    path("playing/", ruling_views.playing, name="playing"),
    path(f"{TABLE}impact/", correction_views.impact_of_correction, name="impact_of_correction"),
]
