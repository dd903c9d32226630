"""The addresses of a contest's files."""

from django.urls import path

from tournament.archive import files_views as views

app_name = "files"

urlpatterns = [
    path("", views.index, name="index"),
    *(
        path(f"{kind.name}.<str:extension>", views.file_of(kind), name=kind.name)
        for kind in views.KINDS
    ),
]
