"""Staff addresses of this room; a queue belongs to no single event."""

from django.urls import path

from events.on_demand import views

_BASE = "organisations/<slug:organisation>/on-demand/"
_QUEUE = f"{_BASE}<int:number>/"

of_all_events = [
    path(_BASE, views.board, name="on-demand"),
    path(f"{_BASE}live/", views.live, name="on-demand-live"),
    path(f"{_BASE}new/", views.new, name="on-demand-new"),
    path(f"{_QUEUE}settings/", views.change, name="on-demand-change"),
    path(f"{_QUEUE}state/", views.state, name="on-demand-state"),
    path(f"{_QUEUE}add/", views.add, name="on-demand-add"),
    path(f"{_QUEUE}call/", views.call, name="on-demand-call"),
    path(f"{_QUEUE}stand/", views.stand, name="on-demand-stand"),
    path(f"{_QUEUE}entries/<int:entry>/remove/", views.remove, name="on-demand-remove"),
    path(f"{_QUEUE}entries/<int:entry>/replace/", views.replace, name="on-demand-replace"),
    path(f"{_QUEUE}entries/<int:entry>/tickets/", views.take_back, name="on-demand-take-back"),
    path(f"{_QUEUE}pods/<int:pod>/post/", views.post, name="on-demand-post"),
    path(f"{_QUEUE}pods/<int:pod>/tickets/", views.tickets, name="on-demand-tickets"),
]
