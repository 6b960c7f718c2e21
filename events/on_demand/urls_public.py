"""The public addresses of this room."""

from django.urls import path

from events.on_demand import public_views

of_everybody = [
    path("o/<slug:slug>/on-demand/", public_views.queues, name="on-demand"),
    path("o/<slug:slug>/on-demand/<int:number>/", public_views.queue, name="on-demand-queue"),
    path("o/<slug:slug>/on-demand/leave/", public_views.leave, name="on-demand-leave"),
]
