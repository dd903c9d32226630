"""The addresses of the rulebook workshop; the editor's are its own."""

from django.urls import include, path

from tournament.workshop import own_views, views

app_name = "workshop"

urlpatterns = [
    path("", views.own_list, name="list"),
    path("start/", views.start, name="start"),
    path("import/", views.import_file, name="import"),
    path("find/", views.find, name="find"),
    path("compare/", views.compare, name="compare"),
    path("contest/", views.contest, name="contest"),
    path("read/<str:key>/", views.read, name="read"),
    path("file/<str:key>/", views.save_file, name="file"),
    path("<int:own_id>/", own_views.own_page, name="own"),
    path("<int:own_id>/examples/", own_views.examples, name="examples"),
    path(
        "<int:own_id>/examples/<int:example_id>/remove/",
        own_views.remove_example,
        name="remove_example",
    ),
    path("<int:own_id>/edit/", include("tournament.workshop.editor.urls")),
    path("<int:own_id>/publish/", own_views.publish, name="publish"),
    path("<int:own_id>/retire/", own_views.retire, name="retire"),
    path("<int:own_id>/delete/", own_views.delete, name="delete"),
]
