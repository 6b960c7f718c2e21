"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.settings import privacy_views, switch_views, views

of_an_event = [
    path("settings/", views.settings, name="settings"),
    path("switch/", switch_views.switch, name="switch"),
    path("add/", views.add, name="add"),
    path("names/", privacy_views.names, name="names"),
]
