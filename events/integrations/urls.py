"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.integrations import feature_views, organisation_views, views
from events.integrations.buttons import BUTTONS

of_an_event = [
    path("feature/", feature_views.feature, name="feature"),
    path("feature/games/", feature_views.games, name="feature-games"),
    path("feature/end/", feature_views.end, name="feature-end"),
    path("feature/<int:match>/show/", feature_views.show, name="feature-show"),
    path("stream/", feature_views.stream, name="stream"),
    path("stream/<slug:scene>/", feature_views.scene, name="stream-scene"),
    path("integrations/", views.integrations, name="integrations"),
    path("integrations/<int:endpoint>/", views.integration, name="integration"),
    *(
        path(
            f"integrations/<int:endpoint>/{what}/",
            views.change,
            {"what": what},
            name=f"integration-{what}",
        )
        for what in BUTTONS
    ),
    path("integrations/<int:endpoint>/secret/", views.secret, name="integration-secret"),
    path(
        "integrations/<int:endpoint>/messages/<int:delivery>/replay/",
        views.replay,
        name="integration-replay",
    ),
]
_PROGRAMS = "organisations/<slug:organisation>/integrations/"
_PROGRAM = f"{_PROGRAMS}<int:endpoint>/"
of_all_events = [
    path(_PROGRAMS, organisation_views.integrations, name="organisation-integrations"),
    path(_PROGRAM, organisation_views.integration, name="organisation-integration"),
    path(f"{_PROGRAM}secret/", organisation_views.secret, name="organisation-integration-secret"),
    path(
        f"{_PROGRAM}messages/<int:delivery>/replay/",
        organisation_views.replay,
        name="organisation-integration-replay",
    ),
    *(
        path(
            f"{_PROGRAM}{what}/",
            organisation_views.change,
            {"what": what},
            name=f"organisation-integration-{what}",
        )
        for what in BUTTONS
    ),
]
