"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.player_pages import staff_views

of_an_event = [
    path("roster/check-in/phones/", staff_views.open_check_in, name="phones-check-in"),
    path("roster/players/<int:number>/address/", staff_views.issue_address, name="player-address"),
]
