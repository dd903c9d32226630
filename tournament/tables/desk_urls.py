"""The addresses where the desk sees, renews and revokes the codes of a round's tables."""

from django.urls import path

from tournament.tables import desk_views

app_name = "phones"

CODE = "rounds/<int:number>/tables/<int:table>/<str:side>/"

urlpatterns = [
    path("rounds/<int:number>/", desk_views.codes, name="codes"),
    path(f"{CODE}renew/", desk_views.renew_code, name="renew"),
    path(f"{CODE}revoke/", desk_views.revoke_code, name="revoke"),
]
