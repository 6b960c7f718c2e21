"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.seating import views

of_an_event = [
    path("room/", views.room, name="room"),
    path("rounds/<int:number>/tables/<int:table>/move/", views.move, name="move"),
]
