"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.announcements import announced_value_views, views

of_an_event = [
    path("announcements/", views.announcements, name="announcements"),
    path(
        "announcements/<int:announcement>/down/",
        views.take_down,
        name="announcement-down",
    ),
    path("announced/", announced_value_views.announced, name="announced"),
]
