"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.standings import explain_views, views

of_an_event = [
    path("standings/", views.standings, name="standings"),
    path("standings/<int:number>/", views.standings, name="standings-after"),
    path("standings/<int:round>/players/<int:number>/", explain_views.staff_page, name="explain"),
    path(
        "standings/<int:round>/players/<int:number>.json",
        explain_views.staff_json,
        name="explain-json",
    ),
    path("standings/<int:number>/publish/", views.publish, name="publish"),
    path("standings/<int:number>/withdraw/", views.withdraw, name="withdraw"),
    path("finish/", views.finish, name="finish"),
    path("reopen/", views.reopen, name="reopen-event"),
]
