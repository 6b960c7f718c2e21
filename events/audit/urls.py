"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.audit import verification_views, views

of_an_event = [
    path("rounds/<int:number>/sources/", views.result_audit, name="sources"),
    path("rounds/<int:number>/sources/keep/", views.keep, name="sources-keep"),
    path("rounds/<int:number>/sources/take/", views.take, name="sources-take"),
    path("rounds/<int:number>/sources/certify/", views.certify, name="certify"),
    path("rounds/<int:number>/reading/", verification_views.page, name="reading"),
    path("rounds/<int:number>/reading/echo/", verification_views.echo, name="reading-echo"),
    path("rounds/<int:number>/reading/enter/", verification_views.enter, name="reading-enter"),
    path("rounds/<int:number>/reading/undo/", verification_views.undo, name="reading-undo"),
    path("rounds/<int:number>/reading/count/", verification_views.count, name="reading-count"),
    path("journal/", views.journal, name="journal"),
]
