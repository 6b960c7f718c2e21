"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.roster import check_in_views, list_views, player_views, selection_views, views

of_an_event = [
    path("roster/", views.roster, name="roster"),
    path("roster/add/", views.add, name="roster-add"),
    path("roster/paste/", list_views.paste, name="roster-paste"),
    path("roster/check-in/", check_in_views.check_in_page, name="roster-check-in"),
    path(
        "roster/check-in/again/",
        selection_views.check_in_again,
        name="roster-check-in-again",
    ),
    path("roster/drop-absent/", views.drop_absent_page, name="roster-drop-absent"),
    path(
        "roster/selected/check-in/",
        selection_views.check_in_selected,
        name="roster-selected-check-in",
    ),
    path("roster/selected/paid/", selection_views.mark_selected_paid, name="roster-selected-paid"),
    path("roster/selected/drop/", selection_views.drop_selected, name="roster-selected-drop"),
    path("roster/paste/undo/", selection_views.undo_list, name="roster-paste-undo"),
    path("roster/players/<int:number>/", player_views.player, name="player"),
    path(
        "roster/players/<int:number>/check-in/",
        player_views.check_in_player,
        name="player-check-in",
    ),
    path("roster/players/<int:number>/alias/", player_views.alias, name="alias"),
    path("roster/players/<int:number>/drop/", player_views.drop_player, name="player-drop"),
    path(
        "roster/players/<int:number>/opponents-win/",
        player_views.opponents_win,
        name="player-opponents-win",
    ),
    path(
        "roster/players/<int:number>/byes/",
        player_views.give_byes,
        name="player-byes",
    ),
    path(
        "roster/players/<int:number>/reinstate/",
        player_views.reinstate_player,
        name="player-reinstate",
    ),
    path(
        "roster/players/<int:number>/disqualify/",
        player_views.disqualify_player,
        name="player-disqualify",
    ),
    path("roster/players/<int:number>/remove/", player_views.remove_player, name="player-remove"),
    path("roster/players/<int:number>/merge/", player_views.merge_player, name="player-merge"),
]
