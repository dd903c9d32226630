"""The addresses of the hall's screens: short, since they are typed on a television."""

from django.urls import path

from tournament.hall import screen_views as views

app_name = "screens"

urlpatterns = [
    path("pictures/<str:digest>.png", views.picture, name="picture"),
    path("<str:screen>/", views.screen, name="screen"),
    path("<str:screen>/news/", views.news, name="news"),
]
