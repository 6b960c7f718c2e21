"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.integrations import feature_views, views

of_an_event = [
    path("feature/", feature_views.feature, name="feature"),
    path("feature/games/", feature_views.games, name="feature-games"),
    path("feature/end/", feature_views.end, name="feature-end"),
    path("stream/", feature_views.stream, name="stream"),
    path("stream/<slug:scene>/", feature_views.scene, name="stream-scene"),
    path("integrations/", views.integrations, name="integrations"),
    path("integrations/<int:endpoint>/", views.integration, name="integration"),
    path("integrations/<int:endpoint>/kinds/", views.kinds, name="integration-kinds"),
    path("integrations/<int:endpoint>/remove/", views.remove, name="integration-remove"),
    path("integrations/<int:endpoint>/pause/", views.pause, name="integration-pause"),
    path("integrations/<int:endpoint>/test/", views.test, name="integration-test"),
    path(
        "integrations/<int:endpoint>/messages/<int:delivery>/replay/",
        views.replay,
        name="integration-replay",
    ),
]
