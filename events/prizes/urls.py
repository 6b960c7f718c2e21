"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.prizes import views

of_an_event = [
    path("prizes/", views.prizes, name="prizes"),
    path("prizes/list/", views.prize_list, name="prize-list"),
    path("prizes/split/", views.split, name="prize-split"),
    path("prizes/<int:number>/hand-out/", views.hand_out_prize, name="prize-hand-out"),
    path("prizes/<int:number>/take-back/", views.take_back, name="prize-take-back"),
]
