"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.decks import views

of_an_event = [
    path("decks/", views.decks, name="decks"),
    path("decks/check/", views.start, name="deck-check"),
    path("decks/check/<int:check_id>/end/", views.end, name="deck-check-end"),
    path("decks/<int:number>/", views.deck, name="deck"),
]
