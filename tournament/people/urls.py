"""The addresses of roles, accounts and invitations."""

from django.urls import URLPattern, path

from tournament.people import account_views, join_views, views

app_name = "people"

CONTEST = "tournaments/<int:tournament_id>/people/"
CLUB = "clubs/<int:club_id>/people/"
ACCOUNT = f"{CLUB}accounts/<int:user_id>/"


def _acts(below: str, named: str = "") -> list[URLPattern]:
    """Return what is done below a contest, or below a club."""
    invitation = f"{below}invitations/<int:invitation_id>/"
    return [
        path(f"{below}give/", views.give, name=f"give{named}"),
        path(f"{below}take/", views.take, name=f"take{named}"),
        path(f"{below}new/", views.new_account, name=f"new_account{named}"),
        path(f"{below}invite/", views.invite, name=f"invite{named}"),
        path(f"{invitation}withdraw/", views.withdraw, name=f"withdraw{named}"),
    ]


urlpatterns = [
    path("account/password/", account_views.password, name="password"),
    path("join/<str:secret>/", join_views.join, name="join"),
    path(CONTEST, views.roles, name="contest"),
    path(CLUB, views.roles, name="club"),
    *_acts(CONTEST),
    *_acts(CLUB, "_in_club"),
    path(f"{ACCOUNT}reset/", account_views.reset, name="reset"),
    path(f"{ACCOUNT}close/", account_views.close, name="close"),
    path(f"{ACCOUNT}open/", account_views.open_again, name="open_again"),
]
