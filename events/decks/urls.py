"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.decks import pool_views, shown_lists_views, views

of_an_event = [
    path("decks/", views.decks, name="decks"),
    path("decks/archetypes/", shown_lists_views.archetypes, name="archetypes"),
    path("decks/shown/", shown_lists_views.shown_lists, name="shown-lists"),
    path("decks/checks/", views.checks, name="deck-checks"),
    path("decks/check/", views.start, name="deck-check"),
    path("decks/check/<int:check_id>/end/", views.end, name="deck-check-end"),
    path("decks/check/<int:check_id>/stop/", views.stop, name="deck-check-stop"),
    path("decks/pools/", pool_views.pools, name="pools"),
    path("decks/pools/<int:number>/", pool_views.pool, name="pool"),
    path("decks/<int:number>/", views.deck, name="deck"),
]
