"""The addresses of the desk."""

from django.urls import path

from tournament.deals import acts_views, checks_views, hall_views, options_views, views

app_name = "deals"

SHEET = "rounds/<int:number>/tables/<int:table>/"

urlpatterns = [
    path("", hall_views.hall, name="hall"),
    path(SHEET, views.sheet, name="sheet"),
    path(f"{SHEET}preview/", views.preview, name="preview"),
    path(f"{SHEET}presence/", hall_views.presence, name="presence"),
    path(f"{SHEET}confirm/", checks_views.confirm, name="confirm"),
    path(f"{SHEET}contest/", checks_views.contest, name="contest"),
    path(f"{SHEET}settle/", checks_views.settle, name="settle"),
    path(f"{SHEET}agree/", checks_views.agree, name="agree"),
    path(f"{SHEET}swap/", acts_views.swap, name="swap"),
    path(f"{SHEET}move/", acts_views.move, name="move"),
    path(f"{SHEET}options/", options_views.options, name="options"),
    path(f"{SHEET}options/correct/", options_views.corrected, name="options_corrected"),
    path(f"{SHEET}totals/", acts_views.totals, name="totals"),
    path(f"{SHEET}totals/drop/", acts_views.drop_totals, name="drop_totals"),
    path("undo/", acts_views.undo, name="undo"),
]
