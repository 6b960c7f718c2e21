"""The addresses of this room: of no single event."""

from django.urls import path

from events.day import board_views, views

of_all_events = [
    path("", views.day, name="events"),
    path("day/live/", views.live, name="day-live"),
    path("day/queues/", views.queues, name="day-queues"),
    path("day/floor/", views.floor, name="day-floor"),
    path("day/announce/", views.announce, name="day-announce"),
    path("day/take-down/", views.take_down, name="day-take-down"),
    path("organisations/<slug:organisation>/board/", board_views.board, name="staff-board"),
    path("organisations/<slug:organisation>/board/want/", board_views.want, name="staff-want"),
    path(
        "organisations/<slug:organisation>/board/list/",
        board_views.print_list,
        name="staff-board-list",
    ),
    path("organisations/<slug:organisation>/board/move/", board_views.move, name="staff-move"),
    path(
        "organisations/<slug:organisation>/board/moves/<int:move_id>/undo/",
        board_views.undo,
        name="staff-move-undo",
    ),
]
