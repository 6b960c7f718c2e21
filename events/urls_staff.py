"""The addresses below staff/: the desk of every event, and what is around it."""

from django.urls import path

from events.views import events, staff

app_name = "staff"
urlpatterns = [
    # Events and staff
    path("", events.events, name="events"),
    path("new/", events.new_event, name="new"),
    path("e/<slug:slug>/settings/", events.settings, name="settings"),
    path("e/<slug:slug>/staff/", staff.staff, name="staff"),
    path("e/<slug:slug>/staff/<str:username>/", staff.change_member, name="staff-member"),
]
