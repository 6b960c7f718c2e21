"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.clock import draft_call_views, preparation_views, views

of_an_event = [
    path("preparation/", preparation_views.preparation, name="preparation"),
    path("preparation/call/", draft_call_views.draft_call, name="draft-call"),
    path("rounds/<int:number>/clock/", views.clock, name="clock"),
    path("rounds/<int:number>/forecast/", views.forecast, name="forecast"),
]
