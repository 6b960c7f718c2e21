"""Addresses of this room: below an event's desk, and for the badges of an organisation."""

from django.urls import path

from events.paper import views

of_an_event = [
    path("print/", views.overview, name="paper"),
    path("rounds/<int:number>/print/pairings.pdf", views.pairings, name="pdf-pairings"),
    path("rounds/<int:number>/print/slips.pdf", views.slips, name="pdf-slips"),
    path("standings/<int:number>/print/standings.pdf", views.standings, name="pdf-standings"),
    path(
        "rounds/<int:number>/plans/<int:repairing>/print/",
        views.changed_tables,
        name="pdf-changed-tables",
    ),
    path("print/facts.pdf", views.facts, name="pdf-facts"),
    path("print/seats.pdf", views.seats, name="pdf-seats"),
    path("print/sign-in.pdf", views.sign_in, name="pdf-sign-in"),
    path("print/labels.pdf", views.labels, name="pdf-labels"),
    path("print/tables.pdf", views.table_numbers, name="pdf-tables"),
    path("print/prizes.pdf", views.prizes, name="pdf-prizes"),
    path("print/pools.pdf", views.pools, name="pdf-pools"),
    path("print/poster.pdf", views.poster, name="pdf-poster"),
    path("stages/<int:number>/print/pods.pdf", views.pods, name="pdf-pods"),
    path("stages/<int:number>/print/bracket.pdf", views.bracket, name="pdf-bracket"),
    # Addresses of the printable pages that preceded the PDFs.
    path("rounds/<int:number>/print/pairings/", views.pairings, name="print-pairings"),
    path("rounds/<int:number>/print/slips/", views.slips, name="print-slips"),
    path("standings/<int:number>/print/", views.standings, name="print-standings"),
    path("print/seats/", views.seats, name="print-seats"),
    path("stages/<int:number>/pods/print/", views.pods, name="print-pods"),
    path("stages/<int:number>/bracket/print/", views.bracket, name="print-bracket"),
]
of_all_events = [
    path(
        "organisations/<slug:organisation>/badges/print/badges.pdf",
        views.badges,
        name="pdf-badges",
    ),
]
