"""The addresses of roles, accounts and invitations."""

from django.urls import path

from tournament.people import account_views, join_views, views

app_name = "people"

CONTEST = "tournaments/<int:tournament_id>/people/"
CLUB = "clubs/<int:club_id>/people/"
ACCOUNT = f"{CLUB}accounts/<int:user_id>/"

urlpatterns = [
    path("account/password/", account_views.password, name="password"),
    path("join/<str:secret>/", join_views.join, name="join"),
    path(CONTEST, views.contest, name="contest"),
    path(f"{CONTEST}give/", views.ACTS["give"][0], name="give"),
    path(f"{CONTEST}take/", views.ACTS["take"][0], name="take"),
    path(f"{CONTEST}new/", views.ACTS["new_account"][0], name="new_account"),
    path(f"{CONTEST}invite/", views.ACTS["invite"][0], name="invite"),
    path(
        f"{CONTEST}invitations/<int:invitation_id>/withdraw/",
        views.ACTS["withdraw"][0],
        name="withdraw",
    ),
    path(CLUB, views.club, name="club"),
    path(f"{CLUB}give/", views.ACTS["give"][1], name="give_in_club"),
    path(f"{CLUB}take/", views.ACTS["take"][1], name="take_in_club"),
    path(f"{CLUB}new/", views.ACTS["new_account"][1], name="new_account_in_club"),
    path(f"{CLUB}invite/", views.ACTS["invite"][1], name="invite_in_club"),
    path(
        f"{CLUB}invitations/<int:invitation_id>/withdraw/",
        views.ACTS["withdraw"][1],
        name="withdraw_in_club",
    ),
    path(f"{ACCOUNT}reset/", account_views.reset, name="reset"),
    path(f"{ACCOUNT}close/", account_views.close, name="close"),
    path(f"{ACCOUNT}open/", account_views.open_again, name="open_again"),
]
