"""The addresses of this room, below an event's desk and outside events."""

from django.urls import path

from events.accounts import invitation_views, staff_views

of_an_event = [
    path("staff/", staff_views.staff, name="staff"),
    path("staff/<str:username>/", staff_views.change_member, name="staff-member"),
    path("staff/<str:username>/unlock/", staff_views.unlock_member, name="staff-unlock"),
    path("staff/<str:username>/password/", staff_views.password_link, name="staff-password"),
    path("invitations/", invitation_views.invite, name="invite"),
    path(
        "invitations/<int:invitation_id>/withdraw/",
        invitation_views.withdraw,
        name="invitation-withdraw",
    ),
]
of_all_events = [
    path(
        "invitations/<int:invitation_id>/",
        invitation_views.answer_invitation,
        name="my-invitation",
    ),
]
