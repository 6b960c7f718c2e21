"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.stages import bracket_views, pod_views, views

of_an_event = [
    path("stages/", views.stages, name="stages"),
    path("stages/add/", views.add, name="stage-add"),
    path("stages/playoff/", views.add_playoff, name="stage-playoff"),
    path("stages/remove/", views.remove, name="stage-remove"),
    path("stages/<int:number>/cut/", views.cut, name="cut"),
    path("stages/<int:number>/cut/back/", views.take_cut_back, name="cut-back"),
    path("stages/<int:number>/pods/", pod_views.pods, name="pods"),
    path("stages/<int:number>/pods/draw/", pod_views.draw, name="pods-draw"),
    path("stages/<int:number>/pods/change/", pod_views.change, name="pods-change"),
    path("stages/<int:number>/pods/post/", pod_views.post, name="pods-post"),
    path("stages/<int:number>/pods/wish/", pod_views.wish, name="pods-wish"),
    path(
        "basis/<str:code>/<int:number>/take-back/",
        views.take_back_made,
        name="basis-take-back",
    ),
    path("stages/<int:number>/bracket/", bracket_views.bracket, name="bracket"),
    path("stages/<int:number>/bracket/end/", bracket_views.end, name="playoff-end"),
    path("stages/<int:number>/bracket/resume/", bracket_views.resume, name="playoff-resume"),
    path("rounds/<int:number>/tables/<int:table>/play/", bracket_views.choose, name="choose-play"),
]
