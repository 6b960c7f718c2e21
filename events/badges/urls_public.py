"""The public addresses of this room."""

from django.urls import path

from events.badges import public_views

of_everybody = [
    path("o/<slug:slug>/badge/<secret:token>/", public_views.badge, name="badge"),
]
