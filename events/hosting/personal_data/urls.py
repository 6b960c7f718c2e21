"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.hosting.personal_data import views

of_an_event = [
    path("delete/", views.delete_event, name="delete-event"),
    path("roster/players/<int:number>/personal/", views.personal, name="personal"),
    path(
        "roster/players/<int:number>/personal/export/",
        views.export_person,
        name="personal-export",
    ),
]
