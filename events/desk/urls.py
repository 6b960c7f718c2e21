"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.desk import (
    completing_views,
    digital_views,
    game_views,
    round_views,
    swap_views,
    table_views,
    views,
)

of_an_event = [
    path("rounds/<int:number>/enter/", views.enter, name="enter"),
    path("rounds/<int:number>/echo/", views.echo, name="echo"),
    path("rounds/<int:number>/live/", views.live, name="live"),
    path("rounds/<int:number>/clock/desk/", views.clock, name="desk-clock"),
    path("", views.desk, name="desk"),
    path("rounds/<int:number>/check/", digital_views.check, name="check-tables"),
    path("rounds/<int:number>/tables/<int:table>/check/", digital_views.mark, name="check-table"),
    path("rounds/<int:number>/next/", digital_views.next_start, name="announce-next"),
    path("rounds/<int:number>/", round_views.round_view, name="round"),
    path("rounds/<int:number>/missing/", views.missing, name="missing"),
    path("rounds/<int:number>/undo/", views.undo, name="undo"),
    path("rounds/<int:number>/keep/", views.keep, name="keep"),
    path("rounds/<int:number>/calls/<int:call_id>/", views.answer_call, name="call-answer"),
    path("rounds/<int:number>/pair/", round_views.pair, name="pair"),
    path("rounds/<int:number>/left-out/", round_views.take_back, name="left-out-back"),
    path("rounds/<int:number>/pair-again/", round_views.pair_again, name="pair-again"),
    path("rounds/<int:number>/discard/", round_views.discard, name="discard"),
    path("rounds/<int:number>/change/", round_views.change_unposted, name="change-unposted"),
    path("rounds/<int:number>/post/", round_views.post, name="post"),
    path("rounds/<int:number>/unpost/", round_views.unpost, name="unpost"),
    path("rounds/<int:number>/complete/", completing_views.complete, name="complete"),
    path("rounds/<int:number>/reopen/", round_views.reopen, name="reopen-round"),
    path("rounds/<int:number>/tables/<int:table>/", table_views.table, name="table"),
    path("rounds/<int:number>/tables/<int:table>/enter/", table_views.enter, name="table-enter"),
    path("rounds/<int:number>/tables/<int:table>/say/", table_views.say, name="table-say"),
    path(
        "rounds/<int:number>/tables/<int:table>/games/", game_views.report_games, name="table-games"
    ),
    path("rounds/<int:number>/tables/<int:table>/absent/", game_views.absent, name="absent"),
    path("rounds/<int:number>/tables/<int:table>/swap/", swap_views.swap, name="table-swap"),
    path("rounds/<int:number>/tables/<int:table>/swap/undo/", swap_views.undo, name="swap-undo"),
    path("rounds/<int:number>/tables/<int:table>/undo/", table_views.undo, name="table-undo"),
    path("rounds/<int:number>/tables/<int:table>/extend/", table_views.extend, name="extend"),
    path("rounds/<int:number>/tables/<int:table>/correct/", table_views.correct, name="correct"),
]
