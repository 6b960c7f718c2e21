"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.sign_ups import views

of_an_event = [
    path("sign-ups/", views.sign_ups, name="sign-ups"),
    path("sign-ups/all/", views.decide_all, name="sign-ups-decide-all"),
    path("sign-ups/<int:sign_up_id>/", views.decide, name="sign-up-decide"),
    path("roster/players/<int:number>/paid/", views.paid, name="player-paid"),
]
