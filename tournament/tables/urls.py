"""The addresses that a phone at a table opens: short, since they are typed by hand."""

from django.urls import path

from tournament.tables import views

app_name = "tables"

urlpatterns = [
    path("", views.enter, name="enter"),
    path("<str:code>/", views.table, name="table"),
    path("<str:code>/news/", views.news, name="news"),
    path("<str:code>/preview/", views.preview, name="preview"),
    path("<str:code>/options/", views.options, name="options"),
    path("<str:code>/answer/", views.answer, name="answer"),
    path("<str:code>/call/", views.call, name="call"),
    path("<str:code>/call/withdraw/", views.withdraw_call, name="withdraw_call"),
]
