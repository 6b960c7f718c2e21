"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.penalties import investigation_views, views

of_an_event = [
    path("roster/players/<int:number>/penalties/", views.give, name="penalty-give"),
    path("penalties/", views.penalties, name="penalties"),
    path("penalties/find/", views.find, name="penalty-find"),
    path("penalties/investigations/", investigation_views.investigations, name="investigations"),
    path(
        "penalties/investigations/<int:note_id>/remove/",
        investigation_views.remove,
        name="investigation-remove",
    ),
    path("penalties/<int:penalty_id>/undo/", views.undo, name="penalty-undo"),
    path("penalties/<int:penalty_id>/change/", views.change, name="penalty-change"),
    path("penalties/<int:penalty_id>/remove/", views.remove, name="penalty-remove"),
]
