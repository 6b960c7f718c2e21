"""The staff addresses of this room."""

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

of_all_events = [
    path(
        "organisations/<slug:organisation>/series/<int:number>/people/<int:index>/",
        views.series_person,
        name="series-person",
    ),
]
