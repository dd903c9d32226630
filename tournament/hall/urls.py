"""The addresses of what is shown to everybody, as its organiser runs it."""

from django.urls import path

from tournament.hall import views

app_name = "hall"

urlpatterns = [
    path("", views.index, name="index"),
    path("show/", views.turn_switch, name="show"),
    path("displays/new/", views.new_display, name="new_display"),
    path("displays/<int:display_id>/", views.display, name="display"),
    path("displays/<int:display_id>/edit/", views.edit_display, name="edit_display"),
    path("displays/<int:display_id>/remove/", views.drop_display, name="drop_display"),
    path("pictures/", views.pictures, name="pictures"),
    path("pictures/<int:picture_id>/remove/", views.drop_picture, name="drop_picture"),
    path("charts/", views.charts, name="charts"),
]
