"""The addresses below staff/: the desk of every event, and what is around it."""

from django.urls import include, path, re_path

from events.accounts import staff_views as staff
from events.announcements import announced_views as announced
from events.announcements import views as announcements
from events.appeals import views as appeals
from events.audit import journal_views as journal
from events.audit import reading_views as second_reading
from events.audit import views as sources
from events.clock import preparation_views as preparation
from events.clock import views as clock
from events.decks import views as decks
from events.desk import call_views as calls
from events.desk import completing_views as completing
from events.desk import digital_views as digital
from events.desk import game_views as games
from events.desk import round_views as rounds
from events.desk import swap_views as swaps
from events.desk import table_views as results
from events.desk import views as desk
from events.eligibility import views as eligibility
from events.floor import views as floor
from events.hosting.personal_data import views as personal
from events.paper import html_views as printing
from events.paper import views as paper
from events.penalties import views as penalties
from events.player_pages import staff_views as phones
from events.preflight import views as gate
from events.repairing import views as repairs
from events.report import views as report
from events.roster import list_views as roster_lists
from events.roster import player_views as players
from events.roster import views as roster
from events.seating import views as room
from events.settings import privacy_views as privacy
from events.settings import views as events
from events.sign_ups import views as sign_ups_staff
from events.stages import bracket_views as brackets
from events.stages import pod_views as pods
from events.stages import views as stages
from events.standings import explain_views as explain
from events.standings import views as standings
from events.transfer import views as archive
from events.web import error_pages as trouble

