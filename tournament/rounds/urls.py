"""The addresses of the rounds."""

from django.urls import path

from tournament.rounds import incident_views, views

app_name = "rounds"

urlpatterns = [
    path("", views.rounds, name="list"),
    path("draw/", views.draw, name="draw"),
    path("plan/", incident_views.plan, name="plan"),
    path("restore/<int:round_id>/", incident_views.restore, name="restore"),
    path("<int:number>/", views.detail, name="detail"),
    path("<int:number>/close/", views.close, name="close"),
    path("<int:number>/reopen/", views.reopen, name="reopen"),
    path("<int:number>/cancel/", views.cancel, name="cancel"),
    path("<int:number>/seats/", incident_views.seats, name="seats"),
    path("<int:number>/checking/", incident_views.checking, name="checking"),
    path("<int:number>/remove/", incident_views.remove, name="remove"),
    path("<int:number>/clock/", incident_views.clock, name="clock"),
    path("<int:number>/reclaim/", incident_views.reclaim, name="reclaim"),
    path("<int:number>/clock/turn/", incident_views.turn, name="turn"),
]
