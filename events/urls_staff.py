"""The addresses below staff/: the desk of every event, and what is around it."""

from django.urls import path

from events.views import (
    archive,
    brackets,
    completing,
    desk,
    events,
    explain,
    journal,
    penalties,
    players,
    pods,
    printing,
    report,
    results,
    roster,
    rounds,
    staff,
    stages,
    standings,
)

app_name = "staff"
urlpatterns = [
    # Events and staff
    path("", events.events, name="events"),
    path("new/", events.new_event, name="new"),
    path("e/<slug:slug>/settings/", events.settings, name="settings"),
    path("e/<slug:slug>/staff/", staff.staff, name="staff"),
    path("e/<slug:slug>/staff/<str:username>/", staff.change_member, name="staff-member"),
    # The desk, rounds and results
    path("e/<slug:slug>/", desk.desk, name="desk"),
    path("e/<slug:slug>/rounds/<int:number>/", rounds.round_view, name="round"),
    path("e/<slug:slug>/rounds/<int:number>/live/", desk.live, name="live"),
    path("e/<slug:slug>/rounds/<int:number>/echo/", desk.echo, name="echo"),
    path("e/<slug:slug>/rounds/<int:number>/enter/", desk.enter, name="enter"),
    path("e/<slug:slug>/rounds/<int:number>/undo/", desk.undo, name="undo"),
    path("e/<slug:slug>/rounds/<int:number>/pair/", rounds.pair, name="pair"),
    path("e/<slug:slug>/rounds/<int:number>/pair-again/", rounds.repair, name="repair"),
    path("e/<slug:slug>/rounds/<int:number>/discard/", rounds.discard, name="discard"),
    path("e/<slug:slug>/rounds/<int:number>/change/", rounds.change_draft, name="change-draft"),
    path("e/<slug:slug>/rounds/<int:number>/post/", rounds.post, name="post"),
    path("e/<slug:slug>/rounds/<int:number>/unpost/", rounds.unpost, name="unpost"),
    path("e/<slug:slug>/rounds/<int:number>/clock/", rounds.clock, name="clock"),
    path("e/<slug:slug>/rounds/<int:number>/complete/", completing.complete, name="complete"),
    path("e/<slug:slug>/rounds/<int:number>/reopen/", rounds.reopen, name="reopen-round"),
    path("e/<slug:slug>/rounds/<int:number>/tables/<int:table>/", results.table, name="table"),
    path(
        "e/<slug:slug>/rounds/<int:number>/tables/<int:table>/enter/",
        results.enter,
        name="table-enter",
    ),
    path(
        "e/<slug:slug>/rounds/<int:number>/tables/<int:table>/undo/",
        results.undo,
        name="table-undo",
    ),
    path(
        "e/<slug:slug>/rounds/<int:number>/tables/<int:table>/extend/",
        results.extend,
        name="extend",
    ),
    path(
        "e/<slug:slug>/rounds/<int:number>/tables/<int:table>/correct/",
        results.correct,
        name="correct",
    ),
    path("e/<slug:slug>/standings/", standings.standings, name="standings"),
    path("e/<slug:slug>/standings/<int:number>/", standings.standings, name="standings-after"),
    path(
        "e/<slug:slug>/standings/<int:round>/players/<int:number>/",
        explain.staff_page,
        name="explain",
    ),
    path(
        "e/<slug:slug>/standings/<int:round>/players/<int:number>.json",
        explain.staff_json,
        name="explain-json",
    ),
    path("e/<slug:slug>/standings/<int:number>/publish/", standings.publish, name="publish"),
    path("e/<slug:slug>/standings/<int:number>/withdraw/", standings.withdraw, name="withdraw"),
    path("e/<slug:slug>/finish/", standings.finish, name="finish"),
    path("e/<slug:slug>/reopen/", standings.reopen, name="reopen-event"),
    # Archives
    path("import/", archive.import_event, name="import"),
    path("e/<slug:slug>/export/", archive.export, name="export"),
    path("e/<slug:slug>/export/archive/", archive.export_file, name="export-file"),
    # The roster, players and penalties
    path("e/<slug:slug>/roster/", roster.roster, name="roster"),
    path("e/<slug:slug>/roster/add/", roster.add, name="roster-add"),
    path("e/<slug:slug>/roster/paste/", roster.paste, name="roster-paste"),
    path("e/<slug:slug>/roster/check-in/", roster.check_in_page, name="roster-check-in"),
    path("e/<slug:slug>/roster/drop-absent/", roster.drop_absent_page, name="roster-drop-absent"),
    path("e/<slug:slug>/roster/players/<int:number>/", players.player, name="player"),
    path(
        "e/<slug:slug>/roster/players/<int:number>/check-in/",
        players.check_in_player,
        name="player-check-in",
    ),
    path(
        "e/<slug:slug>/roster/players/<int:number>/drop/", players.drop_player, name="player-drop"
    ),
    path(
        "e/<slug:slug>/roster/players/<int:number>/reinstate/",
        players.reinstate_player,
        name="player-reinstate",
    ),
    path(
        "e/<slug:slug>/roster/players/<int:number>/disqualify/",
        players.disqualify_player,
        name="player-disqualify",
    ),
    path(
        "e/<slug:slug>/roster/players/<int:number>/remove/",
        players.remove_player,
        name="player-remove",
    ),
    path(
        "e/<slug:slug>/roster/players/<int:number>/penalties/",
        penalties.give,
        name="penalty-give",
    ),
    path("e/<slug:slug>/penalties/", penalties.penalties, name="penalties"),
    path(
        "e/<slug:slug>/penalties/<int:penalty_id>/remove/",
        penalties.remove,
        name="penalty-remove",
    ),
    # The journal
    path("e/<slug:slug>/journal/", journal.journal, name="journal"),
    # Paper
    path(
        "e/<slug:slug>/rounds/<int:number>/print/pairings/",
        printing.pairings,
        name="print-pairings",
    ),
    path("e/<slug:slug>/rounds/<int:number>/print/slips/", printing.slips, name="print-slips"),
    path("e/<slug:slug>/standings/<int:number>/print/", printing.standings, name="print-standings"),
    path("e/<slug:slug>/print/seats/", pods.print_seats, name="print-seats"),
    # Stages: who advances, pods, brackets
    path("e/<slug:slug>/stages/", stages.stages, name="stages"),
    path("e/<slug:slug>/stages/add/", stages.add, name="stage-add"),
    path("e/<slug:slug>/stages/remove/", stages.remove, name="stage-remove"),
    path("e/<slug:slug>/stages/<int:number>/cut/", stages.cut, name="cut"),
    path("e/<slug:slug>/stages/<int:number>/cut/back/", stages.take_cut_back, name="cut-back"),
    path("e/<slug:slug>/stages/<int:number>/pods/", pods.pods, name="pods"),
    path("e/<slug:slug>/stages/<int:number>/pods/draw/", pods.draw, name="pods-draw"),
    path("e/<slug:slug>/stages/<int:number>/pods/post/", pods.post, name="pods-post"),
    path("e/<slug:slug>/stages/<int:number>/pods/wish/", pods.wish, name="pods-wish"),
    path("e/<slug:slug>/stages/<int:number>/pods/print/", pods.print_pods, name="print-pods"),
    path("e/<slug:slug>/stages/<int:number>/bracket/", brackets.bracket, name="bracket"),
    path(
        "e/<slug:slug>/stages/<int:number>/bracket/print/",
        brackets.print_bracket,
        name="print-bracket",
    ),
    path(
        "e/<slug:slug>/rounds/<int:number>/tables/<int:table>/play/",
        brackets.choose,
        name="choose-play",
    ),
    # The report
    path("e/<slug:slug>/report/", report.report, name="report"),
    path("e/<slug:slug>/report/csv/<slug:table>/", report.report_csv, name="report-csv"),
    path("e/<slug:slug>/report/xlsx/", report.report_xlsx, name="report-xlsx"),
]
