"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.floor import hand_over_views, views

of_an_event = [
    path("floor/", views.floor, name="floor"),
    path("floor/areas/", views.areas, name="floor-areas"),
    path("floor/areas/deal/", views.deal, name="floor-deal"),
    path("floor/areas/<int:area>/remove/", views.remove_area, name="floor-area-remove"),
    path("hand-over/", hand_over_views.hand_over, name="hand-over"),
    path("hand-over/<int:note>/read/", hand_over_views.acknowledge, name="hand-over-read"),
    path("rounds/<int:number>/tables/<int:table>/floor/", views.mark, name="floor-mark"),
    path("rounds/<int:number>/tables/<int:table>/floor/extend/", views.extend, name="floor-extend"),
]
