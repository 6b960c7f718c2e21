"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.finder import views

of_an_event = [
    path("find/", views.find, name="find"),
    path("keys/", views.keys, name="keys"),
    path("help/", views.help_of_page, name="help"),
    path("help/<slug:guide>/", views.guide, name="guide"),
]
