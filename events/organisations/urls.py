"""Addresses of this room; an organisation's pages belong to no single event."""

from django.urls import path

from events.organisations import views

of_all_events = [
    path("organisations/", views.mine, name="organisations"),
    path("organisations/<slug:organisation>/", views.organisation, name="organisation"),
    path("organisations/<slug:organisation>/name/", views.rename, name="organisation-rename"),
    path("organisations/<slug:organisation>/look/", views.branding, name="organisation-look"),
    path(
        "organisations/<slug:organisation>/second-factor/",
        views.secure,
        name="organisation-secure",
    ),
    path(
        "organisations/<slug:organisation>/invitations/", views.invite, name="organisation-invite"
    ),
    path(
        "organisations/<slug:organisation>/invitations/<int:invitation_id>/withdraw/",
        views.withdraw,
        name="organisation-withdraw",
    ),
    path(
        "organisations/<slug:organisation>/members/<str:username>/",
        views.change_member,
        name="organisation-member",
    ),
]
