"""The addresses of roles, accounts and invitations."""

from django.urls import path

from tournament.people import account_views, join_views, views

app_name = "people"

CONTEST = "tournaments/<int:tournament_id>/people/"
CLUB = "clubs/<int:club_id>/people/"
ACCOUNT = f"{CLUB}accounts/<int:user_id>/"
ACTS = {
    "give": "give/",
    "take": "take/",
    "new_account": "new/",
    "invite": "invite/",
    "withdraw": "invitations/<int:invitation_id>/withdraw/",
}
"""Where each act stands below a contest, and below a club."""

urlpatterns = [
    path("account/password/", account_views.password, name="password"),
    path("join/<str:secret>/", join_views.join, name="join"),
    path(CONTEST, views.contest, name="contest"),
    *(path(CONTEST + where, views.ACTS[act][0], name=act) for act, where in ACTS.items()),
    path(CLUB, views.club, name="club"),
    *(path(CLUB + where, views.ACTS[act][1], name=f"{act}_in_club") for act, where in ACTS.items()),
    path(f"{ACCOUNT}reset/", account_views.reset, name="reset"),
    path(f"{ACCOUNT}close/", account_views.close, name="close"),
    path(f"{ACCOUNT}open/", account_views.open_again, name="open_again"),
]
