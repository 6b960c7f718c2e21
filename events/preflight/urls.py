"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.preflight import views

of_an_event = [
    path("rounds/<int:number>/gate/", views.preflight, name="preflight"),
    path("rounds/<int:number>/gate/answer/", views.answer, name="preflight-answer"),
]
