"""The addresses of this room: of no single event."""

from django.urls import path

from events.badges import views

BADGES = "organisations/<slug:organisation>/badges/"

of_all_events = [
    path(BADGES, views.badges, name="badges"),
    path(f"{BADGES}make/", views.make, name="badges-make"),
    path(f"{BADGES}<int:player_id>/", views.one_badge, name="badge"),
    path(f"{BADGES}<int:player_id>/renew/", views.renew, name="badge-renew"),
    path(f"{BADGES}<int:player_id>/revoke/", views.revoke, name="badge-revoke"),
]
