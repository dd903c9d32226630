"""The addresses of the editor, below those of one of the club's own rulebooks."""

from django.urls import path

from tournament.workshop.editor import views

app_name = "editor"

urlpatterns = [
    path("", views.index, name="edit"),
    path("<slug:topic>/", views.topic, name="topic"),
]
