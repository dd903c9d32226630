"""The addresses of the copies and of what there is to know of the site."""

from django.urls import path

from tournament.upkeep import views

app_name = "upkeep"

urlpatterns = [
    path("", views.about, name="about"),
    path("verify/", views.verify, name="verify"),
    path("diagnostic/", views.bundle, name="bundle"),
    path("backups/", views.backups, name="backups"),
    path("backups/now/", views.now, name="now"),
    path("backups/<slug:place>/<str:name>/", views.download, name="download"),
    path("backups/<slug:place>/<str:name>/restore/", views.restore, name="restore"),
]