app_name = "staff"
of_an_event = [
    # Every desk asks these all the time: addresses are looked through from the top
    path("rounds/<int:number>/enter/", desk.enter, name="enter"),
    path("rounds/<int:number>/echo/", desk.echo, name="echo"),
    path("rounds/<int:number>/live/", desk.live, name="live"),
    # Events and staff
    path("settings/", events.settings, name="settings"),
    path("room/", room.room, name="room"),
    path("rounds/<int:number>/tables/<int:table>/move/", room.move, name="move"),
    path("phones/", phones.phones, name="phones"),
    path("names/", privacy.names, name="names"),
    path("sign-ups/", sign_ups_staff.sign_ups, name="sign-ups"),
    path("sign-ups/settings/", sign_ups_staff.settings, name="sign-up-settings"),
    path("sign-ups/all/", sign_ups_staff.decide_all, name="sign-ups-decide-all"),
    path("sign-ups/<int:sign_up_id>/", sign_ups_staff.decide, name="sign-up-decide"),
    path("decks/", decks.decks, name="decks"),
    path("decks/check/", decks.start, name="deck-check"),
    path("decks/check/<int:check_id>/end/", decks.end, name="deck-check-end"),
    path("decks/<int:number>/", decks.deck, name="deck"),
    path("facts/", eligibility.facts, name="facts"),
    path("roster/eligibility/", eligibility.marks, name="eligibility"),
    path(
        "roster/eligibility/<int:mark_id>/remove/",
        eligibility.remove_mark,
        name="eligibility-remove",
    ),
    path("staff/", staff.staff, name="staff"),
    path("staff/<str:username>/", staff.change_member, name="staff-member"),
    path("staff/<str:username>/unlock/", staff.unlock_member, name="staff-unlock"),
    path("staff/<str:username>/password/", staff.password_link, name="staff-password"),
    path("delete/", personal.delete_event, name="delete-event"),
    # The desk, rounds and results
    path("", desk.desk, name="desk"),
    path("rounds/<int:number>/check/", digital.check, name="check-tables"),
    path("rounds/<int:number>/tables/<int:table>/check/", digital.mark, name="check-table"),
    path("rounds/<int:number>/next/", digital.next_start, name="announce-next"),
    path("rounds/<int:number>/", rounds.round_view, name="round"),
    path("rounds/<int:number>/missing/", desk.missing, name="missing"),
    path("rounds/<int:number>/undo/", desk.undo, name="undo"),
    path("rounds/<int:number>/keep/", desk.keep, name="keep"),
    path("rounds/<int:number>/sources/", sources.sources, name="sources"),
    path("rounds/<int:number>/sources/keep/", sources.keep, name="sources-keep"),
    path("rounds/<int:number>/sources/take/", sources.take, name="sources-take"),
    path("rounds/<int:number>/sources/certify/", sources.certify, name="certify"),
    path("rounds/<int:number>/reading/", second_reading.page, name="reading"),
    path("rounds/<int:number>/reading/echo/", second_reading.echo, name="reading-echo"),
    path("rounds/<int:number>/reading/enter/", second_reading.enter, name="reading-enter"),
    path("rounds/<int:number>/reading/undo/", second_reading.undo, name="reading-undo"),
    path("rounds/<int:number>/reading/count/", second_reading.count, name="reading-count"),
    path("rounds/<int:number>/calls/<int:call_id>/", calls.answer_call, name="call-answer"),
    path("rounds/<int:number>/pair/", rounds.pair, name="pair"),
    path("rounds/<int:number>/left-out/", rounds.take_back, name="left-out-back"),
    path("rounds/<int:number>/pair-again/", rounds.repair, name="repair"),
    path("rounds/<int:number>/discard/", rounds.discard, name="discard"),
    path("rounds/<int:number>/change/", rounds.change_unposted, name="change-unposted"),
    path("rounds/<int:number>/post/", rounds.post, name="post"),
    path("rounds/<int:number>/unpost/", rounds.unpost, name="unpost"),
    path("rounds/<int:number>/plans/", repairs.plans, name="plans"),
    path("rounds/<int:number>/plans/apply/", repairs.apply, name="plan-apply"),
    path("rounds/<int:number>/plans/undo/", repairs.undo, name="plan-undo"),
    path("rounds/<int:number>/plans/<int:repair>/print/", repairs.sheet, name="print-repair"),
    path("rounds/<int:number>/bye/", repairs.against_bye, name="against-bye"),
    path("preparation/", preparation.preparation, name="preparation"),
    path("rounds/<int:number>/clock/", clock.clock, name="clock"),
    path("rounds/<int:number>/forecast/", clock.forecast, name="forecast"),
    path("rounds/<int:number>/complete/", completing.complete, name="complete"),
    path("rounds/<int:number>/gate/", gate.gate, name="gate"),
    path("rounds/<int:number>/gate/answer/", gate.answer, name="gate-answer"),
    path("rounds/<int:number>/gate/go/", gate.go, name="gate-go"),
    path("rounds/<int:number>/reopen/", rounds.reopen, name="reopen-round"),
    path("rounds/<int:number>/tables/<int:table>/", results.table, name="table"),
    path("rounds/<int:number>/tables/<int:table>/enter/", results.enter, name="table-enter"),
    path("rounds/<int:number>/tables/<int:table>/games/", games.tell, name="table-games"),
    path("rounds/<int:number>/tables/<int:table>/absent/", games.absent, name="absent"),
    path("rounds/<int:number>/tables/<int:table>/swap/", swaps.swap, name="table-swap"),
    path("rounds/<int:number>/tables/<int:table>/swap/undo/", swaps.undo, name="swap-undo"),
    path("rounds/<int:number>/tables/<int:table>/undo/", results.undo, name="table-undo"),
    path("rounds/<int:number>/tables/<int:table>/extend/", results.extend, name="extend"),
    path("rounds/<int:number>/tables/<int:table>/correct/", results.correct, name="correct"),
    path("standings/", standings.standings, name="standings"),
    path("standings/<int:number>/", standings.standings, name="standings-after"),
    path("standings/<int:round>/players/<int:number>/", explain.staff_page, name="explain"),
    path(
        "standings/<int:round>/players/<int:number>.json", explain.staff_json, name="explain-json"
    ),
    path("standings/<int:number>/publish/", standings.publish, name="publish"),
    path("standings/<int:number>/withdraw/", standings.withdraw, name="withdraw"),
    path("finish/", standings.finish, name="finish"),
    path("reopen/", standings.reopen, name="reopen-event"),
    path("export/", archive.export, name="export"),
    path("export/archive/", archive.export_file, name="export-file"),
    # The roster, players and penalties
    path("roster/", roster.roster, name="roster"),
    path("roster/add/", roster.add, name="roster-add"),
    path("roster/paste/", roster_lists.paste, name="roster-paste"),
    path("roster/check-in/", roster.check_in_page, name="roster-check-in"),
    path("roster/check-in/phones/", phones.open_check_in, name="phones-check-in"),
    path("roster/drop-absent/", roster.drop_absent_page, name="roster-drop-absent"),
    path("roster/players/<int:number>/", players.player, name="player"),
    path("roster/players/<int:number>/check-in/", players.check_in_player, name="player-check-in"),
    path("roster/players/<int:number>/alias/", players.alias, name="alias"),
    path("roster/players/<int:number>/address/", phones.issue_address, name="player-address"),
    path("roster/players/<int:number>/paid/", sign_ups_staff.paid, name="player-paid"),
    path("roster/players/<int:number>/drop/", players.drop_player, name="player-drop"),
    path(
        "roster/players/<int:number>/reinstate/", players.reinstate_player, name="player-reinstate"
    ),
    path(
        "roster/players/<int:number>/disqualify/",
        players.disqualify_player,
        name="player-disqualify",
    ),
    path("roster/players/<int:number>/remove/", players.remove_player, name="player-remove"),
    path("roster/players/<int:number>/personal/", personal.personal, name="personal"),
    path(
        "roster/players/<int:number>/personal/export/",
        personal.export_person,
        name="personal-export",
    ),
    path("roster/players/<int:number>/merge/", players.merge_player, name="player-merge"),
    path("roster/players/<int:number>/penalties/", penalties.give, name="penalty-give"),
    path("penalties/", penalties.penalties, name="penalties"),
    path("penalties/<int:penalty_id>/change/", penalties.change, name="penalty-change"),
    path("appeals/", appeals.appeals, name="appeals"),
    path("appeals/<int:appeal_id>/remove/", appeals.remove, name="appeal-remove"),
    path("penalties/<int:penalty_id>/remove/", penalties.remove, name="penalty-remove"),
    # The journal
    path("journal/", journal.journal, name="journal"),
    # Paper
    path("print/", paper.overview, name="paper"),
    path("rounds/<int:number>/print/pairings.pdf", paper.pairings, name="pdf-pairings"),
    path("rounds/<int:number>/print/slips.pdf", paper.slips, name="pdf-slips"),
    path("standings/<int:number>/print/standings.pdf", paper.standings, name="pdf-standings"),
    path("print/facts.pdf", paper.facts, name="pdf-facts"),
    path("print/seats.pdf", paper.seats, name="pdf-seats"),
    path("print/sign-in.pdf", paper.sign_in, name="pdf-sign-in"),
    path("print/labels.pdf", paper.labels, name="pdf-labels"),
    path("print/tables.pdf", paper.table_numbers, name="pdf-tables"),
    path("print/poster.pdf", paper.poster, name="pdf-poster"),
    path("stages/<int:number>/print/pods.pdf", paper.pods, name="pdf-pods"),
    path("stages/<int:number>/print/bracket.pdf", paper.bracket, name="pdf-bracket"),
    path("rounds/<int:number>/print/pairings/", printing.pairings, name="print-pairings"),
    path("rounds/<int:number>/print/slips/", printing.slips, name="print-slips"),
    path("standings/<int:number>/print/", printing.standings, name="print-standings"),
    path("print/seats/", pods.print_seats, name="print-seats"),
    # Stages: who advances, pods, brackets
    path("stages/", stages.stages, name="stages"),
    # The floor: judges, their tables
    path("floor/", floor.floor, name="floor"),
    path("floor/areas/", floor.areas, name="floor-areas"),
    path("floor/areas/deal/", floor.deal, name="floor-deal"),
    path("floor/areas/<int:area>/remove/", floor.remove_area, name="floor-area-remove"),
    path("rounds/<int:number>/tables/<int:table>/floor/", floor.mark, name="floor-mark"),
    path("announcements/", announcements.announcements, name="announcements"),
    path(
        "announcements/<int:announcement>/down/",
        announcements.take_down,
        name="announcement-down",
    ),
    path("announced/", announced.announced, name="announced"),
    path("stages/add/", stages.add, name="stage-add"),
    path("stages/remove/", stages.remove, name="stage-remove"),
    path("stages/<int:number>/cut/", stages.cut, name="cut"),
    path("stages/<int:number>/cut/back/", stages.take_cut_back, name="cut-back"),
    path("stages/<int:number>/pods/", pods.pods, name="pods"),
    path("stages/<int:number>/pods/draw/", pods.draw, name="pods-draw"),
    path("stages/<int:number>/pods/change/", pods.change, name="pods-change"),
    path("stages/<int:number>/pods/post/", pods.post, name="pods-post"),
    path("stages/<int:number>/pods/wish/", pods.wish, name="pods-wish"),
    path("stages/<int:number>/pods/print/", pods.print_pods, name="print-pods"),
    path("stages/<int:number>/bracket/", brackets.bracket, name="bracket"),
    path("stages/<int:number>/bracket/end/", brackets.end, name="playoff-end"),
    path("stages/<int:number>/bracket/resume/", brackets.resume, name="playoff-resume"),
    path("stages/<int:number>/bracket/print/", brackets.print_bracket, name="print-bracket"),
    path("rounds/<int:number>/tables/<int:table>/play/", brackets.choose, name="choose-play"),
    # The report
    path("report/", report.report, name="report"),
    path("report/csv/<slug:table>/", report.report_csv, name="report-csv"),
    path("report/xlsx/", report.report_xlsx, name="report-xlsx"),
    # Last: whatever else is written below an event. With a slash, so that one is added without.
    re_path(r"^.*/$", trouble.nothing, name="nothing"),
]
urlpatterns = [
    path("", events.events, name="events"),
    path("new/", events.new_event, name="new"),
    path("import/", archive.import_event, name="import"),
    path("e/<slug:slug>/", include(of_an_event)),
]
