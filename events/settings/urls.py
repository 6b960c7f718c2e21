"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.settings import settings_views, views

of_an_event = [
    path("settings/", settings_views.settings, name="settings"),
    path("settings/<slug:code>/", settings_views.group, name="settings-group"),
    path("logo/", views.logo, name="logo"),
    path("switch/", views.switch, name="switch"),
    path("add/", settings_views.add, name="add"),
    path("names/", settings_views.moved, {"code": "shown"}, name="names"),
    path("phones/", settings_views.moved, {"code": "shown"}, name="phones"),
    path("facts/", settings_views.moved, {"code": "facts"}, name="facts"),
    path("sign-ups/settings/", settings_views.moved, {"code": "players"}, name="sign-up-settings"),
]
