"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.eligibility import views

of_an_event = [
    path("roster/eligibility/", views.marks, name="eligibility"),
    path(
        "roster/eligibility/<int:mark_id>/remove/",
        views.remove_mark,
        name="eligibility-remove",
    ),
]
