"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.repairing import views

of_an_event = [
    path("rounds/<int:number>/plans/", views.plans, name="plans"),
    path("rounds/<int:number>/plans/apply/", views.apply, name="plan-apply"),
    path("rounds/<int:number>/plans/leave/", views.leave, name="plan-leave"),
    path("rounds/<int:number>/plans/seats/", views.seats, name="plan-seats"),
    path("rounds/<int:number>/plans/undo/", views.undo, name="plan-undo"),
    path("rounds/<int:number>/bye/", views.against_bye, name="against-bye"),
]
