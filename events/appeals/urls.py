"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.appeals import views

of_an_event = [
    path("appeals/", views.appeals, name="appeals"),
    path("appeals/<int:appeal_id>/remove/", views.remove, name="appeal-remove"),
]
