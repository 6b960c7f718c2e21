"""The addresses of this room, below an event's desk and outside events."""

from django.urls import path

from events.finder import views

of_all_events = [
    path("help/", views.help_outside, name="help-outside"),
    path("help/<slug:guide>/", views.guide_outside, name="guide-outside"),
]
of_an_event = [
    path("find/", views.find, name="find"),
    path("keys/", views.keys, name="keys"),
    path("help/", views.help_of_page, name="help"),
    path("help/<slug:guide>/", views.guide, name="guide"),
]
