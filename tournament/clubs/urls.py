"""The addresses of accounts and of a contest as a whole; ``home`` is in tournament.urls."""

from django.urls import path

from tournament.clubs import views

app_name = "clubs"

urlpatterns = [
    path("login/", views.log_in, name="login"),
    path("logout/", views.log_out, name="logout"),
    path("clubs/<int:club_id>/", views.club, name="club"),
    path("tournaments/new/", views.create, name="create"),
    path("tournaments/again/", views.again, name="again"),
    path("tournaments/<int:tournament_id>/", views.tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/settings/", views.settings, name="settings"),
    path("tournaments/<int:tournament_id>/delete/", views.delete, name="delete"),
]
