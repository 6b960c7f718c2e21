"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.announcements import views

of_an_event = [
    path("announcements/", views.announcements, name="announcements"),
    path(
        "announcements/<int:announcement>/down/",
        views.take_down,
        name="announcement-down",
    ),
    path("announced/", views.announced, name="announced"),
]
