"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.integrations import views

of_an_event = [
    path("integrations/", views.integrations, name="integrations"),
    path("integrations/<int:endpoint>/", views.integration, name="integration"),
    path("integrations/<int:endpoint>/remove/", views.remove, name="integration-remove"),
    path("integrations/<int:endpoint>/pause/", views.pause, name="integration-pause"),
    path("integrations/<int:endpoint>/test/", views.test, name="integration-test"),
    path(
        "integrations/<int:endpoint>/messages/<int:delivery>/replay/",
        views.replay,
        name="integration-replay",
    ),
]
