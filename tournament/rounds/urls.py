"""The addresses of the rounds."""

from django.urls import path

from tournament.rounds import views

app_name = "rounds"

urlpatterns = [
    path("", views.rounds, name="list"),
    path("draw/", views.draw, name="draw"),
    path("<int:number>/", views.detail, name="detail"),
    path("<int:number>/close/", views.close, name="close"),
    path("<int:number>/reopen/", views.reopen, name="reopen"),
    path("<int:number>/cancel/", views.cancel, name="cancel"),
]
