"""The addresses of the checks by cards, below the referee's desk."""

from django.urls import path

from tournament.referee.cards import views

urlpatterns = [
    path("", views.checks, name="cards"),
    path("legal/", views.legal, name="card_legal"),
    path("revoke/", views.revoke, name="card_revoke"),
    path("call/", views.call, name="card_call"),
    path("recount/", views.recount, name="card_recount"),
    path("declarations/", views.declared, name="card_declarations"),
]
